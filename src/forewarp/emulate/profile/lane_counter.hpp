// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counts the lanes that enter each basic block: an observer for callers that need only counts of threads.
#include <cstdint>
#include <optional>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

class LaneCounter : public emu::Observer {
 public:
  /// blocks: basic blocks of the program. only_warp: count this warp of each block of the grid and no other.
  explicit LaneCounter(std::size_t blocks, std::optional<std::uint32_t> only_warp = std::nullopt)
      : lanes_(blocks), only_warp_(only_warp) {}

  /// By basic block of the program.
  [[nodiscard]] const std::vector<std::uint64_t>& lanes() const { return lanes_; }

  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override;
  void merge(emu::Observer& later) override;
  void basic_block(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) override;

 private:
  std::vector<std::uint64_t> lanes_;
  std::optional<std::uint32_t> only_warp_;
};

}  // namespace forewarp::profile
