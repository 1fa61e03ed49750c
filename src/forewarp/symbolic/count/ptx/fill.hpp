// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What really ran: the emulator's counts, by block of the analysis. Fills unknowns, and checks formulas.
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/support/progress.hpp"
#include "forewarp/symbolic/count/ptx/analyse.hpp"
#include "forewarp/symbolic/count/ptx/sizes.hpp"

namespace forewarp::count {

struct FillOptions {
  std::uint64_t max_warp_instructions = std::uint64_t{1} << 28;  ///< beyond it the launch is stopped as endless
  unsigned threads = 0;                                          ///< 0: all cores. The result does not depend on it
  bool check_uninitialised = false;  ///< as of emu::MachineOptions; buffers then end with their last element
  bool check_races = false;          ///< as of emu::MachineOptions
};

/// Thread executions of each of counts.blocks: the whole launch is emulated. Throws emu::KernelFault, InputError;
/// Interrupted when progress says to stop.
[[nodiscard]] std::vector<std::uint64_t> emulated(const PtxCounts& counts, const ptx::Module& module,
                                                  const launch::Launch& launch, const FillOptions& options = {},
                                                  Progress* progress = nullptr);
/// The unknowns' values for this launch.
[[nodiscard]] Sizes filled(const PtxCounts& counts, const std::vector<std::uint64_t>& emulated);

}  // namespace forewarp::count
