// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which vector instructions to compute with. Whatever they are, the results are the same, bit for bit.
#include <cstdint>

namespace forewarp {

/// Each has what those before it have: the psABI's x86-64-v3 (AVX2, FMA, BMI) and x86-64-v4 (AVX-512 F, BW, DQ, VL).
enum class InstructionSet : std::uint8_t { baseline, x86_64_v3, x86_64_v4 };

/// The widest that the processor has, or what the environment's FOREWARP_ISA asks for (baseline, v3, v4). Throws
/// InputError where that is none of these or the processor has it not.
[[nodiscard]] InstructionSet instruction_set();

}  // namespace forewarp
