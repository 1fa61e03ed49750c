// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/certainty.hpp"

namespace forewarp::profile {
namespace {

/// 32 lanes with 4 bytes each take 4 sectors or, out of line, 5.
constexpr double out_of_line = 0.25;
/// Where data say which addresses: half as many or half as many again. Each block has many requests of them.
constexpr double gathered = 0.5;

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
