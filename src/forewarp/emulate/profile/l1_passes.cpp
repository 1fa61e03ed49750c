// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/l1_passes.hpp"

#include <algorithm>
#include <bit>

#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/profile/fullest_bank.hpp"

namespace forewarp::profile {
namespace {

using emu::for_each_lane;

constexpr unsigned line_bytes = 128, max_lane_bytes = 32, max_lanes = 32;

/// What a lane asks, as a power of two: 12 bytes go as 16.
unsigned unit_of(const emu::Access& access, unsigned least) {
  return std::bit_ceil(std::clamp<unsigned>(access.bytes, least, max_lane_bytes));
}

std::uint32_t look_ups(std::uint32_t lines) { return (lines + 1 + 3) / 4; }

/// Cycles of the 32 banks. In units of what a lane asks, 128 bytes have as many places as a group has lanes.
std::uint32_t bank_cycles(const emu::Access& access, unsigned width) {
  const unsigned unit = unit_of(access, 4), group = line_bytes / unit;
  const unsigned shift = static_cast<unsigned>(std::countr_zero(unit));
  const emu::LaneMask group_mask = (emu::LaneMask{1} << group) - 1;
  std::uint32_t sum = 0;
  for (unsigned first = 0; first < width; first += group) {
    FullestBank<max_lanes> bank;
    for_each_lane(access.active & (group_mask << first), [&](unsigned lane) {
      const auto place = access.addresses[lane] >> shift;
      bank.add(place, static_cast<unsigned>(place % group));
    });
    sum += bank.most();
  }
  return sum;
}

constexpr unsigned quad = 4, run_lanes = 16, run_bytes = 16, piece_shift = 4, amd_line_shift = 6;

/// Four lanes of up to 4 bytes. Where the pieces begin is not known: with the quads of 16 lanes each at another of the
/// four words, odd strides take 1.75 and 3 cycles, as measured; with all at the first, 1, 2 and 4.
std::uint32_t narrow_quad(const emu::Access& access, emu::LaneMask lanes) {
  FullestBank<4> words, pieces;
  const unsigned begin = static_cast<unsigned>(std::countr_zero(lanes)) / quad % 4 * 4;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto word = access.addresses[lane] >> 2, piece = (access.addresses[lane] + begin) >> piece_shift;
    words.add(word, static_cast<unsigned>(word % 4));
    pieces.add(piece, static_cast<unsigned>(piece % 4));
  });
  return std::max(words.most(), pieces.most());
}

/// Four lanes of 8 bytes and more: a place of a line is of one lane a cycle, whichever line it is of.
std::uint32_t wide_quad(const emu::Access& access, emu::LaneMask lanes) {
  const unsigned shift = static_cast<unsigned>(std::countr_zero(unit_of(access, 8)));
  const unsigned places = std::max(1U, 1U << amd_line_shift >> shift);
  FullestBank<8> bank;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto place = access.addresses[lane] >> shift;
    bank.add(place, static_cast<unsigned>(place % places));
  });
  return bank.most();
}

/// Runs of neighbouring words among 16 lanes, or 0 where four of the lanes are spread over more than 16 bytes. Example:
/// two rows of eight floats are two runs.
std::uint32_t runs_of(const emu::Access& access, emu::LaneMask lanes) {
  std::uint32_t runs = 0;
  std::uint64_t end = 0;
  for (; lanes != 0;) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(lanes)) / quad * quad;
    const emu::LaneMask of_quad = lanes & (emu::LaneMask{(1U << quad) - 1} << first);
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for_each_lane(of_quad, [&](unsigned lane) {
      low = std::min(low, access.addresses[lane]);
      high = std::max(high, access.addresses[lane] + access.bytes);
    });
    if (high - low > run_bytes) return 0;
    const bool goes_on = runs > 0 && low <= end && high + run_bytes >= end;
    if (!goes_on) ++runs;
    end = high;
    lanes &= ~of_quad;
  }
  return runs;
}

std::uint32_t wave_cycles(const emu::Access& access, unsigned width) {
  constexpr emu::LaneMask run_mask = (emu::LaneMask{1} << run_lanes) - 1, quad_mask = (emu::LaneMask{1} << quad) - 1;
  std::uint32_t sum = 0;
  for (unsigned first = 0; first < width; first += run_lanes) {
    const auto group = access.active & (run_mask << first);
    const bool narrow = access.bytes <= 4;
    const auto runs = narrow ? runs_of(access, group) : 0;
    if (runs > 0) sum += runs;
    for (unsigned at = first; runs == 0 && at < first + run_lanes; at += quad) {
      const auto lanes = group & (quad_mask << at);
      if (lanes == 0) continue;
      sum += narrow ? narrow_quad(access, lanes) : wide_quad(access, lanes);
    }
  }
  return sum;
}

}  // namespace

std::uint32_t l1_passes_of(const emu::Access& access, unsigned width, std::uint32_t lines) {
  if (access.active == 0) return 0;
  if (width > max_lanes) return wave_cycles(access, width);
  if (lines == 1 && access.bytes <= 4) return 1;
  return std::max(look_ups(lines), bank_cycles(access, width));
}

}  // namespace forewarp::profile
