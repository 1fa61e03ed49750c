// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/dataflow.hpp"

#include <algorithm>

namespace forewarp::analysis {

bool Dataflow::dominates(std::uint32_t a, std::uint32_t b) const {
  const auto block_a = cfg_.block_of[a], block_b = cfg_.block_of[b];
  return block_a == block_b ? a < b : cfg_.dominates(block_a, block_b);
}

std::vector<std::uint32_t> registers_written(const Dataflow& flow, const Loop& loop) {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t block : loop.blocks) {
    const BasicBlock& b = flow.cfg().blocks[block];
    for (std::uint32_t n = b.first; n < b.last; ++n) {
      const auto written = flow.written(n);
      out.insert(out.end(), written.begin(), written.end());
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace forewarp::analysis
