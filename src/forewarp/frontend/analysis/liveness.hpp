// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::analysis {

/// Largest number of 32-bit registers alive at one point (64-bit values count two, predicates none): the base of the
/// register estimate when no ptxas is available.
[[nodiscard]] std::uint32_t max_live_registers(const ptx::Function& function, const Cfg& cfg);

/// By register: whether it may be read before it is written. Throws InputError for functions of absurd size.
[[nodiscard]] std::vector<bool> live_at_entry(const ptx::Function& function, const Cfg& cfg);

/// Registers per thread a machine compiler would likely need: live registers plus what addressing and the ABI take.
[[nodiscard]] std::uint32_t estimate_registers(const ptx::Module& module, const ptx::Function& entry);

}  // namespace forewarp::analysis
