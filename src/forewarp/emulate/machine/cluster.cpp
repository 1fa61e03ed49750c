// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/cluster.hpp"

// The schedule of a cluster is that of a block, one level above: advance() goes round over the blocks, each of which
// runs a slice of each of its warps (Block::round), until all are done, none can go on (a deadlock), or all are stuck:
// every warp that is ready repeats reads of values that do not change, and nothing was stored. What is done then, and
// why it is right, is described in block.cpp; changes and states are those of all blocks together.
//
// Example, a producer in block 0 that waits for an mbarrier at which block 1 arrives. Block 0 is stuck in the first
// round, block 1 is not: it arrives, which changes block 0's memory. In the second round block 0 finds the phase
// complete and goes on. No block runs to its end before the other has begun.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "forewarp/emulate/machine/standstill.hpp"

namespace forewarp::emu {

namespace {

std::size_t warps_of(const LaunchContext& launch) { return launch.warps * launch.cluster.count(); }

launch::Dim3 clusters_of(const LaunchContext& launch) {
  const launch::Dim3 grid = launch.launch->grid, cluster = launch.cluster;
  return {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
}

launch::Dim3 place_of(std::uint64_t number, launch::Dim3 extents) {
  return {static_cast<std::uint32_t>(number % extents.x), static_cast<std::uint32_t>(number / extents.x % extents.y),
          static_cast<std::uint32_t>(number / (std::uint64_t{extents.x} * extents.y))};
}

std::uint64_t number_at(launch::Dim3 place, launch::Dim3 extents) {
  return place.x + std::uint64_t{extents.x} * (place.y + std::uint64_t{extents.y} * place.z);
}

/// The linear index of a block from its cluster and its rank there.
std::uint64_t linear_of(const LaunchContext& launch, std::uint64_t number, unsigned rank) {
  if (launch.cluster.count() == 1) return number;
  const launch::Dim3 cluster = place_of(number, clusters_of(launch)), block = place_of(rank, launch.cluster);
  return number_at({cluster.x * launch.cluster.x + block.x, cluster.y * launch.cluster.y + block.y,
                    cluster.z * launch.cluster.z + block.z},
                   launch.launch->grid);
}

bool is_asked(std::span<const std::uint64_t> asked, std::uint64_t linear) {
  return asked.empty() || std::binary_search(asked.begin(), asked.end(), linear);
}

}  // namespace

std::uint64_t Cluster::count(const LaunchContext& launch) {
  return launch.launch->grid.count() / launch.cluster.count();
}

std::uint64_t Cluster::number_of(const LaunchContext& launch, std::uint64_t linear) {
  if (launch.cluster.count() == 1) return linear;
  const launch::Dim3 block = place_of(linear, launch.launch->grid);
  return number_at({block.x / launch.cluster.x, block.y / launch.cluster.y, block.z / launch.cluster.z},
                   clusters_of(launch));
}

Cluster::Cluster(const LaunchContext& launch)
    : launch_(launch), clocks_(launch.options->check_races ? warps_of(launch) : 0), barrier_(warps_of(launch)) {
  for (unsigned rank = 0; rank < launch.cluster.count(); ++rank)
    blocks_.push_back(std::make_unique<Block>(launch, *this, rank));
  observers_.resize(blocks_.size());
}

void Cluster::log_touches(TouchLog* log) {
  for (const auto& block : blocks_) block->log_touches(log);
}

void Cluster::begin(std::uint64_t number, std::span<const std::uint64_t> asked, Observer* observer) {
  done_ = 0;
  clocks_.begin();
  barrier_.begin();
  for (unsigned rank = 0; rank < size(); ++rank) {
    const std::uint64_t linear = linear_of(launch_, number, rank);
    Observer* const all = observer && is_asked(asked, linear) ? observer : nullptr;
    observers_[rank] = all && size() > 1 ? all->fork() : nullptr;
    blocks_[rank]->begin(linear, observers_[rank] ? observers_[rank].get() : all);
  }
}

void Cluster::finish(Observer* observer) {
  for (const auto& own : observers_)
    if (own) observer->merge(*own);
  if (size() == 1) return;  // take_text() is soon enough
  for (const auto& block : blocks_) block->take_text(text_);
}

Block::State Cluster::advance() {
  // A loop that waits may have a barrier in it, which wakes warps in each round: many rounds from barrier to barrier
  // without a store show it.
  constexpr unsigned rounds_without_stores = 1024;
  for (unsigned idle = 0; done_ < blocks_.size();) {
    bool progress = false, stuck = true, computes = false;
    const std::uint64_t before = changes();
    for (const auto& block : blocks_) {
      if (block->is_done()) continue;
      const Block::Round round = block->round();
      progress = progress || round.progress;
      stuck = stuck && round.stuck;
      computes = computes || round.computes;
      if (barrier_.open(*this)) {
        progress = true;
        stuck = false;
      }
      done_ += block->is_done();
    }
    if (!progress) report_deadlock();
    if (done_ == blocks_.size()) break;
    idle = before == changes() && !computes ? idle + 1 : 0;
    stuck_ = stuck;
    if (idle > 0 && (stuck || idle >= rounds_without_stores)) return Block::State::stuck;
  }
  return Block::State::done;
}

bool Cluster::run(std::uint64_t number, std::span<const std::uint64_t> asked, Observer* observer) {
  const bool alone = launch_.parallel && !launch_.speculative;  // no cluster sees what another one stores
  begin(number, asked, observer);
  Standstill standstill;
  while (advance() == Block::State::stuck) {
    if (!standstill.lasts(changes())) continue;
    if (relieve())
      standstill.ends();
    else if (standstill.repeats([this] { return state_hash(); }) || (!alone && standstill.is_long()))
      return false;
  }
  finish(observer);
  return true;
}

bool Cluster::relieve() {
  return stuck_ && std::any_of(blocks_.begin(), blocks_.end(),
                               [](const auto& block) { return !block->is_done() && block->relieve(); });
}

std::uint64_t Cluster::state_hash() const {
  std::uint64_t hash = 0;
  for (const auto& block : blocks_) hash = hash * 0x100000001b3U + (block->is_done() ? 0 : block->state_hash());
  return hash;
}

std::uint64_t Cluster::changes() const {
  std::uint64_t sum = 0;
  for (const auto& block : blocks_) sum += block->changes();
  return sum;
}

std::uint64_t Cluster::executed() const {
  std::uint64_t sum = text_.executed;
  for (const auto& block : blocks_) sum += block->executed();
  return sum;
}

RunText Cluster::take_text() {
  for (const auto& block : blocks_) block->take_text(text_);
  return std::exchange(text_, {});
}

void Cluster::report_endless() const {
  const auto ready = std::find_if(blocks_.begin(), blocks_.end(), [](const auto& b) { return b->has_ready_warp(); });
  FOREWARP_ASSERT(ready != blocks_.end(), "a stuck cluster has a warp that runs");
  (*ready)->report_endless();
}

void Cluster::report_deadlock() const {
  for (const auto& block : blocks_)
    if (!block->is_done()) block->report_deadlock();
  const auto& waiting = barrier_.waiting();
  FOREWARP_ASSERT(!waiting.empty(), "a warp waits for something that is not a barrier");
  unsigned threads = 0;
  for (const auto& block : blocks_) threads += block->alive_threads();
  waiting.front().warp->fault(
      *waiting.front().op, waiting.front().lanes,
      fmt::format("barrier deadlock: barrier.cluster waits for {} threads, {} arrived, and no warp can go on", threads,
                  barrier_.arrived(*this)),
      FindingKind::sync);
}

}  // namespace forewarp::emu
