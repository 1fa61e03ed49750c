// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Distinct sectors and lines of a request whose sectors are close together, by one bit per sector: no hash, no search
/// and no branch per lane, whatever their order.
#include <array>
#include <cstdint>

namespace forewarp::profile {

class SectorSet {
 public:
  /// Sectors may be this far apart (2 MiB of memory).
  static constexpr std::uint64_t max_span = std::uint64_t{1} << 16;
  struct Counts {
    std::uint32_t sectors, lines;
  };

  /// Where the window of max_span sectors around one of them begins; a multiple of 64, modulo 2^64.
  [[nodiscard]] static std::uint64_t origin_around(std::uint64_t sector) {
    return (sector & ~std::uint64_t{63}) - max_span / 2;
  }

  /// Keeps of sectors[0, count) the first of each number, in place and in order. All are in the window from origin on.
  Counts reduce(std::uint64_t* sectors, std::uint32_t count, std::uint64_t origin) {
    Counts kept{0, 0};
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t sector = sectors[i], at = sector - origin;
      std::uint64_t& word = words_[at / 64];
      const std::uint64_t before = word;
      word = before | std::uint64_t{1} << at % 64;
      sectors[kept.sectors] = sector;
      kept.sectors += static_cast<std::uint32_t>(~before >> at % 64 & 1);
      // A line is four sectors, so four bits of one word: origin is a multiple of 64.
      kept.lines += (before >> (at % 64 & ~std::uint64_t{3}) & 0xf) == 0 ? 1U : 0U;
    }
    for (std::uint32_t i = 0; i < kept.sectors; ++i) words_[(sectors[i] - origin) / 64] = 0;
    return kept;
  }

 private:
  std::array<std::uint64_t, max_span / 64> words_{};  ///< all zero between calls
};

}  // namespace forewarp::profile
