// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// By how much a block that was not run may differ from those of its stratum that were, in mean blocks: 0 where it is
/// proven that it does not.
#include "forewarp/emulate/profile/extrapolation.hpp"
#include "forewarp/emulate/profile/influence/block_influence.hpp"
#include "forewarp/emulate/profile/strata.hpp"

namespace forewarp::profile {

/// Of instructions, operations and bytes asked for.
[[nodiscard]] Unseen unseen_instructions(const BlockInfluence& influence, const Strata& strata);

/// Of sectors: besides, how the data of a block lie within sectors.
[[nodiscard]] Unseen unseen_sectors(const BlockInfluence& influence, const Strata& strata);

}  // namespace forewarp::profile
