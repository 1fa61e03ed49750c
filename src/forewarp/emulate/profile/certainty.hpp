// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Bounds on how much a block that was not run may differ from the blocks of its stratum that were, in units of the
/// mean block: 0 where the code proves that it does not differ.
#include "forewarp/emulate/profile/extrapolation.hpp"
#include "forewarp/emulate/profile/influence/block_influence.hpp"
#include "forewarp/emulate/profile/strata.hpp"

namespace forewarp::profile {

/// Of instructions, operations and bytes requested.
[[nodiscard]] Unseen unseen_instructions(const BlockInfluence& influence, const Strata& strata);

/// Of sectors: also covers the alignment of a block's data to sectors.
[[nodiscard]] Unseen unseen_sectors(const BlockInfluence& influence, const Strata& strata);

}  // namespace forewarp::profile
