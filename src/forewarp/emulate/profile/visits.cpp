// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/visits.hpp"

namespace forewarp::profile {

void VisitLog::clear() {
  pieces_.clear();
  begun_.clear();
  all_.clear();
}

bool VisitLog::add(std::uint64_t sector, std::uint64_t weight, std::uint32_t when, std::uint32_t execution) {
  const std::uint64_t piece = sector >> piece_shift;
  const auto piece_at = [this](std::uint32_t index) { return begun_[index].piece; };
  const auto index = pieces_.find_or_add(piece, static_cast<std::uint32_t>(begun_.size()), piece_at);
  const bool is_new = index == begun_.size();
  if (is_new) begun_.emplace_back();
  Begun& last = begun_[index];
  if (!is_new && (last.execution == execution || are_at_once(last.when, when))) return false;
  last = {piece, when, execution};
  all_.push_back({piece, weight, when});
  return true;
}

}  // namespace forewarp::profile
