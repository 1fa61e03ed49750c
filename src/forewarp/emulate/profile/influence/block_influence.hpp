// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the block index has to do with what a block executes and where its accesses lie, read off the code. It is the
/// proof that a few blocks stand for others without error: blocks that come out alike under all `conditions` execute
/// the same instructions in every thread where `control_is_known`, and ask for as many sectors where
/// `sectors_are_known`. What the analysis cannot follow is never known: the answer is then an estimate with an error.
#include <vector>

#include "forewarp/emulate/profile/influence/block_condition.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::profile {

struct BlockInfluence {
  std::vector<BlockCondition> conditions;  ///< distinct, each with few outcomes
  bool control_is_known = false;           ///< no branch, guard or trip count depends on the block otherwise
  bool control_reads_data = true;          ///< some of them depend on what is in memory
  bool sectors_are_known = false;          ///< addresses of a class's blocks differ by whole sectors
  bool addresses_read_data = true;         ///< some address depends on what is in memory
};

/// Of an entry; warp_size as it is emulated.
[[nodiscard]] BlockInfluence block_influence(const ptx::Function& entry, const launch::Launch& launch,
                                             unsigned warp_size);

}  // namespace forewarp::profile
