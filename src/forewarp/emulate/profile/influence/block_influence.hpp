// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How the instructions and addresses of a block depend on the block index, by static analysis. It is the proof that a
/// few blocks represent others without error: blocks with equal outcomes of all `conditions` execute the same
/// instructions in every thread if `control_is_known`, and request the same number of sectors if `sectors_are_known`.
/// What the analysis cannot follow is unknown: the answer is then an estimate with an error.
#include <vector>

#include "forewarp/emulate/profile/influence/block_condition.hpp"
#include "forewarp/emulate/profile/influence/short_branch.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::profile {

struct BlockInfluence {
  std::vector<BlockCondition> conditions;  ///< distinct, each with few outcomes
  /// No branch, guard or trip count depends on the block otherwise, but for the short ones.
  bool control_is_known = false;
  std::vector<ShortBranch> short_branches;  ///< that depend on the block or on data and decide little
  bool control_reads_data = true;           ///< some of them depend on what is in memory
  bool sectors_are_known = false;           ///< addresses of a class's blocks differ by whole sectors
  bool addresses_read_data = true;          ///< some address depends on what is in memory
};

/// Of an entry; warp_size as it is emulated.
[[nodiscard]] BlockInfluence block_influence(const ptx::Function& entry, const launch::Launch& launch,
                                             unsigned warp_size);

}  // namespace forewarp::profile
