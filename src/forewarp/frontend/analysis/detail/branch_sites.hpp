// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "forewarp/frontend/analysis/dependence.hpp"

namespace forewarp::analysis::detail {

struct FunctionBranches {
  std::vector<BranchSite> sites;
  std::vector<std::uint32_t> block_of;  ///< instruction -> basic block
  std::size_t blocks = 0;
};

/// The conditional branches of a function, with the basic blocks between each and where its sides meet again.
[[nodiscard]] FunctionBranches branch_sites(const ptx::Function& function);

/// For each branch of this function among them (others are skipped), the registers that it decides: assigned on one of
/// its sides, assigned more than once in all, and read where the sides have met again (or anywhere else outside). left:
/// branches times registers that may still be looked at; nothing when they do not suffice.
[[nodiscard]] std::optional<std::vector<std::vector<std::uint32_t>>> assigned_registers(
    const ptx::Function& function, const std::vector<BranchSite>& branches, const std::vector<std::uint32_t>& block_of,
    std::size_t& left);

}  // namespace forewarp::analysis::detail
