// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How many lanes of a block use the address that most of them use.
#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

class BusiestAddress {
 public:
  /// A new block.
  void begin() {
    lanes_at_.clear();
    most_ = 0;
  }
  void add(const emu::Access& access, std::uint64_t weight) {
    emu::for_each_lane(access.active,
                       [&](unsigned lane) { most_ = std::max(most_, lanes_at_[access.addresses[lane]] += weight); });
  }
  /// Of this block so far.
  [[nodiscard]] std::uint64_t lanes() const { return most_; }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> lanes_at_;  ///< shared memory has few addresses
  std::uint64_t most_ = 0;
};

}  // namespace forewarp::profile
