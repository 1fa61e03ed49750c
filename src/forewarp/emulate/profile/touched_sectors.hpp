// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which sectors of the launch's buffers any block touched, a bit each. Only where every block runs: what all of them
/// touch together is then counted, not estimated from some of them. Any number of threads may mark; the order does not
/// matter.
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "forewarp/emulate/profile/block_footprint.hpp"

namespace forewarp::profile {

class TouchedSectors {
 public:
  /// bytes: of each buffer, by its place in the map.
  TouchedSectors(const BufferMap& buffers, const std::vector<std::uint64_t>& bytes);

  /// The sectors of a request, as differences to base.
  void mark(std::uint64_t base, std::span<const std::uint64_t> sectors);
  [[nodiscard]] std::uint64_t count(std::size_t buffer) const;

 private:
  struct Bits {
    std::uint64_t first = 0, words = 0;  ///< sectors from first on
    std::unique_ptr<std::atomic<std::uint64_t>[]> bits;
  };
  [[nodiscard]] const Bits* bits_of(std::uint64_t sector) const;
  const BufferMap buffers_;
  std::vector<Bits> of_buffer_;
};

}  // namespace forewarp::profile
