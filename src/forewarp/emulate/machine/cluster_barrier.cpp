// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/cluster_barrier.hpp"

// A phase is complete when every thread of the cluster that has not left the kernel has arrived. A lane is `here` from
// its arrival until then, and `passed` from then until it waits, so a lane that comes late to its wait passes.
//
// Example, 2 blocks of one warp. Warp 0 arrives and waits: it is here, and its entry is in waiting_. Warp 1 arrives:
// the phase is complete, warp 0 is woken, warp 1 has passed. Warp 1 waits: it goes on at once.
#include <algorithm>
#include <bit>
#include <utility>

#include "forewarp/emulate/machine/cluster.hpp"

namespace forewarp::emu {

void ClusterBarrier::begin() {
  std::fill(lanes_.begin(), lanes_.end(), Lanes{});
  used_ = false;
  waiting_.clear();
  clock_.clear();
  settled_.clear();
}

bool ClusterBarrier::arrive(Warp& warp, LaneMask lanes) {
  Lanes& own = lanes_[warp.block.warp_in_cluster(warp)];
  if (((own.here | own.passed) & lanes) != 0) return false;
  own.here |= lanes;
  used_ = true;
  warp.block.cluster().clocks().release(warp.block.warp_in_cluster(warp), clock_);
  return true;
}

ClusterBarrier::Wait ClusterBarrier::wait(Warp& warp, LaneMask lanes, const MachineOp& op) {
  const std::size_t number = warp.block.warp_in_cluster(warp);
  Lanes& own = lanes_[number];
  if (((own.here | own.passed) & lanes) != lanes) return Wait::never_arrived;
  if ((own.here & lanes) == 0) {
    own.passed &= ~lanes;
    warp.block.cluster().clocks().acquire(number, settled_);
    return Wait::passes;
  }
  waiting_.push_back({&warp, lanes, &op});
  return Wait::waits;
}

bool ClusterBarrier::open(Cluster& cluster) {
  if (!used_) return false;
  for (unsigned rank = 0; rank < cluster.size(); ++rank)
    for (const auto& w : cluster.block(rank).warps())
      if ((w->alive() & ~lanes_[w->block.warp_in_cluster(*w)].here) != 0) return false;
  for (Lanes& lanes : lanes_) lanes = {0, lanes.passed | lanes.here};
  used_ = false;
  settled_ = std::exchange(clock_, {});
  for (const BarrierWaiter& w : std::exchange(waiting_, {})) {
    const std::size_t number = w.warp->block.warp_in_cluster(*w.warp);
    lanes_[number].passed &= ~w.lanes;
    w.warp->block.resume(*w.warp, w.lanes);
    cluster.clocks().acquire(number, settled_);
  }
  return true;
}

unsigned ClusterBarrier::arrived(const Cluster& cluster) const {
  int threads = 0;
  for (unsigned rank = 0; rank < cluster.size(); ++rank)
    for (const auto& w : cluster.block(rank).warps())
      threads += std::popcount(w->alive() & lanes_[w->block.warp_in_cluster(*w)].here);
  return static_cast<unsigned>(threads);
}

}  // namespace forewarp::emu
