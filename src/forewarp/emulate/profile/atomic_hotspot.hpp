// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which address the atomics of a launch crowd on: they are served one after the other. Doubles of one sector are, too:
/// a slice of L2 adds one a cycle, where it adds all integers or floats of a sector at once (an RTX 3080 adds 52 G
/// doubles a second, scattered, and moves 56 G sectors).
#include <cstdint>
#include <map>
#include <unordered_map>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

class AtomicHotspot {
 public:
  struct Load {
    std::uint64_t lanes = 0, requests = 0, blocks = 0;
  };

  void begin_block() { block_.clear(); }
  /// One global atomic request. by_sector: what it adds to one sector is served one after the other.
  void access(const emu::Access& access, std::uint64_t weight, bool by_sector = false);
  /// Keeps the block's most loaded addresses.
  void end_block();
  void merge(const AtomicHotspot& later);

  /// The most loaded address when the watched blocks represent blocks_total: an address that several watched blocks
  /// share is taken to be shared by all, one that a single block touched is that block's own.
  [[nodiscard]] std::pair<double, double> hottest(std::uint64_t blocks_watched, std::uint64_t blocks_total) const;

 private:
  std::unordered_map<std::uint64_t, Load> block_;
  std::map<std::uint64_t, Load> loads_;
};

}  // namespace forewarp::profile
