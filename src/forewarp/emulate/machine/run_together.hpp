// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Blocks of a launch at the same time, for kernels whose blocks wait for each other (this_grid().sync(), flags in
/// memory).
///
/// nvcc compiles the synchronisation of a grid to a barrier of the block, an atomic addition to a counter in the
/// workspace of the launch by one thread of each block, and a loop in which that thread reads the counter until the
/// last block has arrived. Here every block keeps its registers and its shared memory; one after the other runs until
/// it is stuck (Block::State::stuck), which is when its thread has read the counter without a change. The last block to
/// arrive is not stuck: it continues to the next synchronisation, and those before it follow in the next round. All of
/// this is on one thread, so the order is always the same.
#include <memory>
#include <span>

#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/launch_context.hpp"
#include "forewarp/emulate/machine/run_blocks.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::emu {

/// Runs the whole grid; the observer receives the blocks asked for (linear indices; empty: all), in their order, at the
/// end. Throws a KernelFault where the blocks are more than any device holds, where they need more memory than the
/// launch may have, and where they wait for each other for ever.
void run_together(const LaunchContext& launch, std::span<const std::uint64_t> asked, Observer* observer,
                  Progress* progress, RunText& text);

/// Clusters of a launch that have not begun, in their order: of `listed` those with the indices [begin, end), or, where
/// it is empty, those with these numbers.
struct ClusterRange {
  std::span<const std::uint64_t> listed;
  std::uint64_t begin = 0, end = 0;
};

/// A cluster that stands still (Cluster::run), with the observer that its blocks have.
struct WaitingCluster {
  std::unique_ptr<Cluster> cluster;
  std::unique_ptr<Observer> observer;
  std::uint64_t executed = 0;  ///< warp instructions of the launch so far
};

/// The rest of a launch whose blocks ran one after the other until one waited for a later one: `rest` follows, beside
/// it. Only as many run at the same time as wait for each other, as on a device that has room for few. Observers are
/// merged in the order of the clusters. Throws what run_together() throws.
void run_on_together(const LaunchContext& launch, WaitingCluster waiting, ClusterRange rest,
                     std::span<const std::uint64_t> asked, Observer* observer, Progress* progress, RunText& text);

}  // namespace forewarp::emu
