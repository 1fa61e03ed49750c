// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Blocks of machine code of which it is known whether they execute though no line tells: LLVM divides 64-bit integers
/// in 32 bits where both fit, as the compilers to PTX do, and PTX has counts of both ways; and what our mathematics
/// does with arguments that hardly occur (sin beyond 105615) is marked there (__fw_rare of detail/math/base.h).
#include <optional>
#include <vector>

#include "forewarp/frontend/amdgcn/source_lines.hpp"
#include "forewarp/frontend/machine/executions.hpp"

namespace forewarp::amdgcn {

/// By block; nothing where it is not known. Blocks that only lead out of such as do not execute do not, either.
[[nodiscard]] std::vector<std::optional<machine::BlockExecutions>> known_ways(const Kernel& kernel,
                                                                              const machine::FlowGraph& graph,
                                                                              const SourceLines& source);

}  // namespace forewarp::amdgcn
