// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/register_reads.hpp"

#include <algorithm>

#include "forewarp/frontend/machine/detail/bits.hpp"
#include "forewarp/frontend/machine/instruction.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::machine {

using detail::field;

/// The lower nine bits are the operation, the upper three the form: 1 has three registers; the others keep the register
/// that is left in bits 64 to 71: with a number (2), a constant (3) or a uniform register (7) as the third, it is the
/// second ("FFMA R10, R10, R11.reuse, 0.5" has the flag of the second), else the third.
RegisterSources register_sources(std::uint64_t low, std::uint64_t high, std::uint16_t opcode) {
  constexpr std::uint16_t fmul = 0x20, fadd = 0x21, ffma = 0x23, imad = 0x24, iadd3 = 0x10, lop3 = 0x12;
  constexpr unsigned three_registers = 1, third_is_number = 2, third_is_constant = 3, third_is_uniform = 7;
  const auto operation = static_cast<std::uint16_t>(opcode & 0x1ff);
  const unsigned form = opcode >> 9;
  const bool two = is_one_of(operation, fmul, fadd), three = is_one_of(operation, ffma, imad, iadd3, lop3);
  const bool no_third = is_one_of(form, third_is_number, third_is_constant, third_is_uniform);
  RegisterSources sources;
  if (!two && !three) return sources;
  auto& [a, b, c] = sources.registers;
  a = static_cast<std::uint8_t>(field(low, 24, 8));
  if (form == three_registers) b = static_cast<std::uint8_t>(field(low, 32, 8));
  if (three) (no_third ? b : c) = static_cast<std::uint8_t>(field(high, 0, 8));
  return sources;
}

BankReads RegisterReads::read(const Instruction& instruction) {
  BankReads reads{};
  const auto& registers = instruction.sources.registers;
  for (std::size_t place = 0; place < registers.size(); ++place) {
    const std::uint8_t reg = registers[place];
    if (reg == RegisterSources::no_register) continue;
    std::uint8_t& kept = kept_[reg % 2][place];
    // One register in two places is read once.
    const bool twice = std::find(registers.begin(), registers.begin() + static_cast<std::ptrdiff_t>(place), reg) !=
                       registers.begin() + static_cast<std::ptrdiff_t>(place);
    if (kept != reg && !twice) ++reads[reg % 2];
    kept = (instruction.control.reuse >> place & 1) != 0 ? reg : RegisterSources::no_register;
  }
  return reads;
}

}  // namespace forewarp::machine
