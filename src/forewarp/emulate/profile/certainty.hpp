// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Bounds on how much a block that was not run may differ from the blocks of its stratum that were, in units of the
/// mean block: 0 where the code proves that it does not differ.
#include "forewarp/emulate/profile/extrapolation.hpp"
#include "forewarp/emulate/profile/influence/block_influence.hpp"
#include "forewarp/emulate/profile/strata.hpp"

namespace forewarp::profile {

/// What hangs on short branches at most, in mean blocks.
struct ShortParts {
  double instructions = 0, sectors = 0, bytes = 0;
};
/// From how often the blocks run came by these branches. Example: of 3 instructions and a store, once in a warp of 1000
/// instructions and 800 sectors: 0.003 and, as each of 32 lanes may store to another sector, 0.04.
[[nodiscard]] ShortParts short_parts(const BlockInfluence& influence, const CountingObserver::Sums& sums,
                                     const emu::ProgramMap& program, unsigned warp_size);

/// Of instructions and operations; of bytes requested with parts.bytes in the place of parts.instructions.
[[nodiscard]] Unseen unseen_instructions(const BlockInfluence& influence, const Strata& strata,
                                         const ShortParts& parts = {});

/// Of sectors: also covers the alignment of a block's data to sectors.
[[nodiscard]] Unseen unseen_sectors(const BlockInfluence& influence, const Strata& strata,
                                    const ShortParts& parts = {});

}  // namespace forewarp::profile
