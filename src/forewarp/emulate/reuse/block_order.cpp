// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/block_order.hpp"

// The nearest blocks are tried one by one: where many addresses are within reach, one of them is soon found. Otherwise
// the addresses within reach are few, and of each the last block before this one follows from a binary search.
#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/emulate/profile/request_shape.hpp"

namespace forewarp::profile {
namespace {

constexpr std::uint64_t nearest = 16;
constexpr unsigned max_tries = 4096;

/// Ascending intervals.
bool contain(std::span<const Interval> intervals, std::int64_t sector) {
  const auto after = [](std::int64_t s, const Interval& i) { return s < i.low; };
  const auto next = std::upper_bound(intervals.begin(), intervals.end(), sector, after);
  return next != intervals.begin() && sector < std::prev(next)->high;
}

}  // namespace

double sectors_between(std::uint64_t first, std::uint64_t second) {
  return static_cast<double>(static_cast<std::int64_t>(second - first)) / double{1U << sector_shift};
}

BlockOrder::BlockOrder(std::span<const std::uint64_t> addresses) : addresses_(addresses.begin(), addresses.end()) {
  sorted_.reserve(addresses.size());
  for (std::uint64_t block = 0; block < addresses.size(); ++block) sorted_.emplace_back(addresses[block], block);
  std::ranges::sort(sorted_);
}

double BlockOrder::last_toucher(std::span<const Interval> intervals, std::int64_t wanted, std::uint64_t block,
                                double phase, double limit) const {
  const std::uint64_t here = addresses_[block];
  const auto touches = [&](std::uint64_t address) {
    const double moved = std::floor(phase + sectors_between(here, address));
    return contain(intervals, wanted - static_cast<std::int64_t>(moved));
  };
  for (std::uint64_t d = 1; d <= std::min(nearest, block); ++d) {
    if (static_cast<double>(d) >= limit) return limit;
    if (touches(addresses_[block - d])) return static_cast<double>(d);
  }
  // A sector more on either side, for the phase.
  const auto bytes = [](std::int64_t sectors) { return static_cast<std::uint64_t>(sectors << sector_shift); };
  const std::uint64_t low = here + bytes(wanted - intervals.back().high - 1);
  const std::uint64_t high = here + bytes(wanted - intervals.front().low + 2);
  auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(low, std::uint64_t{0}));
  for (unsigned tries = 0; at != sorted_.end() && at->first < high && tries < max_tries; ++tries) {
    const std::uint64_t address = at->first;
    const auto next = std::lower_bound(at, sorted_.end(), std::pair(address, block));
    if (next != at && touches(address)) limit = std::min(limit, static_cast<double>(block - std::prev(next)->second));
    at = std::upper_bound(next, sorted_.end(), std::pair(address, std::numeric_limits<std::uint64_t>::max()));
  }
  return limit;
}

std::size_t BlockOrder::distinct() const {
  std::size_t out = sorted_.empty() ? 0 : 1;
  for (std::size_t k = 1; k < sorted_.size(); ++k) out += sorted_[k].first != sorted_[k - 1].first ? 1U : 0U;
  return out;
}

std::vector<std::int64_t> BlockOrder::moves_from(std::uint64_t block, double phase) const {
  std::vector<std::int64_t> out;
  for (std::size_t k = 0; k < sorted_.size(); ++k) {
    if (k > 0 && sorted_[k].first == sorted_[k - 1].first) continue;
    out.push_back(static_cast<std::int64_t>(std::floor(phase + sectors_between(addresses_[block], sorted_[k].first))));
  }
  return out;
}

}  // namespace forewarp::profile
