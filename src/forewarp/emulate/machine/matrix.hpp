// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// ldmatrix, stmatrix, movmatrix on 8x8 matrices of 16-bit elements. elements: matrices; rows: one register each;
/// control: 1 when transposed.
enum class MatrixOp : std::uint8_t { load, store, transpose };
[[nodiscard]] MachineFn select_matrix(MatrixOp op, unsigned width);

/// Whether all lanes of the warp have come to a matrix instruction; false when some must be waited for. Faults where
/// some have left the kernel: PTX leaves undefined what a matrix instruction of a part of a warp does.
[[nodiscard]] bool warp_has_come(Warp& warp, const MachineOp& op, LaneMask active);

}  // namespace forewarp::emu
