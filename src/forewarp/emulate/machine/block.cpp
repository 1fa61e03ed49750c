// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/block.hpp"

// The schedule of a block: round-robin over its warps, each for at most warp_slice units (basic blocks and accesses).
//
// A round ends in one of three ways. All warps are done. No warp was ready: they wait at barriers. Or every warp that
// was ready used its turn to repeat reads that returned the same values (Warp::stalled), no barrier opened and nothing
// was stored: the block is stuck. Where all blocks of a cluster are, Cluster::run tries, in this order: another round
// (Standstill::lasts), another order of the lanes of one warp (relieve), and finally the proof that the state repeats
// (Standstill::repeats).
//
// Invariant: a run is deterministic, as it depends on nothing but the program and memory. So a state that occurs twice
// with no store between recurs for ever, and ending the run with an error is correct.
//
// Example, a ticket lock that warp 0 holds while warps 1 to 7 spin: warp 0 is not stalled, so the block is not stuck;
// it releases the lock, the store raises changes(), and a spinning warp reads a new value at its next turn.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/sync.hpp"

namespace forewarp::emu {

Block::Block(const LaunchContext& launch, Cluster& cluster, unsigned rank)
    : launch_(launch),
      cluster_(cluster),
      rank_(rank),
      shared_(launch.shared_bytes),
      budget_(launch.options->max_warp_instructions) {
  if (launch.options->check_races || launch.options->check_uninitialised)
    checks_ = std::make_unique<SharedChecks>(launch.own_shared_bytes, cluster.clocks(),
                                             launch.options->check_uninitialised, launch.options->check_races);
  for (unsigned w = 0; w < launch.warps; ++w) warps_.push_back(std::make_unique<Warp>(*this, w));
  states_.resize(launch.warps);
}

// Frames and local memory are allocated by warps as calls nest; the limit is one of the launch, checked per block.
void Block::charge(const Warp& warp, std::int64_t bytes) {
  charged_ += bytes;
  if (charged_ < 0 || static_cast<std::uint64_t>(charged_) <= launch_.options->max_memory_bytes) return;
  warp.fault(launch_.program->entry().blocks.front(), warp.alive(),
             fmt::format("memory budget exhausted: registers and local memory of a block pass {} bytes",
                         launch_.options->max_memory_bytes));
}

void Block::take_text(RunText& text) {
  text.printed += std::exchange(printed, {});
  if (text.beyond_end.empty()) text.beyond_end = std::exchange(beyond_end, {});
  text.findings.merge(std::exchange(findings, {}));
  text.executed += std::exchange(executed_, 0);
}

void Block::begin(std::uint64_t linear, Observer* observer) {
  const launch::Dim3 grid = launch_.launch->grid;
  linear_ = linear;
  observer_ = observer;
  index_ = {static_cast<std::uint32_t>(linear % grid.x), static_cast<std::uint32_t>(linear / grid.x % grid.y),
            static_cast<std::uint32_t>(linear / (std::uint64_t{grid.x} * grid.y))};
  std::fill(shared_.begin(), shared_.end(), std::byte{0});
  for (; used_barriers_ != 0; used_barriers_ &= used_barriers_ - 1)
    barriers_[static_cast<std::size_t>(std::countr_zero(used_barriers_))].reset();
  alive_threads_ = launch_.threads;
  charged_ = 0;
  done_ = relieved_ = 0;
  if (checks_) checks_->begin_block();
  if (observer_) observer_->block_begin(linear_, index_);
  for (const std::unique_ptr<Warp>& w : warps_) w->begin();
  std::fill(states_.begin(), states_.end(), WarpState::ready);
}

/// O(warps) beyond what the warps execute.
Block::Round Block::round() {
  if (launch_.progress != nullptr && launch_.progress->cancelled()) throw Interrupted();
  Round round;
  const std::uint64_t changes = changes_;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    if (states_[w] != WarpState::ready) continue;
    round.progress = true;
    warps_[w]->slice = std::max(1U, launch_.options->warp_slice);
    states_[w] = warps_[w]->run();
    done_ += states_[w] == WarpState::done;
    const bool is_ready = states_[w] == WarpState::ready, stalled = is_ready && warps_[w]->stalled();
    round.stuck = round.stuck && stalled;
    round.computes = round.computes || (is_ready && !stalled);
    open_barriers(*this, [&](const Warp& woken) {
      states_[woken.index()] = WarpState::ready;
      round.stuck = false;
    });
  }
  round.stuck = round.stuck && changes == changes_;
  if (observer_ && is_done()) observer_->block_end(linear_);
  return round;
}

void Block::resume(Warp& warp, LaneMask lanes) {
  warp.wake(lanes);
  states_[warp.index()] = WarpState::ready;
}

bool Block::has_ready_warp() const {
  return std::find(states_.begin(), states_.end(), WarpState::ready) != states_.end();
}

/// Warps take turns, beginning after the one that gave way last, so that one warp does not starve the others.
bool Block::relieve() {
  for (std::size_t k = 0; k < warps_.size(); ++k) {
    const std::size_t w = (relieved_ + k) % warps_.size();
    if (states_[w] != WarpState::ready || !warps_[w]->give_way()) continue;
    relieved_ = w + 1;
    return true;
  }
  return false;
}

// FNV-1a over the hashes of the warps; shared memory need not be part of it, since changes() counts stores to it.
std::uint64_t Block::state_hash() const {
  std::uint64_t hash = 0;
  for (const std::unique_ptr<Warp>& w : warps_) hash = hash * 0x100000001b3U + w->state_hash();
  return hash;
}

void Block::report_endless() const {
  const auto ready = std::find(states_.begin(), states_.end(), WarpState::ready);
  FOREWARP_ASSERT(ready != states_.end(), "a stuck block has a warp that runs");
  Warp& warp = *warps_[static_cast<std::size_t>(ready - states_.begin())];
  warp.fault(
      *warp.top().block, warp.top().mask,
      "no thread of the grid can go on: each waits in a loop like this one for a value that no other thread will "
      "store (the host and launches of other streams do not run beside it)");
}

void Block::report_deadlock() const {
  for (std::size_t b = 0; b < barriers_.size(); ++b) {
    const Barrier& barrier = barriers_[b];
    if (barrier.waiting.empty()) continue;
    const BarrierWaiter& first = barrier.waiting.front();
    const unsigned expected = barrier.expected ? barrier.expected : alive_threads();
    first.warp->fault(*first.op, first.lanes,
                      fmt::format("barrier deadlock: {} waits for {} threads, {} arrived, and no warp can go on",
                                  b < first_warpgroup_barrier ? fmt::format("barrier {}", b) : "wgmma.wait_group",
                                  expected, barrier.expected ? barrier.arrived : barrier.alive_arrived),
                      FindingKind::sync);
  }
}

}  // namespace forewarp::emu
