// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "forewarp/ptx/dependence.hpp"

namespace forewarp::ptx::detail {

struct FunctionBranches {
  std::vector<BranchSite> sites;
  std::vector<std::uint32_t> block_of;  ///< instruction -> basic block
  std::size_t blocks = 0;
};

/// The conditional branches of a function, with the basic blocks between each and where its sides meet again.
[[nodiscard]] FunctionBranches branch_sites(const Function& function);

}  // namespace forewarp::ptx::detail
