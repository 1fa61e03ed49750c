// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Machine instructions of Maxwell and Pascal, sm_50 to sm_62. Of their 64 bits are read, as far as an opcode has them:
///
///     0-4     condition code that a branch asks for, 15: none     16-18  guard predicate, 7: always     19  negated
///     20-43   distance of a branch from the next instruction      48-63  what is computed, and flags of it
///     48-50   size of a memory access; of LD and ST 53-55
///
/// Code comes in groups of four words: the first has 21 bits of control for each of the three instructions that follow.
///
/// Sources: the CUDA binary utilities print opcodes, predicates and targets; control words and the places of operands
/// as in Gray's assembler maxas (github.com/NervanaSystems/maxas).
#include <cstdint>

#include "forewarp/frontend/machine/instruction.hpp"

namespace forewarp::machine {

inline constexpr int first_maxwell_sm = 50, end_maxwell_sm = 63;
inline constexpr std::uint32_t maxwell_instruction_bytes = 8, maxwell_group_bytes = 32;

/// The address of the instruction that a branch to this address executes first: a control word is none.
[[nodiscard]] constexpr std::uint32_t after_control(std::uint32_t address) {
  return address % maxwell_group_bytes == 0 ? address + maxwell_instruction_bytes : address;
}

/// `control`: its 21 bits. Where SYNC, BRK and CONT lead does not follow from the instruction alone
/// (detail/target_stack.hpp).
[[nodiscard]] Instruction decode_maxwell(std::uint64_t word, std::uint32_t control, std::uint32_t address, int sm);

}  // namespace forewarp::machine
