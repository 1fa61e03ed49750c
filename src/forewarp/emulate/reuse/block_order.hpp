// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Blocks of a grid by the address at which an access of theirs begins, for the search of the last block that touched a
/// sector where the address is no affine function of the block index.
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace forewarp::profile {

struct Interval {
  std::int64_t low, high;  ///< sectors [low, high)
};

/// How many sectors the second address is behind the first; fractions count.
[[nodiscard]] double sectors_between(std::uint64_t first, std::uint64_t second);

class BlockOrder {
 public:
  /// addresses: by block, at least one.
  explicit BlockOrder(std::span<const std::uint64_t> addresses);

  /// The distance to the last block before `block` that touches the sector `wanted`, less than `limit`; `limit` where
  /// there is none. A block touches the intervals, moved by floor(phase + what sectors_between() says of the two
  /// blocks). At most 4096 addresses are tried. O(nearest * log(intervals) + addresses within reach * log(blocks)).
  ///
  /// Example: two rows of tiles, taken in columns: blocks 0 1 2 3 4 5 read the rows A B A B A B, of 64 sectors each.
  /// Sector 3 of row B, looked for from block 5, was last touched 2 blocks before.
  [[nodiscard]] double last_toucher(std::span<const Interval> intervals, std::int64_t wanted, std::uint64_t block,
                                    double phase, double limit) const;

  /// Addresses that differ; at most as many as there are blocks.
  [[nodiscard]] std::size_t distinct() const;
  /// floor(phase + what sectors_between() says) from the block to each of them.
  [[nodiscard]] std::vector<std::int64_t> moves_from(std::uint64_t block, double phase) const;

 private:
  std::vector<std::uint64_t> addresses_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> sorted_;  ///< address and block
};

}  // namespace forewarp::profile
