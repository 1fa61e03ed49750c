// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Operands that arithmetic reads from the register file, sm_70 and after. A quarter of an SM has two banks, of the
/// even and the odd registers; each delivers one operand of a warp in a cycle. An operand that the compiler marks for
/// reuse is kept by its bank and place in the instruction until the next read there (Huerta et al., "Analyzing Modern
/// NVIDIA GPU cores", MICRO 2025, section on the register file; Jia et al. 2018 found the banks of Volta).
///
/// Example: FFMA R15, R11, R15, R10 reads two odd registers and one even, and needs two cycles of the odd bank, while
/// 32 lanes could compute one FFMA in each. In turn with FFMA R14, R8, R14, R5 it is one and a half on the mean. A loop
/// of such pairs reaches 0.63 of the peak on an H200, and on an L40 at the clock that it kept, and 0.96 on an A100 with
/// its 16 lanes (gpu-benches, gpu-roofline).
#include <array>
#include <cstdint>

namespace forewarp::machine {

struct Instruction;

/// Register numbers of the three operands; no_register: none, a constant, or the register that is always zero.
struct RegisterSources {
  static constexpr std::uint8_t no_register = 255;
  std::array<std::uint8_t, 3> registers{no_register, no_register, no_register};
  bool operator==(const RegisterSources&) const = default;
};

/// Of FFMA, FADD, FMUL, IMAD, IADD3 and LOP3 of 32 bits; nothing of other instructions, whose pipes are narrower.
[[nodiscard]] RegisterSources register_sources(std::uint64_t low, std::uint64_t high, std::uint16_t opcode);

/// Reads of the two banks.
using BankReads = std::array<double, 2>;

/// The instructions of a basic block one after the other.
class RegisterReads {
 public:
  /// Of one warp, without what is kept from before.
  [[nodiscard]] BankReads read(const Instruction& instruction);

 private:
  std::array<std::array<std::uint8_t, 3>, 2> kept_{{{255, 255, 255}, {255, 255, 255}}};
};

}  // namespace forewarp::machine
