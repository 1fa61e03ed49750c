// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/block_condition.hpp"

// A condition is linear in b, so its least and greatest value over a box are at corners: O(1). If both have the same
// side(), all threads of all blocks of the box compare alike.
//
// Example, per_block 256, rest in [-1000, -745], no step. Box of blocks 0 to 2: values -1000 to -233, both below 0: one
// outcome. Box of block 3: -232 to 23: side -1 and 1, not decided by side(); but the block's part is the same number,
// 768, in all of the box, which makes an outcome of its own ({1, 768, 0}). Blocks 4 to 7: 24 to 1047, above.
#include <algorithm>
#include <cmath>

namespace forewarp::profile {
namespace {

__extension__ typedef __int128 Wide;

/// Least and greatest value of per_block . b over the box.
std::array<Wide, 2> range_over(const BlockCondition& c, const BlockBox& box) {
  std::array<Wide, 2> out{};
  for (unsigned k = 0; k < 3; ++k) {
    const Wide first = Wide{c.per_block[k]} * box.first[k];
    const Wide last = Wide{c.per_block[k]} * (Wide{box.first[k]} + box.extent[k] - 1);
    out[0] += std::min(first, last);
    out[1] += std::max(first, last);
  }
  return out;
}

Wide floor_divided(Wide a, Wide b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

/// The signs of v + step * k for all k >= 0, as two numbers that are equal for equal signs. With a step the sign
/// changes at iteration -v / step: the integers next to v / step determine all iterations; values that move away from
/// 0 are all alike (1). For v = -10, step 4: floor -3 and ceiling -2, so the sign changes after iteration 2 (v = -2).
std::array<Wide, 2> side(Wide v, std::int64_t step) {
  if (step == 0) return {v > 0 ? 1 : v < 0 ? -1 : 0, 0};
  const Wide below = floor_divided(v, step), above = -floor_divided(-v, step);
  return {std::min<Wide>(below, 1), std::min<Wide>(above, 1)};
}

bool fits(Wide v) { return v >= std::int64_t{INT64_MIN} && v <= std::int64_t{INT64_MAX}; }

}  // namespace

std::optional<Outcome> outcome(const BlockCondition& c, const BlockBox& box) {
  const auto [low, high] = range_over(c, box);
  if (!c.is_open) {
    const auto least = side(low + c.low, c.step), most = side(high + c.high, c.step);
    if (least == most && fits(least[0]) && fits(least[1]))
      return Outcome{0, static_cast<std::int64_t>(least[0]), static_cast<std::int64_t>(least[1])};
  }
  if (low != high || !fits(low)) return std::nullopt;
  return Outcome{1, static_cast<std::int64_t>(low), 0};  // threads differ, but alike wherever the value is the same
}

double max_outcomes(const BlockCondition& c, const BlockBox& box) {
  double values = 1;
  for (unsigned k = 0; k < 3; ++k)
    if (c.per_block[k] != 0) values *= box.extent[k];
  if (c.is_open) return values;
  const auto [low, high] = range_over(c, box);
  if (c.step == 0) return std::min(values, 3 + static_cast<double>(c.high) - static_cast<double>(c.low));
  const auto least = side(low + c.low, c.step), most = side(high + c.high, c.step);
  const auto sides =
      std::abs(static_cast<double>(most[0] - least[0])) + std::abs(static_cast<double>(most[1] - least[1]));
  return std::min(values, 3 + 2 * sides);
}

}  // namespace forewarp::profile
