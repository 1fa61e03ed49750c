// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which address the atomics of a launch crowd on: they are served one after the other. Doubles of one sector are, too:
/// a slice of L2 adds one a cycle, where it adds all integers or floats of a sector at once (an RTX 3080 adds 52 G
/// doubles a second, scattered, and moves 56 G sectors). And so are the sectors that one slice has: an RTX 3080
/// takes 3.7 ns for each warp whose lanes add to the 32 integers of one line (atomicAggregate of HeCBench), and three
/// boards of Turing and Ampere 10.9 ns for each block that adds to 512 integers, as if 512 bytes were of one slice.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

class AtomicHotspot {
 public:
  static constexpr std::uint64_t slice_bytes = 512;
  struct Count {
    std::uint64_t lanes = 0, requests = 0;
  };
  struct Load {
    std::uint64_t blocks = 0;
    std::map<std::uint32_t, Count> sites;  ///< by the instruction that makes the accesses
  };

  void begin_block() {
    block_.clear();
    slices_of_block_.clear();
  }
  /// One global atomic request. by_sector: what it adds to one sector is served one after the other.
  void access(const emu::Access& access, std::uint64_t weight, bool by_sector = false);
  /// Keeps the block's most loaded addresses.
  void end_block();
  void merge(const AtomicHotspot& later);

  /// Lanes on the most loaded address, and the operations that it serves one after the other, when the watched blocks
  /// represent blocks_total: an address that several watched blocks share is taken to be shared by all, one that a
  /// single block touched is that block's own. A request of a combined site is one operation, of others each lane is.
  [[nodiscard]] std::pair<double, double> hottest(std::uint64_t blocks_watched, std::uint64_t blocks_total,
                                                  const std::function<bool(std::uint32_t)>& is_combined) const;

  /// Lanes of one site on the address that it loads most, likewise.
  [[nodiscard]] double hottest_of(std::uint32_t site, std::uint64_t blocks_watched, std::uint64_t blocks_total) const;

  /// Visits of requests to sectors of the most loaded slice_bytes, likewise.
  [[nodiscard]] double hottest_slice(std::uint64_t blocks_watched, std::uint64_t blocks_total) const;

 private:
  struct SliceLoad {
    std::uint64_t blocks = 0, visits = 0;
  };
  void visit_slices(const emu::Access& access, std::uint64_t weight);
  void keep_slices();

  using Place = std::pair<std::uint64_t, std::uint32_t>;  ///< address and site
  struct Hash {
    std::size_t operator()(const Place& p) const { return std::hash<std::uint64_t>()(p.first * 31 + p.second); }
  };
  std::unordered_map<Place, Count, Hash> block_;
  std::map<std::uint64_t, Load> loads_;
  std::unordered_map<std::uint64_t, std::uint64_t> slices_of_block_;  ///< visits by address
  std::map<std::uint64_t, SliceLoad> slices_;
};

}  // namespace forewarp::profile
