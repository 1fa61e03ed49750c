// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/warp_clocks.hpp"

#include <algorithm>

namespace forewarp::emu {

void WarpClocks::begin() {
  for (std::size_t w = 0; w < clocks_.size(); ++w) {
    std::fill(clocks_[w].begin(), clocks_[w].end(), 0);
    clocks_[w][w] = 1;
  }
}

void WarpClocks::release(std::size_t warp, Clock& barrier) {
  if (clocks_.empty()) return;
  barrier.resize(clocks_.size());
  for (std::size_t w = 0; w < barrier.size(); ++w) barrier[w] = std::max(barrier[w], clocks_[warp][w]);
  ++clocks_[warp][warp];
}

void WarpClocks::acquire(std::size_t warp, const Clock& barrier) {
  if (clocks_.empty()) return;
  for (std::size_t w = 0; w < barrier.size(); ++w) clocks_[warp][w] = std::max(clocks_[warp][w], barrier[w]);
}

}  // namespace forewarp::emu
