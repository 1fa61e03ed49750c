// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/visits.hpp"

namespace forewarp::profile {

void VisitLog::clear() {
  pieces_.clear();
  all_.clear();
}

void VisitLog::add(std::uint64_t sector, std::uint64_t weight, std::uint32_t when) {
  const std::uint64_t piece = sector >> piece_shift;
  const auto pair = static_cast<std::uint8_t>(1U << (sector >> 1U & 3U));
  const auto [at, is_new] = pieces_.try_emplace(piece, Piece{when, 0});
  Piece& known = at->second;
  const bool is_fetched = (known.pairs & pair) != 0;
  known.pairs |= pair;
  if (!is_new && (is_fetched || are_at_once(known.when, when))) return;
  known.when = when;
  all_.push_back({piece, weight, when});
}

}  // namespace forewarp::profile
