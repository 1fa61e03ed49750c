// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A set of up to 512 numbers that is emptied in one step: what deduplicates the sectors of one request.
#include <array>
#include <cstdint>

namespace forewarp::profile {

class SmallSet {
 public:
  void clear() { ++stamp_; }

  /// True when value was not there. At most 512 values between two clears.
  bool insert(std::uint64_t value) {
    auto slot = static_cast<std::uint32_t>((value * 0x9E3779B97F4A7C15U) >> 54U);
    while (stamps_[slot] == stamp_) {
      if (values_[slot] == value) return false;
      slot = (slot + 1) % slots;
    }
    stamps_[slot] = stamp_;
    values_[slot] = value;
    return true;
  }

 private:
  static constexpr std::uint32_t slots = 1024;
  std::array<std::uint64_t, slots> stamps_{};
  std::array<std::uint64_t, slots> values_;
  std::uint64_t stamp_ = 0;
};

}  // namespace forewarp::profile
