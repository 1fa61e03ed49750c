// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// What a word of A or B holds.
enum class WgmmaElement : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, s8, u8 };
enum class WgmmaSum : std::uint8_t { f32, f16, s32 };

/// wgmma.mma_async, kept in MachineOp::control. MachineOp::rows has the registers of D, then those of A (four, or its
/// descriptor), B's descriptor and the predicate that keeps D, in which absent_row says always; of a sparse product
/// then the metadata, whose selector is in control2.
struct WgmmaShape {
  WgmmaElement a{}, b{};
  WgmmaSum sum{};
  unsigned columns = 8;
  bool a_in_registers = false;
  bool across_a = false, across_b = false;  ///< the matrix runs across k in memory (imm-trans)
  bool minus_a = false, minus_b = false, satfinite = false;
  bool sparse = false;  ///< A has half of the depth (sparse_metadata.hpp)

  [[nodiscard]] std::uint32_t packed() const;
  [[nodiscard]] static WgmmaShape of(std::uint32_t packed);
  [[nodiscard]] unsigned sum_registers() const { return sum == WgmmaSum::f16 ? columns / 4 : columns / 2; }
};

/// Each warp computes its sixteen of the warpgroup's 64 rows when it comes to the instruction: the accumulator is there
/// at once, and wait_group has nothing to wait for. What it reads of shared memory are A's rows and a quarter of B, as
/// the four warps share B.
Flow run_wgmma(Warp& warp, const MachineOp& op, LaneMask active);

}  // namespace forewarp::emu
