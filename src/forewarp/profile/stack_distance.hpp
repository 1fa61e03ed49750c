// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// LRU stack distances of a stream of sectors: how many other distinct sectors were touched since the last touch of
/// this one (Mattson et al., "Evaluation techniques for storage hierarchies", IBM Systems Journal 9, 1970), exact in
/// O(log n) by a Fenwick tree over the times of last touch (Bennett and Kruskal, "LRU stack processing", IBM Journal of
/// Research and Development 19, 1975). A sector may stand for several (a sampled loop); it then weighs as much.
#include <cstdint>
#include <vector>

namespace forewarp::profile {

class StackDistance {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct Touch {
    std::uint32_t entry = 0;         ///< index of the sector in order of first touch
    std::uint64_t distance = never;  ///< never: first touch
  };

  StackDistance();
  /// Touches a sector; weight counts when it is the first touch.
  Touch touch(std::uint64_t sector, std::uint64_t weight = 1);
  void clear();

  struct Entry {
    std::uint64_t sector;
    std::uint64_t weight;
    std::uint64_t time;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::uint32_t find_or_add(std::uint64_t sector, std::uint64_t weight, bool& added);
  void grow_table();
  void compact();
  void add(std::uint64_t time, std::uint64_t weight);
  [[nodiscard]] std::uint64_t sum_to(std::uint64_t time) const;

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> table_;   ///< open addressing: entry + 1, 0 for free
  std::vector<std::uint64_t> tree_;    ///< Fenwick tree, times count from 1
  std::vector<std::uint32_t> owner_;   ///< time -> entry + 1 of the last touch then, 0 for none
  std::uint64_t now_ = 0, total_ = 0;  ///< total: weight of all entries
};

}  // namespace forewarp::profile
