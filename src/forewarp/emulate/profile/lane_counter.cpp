// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/lane_counter.hpp"

#include <bit>

namespace forewarp::profile {

std::unique_ptr<emu::Observer> LaneCounter::fork() const {
  return std::make_unique<LaneCounter>(lanes_.size(), only_warp_);
}

void LaneCounter::merge(emu::Observer& later) {
  const auto& other = dynamic_cast<LaneCounter&>(later).lanes_;
  for (std::size_t block = 0; block < lanes_.size(); ++block) lanes_[block] += other[block];
}

void LaneCounter::basic_block(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) {
  if (!only_warp_ || warp.warp == *only_warp_) lanes_[block] += static_cast<std::uint64_t>(std::popcount(active));
}

}  // namespace forewarp::profile
