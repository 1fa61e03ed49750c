// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/sync.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"

namespace forewarp::emu {

namespace {

std::uint32_t read_u32(const std::byte* regs, std::uint32_t row, unsigned lane) {
  std::uint32_t value;
  std::memcpy(&value, regs + row + std::size_t{lane} * 4, sizeof value);
  return value;
}

BarrierReduction reduction_of(const MachineOp& op) {
  return static_cast<BarrierReduction>(op.control >> barrier_control::reduction_shift);
}

Barrier& barrier_of(Warp& warp, const MachineOp& op, LaneMask active) {
  if (op.control & barrier_control::warpgroup)
    return warp.block.use_barrier(first_warpgroup_barrier + warp.index() / warps_a_group);
  const std::uint32_t number = read_u32(warp.regs, op.rows[0], first_lane(active));
  if (number >= 16) warp.fault(op, active, fmt::format("barrier {} is not one of 0 to 15", number), FindingKind::sync);
  return warp.block.use_barrier(number);
}

/// The thread count of a barrier instruction; 0: all threads of the block.
unsigned expected_of(Warp& warp, const MachineOp& op, LaneMask active) {
  if (op.control & barrier_control::warpgroup) {
    const LaunchContext& launch = warp.block.launch();
    const auto before = static_cast<unsigned>(warp.index() / warps_a_group * warps_a_group);
    return std::min<unsigned>(warps_a_group, launch.warps - before) * launch.program->width;
  }
  if (op.rows[1] == LaneInst::absent_row) return 0;
  const std::uint32_t count = read_u32(warp.regs, op.rows[1], first_lane(active));
  if (count == 0 || count % 32 != 0)
    warp.fault(op, active, fmt::format("barrier with {} threads, which is not a multiple of the warp size", count),
               FindingKind::sync);
  return count;
}

/// Whether the lanes may arrive: at an aligned barrier, once all lanes of the warp that have not
/// exited have come. Lanes that diverged before it and come in two parts first meet (Warp::meet)
/// and then arrive as one.
bool may_arrive(Warp& warp, const MachineOp& op, LaneMask active) {
  if ((op.control & barrier_control::aligned) == 0) return true;
  if (active == warp.alive() && warp.top().hold == Hold::none) [[likely]]
    return true;
  return warp.meet(op, active, warp.alive(), true);
}

/// The lanes that the member masks of these lanes name; of a warp of 64, a mask names lanes of its own half.
LaneMask members_of(const Warp& warp, std::uint32_t row, LaneMask active) {
  LaneMask members = 0;
  for_each_lane(active, [&](unsigned lane) { members |= LaneMask{read_u32(warp.regs, row, lane)} << lane / 32 * 32; });
  return members;
}

/// A barrier with a thread count counts whole warps, exited lanes included; one without counts live threads. Both
/// numbers are kept, since only complete() knows which applies. Example: 33 threads, warp 1 has one live lane; at
/// `bar.sync 0, 64` it arrives as 32 threads, at `bar.sync 0` as one.
void count_arrival(Barrier& barrier, Warp& warp, const MachineOp& op, LaneMask active) {
  const unsigned expected = expected_of(warp, op, active);
  if (barrier.arrived != 0 && barrier.expected != expected)
    warp.fault(op, active, fmt::format("barrier is in use with {} threads, not {}", barrier.expected, expected),
               FindingKind::sync);
  const auto lanes = static_cast<unsigned>(std::popcount(active));
  const bool whole = (op.control & barrier_control::aligned) != 0 || active == warp.alive();
  barrier.expected = expected;
  barrier.arrived += whole ? warp.block.launch().program->width : lanes;
  barrier.alive_arrived += lanes;
}

/// __syncthreads() in branches: threads that wait at different places pass together here, which CUDA does not promise
/// (CUDA C++ programming guide, "Synchronization Functions"). Barriers with a number of threads are meant to be used
/// so.
void check_same_barrier(const Barrier& barrier, const Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp.block.launch().options->check_sync || barrier.expected != 0 || barrier.waiting.empty()) return;
  const BarrierWaiter& other = barrier.waiting.front();
  if (other.op->instruction == op.instruction && other.op->function->function == op.function->function) return;
  if (warp.reported(FindingKind::sync, op)) return;
  warp.report(
      FindingKind::sync, op, active,
      fmt::format("threads of a block wait at different barriers: warp {} here, warp {} at {}", warp.index(),
                  other.warp->index(),
                  place_of(*warp.block.launch().program, *other.op->function->function, other.op->instruction)));
}

/// A thread must be one of those that its own mask names (PTX ISA, bar.warp.sync).
void check_members(const Warp& warp, const MachineOp& op, LaneMask active, LaneMask members) {
  const LaneMask outside = active & ~members;
  if (outside == 0 || !warp.block.launch().options->check_sync) return;
  warp.report(FindingKind::sync, op, outside,
              fmt::format("the mask {:#x} does not name the thread that executes this", members));
}

void add_predicates(Barrier& barrier, const Warp& warp, const MachineOp& op, LaneMask active) {
  if (reduction_of(op) == BarrierReduction::none) return;
  LaneMask predicate;
  std::memcpy(&predicate, warp.regs + op.rows[2], sizeof predicate);
  if (op.negated & 4U) predicate = ~predicate;
  barrier.sum += static_cast<unsigned>(std::popcount(predicate & active));
  barrier.given += static_cast<unsigned>(std::popcount(active));
}

/// barrier.red: the population count, or the conjunction or disjunction of the predicates, in every waiting lane.
void write_result(const Barrier& barrier, const BarrierWaiter& waiter, std::byte* regs) {
  const BarrierReduction reduction = reduction_of(*waiter.op);
  if (reduction == BarrierReduction::none || waiter.op->rows[3] == LaneInst::absent_row) return;
  std::byte* const row = regs + waiter.op->rows[3];
  if (reduction == BarrierReduction::popc) {
    const auto count = static_cast<std::uint32_t>(barrier.sum);
    for_each_lane(waiter.lanes, [&](unsigned lane) { std::memcpy(row + std::size_t{lane} * 4, &count, 4); });
    return;
  }
  const bool value = reduction == BarrierReduction::and_ ? barrier.sum == barrier.given : barrier.sum > 0;
  LaneMask mask;
  std::memcpy(&mask, row, sizeof mask);
  mask = value ? mask | waiter.lanes : mask & ~waiter.lanes;
  std::memcpy(row, &mask, sizeof mask);
}

}  // namespace

void Barrier::reset() {
  expected = arrived = alive_arrived = 0;
  sum = given = 0;
  waiting.clear();
  clock.clear();
}

/// barrier.arrive goes on at once; all others wait until open() wakes them. The position saved is that of the next
/// instruction: a barrier is not executed again.
Flow run_barrier(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!may_arrive(warp, op, active)) return Flow::refetch;
  Barrier& barrier = barrier_of(warp, op, active);
  count_arrival(barrier, warp, op, active);
  check_same_barrier(barrier, warp, op, active);
  add_predicates(barrier, warp, op, active);
  Observer* const observer = warp.block.observer();
  if (observer && (op.control & barrier_control::warpgroup) == 0)
    observer->barrier(warp.id(), warp.top().block->id, active);
  warp.block.cluster().clocks().release(warp.block.warp_in_cluster(warp), barrier.clock);
  if (op.control & barrier_control::arrive) return Flow::next;
  barrier.waiting.push_back({&warp, active, &op});
  warp.save_position();
  // Lanes that the guard left out go on with the others only when these do.
  warp.top().hold = Hold::barrier;
  return Flow::refetch;
}

/// barrier.cluster.arrive and .wait (cluster_barrier.hpp). A wait is one barrier for observers.
Flow run_cluster_barrier(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!may_arrive(warp, op, active)) return Flow::refetch;
  ClusterBarrier& barrier = warp.block.cluster().barrier();
  if (op.control & barrier_control::arrive) {
    if (!barrier.arrive(warp, active))
      warp.fault(op, active, "barrier.cluster.arrive again, without a barrier.cluster.wait between", FindingKind::sync);
    return Flow::next;
  }
  if (Observer* observer = warp.block.observer()) observer->barrier(warp.id(), warp.top().block->id, active);
  switch (barrier.wait(warp, active, op)) {
    case ClusterBarrier::Wait::passes:
      return Flow::next;
    case ClusterBarrier::Wait::waits:
      warp.save_position();
      warp.top().hold = Hold::barrier;
      return Flow::refetch;
    case ClusterBarrier::Wait::never_arrived:
      break;
  }
  warp.fault(op, active, "barrier.cluster.wait without a barrier.cluster.arrive before", FindingKind::sync);
}

/// bar.warp.sync: proceeds when the member lanes are present.
Flow run_warp_barrier(Warp& warp, const MachineOp& op, LaneMask active) {
  if (warp.block.launch().options->check_sync) check_members(warp, op, active, members_of(warp, op.rows[0], active));
  if (active == warp.alive() && warp.top().hold == Hold::none) [[likely]]
    return Flow::next;
  if (!warp.meet(op, active, members_of(warp, op.rows[0], active), false)) return Flow::refetch;
  warp.polled_blindly(op);
  return Flow::next;
}

/// Shuffles, votes and warp-wide matrix instructions: the members must be present, then it is a lane operation.
Flow run_with_members(Warp& warp, const MachineOp& op, LaneMask active) {
  if (active != warp.alive() || warp.top().hold != Hold::none) {
    const LaneMask members =
        op.control == members_control::all ? warp.alive() : members_of(warp, op.rows.back(), active);
    if (!warp.meet(op, active, members, false)) return Flow::refetch;
    if (op.control == members_control::all && active != warp.alive())
      warp.fault(op, active, "matrix instruction in a warp that is not whole");
  }
  op.lane.fn(warp.regs, op.lane, active, warp.block.launch().program->width);
  return Flow::next;
}

Flow run_poll(Warp& warp, const MachineOp& op, LaneMask active) {
  const Flow flow = op.polled(warp, op, active);
  warp.polled(op, active);
  return flow;
}

Flow run_blind_poll(Warp& warp, const MachineOp& op, LaneMask active) {
  const Flow flow = op.polled(warp, op, active);
  warp.polled_blindly(op);
  return flow;
}

/// With a count, so many threads must have arrived; without, all threads that are still alive.
bool complete(const Barrier& barrier, unsigned alive_threads) {
  if (barrier.arrived == 0) return false;
  return barrier.expected ? barrier.arrived >= barrier.expected : barrier.alive_arrived >= alive_threads;
}

void open(Block& block, Barrier& barrier) {
  for (const BarrierWaiter& waiter : barrier.waiting) {
    const StackEntry& entry = waiter.warp->wake(waiter.lanes);
    write_result(barrier, waiter, waiter.warp->frame(entry.frame).regs);
    block.cluster().clocks().acquire(block.warp_in_cluster(*waiter.warp), barrier.clock);
  }
  barrier.reset();
}

}  // namespace forewarp::emu
