// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sorts many things by a whole number (of a sector, of a piece of memory), equal ones in the order that they have: by
/// digits of 11 bits from the lowest on. Bits in which no two numbers differ are in no digit. O(digits * n), which for
/// the thousands of sectors of a block is a fraction of what comparisons cost; few things are sorted by these.
///
/// Example: sectors of two buffers, which differ in their lowest 14 bits and in bit 40, have the digits 0 to 10, 11 to
/// 21 and 40 to 50.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace forewarp::profile {

template <typename Item, typename NumberOf>
void sort_by_number(std::vector<Item>& items, NumberOf number_of) {
  constexpr std::size_t few = 256;
  constexpr unsigned digit_bits = 11;
  constexpr std::uint64_t digit_mask = (1U << digit_bits) - 1;
  if (items.size() < few) {
    std::ranges::stable_sort(items, {}, number_of);
    return;
  }
  std::uint64_t differing = 0;
  for (const Item& item : items) differing |= number_of(item) ^ number_of(items.front());
  std::vector<Item> sorted(items.size());
  while (differing != 0) {
    const auto shift = static_cast<unsigned>(std::countr_zero(differing));
    differing &= ~(digit_mask << shift);
    std::array<std::size_t, digit_mask + 1> places{};
    for (const Item& item : items) ++places[number_of(item) >> shift & digit_mask];
    std::size_t next = 0;
    for (std::size_t& place : places) {
      const std::size_t count = place;
      place = next;
      next += count;
    }
    for (const Item& item : items) sorted[places[number_of(item) >> shift & digit_mask]++] = item;
    items.swap(sorted);
  }
}

}  // namespace forewarp::profile
