// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emu/exec/warp.hpp"

namespace forewarp::emu {

/// ldmatrix, stmatrix, movmatrix on 8x8 matrices of 16-bit elements. elements: matrices; rows: one register each;
/// control: 1 when transposed.
enum class MatrixOp : std::uint8_t { load, store, transpose };
[[nodiscard]] MachineFn select_matrix(MatrixOp op, unsigned width);

}  // namespace forewarp::emu
