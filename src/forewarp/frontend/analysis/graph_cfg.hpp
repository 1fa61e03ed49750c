// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Dominators and loops of control flow that is not a function of PTX, such as machine code.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::analysis {

/// Of a graph given by the successors of its blocks, block 0 its entry. Blocks have no instructions, and
/// post-dominators are left out.
[[nodiscard]] Cfg control_flow(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace forewarp::analysis
