// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// All blocks of a launch at the same time, for kernels whose blocks wait for each other (this_grid().sync()).
///
/// nvcc compiles the synchronisation of a grid to a barrier of the block, an atomic addition to a counter in the
/// workspace of the launch by one thread of each block, and a loop in which that thread reads the counter until the
/// last block has arrived. Here every block keeps its registers and its shared memory; one after the other runs until
/// it is stuck (Block::State::stuck), which is when its thread has read the counter without a change. The last block to
/// arrive is not stuck: it continues to the next synchronisation, and those before it follow in the next round. All of
/// this is on one thread, so the order is always the same.
#include <span>

#include "forewarp/emulate/machine/launch_context.hpp"
#include "forewarp/emulate/machine/run_blocks.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::emu {

/// Runs the whole grid; the observer receives the blocks asked for (linear indices; empty: all), in their order, at the
/// end. Throws a KernelFault where the blocks are more than any device holds, where they need more memory than the
/// launch may have, and where they wait for each other for ever.
void run_together(const LaunchContext& launch, std::span<const std::uint64_t> asked, Observer* observer,
                  Progress* progress, RunText& text);

}  // namespace forewarp::emu
