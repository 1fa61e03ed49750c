// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One machine instruction (SASS) of sm_50 to sm_121. From sm_70 on it has 128 bits; as far as they are read:
///
///     0-8     what is computed               9-11    where its operands are
///     12-14   guard predicate, 7: always     15      guard negated
///     24-26   uniform predicate of BRA.U     27      negated
///     73-75   size of a memory access        76-78   scope of MEMBAR: block, device, system
///     85      bfloats in place of halves
///     87-90   second predicate of a branch, 7: always
///     105-108 stall count                    109     yield
///     110-112 scoreboard set by the result   113-115 scoreboard set when operands are read   (7: none)
///     116-121 scoreboards waited for         122-125 operands kept for the next instruction
///
/// Before, it has 64, and the word before each three of them has their control words (maxwell.hpp).
///
/// Sources: the CUDA binary utilities print opcodes and predicates; control words as described by Jia et al.,
/// "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, section 2.1.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "forewarp/frontend/machine/opcode.hpp"
#include "forewarp/frontend/machine/register_reads.hpp"

namespace forewarp::machine {

inline constexpr std::uint32_t instruction_bytes = 16;  ///< from sm_70 on

/// What the compiler tells the scheduler: cycles until the next instruction of the warp may issue, and the scoreboards
/// of instructions whose latency it does not know.
struct ControlWord {
  static constexpr std::uint8_t no_barrier = 7;
  std::uint8_t stall = 0;  ///< before sm_70, 0: the next instruction issues in the same cycle
  bool yield = false;
  std::uint8_t write_barrier = no_barrier, read_barrier = no_barrier;
  std::uint8_t wait_mask = 0;  ///< of the six scoreboards
  std::uint8_t reuse = 0;
  bool operator==(const ControlWord&) const = default;
};

/// Of its 21 bits: in the order above, from the lowest.
[[nodiscard]] ControlWord control_word(std::uint32_t bits);

/// What DEPBAR waits for: no more than `open` of the instructions that set the scoreboard are under way.
struct OpenAccesses {
  std::uint8_t scoreboard = ControlWord::no_barrier;
  std::uint8_t open = 0;
  bool operator==(const OpenAccesses&) const = default;
};

struct Instruction {
  static constexpr std::uint32_t no_target = 0xffffffff;
  std::uint32_t address = 0;         ///< bytes from the begin of its section
  std::uint16_t opcode = 0;          ///< twelve bits; before sm_70 the sixteen from bit 48 on
  const OpcodeInfo* info = nullptr;  ///< nullptr: unknown
  std::uint8_t guard = 7;            ///< predicate; 7: always
  bool guard_negated = false;
  bool conditional = false;          ///< executed by some threads only: the guard, or a further predicate of a branch
  bool moves = false;                ///< a product with zero, which the compiler writes for a move
  bool of_bfloats = false;           ///< arithmetic of 16-bit floats with the exponent of 32-bit ones (.BF16_V2)
  bool fences_device = false;        ///< waits until the device, or the system, sees the stores before it
  bool constant_operand = false;     ///< reads a constant bank beside its work, for which others need a load
  std::uint8_t bytes_per_lane = 0;   ///< of a load, store or copy; 0 for other instructions
  std::uint32_t target = no_target;  ///< address in the section that a branch or call leads to, or that SSY keeps
  bool paired = false;               ///< the next instruction issues in the same cycle
  ControlWord control;
  RegisterSources sources;  ///< of arithmetic that may wait for the banks of registers
  OpenAccesses waits_for;
  std::uint32_t line = 0;  ///< of PTX; 0 where the line table has none

  [[nodiscard]] Effect effect() const { return info ? info->effect : Effect::none; }
  [[nodiscard]] Space space() const { return info ? info->space : Space::none; }
  [[nodiscard]] std::string_view mnemonic() const { return info ? info->mnemonic : std::string_view{}; }
  /// Until the next one issues, if it need not wait.
  [[nodiscard]] int issue_cycles() const { return paired ? 0 : std::max<int>(1, control.stall); }
  [[nodiscard]] bool accesses_memory() const {
    const Effect e = effect();
    return e == Effect::load || e == Effect::store || e == Effect::atomic || e == Effect::copy;
  }
};

/// Of the instruction's two words, sm_70 and after. A target beyond 32 bits is none.
[[nodiscard]] Instruction decode(std::uint64_t low, std::uint64_t high, std::uint32_t address, int sm);

/// "@!P0 LDG.64", "unknown opcode 0x1ff".
[[nodiscard]] std::string text_of(const Instruction& instruction);

}  // namespace forewarp::machine
