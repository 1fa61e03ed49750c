// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/half_warps.hpp"

#include <algorithm>
#include <array>

#include "forewarp/emulate/machine/lanes_of.hpp"

namespace forewarp::profile {
namespace {

/// The distinct pieces and sectors that half a warp touches: a hash table of sectors whose places in use are the bits
/// of one word, so that none has to be cleared.
class HalfWarp {
 public:
  static constexpr unsigned lanes = 16, piece_shift = 4, bytes_a_cycle = 4;

  /// `piece` is address / 16.
  void add(std::uint64_t piece) {
    const auto sector = piece >> 1, bit = std::uint64_t{1} << (piece & 1);
    auto at = sector * 0x9e3779b97f4a7c15U >> (64 - table_bits);
    for (; (used_ >> at & 1) != 0; at = (at + 1) % table_size) {
      if (sectors_of_[at] != sector) continue;
      if ((pieces_of_[at] & bit) == 0) count_piece(piece);
      pieces_of_[at] |= static_cast<std::uint8_t>(bit);
      return;
    }
    used_ |= std::uint64_t{1} << at;
    sectors_of_[at] = sector;
    pieces_of_[at] = static_cast<std::uint8_t>(bit);
    ++sectors_;
    count_piece(piece);
  }

  [[nodiscard]] std::uint32_t sectors() const { return sectors_; }

  /// Cycles in which the banks give up the pieces.
  [[nodiscard]] std::uint32_t cycles() const {
    std::uint32_t all = 0, fullest = 0;
    for (const auto pieces : in_bank_) all += pieces, fullest = std::max(fullest, pieces);
    return std::max((all + pieces_a_cycle - 1) / pieces_a_cycle, (fullest + pieces_a_bank - 1) / pieces_a_bank);
  }

 private:
  static constexpr unsigned banks = 4, pieces_a_cycle = 4, pieces_a_bank = 2;
  /// More places than the 48 sectors that 16 lanes of 32 bytes touch where they are not aligned.
  static constexpr unsigned table_bits = 6, table_size = 1U << table_bits;

  void count_piece(std::uint64_t piece) { ++in_bank_[piece % banks]; }

  std::array<std::uint64_t, table_size> sectors_of_;
  std::array<std::uint8_t, table_size> pieces_of_;
  std::uint64_t used_ = 0;
  std::array<std::uint32_t, banks> in_bank_{};
  std::uint32_t sectors_ = 0;
};

}  // namespace

HalfWarps half_warps_of(const emu::Access& access, unsigned width) {
  constexpr emu::LaneMask ones = (emu::LaneMask{1} << HalfWarp::lanes) - 1;
  constexpr std::uint64_t most_bytes = 32;  // no lane asks more
  const auto returned = std::max<std::uint32_t>(1, access.bytes / HalfWarp::bytes_a_cycle);
  const auto more = std::clamp<std::uint64_t>(access.bytes, 1, most_bytes) - 1;
  HalfWarps sum;
  for (unsigned first = 0; first < width; first += HalfWarp::lanes) {
    const auto lanes = access.active & (ones << first);
    if (lanes == 0) continue;
    HalfWarp touched;
    std::uint64_t before = ~std::uint64_t{0};
    emu::for_each_lane(lanes, [&](unsigned lane) {
      const auto begin = access.addresses[lane] >> HalfWarp::piece_shift;
      const auto last = (access.addresses[lane] + more) >> HalfWarp::piece_shift;
      for (auto piece = begin == before ? begin + 1 : begin; piece <= last; ++piece) touched.add(piece);
      before = last;
    });
    sum.passes += std::max(touched.cycles(), returned);
    sum.sectors += touched.sectors();
  }
  return sum;
}

}  // namespace forewarp::profile
