// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/long_warps.hpp"

#include <algorithm>
#include <limits>

namespace forewarp::profile {
namespace {

std::uint64_t twice(std::uint64_t count) {
  return count > std::numeric_limits<std::uint64_t>::max() / 2 ? count : 2 * count;
}

}  // namespace

void LongWarps::begin(std::size_t warps) {
  executed_.assign(warps, 0);
  traced_ = none;
  limit_ = least;
}

void LongWarps::consider(std::uint32_t warp, std::uint64_t weight) {
  if (traced_ != none) limit_ = std::max(limit_, twice(executed_[traced_]));
  if (executed_[warp] < limit_) return;
  traced_ = warp;
  chain_.begin();
  if (weight != 1) chain_.weight(weight);
  limit_ = twice(executed_[warp]);
}

std::optional<ChainWalker::Totals> LongWarps::longest() {
  if (traced_ == none) return std::nullopt;
  ChainWalker::Totals totals = chain_.totals();
  constexpr std::uint64_t much = 4;  // times what was traced: too little to tell
  if (totals.instructions < executed_[traced_] / much) return std::nullopt;
  totals.extend_to(std::ranges::max(executed_));
  return totals;
}

}  // namespace forewarp::profile
