// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers the pages that are met, in the order in which they are met: a hash table with open addressing, at most half
/// full.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace forewarp::emu {

class PageIndex {
 public:
  PageIndex() { clear(); }

  /// The number of this page, and whether it is new. O(1) on average.
  std::pair<std::uint32_t, bool> number_of(std::uint64_t page) {
    const auto next = static_cast<std::uint32_t>(pages_.size());
    std::uint32_t& slot = slot_of(page);
    if (slot != none) return {slot, false};
    slot = next;
    pages_.push_back(page);
    if (2 * pages_.size() > slots_.size()) grow();
    return {next, true};
  }
  [[nodiscard]] std::size_t size() const { return pages_.size(); }
  /// Forgets all pages and keeps their room.
  void clear() {
    if (slots_.empty()) slots_.resize(first_slots);
    pages_.clear();
    std::fill(slots_.begin(), slots_.end(), none);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t first_slots = 64;

  std::uint32_t& slot_of(std::uint64_t page) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (page * 0x9E3779B97F4A7C15U >> 20U) & mask;
    while (slots_[at] != none && pages_[slots_[at]] != page) at = (at + 1) & mask;
    return slots_[at];
  }
  void grow() {
    slots_.assign(2 * slots_.size(), none);
    for (std::uint32_t i = 0; i < pages_.size(); ++i) slot_of(pages_[i]) = i;
  }

  std::vector<std::uint64_t> pages_;  ///< by number
  std::vector<std::uint32_t> slots_;
};

}  // namespace forewarp::emu
