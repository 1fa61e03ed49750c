// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/maxwell.hpp"

#include <array>

#include "forewarp/frontend/machine/detail/bits.hpp"

namespace forewarp::machine {
namespace {

using detail::always;
using detail::field;
using detail::sign_extended;

constexpr std::uint64_t no_condition = 15;

/// F2F, F2I, I2F, I2I: bits 8 and 9 have the size of the result, 10 and 11 that of the operand, 3 for 64 bits.
bool is_wide(const OpcodeInfo& info, std::uint64_t word) {
  return info.pipe == Pipe::convert && (field(word, 8, 2) == 3 || field(word, 10, 2) == 3);
}

bool keeps_target(std::string_view mnemonic) { return mnemonic == "SSY" || mnemonic == "PBK" || mnemonic == "PCNT"; }

/// Calls and what keeps a target have other fields where the rest has the guard and the condition.
bool has_guard(const OpcodeInfo& info) { return info.effect != Effect::call && !keeps_target(info.mnemonic); }

bool asks_for_condition(Effect effect) {
  return effect == Effect::branch || effect == Effect::branch_table || effect == Effect::leave || effect == Effect::ret;
}

/// Bit 5: the target is in a constant bank.
std::uint32_t target_of(std::uint64_t word, std::uint32_t address, const OpcodeInfo& info) {
  if (field(word, 5, 1) != 0) return Instruction::no_target;
  const bool absolute = info.mnemonic == "JMP" || info.mnemonic == "JCAL";
  std::int64_t target =
      absolute ? static_cast<std::int64_t>(field(word, 20, 32))
               : std::int64_t{address} + maxwell_instruction_bytes + sign_extended(field(word, 20, 24), 24);
  if (target < 0 || target >= std::int64_t{Instruction::no_target}) return Instruction::no_target;
  return after_control(static_cast<std::uint32_t>(target));
}

/// Sizes in the order of their codes: U8, S8, U16, S16, 32, 64, 128 and again 128 bits.
std::uint8_t bytes_of(std::uint64_t word, const OpcodeInfo& info) {
  constexpr std::array<std::uint8_t, 8> sizes = {1, 1, 2, 2, 4, 8, 16, 16};
  return sizes[field(word, info.space == Space::generic ? 53 : 48, 3)];
}

/// The forms of an operation differ in its uppermost bits. Those with a constant bank: 0x48 to 0x4f as second operand,
/// 0x51 to 0x53 as third (0x53f8 is IDP), LOP3 and LEA, which have forms of their own, and halves with bit 7.
bool reads_constant_bank(std::uint16_t opcode) {
  if (opcode >> 13 == 3) return (opcode & 0x80) != 0;
  return opcode >> 11 == 9 || (opcode >= 0x5100 && opcode < 0x53f8) || opcode >> 9 == 1 || opcode >> 10 == 6;
}

/// "DEPBAR.LE SB5, 0x2", or "DEPBAR {4,1}", which waits like the mask of a control word.
void read_depbar(Instruction& i, std::uint64_t word) {
  if (field(word, 29, 1) != 0)
    i.waits_for = {static_cast<std::uint8_t>(field(word, 26, 3)), static_cast<std::uint8_t>(field(word, 20, 6))};
  else
    i.control.wait_mask |= static_cast<std::uint8_t>(field(word, 0, 6));
}

}  // namespace

Instruction decode_maxwell(std::uint64_t word, std::uint32_t control, std::uint32_t address, int sm) {
  Instruction i;
  i.address = address;
  i.opcode = static_cast<std::uint16_t>(word >> 48);
  i.info = find_maxwell_opcode(i.opcode, sm);
  i.control = control_word(control);
  i.paired = i.control.stall == 0;
  if (!i.info) return i;
  if (is_wide(*i.info, word)) i.info = wide_conversion(*i.info);
  const Effect effect = i.info->effect;
  if (has_guard(*i.info)) {
    i.guard = static_cast<std::uint8_t>(field(word, 16, 3));
    i.guard_negated = field(word, 19, 1) != 0;
    i.conditional = i.guard != always || (asks_for_condition(effect) && field(word, 0, 5) != no_condition);
  }
  if (effect == Effect::branch || effect == Effect::call || keeps_target(i.info->mnemonic))
    i.target = target_of(word, address, *i.info);
  const bool has_size = i.accesses_memory() && effect != Effect::atomic && i.info->space != Space::texture;
  if (has_size) i.bytes_per_lane = bytes_of(word, *i.info);
  i.constant_operand = i.info->space == Space::none && i.info->pipe != Pipe::control && i.info->pipe != Pipe::barrier &&
                       reads_constant_bank(i.opcode);
  i.fences_device = i.info->mnemonic == "MEMBAR" && field(word, 8, 2) != 0;
  if (i.info->mnemonic == "DEPBAR") read_depbar(i, word);
  return i;
}

}  // namespace forewarp::machine
