// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How many numbers fall into the fullest of a few banks.
#include <algorithm>
#include <array>
#include <cstdint>

namespace forewarp::profile {

template <unsigned banks>
class FullestBank {
 public:
  /// A number that is there already counts again only where lanes do not share it. At most 64 for each bank.
  void add(std::uint64_t number, unsigned bank, bool share = true) {
    auto& used = used_[bank];
    const auto begin = numbers_[bank].begin();
    if (share && std::find(begin, begin + used, number) != begin + used) return;
    numbers_[bank][used++] = number;
    most_ = std::max<std::uint32_t>(most_, used);
  }
  [[nodiscard]] std::uint32_t most() const { return most_; }

 private:
  static constexpr unsigned max_lanes = 64;
  std::array<std::array<std::uint64_t, max_lanes>, banks> numbers_;
  std::array<std::uint8_t, banks> used_{};
  std::uint32_t most_ = 0;
};

}  // namespace forewarp::profile
