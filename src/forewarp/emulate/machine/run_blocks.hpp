// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Blocks of a launch, cluster by cluster, in chunks of a fixed size. A chunk has its own observer, printed text and
/// instruction count; they are put together in block order, so nothing depends on how many threads ran the chunks.
#include <span>
#include <string>

#include "forewarp/emulate/machine/launch_context.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::emu {

/// What blocks printed or reported, in their order, and how much they did.
struct RunText {
  std::string printed;         ///< by vprintf
  std::string beyond_end;      ///< the first access beyond the last element of a buffer
  std::uint64_t executed = 0;  ///< warp instructions
  bool depend = false;         ///< chunks that ran at the same time depended on each other and ran again
  Findings findings = {};      ///< MachineOptions::collect
};

/// Runs these linear blocks (empty: all of the grid). Where a cluster has several blocks, all of the clusters that
/// these are in run, as they may wait for each other, and the observer sees those that were asked for. Throws the fault
/// of the first block that has one, after the observer and the text of the chunks before it are merged.
void run_blocks(const LaunchContext& launch, std::span<const std::uint64_t> blocks, Observer* observer,
                Progress* progress, RunText& text);

}  // namespace forewarp::emu
