// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/visits.hpp"

namespace forewarp::profile {

void VisitLog::clear() {
  begun_.clear();
  all_.clear();
}

bool VisitLog::add(std::uint64_t sector, std::uint64_t weight, std::uint32_t when, std::uint32_t execution) {
  const std::uint64_t piece = sector >> piece_shift;
  const auto [at, is_new] = begun_.try_emplace(piece, Begun{when, execution});
  Begun& last = at->second;
  if (!is_new && (last.execution == execution || are_at_once(last.when, when))) return false;
  last = {when, execution};
  all_.push_back({piece, weight, when});
  return true;
}

}  // namespace forewarp::profile
