// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What CUDA Flux counts of a launch (Braun and Froening 2019), wherever it was counted: how often threads go through
/// each basic block, and with that how often they run each instruction. All threads are counted, or those of one CTA or
/// of one warp, which then represent the launch: times the CTAs, times the threads over those of the warp.
///
/// Unlike a Profile these counts know blocks alone: an instruction under a guard counts for every thread of its block.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/instrument.hpp"

namespace forewarp::profile {

struct FluxBlockCount {
  std::string function, label;
  std::uint32_t first_line = 0, last_line = 0;  ///< PTX lines
  std::vector<std::string> instructions = {};   ///< mnemonics in order
  std::uint64_t counted = 0;                    ///< threads that were seen there
};

struct FluxCounts {
  std::string kernel;
  launch::Launch launch;
  ptx::CountedThreads mode = ptx::CountedThreads::all;
  double scale = 1;  ///< from what was counted to the launch
  std::vector<FluxBlockCount> blocks = {};
  std::vector<InstructionCount> instructions = {};  ///< threads, scaled to the launch; sorted by mnemonic
  double thread_instructions = 0;
};

/// CUDA Flux's factor: 1, the CTAs, or the CTAs times the threads of one over those of its middle warp.
[[nodiscard]] double flux_scale(const launch::Launch& launch, ptx::CountedThreads mode);

/// From a count per block, in the order of the blocks; functions that the module lacks are an InputError.
[[nodiscard]] FluxCounts flux_counts(const ptx::Module& module, const launch::Launch& launch, ptx::CountedThreads mode,
                                     std::span<const ptx::CountedBlock> blocks, std::span<const std::uint64_t> counts);

/// Counted by the emulator's observer, the kernel as it is: runs the whole grid, or the CTA in the middle of it. Throws
/// as profile().
[[nodiscard]] FluxCounts count_emulated(const ptx::Module& module, const launch::Launch& launch,
                                        ptx::CountedThreads mode, const ProfileOptions& options = {},
                                        Progress* progress = nullptr);

/// Counted by the counters of the instrumented module, which the emulator runs whole. Throws as profile().
[[nodiscard]] FluxCounts count_instrumented(const ptx::Module& module, const launch::Launch& launch,
                                            ptx::CountedThreads mode, const ProfileOptions& options = {},
                                            Progress* progress = nullptr);

/// PTX_Analysis.yml and a line of bbc.txt as CUDA Flux 0.3 writes them (table/flux.hpp reads them); time is 0.
[[nodiscard]] std::string flux_analysis_text(const FluxCounts& counts);
[[nodiscard]] std::string flux_launch_line(const FluxCounts& counts);

}  // namespace forewarp::profile
