// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// LRU stack distances of a stream of sectors: how many other distinct sectors were touched since the last touch of
/// this one (Mattson et al., "Evaluation techniques for storage hierarchies", IBM Systems Journal 9, 1970), exact in
/// O(log n) by a Fenwick tree over the times of last touch (Bennett and Kruskal, "LRU stack processing", IBM Journal of
/// Research and Development 19, 1975). A sector may represent several (a sampled loop); it then weighs as much.
///
/// Two touches in iterations of weight w are w pairs of touches, each as far apart as these two: the sectors between
/// them are not multiplied. In general the stretch between two touches has the weight L of its lightest touch. A sector
/// that was first touched with weight w, and last with v, counts as w' / L in it, but at least as 1 and at most as w:
///
///     w' = max(w, v)
///
/// Where the second of the two touches is g times as heavy as the first, an outer loop began to be sampled between
/// them, and L is g times too high for what was touched before: it is L / g, at least 1. Example: passes over an array,
/// of which every tenth sector is touched (w = 10). Of the passes, too, the later ones stand for eight each (v = 80, L
/// = 8): ten sectors each between two passes, whether passes are sampled or not.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/profile/index_table.hpp"

namespace forewarp::profile {

class StackDistance {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct Touch {
    std::uint32_t entry = 0;         ///< index of the sector in order of first touch
    std::uint64_t distance = never;  ///< never: first touch
  };

  StackDistance();
  /// Touches a sector; its first touch determines how many it stands for.
  Touch touch(std::uint64_t sector, std::uint64_t weight = 1);
  void clear();

  struct Entry {
    std::uint64_t sector;
    std::uint64_t weight;  ///< of the first touch
    std::uint64_t last_weight;
    std::uint64_t time;  ///< of the last touch; 0 before the first
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// Sectors touched so far, by their weights.
  [[nodiscard]] std::uint64_t total() const { return sums_[0].total; }

 private:
  /// Sums of what the sectors count, by time of last touch. Nodes of times to come hold nothing that is read.
  struct Fenwick {
    std::uint64_t lightest = 1;  ///< L
    std::vector<std::uint64_t> nodes;
    std::uint64_t total = 0;

    [[nodiscard]] std::uint64_t worth(const Entry& entry) const;
    /// At a time up to now.
    void add(std::uint64_t time, std::uint64_t value, std::uint64_t now);
    /// The next time, now + 1.
    void append(std::uint64_t time, std::uint64_t value);
    [[nodiscard]] std::uint64_t sum_to(std::uint64_t time) const;
  };
  /// The last touch of at most this weight: all later ones are heavier.
  struct Low {
    std::uint64_t time, weight;
  };

  void compact();
  void set_last_weight(Entry& entry, std::uint64_t weight);
  void note_weight(std::uint64_t time, std::uint64_t weight);
  [[nodiscard]] std::uint64_t lightest_since(std::uint64_t time) const;
  [[nodiscard]] const Fenwick& sums_for(std::uint64_t lightest);
  void build(Fenwick& sums, std::uint64_t times) const;

  std::vector<Entry> entries_;
  IndexTable numbers_;         ///< entries by their sectors
  std::vector<Fenwick> sums_;  ///< the first for L = 1, one more for each L met
  std::vector<Low> lows_;      ///< times and weights rise
  std::uint64_t now_ = 0;      ///< times count from 1
};

}  // namespace forewarp::profile
