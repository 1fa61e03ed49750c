// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cp.async and cp.async.bulk.
#include "forewarp/emulate/machine/async.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/locate.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned bulk_piece = 16;           ///< bytes
constexpr std::uint32_t pieces_at_once = 32;  ///< of a bulk copy, as the accesses of a warp's lanes

/// The lanes' addresses in an address space that is not generic.
template <unsigned width>
std::array<std::uint64_t, 64> addresses_of(Warp& warp, const MachineOp& op, ptx::StateSpace& space, LaneMask active) {
  std::array<std::uint64_t, 64> result{};
  const std::uint64_t* addresses = compute_addresses<width>(warp, op);
  space = op.space;
  if (op.space == ptx::StateSpace::none) {
    const LaneMask same = split_generic(warp, active, addresses, space);
    if (same != active) warp.fault(op, active & ~same, "copy whose lanes are in different spaces");
  }
  std::copy(addresses, addresses + width, result.begin());
  return result;
}

/// Moves bytes per lane; lanes that want 0 bytes get zeros instead of the source (src-size,
/// ignore-src). All lanes read before any writes, since source and destination may overlap between
/// lanes.
template <unsigned width>
struct Copier {
  Warp& warp;
  const MachineOp& op;
  ptx::StateSpace to_space{}, from_space{};
  std::array<std::uint64_t, 64> to{}, from{};

  Copier(Warp& w, const MachineOp& o, LaneMask active) : warp(w), op(o) {
    to = addresses_of<width>(warp, op, to_space, active);
    from = addresses_of<width>(warp, *op.second, from_space, active);
  }

  void move(LaneMask active, unsigned bytes, const std::array<std::uint32_t, 64>& wanted, const Targets& targets = {}) {
    std::array<std::array<std::byte, 16>, 64> values{};
    LaneMask reading = 0;
    for_each_lane(active, [&](unsigned lane) { reading |= LaneMask{wanted[lane] > 0} << lane; });
    if (reading != 0) {
      locate(warp, {*op.second, reading, from_space, from.data(), source_kind(), bytes});
      for_each_lane(reading, [&](unsigned lane) {
        std::memcpy(values[lane].data(), warp.located.at(lane, bytes), std::min(wanted[lane], bytes));
      });
    }
    const unsigned first = first_lane(active);
    targets.each(to[first], [&](std::uint64_t place) {
      const std::uint64_t moved = place - to[first];
      for_each_lane(active, [&](unsigned lane) { to[lane] += moved; });
      locate(warp,
             {op, active, to_space, to.data(), op.combine ? AccessKind::reduction : AccessKind::async_copy, bytes});
      for_each_lane(active, [&](unsigned lane) { put(warp.located.at(lane, bytes), values[lane].data(), bytes); });
      for_each_lane(active, [&](unsigned lane) { to[lane] -= moved; });
    });
    warp.block.note_change();
  }

  /// Replaces what is there, or combines it with the source element by element (cp.reduce).
  void put(std::byte* place, const std::byte* value, unsigned bytes) const {
    if (!op.combine) {
      std::memcpy(place, value, bytes);
      return;
    }
    for (unsigned at = 0; at < bytes; at += op.element_bytes) {
      std::uint64_t old = 0, other = 0;
      std::memcpy(&old, place + at, op.element_bytes);
      std::memcpy(&other, value + at, op.element_bytes);
      old = op.combine(old, other, 0);
      std::memcpy(place + at, &old, op.element_bytes);
    }
  }

  /// Shared memory that is read must not pass for written by the checks.
  [[nodiscard]] AccessKind source_kind() const {
    return from_space == ptx::StateSpace::global ? AccessKind::async_copy : AccessKind::load;
  }
};

std::uint32_t read_u32(const Warp& warp, std::uint32_t row, unsigned lane) {
  std::uint32_t value;
  std::memcpy(&value, warp.regs + row + std::size_t{lane} * 4, sizeof value);
  return value;
}

template <unsigned width>
void copy_small(Warp& warp, const MachineOp& op, LaneMask active) {
  std::array<std::uint32_t, 64> wanted{};
  LaneMask ignored = 0;
  if (op.rows[1] != LaneInst::absent_row) {
    std::memcpy(&ignored, warp.regs + op.rows[1], sizeof ignored);
    if (op.control & async_control::ignore_negated) ignored = ~ignored;
  }
  for_each_lane(active, [&](unsigned lane) {
    wanted[lane] = op.rows[0] == LaneInst::absent_row ? op.access_bytes : read_u32(warp, op.rows[0], lane);
    if ((ignored >> lane) & 1U) wanted[lane] = 0;
    if (wanted[lane] > op.access_bytes)
      warp.fault(op, LaneMask{1} << lane, fmt::format("cp.async of {} bytes out of {}", op.access_bytes, wanted[lane]));
  });
  Copier<width>(warp, op, active).move(active, op.access_bytes, wanted);
}

template <unsigned width>
void copy_bulk_lane(Warp& warp, const MachineOp& op, unsigned lane) {
  const LaneMask self = LaneMask{1} << lane;
  const std::uint32_t bytes = read_u32(warp, op.rows[0], lane);
  if (bytes % bulk_piece != 0)
    warp.fault(op, self, fmt::format("bulk copy of {} bytes, which is not a multiple of {}", bytes, bulk_piece));
  const Targets targets(warp, op, lane, op.rows[3]);
  Copier<width> copier(warp, op, self);
  const std::uint64_t to = copier.to[lane], from = copier.from[lane];
  std::array<std::uint32_t, 64> wanted{};
  wanted.fill(bulk_piece);
  for (std::uint32_t done = 0; done < bytes;) {
    const std::uint32_t pieces = std::min(pieces_at_once, (bytes - done) / bulk_piece);
    for (unsigned k = 0; k < pieces; ++k, done += bulk_piece) {
      copier.to[k] = to + done;
      copier.from[k] = from + done;
    }
    copier.move((LaneMask{1} << pieces) - 1, bulk_piece, wanted, targets);
  }
  if (op.rows[2] != LaneInst::absent_row) complete_copy(warp, op, lane, op.rows[2], bytes, targets);
}

template <unsigned width>
Flow copy(Warp& warp, const MachineOp& op, LaneMask active) {
  if (op.control & async_control::one_lane) active &= ~active + 1;  // the lowest of them
  if (op.control & async_control::bulk)
    for_each_lane(active, [&](unsigned lane) { copy_bulk_lane<width>(warp, op, lane); });
  else
    copy_small<width>(warp, op, active);
  return Flow::next;
}

}  // namespace

Targets::Targets(const Warp& warp, const MachineOp& op, unsigned lane, std::uint32_t row) {
  if (row == LaneInst::absent_row) return;
  const unsigned size = warp.block.cluster().size();
  for (std::uint32_t left = read_u32(warp, row, lane) & 0xffff; left != 0; left &= left - 1) {
    const auto rank = static_cast<unsigned>(std::countr_zero(left));
    if (rank >= size)
      warp.fault(op, LaneMask{1} << lane, fmt::format("multicast to block {} of a cluster of {}", rank, size));
    bases_.push_back(rank == warp.block.rank() ? 0 : peer_base(rank));
  }
  if (bases_.empty()) warp.fault(op, LaneMask{1} << lane, "multicast to no block of the cluster");
}

Targets Targets::all(const Warp& warp) {
  Targets targets;
  for (unsigned rank = 0; rank < warp.block.cluster().size(); ++rank)
    targets.bases_.push_back(rank == warp.block.rank() ? 0 : peer_base(rank));
  return targets;
}

void complete_copy(Warp& warp, const MachineOp& op, unsigned lane, std::uint32_t row, std::uint64_t bytes,
                   const Targets& targets) {
  std::uint64_t named = 0;
  std::memcpy(&named, warp.regs + row + std::size_t{lane} * op.register_bytes, op.register_bytes);
  targets.each(named & (window_bytes - 1), [&](std::uint64_t address) {
    Block* const block = block_at(warp, op, address);
    const std::uint64_t offset = is_of_peer(address) && block ? address & (peer_bytes - 1) : address;
    const std::uint64_t size = block ? block->shared().size() : 0;
    if (offset % 8 != 0 || offset > size || size - offset < 8)
      warp.fault(op, LaneMask{1} << lane,
                 fmt::format("mbarrier at shared address {:#x} is out of bounds or misaligned", address));
    complete_transaction(block->shared().data() + offset, bytes);
    block->note_change();
    if (SharedChecks* checks = block->checks()) checks->arrive(warp, offset);
  });
}

Flow run_completing(Warp& warp, const MachineOp& op, LaneMask active) {
  op.second->fn(warp, *op.second, active);
  for_each_lane(active, [&](unsigned lane) { complete_copy(warp, op, lane, op.rows[0], op.second->access_bytes); });
  return Flow::next;
}

MachineFn select_copy(unsigned width) { return width == 64 ? &copy<64> : &copy<32>; }

}  // namespace forewarp::emu
