// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One selectable operation. The sources under kernels/ are compiled once for each Isa, every time into a namespace of
/// that name, and each source gives one table of entries.
#include <cstdint>
#include <span>

#include "forewarp/emulate/lanes/scalar/control.hpp"
#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu::lanes {

static_assert(control_bits::satfinite == lane_satfinite);

/// key is canonical PTX text ("add.sat.s32", "cvt.f16.f32"): what select.cpp makes of an instruction once defaults are
/// dropped and what travels in LaneInst::control is taken out. rows has a letter for each flattened operand,
/// destinations first; see LaneChoice::rows for the letters.
struct LaneEntry {
  const char* key;
  LaneFn fn;
  const char* rows;
  std::uint8_t destinations;
  const char* scalar = nullptr;  ///< the text that fusion needs; without it there is none
  Fusion fusion = Fusion::none;
};

/// Video instructions: bytes and half words of operands, what follows the operation, and what the types are.
namespace video_bits {
inline constexpr std::uint32_t a_part_shift = 0, b_part_shift = 3, d_part_shift = 6;  ///< 0 whole, 1-4 b0-b3, 5-6 h0-h1
inline constexpr std::uint32_t part = 7;
inline constexpr std::uint32_t second_shift = 9;  ///< Second
inline constexpr std::uint32_t a_signed = 1U << 11, b_signed = 1U << 12, d_signed = 1U << 13;
inline constexpr std::uint32_t sat = 1U << 14;
inline constexpr std::uint32_t wrap = 1U << 15;           ///< shifts by the amount modulo 32
inline constexpr std::uint32_t comparison_shift = 16;     ///< vset: VideoComparison
inline constexpr std::uint32_t scale_shift = 16;          ///< vmad: bits to shift right by
inline constexpr std::uint32_t plus_one = 1U << 20;       ///< vmad: .po
inline constexpr std::uint32_t minus_product = 1U << 21;  ///< vmad: -a, or -b
inline constexpr std::uint32_t minus_c = 1U << 22;        ///< vmad: -c
inline constexpr std::uint32_t signed_result = 1U << 23;  ///< vmad
inline constexpr std::uint32_t mask_shift = 24;           ///< packed: parts that are computed
}  // namespace video_bits
enum class Second : std::uint8_t { none, add, min, max };
enum class VideoComparison : std::uint8_t { eq, ne, lt, le, gt, ge };

// One table a source.
#define FOREWARP_LANES_TABLES(isa)                           \
  namespace isa {                                            \
  [[nodiscard]] std::span<const LaneEntry> integer_table();  \
  [[nodiscard]] std::span<const LaneEntry> multiply_table(); \
  [[nodiscard]] std::span<const LaneEntry> bits_table();     \
  [[nodiscard]] std::span<const LaneEntry> bytes_table();    \
  [[nodiscard]] std::span<const LaneEntry> moves_table();    \
  [[nodiscard]] std::span<const LaneEntry> compare_table();  \
  [[nodiscard]] std::span<const LaneEntry> single_table();   \
  [[nodiscard]] std::span<const LaneEntry> double_table();   \
  [[nodiscard]] std::span<const LaneEntry> special_table();  \
  [[nodiscard]] std::span<const LaneEntry> half_table();     \
  [[nodiscard]] std::span<const LaneEntry> convert_table();  \
  [[nodiscard]] std::span<const LaneEntry> narrow_table();   \
  [[nodiscard]] std::span<const LaneEntry> cross_table();    \
  [[nodiscard]] std::span<const LaneEntry> matrix_table();   \
  [[nodiscard]] std::span<const LaneEntry> video_table();    \
  }
FOREWARP_LANES_TABLES(baseline)
FOREWARP_LANES_TABLES(x86_64_v3)
FOREWARP_LANES_TABLES(x86_64_v4)
#undef FOREWARP_LANES_TABLES

}  // namespace forewarp::emu::lanes
