// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/certainty.hpp"

// The proof is static (influence/block_influence.hpp): if no branch depends on the block except through the conditions
// that divide the strata, all blocks of a uniform stratum execute the same instructions. Sectors need more: addresses
// of the stratum's blocks must differ by whole sectors.
//
// Example, `y[i] = x[i]` for i < n: control is known; block b begins at byte 1024 b, a multiple of 32, so both errors
// are 0. With rows of 100 bytes per block the sectors of a request vary between 4 and 5: 0.25. With x[idx[i]]: 0.5.
namespace forewarp::profile {
namespace {

/// 32 lanes with 4 bytes each take 4 sectors or, misaligned, 5.
constexpr double out_of_line = 0.25;
/// Gathers, whose addresses depend on data: half fewer or half more. A block has many such requests, which average out.
constexpr double gathered = 0.5;

/// Whether every block of the stratum provably executes the same instructions.
bool is_proven(const BlockInfluence& influence, const Strata& strata, std::uint32_t stratum) {
  return influence.control_is_known && strata.is_uniform(stratum);
}

}  // namespace

Unseen unseen_instructions(const BlockInfluence& influence, const Strata& strata) {
  return [&](std::uint32_t stratum) { return is_proven(influence, strata, stratum) ? 0.0 : 1.0; };
}

Unseen unseen_sectors(const BlockInfluence& influence, const Strata& strata) {
  return [&](std::uint32_t stratum) {
    if (!is_proven(influence, strata, stratum)) return 1.0;
    if (influence.addresses_read_data) return gathered;
    return influence.sectors_are_known ? 0.0 : out_of_line;
  };
}

}  // namespace forewarp::profile
