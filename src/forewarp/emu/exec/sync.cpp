// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emu/exec/sync.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "forewarp/emu/exec/lanes_of.hpp"

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
  if (op.control & barrier_control::cluster) return warp.block.barriers().back();
  const std::uint32_t number = read_u32(warp.regs, op.rows[0], first_lane(active));
  if (number >= 16) warp.fault(op, active, fmt::format("barrier {} is not one of 0 to 15", number));
  return warp.block.barriers()[number];
}

unsigned expected_of(Warp& warp, const MachineOp& op, LaneMask active) {
  if (op.rows[1] == LaneInst::absent_row) return 0;
  const std::uint32_t count = read_u32(warp.regs, op.rows[1], first_lane(active));
  if (count == 0 || count % 32 != 0)
    warp.fault(op, active, fmt::format("barrier with {} threads, which is no multiple of the warp size", count));
  return count;
}

void check_convergence(Warp& warp, const MachineOp& op, LaneMask active) {
  if ((op.control & barrier_control::aligned) == 0 || active == warp.alive()) return;
  warp.fault(op, active,
             fmt::format("barrier divergence: {} of the {} live threads of warp {} arrive", std::popcount(active),
                         std::popcount(warp.alive()), warp.index()));
}

void count_arrival(Barrier& barrier, Warp& warp, const MachineOp& op, LaneMask active) {
  const unsigned expected = expected_of(warp, op, active);
  if (barrier.arrived != 0 && barrier.expected != expected)
    warp.fault(op, active, fmt::format("barrier is in use with {} threads, not {}", barrier.expected, expected));
  const auto lanes = static_cast<unsigned>(std::popcount(active));
  const bool whole = (op.control & barrier_control::aligned) != 0 || active == warp.alive();
  barrier.expected = expected;
  barrier.arrived += whole ? warp.block.launch().program->width : lanes;
  barrier.alive_arrived += lanes;
}

void add_predicates(Barrier& barrier, const Warp& warp, const MachineOp& op, LaneMask active) {
  if (reduction_of(op) == BarrierReduction::none) return;
  LaneMask predicate;
  std::memcpy(&predicate, warp.regs + op.rows[2], sizeof predicate);
  if (op.negated & 4U) predicate = ~predicate;
  barrier.sum += static_cast<unsigned>(std::popcount(predicate & active));
  barrier.given += static_cast<unsigned>(std::popcount(active));
}

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

Flow run_barrier(Warp& warp, const MachineOp& op, LaneMask active) {
  check_convergence(warp, op, active);
  Barrier& barrier = barrier_of(warp, op, active);
  count_arrival(barrier, warp, op, active);
  add_predicates(barrier, warp, op, active);
  if (Observer* observer = warp.block.observer()) observer->barrier(warp.id(), warp.top().block->id, active);
  if (SharedChecks* checks = warp.block.checks()) checks->release(warp.index(), barrier.clock);
  if (op.control & barrier_control::arrive) return Flow::next;
  barrier.waiting.push_back({&warp, active, &op});
  warp.save_position();
  // Lanes that the guard left out go on with the others only when these do.
  warp.top().waiting = true;
  return Flow::refetch;
}

bool complete(const Barrier& barrier, unsigned alive_threads) {
  if (barrier.arrived == 0) return false;
  return barrier.expected ? barrier.arrived >= barrier.expected : barrier.alive_arrived >= alive_threads;
}

void open(Block& block, Barrier& barrier) {
  for (const BarrierWaiter& waiter : barrier.waiting) {
    const StackEntry& entry = waiter.warp->wake(waiter.lanes);
    write_result(barrier, waiter, waiter.warp->frame(entry.frame).regs);
    if (SharedChecks* checks = block.checks()) checks->acquire(waiter.warp->index(), barrier.clock);
  }
  barrier.reset();
}

}  // namespace forewarp::emu
