// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/atomic_hotspot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace forewarp::profile {
namespace {

constexpr std::size_t max_places = std::size_t{1} << 16;  ///< addresses of an instruction, watched in a block
constexpr std::size_t kept_addresses = 256;               ///< remembered of a block
constexpr std::uint64_t sector_mask = ~std::uint64_t{31}, slice_mask = ~(AtomicHotspot::slice_bytes - 1);

/// From the blocks that were watched. An address that several of them share is taken to be shared by all, and its load
/// is scaled up; one that a single block uses is its own and is not.
double scale(std::uint64_t blocks, std::uint64_t watched, std::uint64_t total) {
  const bool is_shared = blocks > 1 || watched == 1;
  return is_shared && watched > 0 ? static_cast<double>(total) / static_cast<double>(watched) : 1;
}

}  // namespace

/// Atomics per address in the current block. Lanes count each, requests once per address: a warp
/// whose 32 lanes add to one counter has 32 lanes and 1 request there. The scan over the lanes
/// before is quadratic in at most 64 lanes.
void AtomicHotspot::access(const emu::Access& access, std::uint64_t weight, bool by_sector) {
  visit_slices(access, weight);
  const std::uint64_t place = by_sector ? sector_mask : ~std::uint64_t{0};
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const auto address = access.addresses[lane] & place;
    const Place of_site{address, access.site};
    auto at = block_.find(of_site);
    if (at == block_.end()) {
      if (block_.size() >= max_places) continue;
      at = block_.try_emplace(of_site).first;
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

void AtomicHotspot::visit_slices(const emu::Access& access, std::uint64_t weight) {
  std::array<std::uint64_t, 64> sectors;
  std::size_t count = 0;
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t sector = access.addresses[static_cast<unsigned>(std::countr_zero(lanes))] & sector_mask;
    if (std::find(sectors.begin(), sectors.begin() + count, sector) == sectors.begin() + count)
      sectors[count++] = sector;
  }
  for (const std::uint64_t sector : std::span(sectors).first(count)) {
    auto line = slices_of_block_.find(sector & slice_mask);
    if (line == slices_of_block_.end()) {
      if (slices_of_block_.size() >= max_places) continue;
      line = slices_of_block_.try_emplace(sector & slice_mask, 0).first;
    }
    line->second += weight;
  }
}

void AtomicHotspot::keep_slices() {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all(slices_of_block_.begin(), slices_of_block_.end());
  std::ranges::sort(
      all, [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
  if (all.size() > kept_addresses) all.resize(kept_addresses);
  for (const auto& [line, visits] : all) {
    SliceLoad& to = slices_[line];
    ++to.blocks;
    to.visits += visits;
  }
}

/// Only the most loaded addresses of a block are remembered: a histogram of a million bins has no
/// hot address among those that are dropped.
void AtomicHotspot::end_block() {
  if (block_.empty()) return;
  keep_slices();
  std::vector<std::pair<Place, Count>> all(block_.begin(), block_.end());
  std::ranges::sort(all, {}, [](const auto& a) { return a.first; });
  struct Total {
    std::uint64_t lanes;
    std::size_t begin, end;  ///< in `all`
  };
  std::vector<Total> addresses;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k == 0 || all[k].first.first != all[k - 1].first.first) addresses.push_back({0, k, k});
    addresses.back().lanes += all[k].second.lanes;
    addresses.back().end = k + 1;
  }
  std::ranges::stable_sort(addresses, std::greater{}, &Total::lanes);
  if (addresses.size() > kept_addresses) addresses.resize(kept_addresses);
  for (const Total& address : addresses) {
    Load& to = loads_[all[address.begin].first.first];
    ++to.blocks;
    for (std::size_t k = address.begin; k < address.end; ++k) {
      Count& of_site = to.sites[all[k].first.second];
      of_site.lanes += all[k].second.lanes;
      of_site.requests += all[k].second.requests;
    }
  }
}

void AtomicHotspot::merge(const AtomicHotspot& later) {
  for (const auto& [line, load] : later.slices_) {
    slices_[line].blocks += load.blocks;
    slices_[line].visits += load.visits;
  }
  for (const auto& [address, load] : later.loads_) {
    Load& to = loads_[address];
    to.blocks += load.blocks;
    for (const auto& [site, count] : load.sites) {
      to.sites[site].lanes += count.lanes;
      to.sites[site].requests += count.requests;
    }
  }
}

std::pair<double, double> AtomicHotspot::hottest(std::uint64_t blocks_watched, std::uint64_t blocks_total,
                                                 const std::function<bool(std::uint32_t)>& is_combined) const {
  std::pair<double, double> most{0, 0};
  for (const auto& [address, load] : loads_) {
    const double factor = scale(load.blocks, blocks_watched, blocks_total);
    std::uint64_t lanes = 0, operations = 0;
    for (const auto& [site, count] : load.sites) {
      lanes += count.lanes;
      operations += is_combined(site) ? count.requests : count.lanes;
    }
    if (static_cast<double>(operations) * factor > most.second)
      most = {static_cast<double>(lanes) * factor, static_cast<double>(operations) * factor};
  }
  return most;
}

double AtomicHotspot::hottest_of(std::uint32_t site, std::uint64_t blocks_watched, std::uint64_t blocks_total) const {
  double most = 0;
  for (const auto& [address, load] : loads_) {
    const auto at = load.sites.find(site);
    if (at == load.sites.end()) continue;
    most = std::max(most, static_cast<double>(at->second.lanes) * scale(load.blocks, blocks_watched, blocks_total));
  }
  return most;
}

double AtomicHotspot::hottest_slice(std::uint64_t blocks_watched, std::uint64_t blocks_total) const {
  double most = 0;
  for (const auto& [line, load] : slices_) {
    const double factor = scale(load.blocks, blocks_watched, blocks_total);
    most = std::max(most, static_cast<double>(load.visits) * factor);
  }
  return most;
}

}  // namespace forewarp::profile
