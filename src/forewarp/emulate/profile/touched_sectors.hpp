// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which sectors of the launch's buffers any block touched, a bit each. Only where every block runs: what all of them
/// touch together is then counted, not estimated from some of them. Any number of threads may mark; the order does not
/// matter. Buffers without end (emu::Bounds::none) get more bits where they are touched, in pieces of 64 MiB, up to
/// 64 GiB of all together.
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "forewarp/emulate/profile/block_footprint.hpp"

namespace forewarp::profile {

class TouchedSectors {
 public:
  /// bytes: of each buffer, by its place in the map; is_endless: whether it has no end, false where not said.
  TouchedSectors(const BufferMap& buffers, const std::vector<std::uint64_t>& bytes,
                 const std::vector<bool>& is_endless = {});
  ~TouchedSectors();
  TouchedSectors(const TouchedSectors&) = delete;
  TouchedSectors& operator=(const TouchedSectors&) = delete;

  /// The sectors of a request, as differences to base.
  void mark(std::uint64_t base, std::span<const std::uint64_t> sectors);
  [[nodiscard]] std::uint64_t count(std::size_t buffer) const;
  /// Whether every sector that was touched could be noted; else count() is too small.
  [[nodiscard]] bool is_complete() const { return pieces_ <= max_pieces; }

 private:
  struct Bits {
    std::uint64_t first = 0, words = 0;  ///< sectors from first on
    std::unique_ptr<std::atomic<std::uint64_t>[]> bits;
    [[nodiscard]] std::uint64_t count() const;
  };
  static constexpr unsigned piece_sectors_shift = 21;  ///< 64 MiB of a buffer, 256 KiB of bits
  static constexpr std::uint64_t max_pieces = 1024;
  using Pieces = std::vector<std::atomic<Bits*>>;

  [[nodiscard]] const Bits* bits_of(std::uint64_t sector);
  [[nodiscard]] const Bits* piece_of(Pieces& pieces, std::uint64_t first, std::uint64_t sector);
  const BufferMap buffers_;
  std::vector<Bits> of_buffer_;
  std::vector<Pieces> beyond_;  ///< by buffer, by the distance from its address; empty for those with an end
  std::atomic<std::uint64_t> pieces_{0};
};

}  // namespace forewarp::profile
