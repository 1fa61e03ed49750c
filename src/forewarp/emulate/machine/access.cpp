// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/access.hpp"

// Locating an access, fastest way first:
//
//   1. access_affine   the address row is first + a stride for each bit of the lane number, known from its
//                      description (affine.hpp). Bounds, alignment and layout follow from about ten numbers: O(1).
//   2. access_whole    any addresses of a full warp in one range; one vectorised pass over the lanes answers bounds,
//                      alignment, "all equal" and "consecutive" together (classify_addresses.hpp).
//   3. locate          any active mask, in one range: a pass per question (all_inside).
//   4. locate_lane     lane by lane: several buffers, accesses beyond the last element, faults.
//
// Each way either locates all active lanes, having checked bounds and alignment of each, or leaves the access to the
// next way without side effects on memory or on the observer. Only the last one composes messages. An address names
// its buffer by its upper 24 bits, so finding a buffer is one array access (Memory::Impl::find).
//
// Example of the O(1) check: 32 lanes load consecutive floats, strides {4, 8, 16, 32, 64}, so the highest lane is 124
// bytes above the first and none is below. In a buffer of 1024 bytes the last offset for 4 bytes is 1020. A first
// offset of 896 passes, since 124 <= 1020 - 896; 900 does not, and lane 31 would indeed begin at byte 1024.
#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

constexpr std::uint64_t null_bytes = std::uint64_t{1} << 32;  // what an index added to null reaches

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "load";
    case AccessKind::store:
      return "store";
    case AccessKind::atomic:
      return "atomic";
    case AccessKind::reduction:
      return "reduction";
    case AccessKind::async_copy:
      return "asynchronous copy";
    case AccessKind::prefetch:
      return "prefetch";
  }
  return "access";
}

bool writes(AccessKind kind) { return kind != AccessKind::load && kind != AccessKind::prefetch; }

/// "load of 4 bytes at 0x...": how every message about an access begins.
std::string what(AccessKind kind, unsigned bytes, StateSpace space, std::uint64_t address) {
  return fmt::format("{} of {} {} at {} address {:#x}", verb(kind), bytes, bytes == 1 ? "byte" : "bytes",
                     ptx::name_of(space), address);
}

/// The buffer whose end is closest below a wild address, which is what went out of bounds as a rule.
[[noreturn]] void global_fault(const Warp& warp, const MachineOp& op, unsigned lane, StateSpace space,
                               std::uint64_t address, AccessKind kind, unsigned bytes) {
  const Memory::Impl& memory = *warp.block.launch().memory;
  const LaneMask lanes = LaneMask{1} << lane;
  const std::string begin = what(kind, bytes, space, address);
  const MemoryBuffer* buffer = memory.find(address);
  if (!buffer && address < null_bytes) warp.fault(op, lanes, fmt::format("{}: null pointer", begin));
  if (!buffer) {
    // Up to half a window below a buffer is an address that ran out of it at its beginning.
    const MemoryBuffer* next = memory.find(address + window_bytes / 2);
    if (next && next->base > address)
      warp.fault(op, lanes,
                 fmt::format("{}: out of bounds, {} bytes before buffer '{}' ({} bytes)", begin, next->base - address,
                             next->name, next->bytes));
    warp.fault(op, lanes, fmt::format("{}: wild address, in no buffer", begin));
  }
  const std::uint64_t offset = address - buffer->base;
  if (offset + bytes > buffer->bytes) {
    const MemoryBuffer* next = memory.find(address + window_bytes / 2);
    if (next && next != buffer && next->base > address)
      warp.fault(op, lanes,
                 fmt::format("{}: out of bounds, {} bytes before buffer '{}' ({} bytes)", begin, next->base - address,
                             next->name, next->bytes));
    warp.fault(op, lanes,
               fmt::format("{}: out of bounds, byte {} of buffer '{}' ({} bytes)", begin, offset, buffer->name,
                           buffer->bytes));
  }
  if (address % bytes != 0)
    warp.fault(
        op, lanes,
        fmt::format("{}: misaligned, byte {} of buffer '{}' ({} bytes)", begin, offset, buffer->name, buffer->bytes));
  warp.fault(op, lanes, fmt::format("{}: buffer '{}' ({} bytes) is constant", begin, buffer->name, buffer->bytes));
}

/// A fault of shared, local or param space, whose extent is a number of bytes instead of a buffer.
[[noreturn]] void block_fault(const Warp& warp, const MachineOp& op, unsigned lane, StateSpace space,
                              std::uint64_t offset, std::uint64_t size, AccessKind kind, unsigned bytes) {
  const char* wrong = offset > size || bytes > size - offset ? "out of bounds" : "misaligned";
  const char* whose = space == StateSpace::shared  ? "the block has"
                      : space == StateSpace::local ? "the thread has"
                                                   : "the kernel has";
  warp.fault(op, LaneMask{1} << lane,
             fmt::format("{}: {}, {} {} bytes", what(kind, bytes, space, offset), wrong, whose, size));
}

/// Makes pages; the budget's complaint gets the place.
void make_pages(const Warp& warp, const MachineOp& op, unsigned lane, MemoryBuffer& buffer, std::uint64_t offset,
                std::uint64_t size) {
  try {
    warp.block.launch().memory->make(buffer, offset, size);
  } catch (const InputError& e) {
    warp.fault(op, LaneMask{1} << lane, e.what());
  }
}

/// Addresses [base, base + size), whose first byte is at host.
struct Range {
  std::uint64_t base, size;
  std::byte* host;
};

/// Whether every active lane's bytes are inside the range and aligned. There is no branch per lane: a lane outside
/// sets bit 63 of one of two differences. With base 0x1000, 64 bytes and 4 bytes per lane, limit is 60: address 0xffc
/// gives offset -4 and address 0x1040 gives limit - offset = -4; both are negative, that is, bit 63 is set.
bool all_inside(const std::uint64_t* addresses, LaneMask active, const Range& range, unsigned bytes) {
  if (range.size < bytes) return false;
  const std::uint64_t base = range.base, limit = range.size - bytes;
  std::uint64_t outside = 0, bits = 0;
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t offset = addresses[lane] - base;
    outside |= offset | (limit - offset);
    bits |= addresses[lane];
  });
  return outside >> 63 == 0 && (bits & (bytes - 1)) == 0;
}

/// Locates an access that is in one range as a whole; false when it does not.
bool locate_in_range(Warp& warp, LaneMask active, const std::uint64_t* addresses, const Range& range, unsigned bytes) {
  Located& located = warp.located;
  located.pattern = Pattern::based;
  located.lane_groups = LaneGroups::any;
  located.bias = reinterpret_cast<std::uintptr_t>(range.host) - range.base;
  located.addresses = addresses;
  return all_inside(addresses, active, range, bytes);
}

/// Records the first access of a chunk of blocks that went beyond the last element of its buffer.
void report_beyond_end(const Warp& warp, const MachineOp& op, const MemoryBuffer& buffer, std::uint64_t offset,
                       AccessKind kind, unsigned bytes) {
  std::string& text = warp.block.beyond_end;
  if (!text.empty()) return;
  text = fmt::format(
      "{}: {} of {} {} at byte {} of buffer '{}', which has {}: beyond its last element, though within "
      "the {} bytes that a device allocates",
      place_of(*warp.block.launch().program, *op.function->function, op.instruction), verb(kind), bytes,
      bytes == 1 ? "byte" : "bytes", offset, buffer.name, buffer.bytes, buffer.allocated());
}

/// The byte of a buffer without bounds to which an address outside of it is mapped. Such a buffer repeats itself over
/// the addresses nearest to it, up to half of 2^40 bytes before and behind its first byte: in a buffer of 1024 bytes,
/// byte -4 is byte 1020 and byte 1032 is byte 8.
struct Repeated {
  MemoryBuffer* buffer = nullptr;
  std::uint64_t offset = 0;
};

Repeated repeated(const Memory::Impl& memory, std::uint64_t address) {
  constexpr std::uint64_t half = window_bytes / 2;
  for (MemoryBuffer* buffer : {memory.find(address + half), memory.find(address)}) {
    if (!buffer || buffer->bounds != Bounds::none) continue;
    const std::uint64_t period = buffer->bytes / Memory::allocation_bytes * Memory::allocation_bytes;
    if (period == 0) continue;
    const std::uint64_t offset = address - buffer->base;
    const bool before = address < buffer->base;
    return {buffer, before ? (period - (buffer->base - address) % period) % period : offset % period};
  }
  return {};
}

/// Finds one lane's bytes in device memory. buffer caches the buffer of the lane before, most often the same.
std::byte* locate_lane(const Warp& warp, const MachineOp& op, unsigned lane, StateSpace space, std::uint64_t address,
                       AccessKind kind, unsigned bytes, MemoryBuffer*& buffer) {
  if (!buffer || address - buffer->base >= buffer->allocated()) buffer = warp.block.launch().memory->find(address);
  const std::uint64_t offset = buffer ? address - buffer->base : 0;
  const bool aligned = (address & (bytes - 1)) == 0;
  const bool inside = buffer && offset + bytes <= buffer->allocated();
  if (!inside) {
    const Repeated place = aligned ? repeated(*warp.block.launch().memory, address) : Repeated{};
    if (!place.buffer) global_fault(warp, op, lane, space, address, kind, bytes);
    if (!place.buffer->made(place.offset / Memory::page_bytes))
      make_pages(warp, op, lane, *place.buffer, place.offset, bytes);
    return place.buffer->host + place.offset;
  }
  if (!aligned || (buffer->read_only && writes(kind))) global_fault(warp, op, lane, space, address, kind, bytes);
  if (offset + bytes > buffer->bytes && buffer->bounds == Bounds::allocation)
    report_beyond_end(warp, op, *buffer, offset, kind, bytes);
  if (!buffer->made(offset / Memory::page_bytes)) make_pages(warp, op, lane, *buffer, offset, bytes);
  return buffer->host + offset;
}

/// --check-uninitialised: a read of a byte that no store has set is a fault; a write marks its bytes as set.
void check_written(const Warp& warp, const MachineOp& op, LaneMask active, const std::uint64_t* addresses,
                   AccessKind kind, unsigned bytes) {
  for_each_lane(active, [&](unsigned lane) {
    const MemoryBuffer* buffer = warp.block.launch().memory->find(addresses[lane]);
    if (!buffer || !buffer->written) return;
    const std::uint64_t offset = addresses[lane] - buffer->base;
    for (unsigned i = 0; i < bytes && kind != AccessKind::store && kind != AccessKind::prefetch; ++i)
      if (buffer->written[offset + i] == std::byte{0})
        warp.fault(op, LaneMask{1} << lane,
                   fmt::format("{}: byte {} of buffer '{}' ({} bytes), which nobody wrote",
                               what(kind, bytes, StateSpace::global, addresses[lane]), offset + i, buffer->name,
                               buffer->bytes));
    if (writes(kind)) std::memset(buffer->written + offset, 1, bytes);
  });
}

/// Fills the pages that a located access touches and that have no contents yet.
void make_touched(Warp& warp, const MachineOp& op, LaneMask active, const std::uint64_t* addresses,
                  MemoryBuffer& buffer, unsigned bytes) {
  if (warp.located.pattern != Pattern::based) {
    const std::uint64_t offset = addresses[0] - buffer.base;
    const std::uint64_t size =
        warp.located.pattern == Pattern::linear ? std::uint64_t{warp.block.launch().program->width} * bytes : bytes;
    if (!buffer.range_made(offset, size)) make_pages(warp, op, 0, buffer, offset, size);
    return;
  }
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t offset = addresses[lane] - buffer.base;
    if (!buffer.made(offset / Memory::page_bytes)) make_pages(warp, op, lane, buffer, offset, bytes);
  });
}

template <unsigned width>
/// Way 3 for device memory, and way 4 where it fails.
void locate_global(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
                   AccessKind kind, unsigned bytes) {
  MemoryBuffer* buffer = warp.block.launch().memory->find(addresses[first_lane(active)]);
  if (buffer && !(buffer->read_only && writes(kind)) &&
      locate_in_range(warp, active, addresses, {buffer->base, buffer->bytes, buffer->host}, bytes)) {
    if (!buffer->complete()) make_touched(warp, op, active, addresses, *buffer, bytes);
    return;
  }
  warp.located.pattern = Pattern::scattered;
  for_each_lane(active, [&](unsigned lane) {
    warp.located.host[lane] = locate_lane(warp, op, lane, space, addresses[lane], kind, bytes, buffer);
  });
}

/// Shared and param space: offsets into size bytes at base.
template <unsigned width>
void locate_block(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* offsets,
                  AccessKind kind, unsigned bytes, std::byte* base, std::uint64_t size) {
  if (locate_in_range(warp, active, offsets, {0, size, base}, bytes)) return;
  for_each_lane(active, [&](unsigned lane) {
    if (offsets[lane] > size || bytes > size - offsets[lane] || (offsets[lane] & (bytes - 1)) != 0)
      block_fault(warp, op, lane, space, offsets[lane], size, kind, bytes);
  });
}

/// Local space: each lane has its own bytes.
void locate_local(Warp& warp, const MachineOp& op, LaneMask active, const std::uint64_t* offsets, AccessKind kind,
                  unsigned bytes) {
  const std::uint64_t size = warp.local_bytes();
  warp.located.pattern = Pattern::scattered;
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t offset = offsets[lane];
    if (offset > size || bytes > size - offset || (offset & (bytes - 1)) != 0)
      block_fault(warp, op, lane, StateSpace::local, offset, size, kind, bytes);
    warp.located.host[lane] = warp.local(lane) + offset;
  });
}

template <unsigned width>
void locate_in(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
               AccessKind kind, unsigned bytes) {
  const LaunchContext& launch = warp.block.launch();
  switch (space) {
    case StateSpace::shared: {
      std::vector<std::byte>& shared = warp.block.shared();
      locate_block<width>(warp, op, active, space, addresses, kind, bytes, shared.data(), shared.size());
      if (SharedChecks* checks = warp.block.checks())
        for_each_lane(active, [&](unsigned lane) { checks->access(warp, op, lane, addresses[lane], bytes, kind); });
      return;
    }
    case StateSpace::local:
      locate_local(warp, op, active, addresses, kind, bytes);
      return;
    case StateSpace::param:
      if (writes(kind)) warp.fault(op, active, "store to a parameter of the kernel");
      locate_block<width>(warp, op, active, space, addresses, kind, bytes,
                          const_cast<std::byte*>(launch.parameters.data()), launch.parameters.size());
      return;
    default:
      locate_global<width>(warp, op, active, space, addresses, kind, bytes);
      if (launch.options->check_uninitialised) check_written(warp, op, active, addresses, kind, bytes);
  }
}

/// The range that contains the first lane's address; empty where locate() must decide (local space, faults).
Range range_of(const Warp& warp, StateSpace space, std::uint64_t address, AccessKind kind, MemoryBuffer*& buffer) {
  const LaunchContext& launch = warp.block.launch();
  switch (space) {
    case StateSpace::shared:
      return {0, launch.shared_bytes, warp.block.shared().data()};
    case StateSpace::param:
      if (writes(kind)) return {0, 0, nullptr};
      return {0, launch.parameters.size(), const_cast<std::byte*>(launch.parameters.data())};
    case StateSpace::local:
      return {0, 0, nullptr};
    default:
      break;
  }
  buffer = launch.memory->find(address);
  if (!buffer || (buffer->read_only && writes(kind))) return {0, 0, nullptr};
  return {buffer->base, buffer->bytes, buffer->host};
}

/// The event for the observer. An access also takes one unit of the warp's slice.
void report_access(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
                   AccessKind kind, unsigned bytes, const AffineLanes* affine = nullptr) {
  --warp.slice;
  if (Observer* observer = warp.block.observer())
    observer->access(warp.id(), {op.site, space == StateSpace::local && op.is_param ? StateSpace::param : space, kind,
                                 static_cast<std::uint16_t>(bytes), active, addresses, affine});
}

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
  if (linear >= 3) located.lane_groups = LaneGroups::linear;
  if ((strides[0] | strides[1] | strides[2]) == 0) located.lane_groups = LaneGroups::uniform;
}

/// Way 1; false when not all lanes are inside the range and aligned.
bool access_affine(Warp& warp, const MachineOp& op, const AffineRow& row, std::uint64_t first, StateSpace space,
                   const Range& range, MemoryBuffer* buffer) {
  const std::uint64_t bytes = op.access_bytes, at = first - range.base, limit = range.size - bytes;
  if (at > limit || row.below > at || row.above > limit - at || ((first | row.bits) & (bytes - 1)) != 0) return false;
  std::uint64_t* const addresses = warp.addresses.data();
  op.place(row, first, addresses);
  Located& located = warp.located;
  located.first = range.host + at;
  located.bias = reinterpret_cast<std::uintptr_t>(range.host) - range.base;
  located.addresses = addresses;
  set_pattern(located, row, op.access_bytes, warp.block.launch().program->width);
  if (buffer && !buffer->complete()) make_touched(warp, op, warp.full(), addresses, *buffer, op.access_bytes);
  report_access(warp, op, warp.full(), space, addresses, op.kind, op.access_bytes, &row.lanes);
  return true;
}

}  // namespace

/// Ways 1 and 2. The first lane's address alone selects the space and the range; the checks that follow prove that the
/// other lanes are in the same range.
bool access_whole(Warp& warp, const MachineOp& op) {
  const std::byte* const row = warp.regs + op.address_row;
  std::uint64_t first = 0;
  std::memcpy(&first, row, op.address_is_64 ? 8 : 4);
  auto offset = static_cast<std::uint64_t>(op.offset);
  StateSpace space = op.space;
  if (space == StateSpace::none) {
    space = space_of(first + offset);
    offset -= window_of(space);
  }
  first += offset;
  if (!op.address_is_64) first = static_cast<std::uint32_t>(first);
  MemoryBuffer* buffer = nullptr;
  const Range range = range_of(warp, space, first, op.kind, buffer);
  const unsigned bytes = op.access_bytes;
  // A constant address (a variable's) is the same in every lane, so one lane is enough to check.
  const bool constant = op.is_constant_address && op.space != StateSpace::none;
  AffineRow& base = warp.bases[op.base_place];
  if (!constant && !op.shares_base) op.describe(row, base);
  if (range.size < bytes || warp.block.has_checks()) return false;
  if (!constant && base.known && access_affine(warp, op, base, first, space, range, buffer)) return true;
  const std::uint64_t* const addresses = constant ? reinterpret_cast<const std::uint64_t*>(row) : warp.addresses.data();
  const std::uint64_t limit = range.size - bytes, at = first - range.base;
  const AddressClasses seen = constant
                                  ? AddressClasses{at | (limit - at), first, 0, 1}
                                  : op.examine({row, offset, first, range.base, limit, bytes}, warp.addresses.data());
  if (seen.outside >> 63 != 0 || (seen.bits & (bytes - 1)) != 0) return false;
  Located& located = warp.located;
  located.first = range.host + (first - range.base);
  located.bias = reinterpret_cast<std::uintptr_t>(range.host) - range.base;
  located.addresses = addresses;
  located.lane_groups = LaneGroups::any;
  located.pattern = seen.uniform == 0 ? Pattern::uniform : seen.linear == 0 ? Pattern::linear : Pattern::based;
  if (buffer && !buffer->complete()) make_touched(warp, op, warp.full(), addresses, *buffer, bytes);
  report_access(warp, op, warp.full(), space, addresses, op.kind, bytes);
  return true;
}

template <unsigned width>
void locate(Warp& warp, const MachineOp& op, LaneMask active, StateSpace space, const std::uint64_t* addresses,
            AccessKind kind, unsigned bytes) {
  locate_in<width>(warp, op, active, space, addresses, kind, bytes);
  report_access(warp, op, active, space, addresses, kind, bytes);
}

template void locate<32>(Warp&, const MachineOp&, LaneMask, StateSpace, const std::uint64_t*, AccessKind, unsigned);
template void locate<64>(Warp&, const MachineOp&, LaneMask, StateSpace, const std::uint64_t*, AccessKind, unsigned);

}  // namespace forewarp::emu
