// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A hash table from a key (the number of a sector, or of a piece of memory) to its index in a list that the owner
/// keeps: open addressing with linear probing, at most half full. The list only grows until all is cleared.
#include <algorithm>
#include <cstdint>
#include <vector>

namespace forewarp::profile {

class IndexTable {
 public:
  IndexTable() : table_(first_size) {}

  void clear() { std::fill(table_.begin(), table_.end(), 0); }

  /// The index of `number` in the list, whose elements key_at(index) tells, of `count` elements. Count where it is not
  /// there: the owner then appends it.
  template <typename KeyAt>
  [[nodiscard]] std::uint32_t find_or_add(std::uint64_t number, std::uint32_t count, KeyAt key_at) {
    auto slot = hash(number) & (table_.size() - 1);
    for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1))
      if (key_at(table_[slot] - 1) == number) return table_[slot] - 1;
    if ((std::size_t{count} + 1) * 2 > table_.size()) {
      grow(count, key_at);
      slot = free_slot(number);
    }
    table_[slot] = count + 1;
    return count;
  }

 private:
  static constexpr std::size_t first_size = 1024;

  /// Multiplicative (Fibonacci) hashing: the upper bits are the mixed ones.
  [[nodiscard]] static std::uint64_t hash(std::uint64_t value) { return (value * 0x9E3779B97F4A7C15U) >> 20U; }

  [[nodiscard]] std::size_t free_slot(std::uint64_t number) const {
    auto slot = hash(number) & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    return slot;
  }

  template <typename KeyAt>
  void grow(std::uint32_t count, KeyAt key_at) {
    table_.assign(table_.size() * 2, 0);
    for (std::uint32_t i = 0; i < count; ++i) table_[free_slot(key_at(i))] = i + 1;
  }

  std::vector<std::uint32_t> table_;  ///< index + 1, 0 for free
};

}  // namespace forewarp::profile
