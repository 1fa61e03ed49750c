// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/long_warps.hpp"

#include <algorithm>

namespace forewarp::profile {

void LongWarps::begin(std::size_t warps) {
  executed_.assign(warps, 0);
  traced_ = none;
  limit_ = least;
}

void LongWarps::consider(std::uint32_t warp, std::uint64_t weight) {
  if (traced_ != none) limit_ = std::max(limit_, 2 * executed_[traced_]);
  if (executed_[warp] < limit_) return;
  traced_ = warp;
  chain_.begin();
  if (weight != 1) chain_.weight(weight);
  limit_ = 2 * executed_[warp];
}

std::optional<ChainWalker::Totals> LongWarps::longest() {
  if (traced_ == none) return std::nullopt;
  ChainWalker::Totals totals = chain_.totals();
  const std::uint64_t all = executed_[traced_];
  constexpr std::uint64_t much = 4;  // times what was traced: too little to tell
  if (totals.instructions * much < all) return std::nullopt;
  totals.extend_to(all);
  return totals;
}

}  // namespace forewarp::profile
