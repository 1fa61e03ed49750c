// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/atomic_hotspot.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace forewarp::profile {
namespace {

constexpr std::size_t max_addresses = std::size_t{1} << 16;  ///< watched in a block
constexpr std::size_t kept_addresses = 256;                  ///< remembered of a block

}  // namespace

/// Atomics per address in the current block. Lanes count each, requests once per address: a warp
/// whose 32 lanes add to one counter has 32 lanes and 1 request there. The scan over the lanes
/// before is quadratic in at most 64 lanes.
void AtomicHotspot::access(const emu::Access& access, std::uint64_t weight, bool by_sector) {
  const std::uint64_t place = by_sector ? ~std::uint64_t{31} : ~std::uint64_t{0};
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const auto address = access.addresses[lane] & place;
    auto at = block_.find(address);
    if (at == block_.end()) {
      if (block_.size() >= max_addresses) continue;
      at = block_.try_emplace(address).first;
    }
    at->second.lanes += weight;
    // The first lane of the request with this address carries the request.
    bool first = true;
    for (auto before = access.active & ((emu::LaneMask{1} << lane) - 1); before != 0; before &= before - 1) {
      if ((access.addresses[std::countr_zero(before)] & place) == address) {
        first = false;
        break;
      }
    }
    if (first) at->second.requests += weight;
  }
}

/// Only the most loaded addresses of a block are remembered: a histogram of a million bins has no
/// hot address among those that are dropped.
void AtomicHotspot::end_block() {
  if (block_.empty()) return;
  std::vector<std::pair<std::uint64_t, Load>> all(block_.begin(), block_.end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second.lanes != b.second.lanes ? a.second.lanes > b.second.lanes : a.first < b.first;
  });
  if (all.size() > kept_addresses) all.resize(kept_addresses);
  for (const auto& [address, load] : all) {
    auto& to = loads_[address];
    to.lanes += load.lanes;
    to.requests += load.requests;
    ++to.blocks;
  }
}

void AtomicHotspot::merge(const AtomicHotspot& later) {
  for (const auto& [address, load] : later.loads_) {
    auto& to = loads_[address];
    to.lanes += load.lanes;
    to.requests += load.requests;
    to.blocks += load.blocks;
  }
}

/// The most loaded address of the whole launch, from the blocks that were watched. An address that
/// several of them share is taken to be shared by all, and its load is scaled up; one that a single
/// block uses is its own and is not.
std::pair<double, double> AtomicHotspot::hottest(std::uint64_t blocks_watched, std::uint64_t blocks_total) const {
  const double scale =
      blocks_watched > 0 ? static_cast<double>(blocks_total) / static_cast<double>(blocks_watched) : 1.0;
  std::pair<double, double> most{0, 0};
  for (const auto& [address, load] : loads_) {
    const double factor = load.blocks > 1 || blocks_watched == 1 ? scale : 1.0;
    const double lanes = static_cast<double>(load.lanes) * factor;
    if (lanes > most.first) most = {lanes, static_cast<double>(load.requests) * factor};
  }
  return most;
}

}  // namespace forewarp::profile
