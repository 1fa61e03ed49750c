// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which registers depend on others, in either direction. A register depends on every register that an instruction
/// reads which defines it, guards included; memory and the order of definitions are not followed.
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "forewarp/frontend/analysis/def_use.hpp"

namespace forewarp::analysis {

/// By register of the function.
using RegisterSet = std::vector<bool>;

/// Whether values are followed through an instruction; it is asked once for each instruction that is reached.
using Through = std::function<bool(std::uint32_t instruction)>;

/// The seeds and every register whose value depends on one of them. O(instructions and operands that are reached +
/// registers + instructions / 64 per round).
[[nodiscard]] RegisterSet dependents_of(const DefUse& flow, std::span<const std::uint32_t> seeds,
                                        const Through& through);

/// The seeds and every register on whose value one of them depends.
[[nodiscard]] RegisterSet dependencies_of(const DefUse& flow, std::span<const std::uint32_t> seeds,
                                          const Through& through);

}  // namespace forewarp::analysis
