// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/access.hpp"

// Locating an access, fastest way first:
//
//   0. access_quickly  loads and stores without an observer, in one range: pattern and bytes together
//                      (quick_access.hpp).
//   1. access_affine   the address row is first + a stride for each bit of the lane number, known from its
//                      description (affine.hpp). Bounds, alignment and layout follow from about ten numbers: O(1).
//                      Rows are described where several accesses use one, and for observers.
//   2. access_whole    any addresses of a full warp in one range; one vectorised pass over the lanes answers bounds,
//                      alignment, "all equal" and "consecutive" together (classify_addresses.hpp).
//   3. locate          (locate.cpp) any active mask, in one range: a pass per question (all_inside).
//   4. locate_lane     (locate.cpp) lane by lane: several buffers, accesses beyond the last element, faults.
//
// Each way either locates all active lanes, having checked bounds and alignment of each, or leaves the access to the
// next way without side effects on memory or on the observer. Only the last one composes messages. An address names
// its buffer by its upper 24 bits, so finding a buffer is one array access (Memory::Impl::find).
//
// Example of the O(1) check: 32 lanes load consecutive floats, strides {4, 8, 16, 32, 64}, so the highest lane is 124
// bytes above the first and none is below. In a buffer of 1024 bytes the last offset for 4 bytes is 1020. A first
// offset of 896 passes, since 124 <= 1020 - 896; 900 does not, and lane 31 would indeed begin at byte 1024.
#include "forewarp/emulate/lanes/scalar/quick.hpp"
#include "forewarp/emulate/machine/locate.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

/// A range and, in device memory, its buffer.
struct RangeInBuffer {
  Range range{};
  MemoryBuffer* buffer = nullptr;
};

/// The range that contains the address; empty where locate() must decide (local space, faults).
RangeInBuffer range_of(Warp& warp, const MachineOp& op, StateSpace space, std::uint64_t address) {
  const AccessKind kind = op.kind;
  const LaunchContext& launch = warp.block.launch();
  if (space == StateSpace::local || (space == StateSpace::param && writes(kind))) return {};
  if (space == StateSpace::shared) {
    if (is_of_peer(address)) [[unlikely]]
      return {peer_range(warp, op, address)};
    return {{0, launch.shared_bytes, warp.block.shared().data()}};
  }
  if (space == StateSpace::param)
    return {{0, launch.parameters.size(), const_cast<std::byte*>(launch.parameters.data())}};
  // An instruction mostly accesses the buffer of its last execution; buffers neither move nor go while the kernel runs.
  MemoryBuffer*& recent = warp.recent[op.site % warp.recent.size()];
  if (!recent || address - recent->base >= recent->bytes) {
    MemoryBuffer* const found = launch.memory->find(address);
    if (!found) return {};
    recent = found;
  }
  MemoryBuffer* const buffer = recent;
  if (buffer->read_only && writes(kind)) return {};
  return {{buffer->base, buffer->bytes, buffer->host}, buffer};
}

constexpr unsigned group_bits = 3;  // LaneGroups are of 2^3 lanes

/// The layout of affine lanes. strides[b] is the distance between two lanes whose numbers differ in bit b only. The
/// lower bits with stride bytes << b form runs of consecutive lanes: 4-byte strides {4, 8, 16, 1024, 2048} are groups
/// of 8 consecutive lanes (LaneGroups::linear), {0, 0, 0, 4, 8} groups of 8 lanes at one address (uniform).
void set_pattern(Located& located, const AffineRow& row, unsigned bytes, unsigned width) {
  located.lane_groups = LaneGroups::any;
  if (row.bits == 0) {
    located.pattern = Pattern::uniform;
    return;
  }
  const auto& strides = row.lanes.strides;
  unsigned linear = 0;
  while (1U << linear < width && strides[linear] == std::int64_t{bytes} << linear) ++linear;
  located.pattern = 1U << linear == width ? Pattern::linear : Pattern::based;
  if (linear >= group_bits) located.lane_groups = LaneGroups::linear;
  if ((strides[0] | strides[1] | strides[2]) == 0) located.lane_groups = LaneGroups::uniform;
}

/// Way 1; false when not all lanes are inside the range and aligned. The request is one of all lanes.
bool access_affine(Warp& warp, const AccessRequest& request, const AffineRow& row, std::uint64_t first,
                   const RangeInBuffer& in) {
  const std::uint64_t bytes = request.bytes, at = first - in.range.base, limit = in.range.size - bytes;
  if (at > limit || row.below > at || row.above > limit - at || ((first | row.bits) & (bytes - 1)) != 0) return false;
  request.op.place(row, first, warp.addresses.data());
  Located& located = warp.located;
  located.first = in.range.host + at;
  located.bias = reinterpret_cast<std::uintptr_t>(in.range.host) - in.range.base;
  located.addresses = request.addresses;
  set_pattern(located, row, request.bytes, warp.block.launch().program->width);
  if (in.buffer && !in.buffer->complete()) make_touched(warp, request, *in.buffer);
  note_touches(warp, request, in.buffer);
  report_access(warp, request, &row.lanes);
  return true;
}

/// Where one lane's access goes: its address, what was added to the register for it, and the space.
struct FirstAddress {
  std::uint64_t first = 0, offset = 0;
  StateSpace space = StateSpace::none;
};

/// Two copies of a constant size: one of either size goes through memory, and the processor waits for it.
inline std::uint64_t register_value(const MachineOp& op, const std::byte* row, unsigned lane) {
  if (op.address_is_64) {
    std::uint64_t value;
    std::memcpy(&value, row + lane * sizeof value, sizeof value);
    return value;
  }
  std::uint32_t value;
  std::memcpy(&value, row + lane * sizeof value, sizeof value);
  return value;
}

inline FirstAddress first_address(const MachineOp& op, const std::byte* row, unsigned lane) {
  FirstAddress a{register_value(op, row, lane), static_cast<std::uint64_t>(op.offset), op.space};
  if (a.space == StateSpace::none) {
    a.space = space_of(a.first + a.offset);
    a.offset -= window_of(a.space);
  }
  a.first += a.offset;
  if (!op.address_is_64) a.first = static_cast<std::uint32_t>(a.first);
  return a;
}

/// Whether the access is one that concurrent chunks log.
bool logs_touches(const Warp& warp, const MachineOp& op, const MemoryBuffer& buffer) {
  return warp.block.touches() && buffer.tracking != Tracking::none &&
         (writes(op.kind) || buffer.tracking == Tracking::words);
}

/// Notes what the blocks of concurrent chunks touch.
void note_quick_touches(const Warp& warp, const MachineOp& op, const MemoryBuffer& buffer, const QuickRequest& request,
                        QuickPattern pattern, LaneMask active) {
  const bool changes = writes(op.kind);
  TouchLog* const log = warp.block.touches();
  const bool whole = active == warp.full();
  if (whole && (pattern == QuickPattern::linear || pattern == QuickPattern::uniform)) {
    const std::uint64_t lanes = pattern == QuickPattern::linear ? warp.block.launch().program->width : 1;
    log->touch(buffer, request.first, lanes * op.access_bytes, !changes, changes);
  } else if (op.address_is_64) {
    const auto* const row = reinterpret_cast<const std::uint64_t*>(request.row);
    touch_lanes(*log, buffer, active, {op.access_bytes, !changes, changes},
                [&](unsigned lane) { return row[lane] + request.offset; });
  } else {
    const auto* const row = reinterpret_cast<const std::uint32_t*>(request.row);
    touch_lanes(*log, buffer, active, {op.access_bytes, !changes, changes},
                [&](unsigned lane) { return static_cast<std::uint32_t>(row[lane] + request.offset); });
  }
}

}  // namespace

/// Way 0.
bool access_quickly(Warp& warp, const MachineOp& op, LaneMask active, const QuickRows& rows, AccessSite* site) {
  if (!warp.is_plain() || !op.quick.move) return false;
  const auto [first, offset, space] = first_address(op, rows.address, first_lane(active));
  const bool is_local = space == StateSpace::local;
  const RangeInBuffer in =
      is_local ? RangeInBuffer{{0, warp.local_bytes(), warp.local(0)}, nullptr} : range_of(warp, op, space, first);
  if (in.range.size < op.access_bytes || (in.buffer && !in.buffer->complete())) return false;
  const QuickRequest request{.row = reinterpret_cast<const std::uint8_t*>(rows.address),
                             .registers = reinterpret_cast<std::uint8_t*>(rows.registers),
                             .rows = rows.rows,
                             .offset = offset,
                             .first = first,
                             .base = in.range.base,
                             .limit = in.range.size - op.access_bytes,
                             .host = reinterpret_cast<std::uint8_t*>(in.range.host),
                             .lane_distance = is_local ? warp.local_stride() : 0};
  const QuickPattern pattern = op.quick.classify(request, active);
  if (pattern == QuickPattern::outside) return false;
  if (in.buffer && logs_touches(warp, op, *in.buffer))
    note_quick_touches(warp, op, *in.buffer, request, pattern, active);
  op.quick.move(request, pattern, active);
  --warp.slice;
  if (site && (!in.buffer || !logs_touches(warp, op, *in.buffer)) && !is_local &&
      (op.space != StateSpace::none || space == StateSpace::global))
    *site = {request.base, request.limit, request.host, request.lane_distance};
  return true;
}

/// Ways 1 and 2. The first lane's address alone selects the space and the range; the checks that follow prove that the
/// other lanes are in the same range.
bool access_whole(Warp& warp, const MachineOp& op) {
  const std::byte* const row = warp.regs + op.address_row;
  const auto [first, offset, space] = first_address(op, row, 0);
  const RangeInBuffer in = range_of(warp, op, space, first);
  const Range& range = in.range;
  const unsigned bytes = op.access_bytes;
  // A constant address (a variable's) is the same in every lane, so one lane is enough to check.
  const bool constant = op.is_constant_address && op.space != StateSpace::none;
  // A description costs more than one pass over the lanes: it pays where accesses share it, and observers want it.
  const bool described = !constant && (op.base_place != 0 || warp.block.observer() != nullptr);
  AffineRow& base = warp.bases[op.base_place];
  // Without an observer the accesses before this one may have been moved without a description.
  if (described && (!op.shares_base || warp.is_plain())) op.describe(row, base);
  if (range.size < bytes || warp.block.has_checks()) return false;
  const std::uint64_t* const addresses = constant ? reinterpret_cast<const std::uint64_t*>(row) : warp.addresses.data();
  const AccessRequest request{op, warp.full(), space, addresses, op.kind, bytes};
  if (described && base.known && access_affine(warp, request, base, first, in)) return true;
  const std::uint64_t limit = range.size - bytes, at = first - range.base;
  const AddressClasses seen = constant
                                  ? AddressClasses{at | (limit - at), first, 0, 1}
                                  : op.examine({row, offset, first, range.base, limit, bytes}, warp.addresses.data());
  if ((seen.outside & outside_bit) != 0 || (seen.bits & (bytes - 1)) != 0) return false;
  Located& located = warp.located;
  located.first = range.host + at;
  located.bias = reinterpret_cast<std::uintptr_t>(range.host) - range.base;
  located.addresses = addresses;
  located.lane_groups = LaneGroups::any;
  located.pattern = seen.uniform == 0 ? Pattern::uniform : seen.linear == 0 ? Pattern::linear : Pattern::based;
  if (in.buffer && !in.buffer->complete()) make_touched(warp, request, *in.buffer);
  note_touches(warp, request, in.buffer);
  report_access(warp, request);
  return true;
}

/// Ways 1 and 2 for a part of the lanes: one pass answers bounds and alignment for those that are active. In local
/// memory, where each lane has bytes of its own, also for all lanes.
bool access_some(Warp& warp, const MachineOp& op, LaneMask active) {
  if (warp.block.has_checks() || op.is_constant_address || !op.check) return false;
  const std::byte* const row = warp.regs + op.address_row;
  const auto [first, offset, space] = first_address(op, row, first_lane(active));
  const bool is_local = space == StateSpace::local;
  const RangeInBuffer in =
      is_local ? RangeInBuffer{{0, warp.local_bytes(), warp.local(0)}, nullptr} : range_of(warp, op, space, first);
  const unsigned bytes = op.access_bytes;
  if (in.range.size < bytes) return false;
  const AddressClasses seen =
      op.check({row, offset, first, in.range.base, in.range.size - bytes, bytes}, active, warp.addresses.data());
  if ((seen.outside & outside_bit) != 0 || (seen.bits & (bytes - 1)) != 0) return false;
  const AccessRequest request{op, active, space, warp.addresses.data(), op.kind, bytes};
  Located& located = warp.located;
  located.pattern = Pattern::based;
  located.lane_groups = LaneGroups::any;
  located.bias = reinterpret_cast<std::uintptr_t>(in.range.host) - in.range.base;
  located.addresses = request.addresses;
  if (in.buffer && !in.buffer->complete()) make_touched(warp, request, *in.buffer);
  note_touches(warp, request, in.buffer);
  report_access(warp, request);
  // Observers get offsets; in memory each thread has its own piece.
  if (is_local)
    for (unsigned l = 0; l < warp.block.launch().program->width; ++l) warp.addresses[l] += l * warp.local_stride();
  return true;
}

}  // namespace forewarp::emu
