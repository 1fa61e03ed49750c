// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The critical path of a block's longest warp, in every block: it is not known beforehand which block and which warp
/// that will be. A warp is traced from the moment when it has executed `least` instructions and twice as many as the
/// one traced before. What it did up to then, and what another warp of up to twice its length does more, counts like
/// what was traced. Example: of 8 warps one takes 100,000 rounds of a loop and the others 3: it is traced from the
/// 4096th instruction on.
#include <cstdint>
#include <optional>
#include <vector>

#include "forewarp/emulate/profile/chain_walker.hpp"

namespace forewarp::profile {

class LongWarps {
 public:
  static constexpr std::uint64_t least = 4096;  ///< instructions; a shorter warp delays a launch by microseconds

  explicit LongWarps(const Program& program) : chain_(program) {}

  void begin(std::size_t warps);
  /// A warp executes a basic block of `size` instructions; `weight` as in ChainWalker.
  void basic_block(std::uint32_t warp, std::uint32_t block, std::uint64_t size, std::uint64_t weight) {
    if (warp >= executed_.size()) executed_.resize(warp + 1);
    const std::uint64_t executed = executed_[warp] += weight * size;
    if (warp == traced_)
      chain_.basic_block(block);
    else if (executed >= limit_)
      consider(warp, weight);
  }
  void weight(std::uint32_t warp, std::uint64_t weight) {
    if (warp == traced_) chain_.weight(weight);
  }
  /// Of the longest warp; nothing where none is long.
  [[nodiscard]] std::optional<ChainWalker::Totals> longest();

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  void consider(std::uint32_t warp, std::uint64_t weight);

  ChainWalker chain_;
  std::vector<std::uint64_t> executed_;  ///< instructions, by warp
  std::uint32_t traced_ = none;
  std::uint64_t limit_ = least;  ///< instructions from which on another warp is considered
};

}  // namespace forewarp::profile
