// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A loop's iterations by its counter. Both compilers unroll, each as it likes, but what an iteration adds to the
/// counter says how many of the source's iterations it is. With i_p iterations of the loops of PTX that end at one
/// place inside as many loops, and s the steps:
///
///     iterations of each here = sum of i_p s_p / sum of s_m
///
/// Example: PTX runs 250 rounds of four and none of the remaining one, the machine one loop of step 1: 1000.
#include <cstdint>
#include <map>

#include "forewarp/frontend/amdgcn/source_lines.hpp"

namespace forewarp::amdgcn {

struct Iterations {
  double threads = 0, warps = 0;
};

using LoopIterations = std::map<std::uint32_t, Iterations>;  ///< by number of Cfg::loops

/// Of the loops whose counter is known. cfg: loops_of(graph).
[[nodiscard]] LoopIterations iterations_of(const Kernel& kernel, const machine::FlowGraph& graph,
                                           const analysis::Cfg& cfg, const SourceLines& source);

}  // namespace forewarp::amdgcn
