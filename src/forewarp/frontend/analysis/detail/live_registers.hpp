// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::analysis::detail {

/// Backward liveness (gen and kill by block to a fixed point, then each block once from its end). weights has the cost
/// of each register of the function; the result is the largest sum of weights alive at one point, values that an
/// instruction writes but none reads included. Throws InputError when the sets would take absurd memory.
[[nodiscard]] std::uint32_t max_live_weight(const ptx::Function& function, const Cfg& cfg,
                                            const std::vector<std::uint8_t>& weights);

/// By register: whether some path from the function's beginning reads it before it writes it. A guarded write does not
/// count. Throws as max_live_weight does.
[[nodiscard]] std::vector<bool> live_at_entry(const ptx::Function& function, const Cfg& cfg);

/// 32-bit registers that each register of the function takes: none for predicates, 2 for 64 bits, 4 for 128.
[[nodiscard]] std::vector<std::uint8_t> register_weights(const ptx::Function& function);

}  // namespace forewarp::analysis::detail
