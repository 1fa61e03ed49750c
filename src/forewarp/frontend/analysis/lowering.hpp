// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Instructions of PTX that the machine compiler joins with others. PTX has two operands where the machine has three: a
/// product and the sum that reads it are an FFMA, two additions an IADD3, a shift and an addition an LEA, up to four
/// logic operations a LOP3, a product of 32-bit numbers and the 64-bit sum that reads it an IMAD.WIDE (CUDA Binary
/// Utilities, instruction sets of Maxwell to Hopper; seen in the machine code of the bundled kernels, ./dev bench mix).
/// A move from a special register is an S2R, unless the register is a size of the grid, which is a constant.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/frontend/analysis/def_use.hpp"

namespace forewarp::analysis {

/// What becomes of an instruction.
enum class Lowering : std::uint8_t {
  alone,          ///< what its opcode says
  always,         ///< part of the instruction that reads its result, on each architecture
  since_maxwell,  ///< the same from Maxwell on
  since_volta,    ///< the same from Volta on
  wide_sum,       ///< an addition of 64 bits that takes in a product of 32-bit numbers: one instruction from Volta on
  special_register,  ///< S2R
};
inline constexpr std::size_t lowering_kinds = 6;

/// By instruction. Only instructions of one basic block without guards are joined, and only where nothing else reads
/// the result of the first; products with a rounding modifier (mul.rn) stay apart from sums, as PTX demands. The sum of
/// IMAD.WIDE may be elsewhere and have several products: the machine computes the product again. block_of: the number
/// of the basic block of each instruction.
[[nodiscard]] std::vector<Lowering> lowerings(const DefUse& registers, std::span<const std::uint32_t> block_of);

}  // namespace forewarp::analysis
