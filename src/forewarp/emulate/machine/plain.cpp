// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/plain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/spaces.hpp"

namespace forewarp::emu {

namespace {

template <class T>
void add_rows_of(std::byte* to, const std::byte* from, LaneMask active, T addend) {
  auto* out = reinterpret_cast<T*>(to);
  const auto* in = reinterpret_cast<const T*>(from);
  constexpr unsigned group = 32;
  for (unsigned first = 0; active >> first != 0; first += group) {
    const auto lanes = static_cast<std::uint32_t>(active >> first);
    if (lanes == ~std::uint32_t{0}) {
      for (unsigned lane = first; lane < first + group; ++lane) out[lane] = static_cast<T>(in[lane] + addend);
    } else {
      for_each_lane(lanes, [&](unsigned lane) { out[first + lane] = static_cast<T>(in[first + lane] + addend); });
    }
    // For 64 lanes the loop's own test would shift by 64, which C++ leaves undefined.
    if (first + group == 64) break;
  }
}

/// Copies the lanes' slots of one row to another after adding a number; slots of 4 or 8 bytes.
void add_rows(Warp& warp, const MachineOp& op, LaneMask active, std::uint64_t addend) {
  std::byte* to = warp.regs + op.rows[0];
  const std::byte* from = warp.regs + op.rows[1];
  if (op.register_bytes == 8) return add_rows_of<std::uint64_t>(to, from, active, addend);
  add_rows_of<std::uint32_t>(to, from, active, static_cast<std::uint32_t>(addend));
}

}  // namespace

Flow run_nothing(Warp&, const MachineOp&, LaneMask) { return Flow::next; }

Flow run_trap(Warp& warp, const MachineOp& op, LaneMask active) { warp.fault(op, active, "trap"); }

Flow run_breakpoint(Warp& warp, const MachineOp& op, LaneMask active) { warp.fault(op, active, "breakpoint (brkpt)"); }

/// brx.idx: the first lane that is left names a target, and all lanes with the same one go there
/// together: O(lanes * targets). The sides are, in this order, the lanes that the guard held back,
/// which go on behind the branch, then one for each target.
///
/// Example: indices 2, 0, 2, 1 in lanes 0 to 3 give {0, 2}, {1} and {3}; the observer hears that
/// lanes 0 and 2 branched, as a profile knows two sides only.
Flow run_branch_table(Warp& warp, const MachineOp& op, LaneMask active) {
  std::uint32_t index[64];
  for_each_lane(active, [&](unsigned lane) {
    std::memcpy(&index[lane], warp.regs + op.rows[0] + std::size_t{lane} * 4, sizeof index[lane]);
    if (index[lane] >= op.targets.size())
      warp.fault(op, LaneMask{1} << lane,
                 fmt::format("branch index {} is outside its table of {}", index[lane], op.targets.size()));
  });
  const BlockCode& block = *warp.top().block;
  const LaneMask others = warp.top().mask & ~active;
  Warp::Side sides[65];
  unsigned count = 0;
  if (others != 0) sides[count++] = {block.end.next, others};
  LaneMask left = active, first = 0;
  while (left != 0) {
    const std::uint32_t target = op.targets[index[first_lane(left)]];
    LaneMask same = 0;
    for_each_lane(left, [&](unsigned lane) { same |= LaneMask{op.targets[index[lane]] == target} << lane; });
    if (first == 0) first = same;
    sides[count++] = {target, same};
    left &= ~same;
  }
  if (Observer* observer = warp.block.observer()) observer->branch(warp.id(), block.id, warp.top().mask, first);
  warp.leave_loop(warp.spread(block, sides, count));
  return Flow::refetch;
}

Flow run_refresh(Warp& warp, const MachineOp& op, LaneMask) {
  // The warp has counted the whole basic block already; the clock must be that of this instruction.
  const std::uint64_t ahead = warp.top().block->instructions - op.position;
  warp.executed -= ahead;
  warp.refresh(op.refreshed);
  warp.executed += ahead;
  return Flow::next;
}

Flow run_copy(Warp& warp, const MachineOp& op, LaneMask active) {
  add_rows(warp, op, active, 0);
  return Flow::next;
}

Flow run_add_window(Warp& warp, const MachineOp& op, LaneMask active) {
  add_rows(warp, op, active, static_cast<std::uint64_t>(op.offset));
  return Flow::next;
}

namespace {

std::uint64_t slot_at(const Warp& warp, std::uint32_t row, unsigned lane, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, warp.regs + row + std::size_t{lane} * bytes, bytes);
  return value;
}

void check_is_shared(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t address) {
  if (op.control != 0 && space_of(address) != ptx::StateSpace::shared)
    warp.fault(op, LaneMask{1} << lane, fmt::format("address {:#x} is not one of shared memory", address));
}

}  // namespace

/// The same place in another block's shared memory (spaces.hpp). A rank that the cluster does not have makes an address
/// that no access finds.
Flow run_map_address(Warp& warp, const MachineOp& op, LaneMask active) {
  const unsigned bytes = op.register_bytes;
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t address = slot_at(warp, op.rows[1], lane, bytes);
    check_is_shared(warp, op, lane, address);
    constexpr std::uint64_t no_rank = (window_bytes - 1) >> peer_shift;  // of generic addresses; 254 fits into 32 bits
    const std::uint64_t rank = std::min(slot_at(warp, op.rows[2], lane, 4), bytes == 4 ? 254 : no_rank - 1);
    const std::uint64_t window = address & ~(window_bytes - 1), offset = address & (peer_bytes - 1);
    const std::uint64_t mapped =
        window | offset | (rank == warp.block.rank() ? 0 : peer_base(static_cast<unsigned>(rank)));
    std::memcpy(warp.regs + op.rows[0] + std::size_t{lane} * bytes, &mapped, bytes);
  });
  return Flow::next;
}

Flow run_rank_of(Warp& warp, const MachineOp& op, LaneMask active) {
  for_each_lane(active, [&](unsigned lane) {
    const std::uint64_t address = slot_at(warp, op.rows[1], lane, op.register_bytes);
    check_is_shared(warp, op, lane, address);
    const std::uint64_t shared = address & (window_bytes - 1);
    const auto rank = static_cast<std::uint32_t>(is_of_peer(shared) ? peer_rank(shared) : warp.block.rank());
    std::memcpy(warp.regs + op.rows[0] + std::size_t{lane} * sizeof rank, &rank, sizeof rank);
  });
  return Flow::next;
}

/// isspacep: the address tells its space, but constants lie in buffers of the global window, which
/// are read-only.
Flow run_is_space(Warp& warp, const MachineOp& op, LaneMask active) {
  LaneMask result;
  std::memcpy(&result, warp.regs + op.rows[0], sizeof result);
  for_each_lane(active, [&](unsigned lane) {
    std::uint64_t address;
    std::memcpy(&address, warp.regs + op.rows[1] + std::size_t{lane} * 8, sizeof address);
    const MemoryBuffer* buffer = warp.block.launch().memory->find(address);
    const bool constant = buffer && buffer->read_only;
    const bool is_others = op.space == ptx::StateSpace::shared && is_of_peer(address & (window_bytes - 1));
    const bool inside = op.space == ptx::StateSpace::const_
                            ? constant
                            : !constant && space_of(address) == op.space && (op.reaches_cluster || !is_others);
    result = inside ? result | LaneMask{1} << lane : result & ~(LaneMask{1} << lane);
  });
  std::memcpy(warp.regs + op.rows[0], &result, sizeof result);
  return Flow::next;
}

}  // namespace forewarp::emu
