// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/instruction.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/machine/detail/bits.hpp"

namespace forewarp::machine {
namespace {

constexpr std::uint64_t device_scope = 2;  ///< of MEMBAR; 0: the block, 3: the system

using detail::always;
using detail::field;
using detail::sign_extended;

/// Distance from the next instruction, in units of four bytes: bits 34 to 81, and since sm_90 bits 16 to 23 below them.
std::int64_t branch_distance(std::uint64_t low, std::uint64_t high, int sm) {
  const std::uint64_t upper = low >> 34 | field(high, 0, 18) << 30;
  if (sm < 90) return sign_extended(upper, 48) * 4;
  return sign_extended(upper << 8 | field(low, 16, 8), 56) * 4;
}

std::uint32_t target_of(std::uint64_t low, std::uint64_t high, std::uint32_t address, int sm) {
  const std::int64_t target = address + std::int64_t{instruction_bytes} + branch_distance(low, high, sm);
  if (target < 0 || target >= std::int64_t{Instruction::no_target}) return Instruction::no_target;
  return static_cast<std::uint32_t>(target);
}

/// Of loads and stores. Sizes in the order of their codes: U8, S8, U16, S16, 32, 64, 128 and again 128 bits.
std::uint8_t bytes_of(std::uint64_t high, std::string_view mnemonic) {
  // Of one, two or four matrices of 8x8 halves 4 bytes each.
  if (mnemonic == "LDSM" || mnemonic == "STSM") return static_cast<std::uint8_t>(4 << field(high, 8, 2));
  constexpr std::uint8_t sizes[] = {1, 1, 2, 2, 4, 8, 16, 16};
  return sizes[field(high, 9, 3)];
}

/// The upper three bits of an opcode: 3 and 5 are a constant bank as third and second operand.
bool reads_constant(std::uint16_t opcode) { return opcode >> 9 == 3 || opcode >> 9 == 5; }

bool is_branch(Effect effect) {
  return effect == Effect::branch || effect == Effect::branch_table || effect == Effect::call ||
         effect == Effect::leave || effect == Effect::ret;
}

/// BRA.U has a uniform predicate; every branch has a second one.
bool has_further_predicate(const Instruction& i, std::uint64_t low, std::uint64_t high) {
  const bool uniform = i.effect() == Effect::branch && i.opcode >> 9 == 2;
  return (uniform && field(low, 24, 3) != always) || field(high, 23, 3) != always;
}

/// Examples: IMAD.MOV.U32 R4, RZ, RZ, R2; HFMA2.MMA R4, -RZ, RZ, 0, 0 for a zero.
bool is_product_with_zero(const OpcodeInfo& info, std::uint64_t low) {
  constexpr std::uint64_t zero = 255;
  return (info.mnemonic == "IMAD" || info.mnemonic == "HFMA2") && field(low, 24, 8) == zero;
}

}  // namespace

ControlWord control_word(std::uint32_t bits) {
  return {.stall = static_cast<std::uint8_t>(field(bits, 0, 4)),
          .yield = field(bits, 4, 1) != 0,
          .write_barrier = static_cast<std::uint8_t>(field(bits, 5, 3)),
          .read_barrier = static_cast<std::uint8_t>(field(bits, 8, 3)),
          .wait_mask = static_cast<std::uint8_t>(field(bits, 11, 6)),
          .reuse = static_cast<std::uint8_t>(field(bits, 17, 4))};
}

namespace {

/// "DEPBAR.LE SB0, 0x2".
void read_depbar(Instruction& i, std::uint64_t low) {
  if (field(low, 47, 1) == 0) return;
  i.waits_for = {static_cast<std::uint8_t>(field(low, 44, 3)), static_cast<std::uint8_t>(field(low, 38, 6))};
}

}  // namespace

Instruction decode(std::uint64_t low, std::uint64_t high, std::uint32_t address, int sm) {
  Instruction i;
  i.address = address;
  i.opcode = static_cast<std::uint16_t>(field(low, 0, 12));
  i.info = find_opcode(i.opcode & 0x1ff, sm);
  i.guard = static_cast<std::uint8_t>(field(low, 12, 3));
  i.guard_negated = field(low, 15, 1) != 0;
  i.conditional = i.guard != always;
  i.control = control_word(static_cast<std::uint32_t>(field(high, 41, 21)));
  if (!i.info) return i;
  const Effect effect = i.info->effect;
  if (is_branch(effect)) i.conditional = i.conditional || has_further_predicate(i, low, high);
  if (effect == Effect::branch || effect == Effect::call) i.target = target_of(low, high, address, sm);
  // Textures have other bits there; how much their instructions read is not in a field of its own.
  const bool has_size = i.accesses_memory() && effect != Effect::atomic && i.info->space != Space::texture;
  if (has_size) i.bytes_per_lane = bytes_of(high, i.info->mnemonic);
  const bool computes = i.info->space == Space::none && !is_branch(effect) && i.info->pipe != Pipe::barrier;
  i.moves = is_product_with_zero(*i.info, low);
  i.sources = register_sources(low, high, i.opcode);
  i.constant_operand = computes && reads_constant(i.opcode);
  i.of_bfloats = i.info->pipe == Pipe::fp16 && field(high, 21, 1) != 0;
  i.fences_device = i.info->mnemonic == "MEMBAR" && field(high, 12, 3) >= device_scope;
  if (i.info->mnemonic == "DEPBAR") read_depbar(i, low);
  return i;
}

std::string text_of(const Instruction& i) {
  std::string text;
  if (i.guard != always) text = fmt::format("@{}P{} ", i.guard_negated ? "!" : "", i.guard);
  if (!i.info) return text + fmt::format("unknown opcode {:#05x}", i.opcode);
  text += i.info->mnemonic;
  if (i.bytes_per_lane > 4) text += fmt::format(".{}", 8 * i.bytes_per_lane);
  return text;
}

}  // namespace forewarp::machine
