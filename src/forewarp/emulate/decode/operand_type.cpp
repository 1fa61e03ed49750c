// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/operand_type.hpp"

#include <bit>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::emu {

using ptx::Type;

namespace {

Type widened(Type type) {
  if (type == Type::u16) return Type::u32;
  if (type == Type::s16) return Type::s32;
  if (type == Type::u32) return Type::u64;
  return type == Type::s32 ? Type::s64 : type;
}

Type source_type(const ptx::Instruction& i) { return i.type(i.type_count > 1 ? 1 : 0); }

}  // namespace

/// The type by which an operand is read, from the opcode's row in the table: the shift amount of
/// shl.b64 is a u32, the third operand of mad.wide.u32 a u64, the fourth of selp a predicate. It
/// decides how the bits of an immediate are laid out.
Type operand_type(const ptx::Instruction& i, unsigned position) {
  using ptx::OperandTypes;
  const Type first = i.type(0);
  switch (ptx::info_of(i.opcode).types) {
    case OperandTypes::alike:
      return first == Type::none ? Type::u32 : first;
    case OperandTypes::words:
      return Type::u32;
    case OperandTypes::shift:
      return position == 2 ? Type::u32 : first;
    case OperandTypes::product:
      return i.has("wide") && (position == 0 || position == 3) ? widened(first) : first;
    case OperandTypes::extraction:
      return position >= 2 ? Type::u32 : first;
    case OperandTypes::insertion:
      return position >= 3 ? Type::u32 : first;
    case OperandTypes::conversion:
      if (i.has("pack")) return position == 1 || position == 2 ? source_type(i) : Type::b32;
      return position == 0 ? first : source_type(i);
    case OperandTypes::comparison:
      return position == 0 ? first : position == 3 ? Type::pred : source_type(i);
    case OperandTypes::predicate:
      return position == 0 || position == 3 ? Type::pred : first;
    case OperandTypes::selection:
      return position == 3 ? Type::pred : first;
    case OperandTypes::sign_selection:
      return position == 3 ? source_type(i) : first;
    case OperandTypes::count:
      return position == 0 ? Type::u32 : first;
    case OperandTypes::test:
      return position == 0 ? Type::pred : first;
    case OperandTypes::match:
      return position == 1 ? first : Type::u32;
    case OperandTypes::vote:
      return position == 1 ? Type::pred : Type::u32;
  }
  return first;
}

/// A literal such as 1.0 is a double in PTX whatever instruction it is in: add.f32 gets 0x3f800000,
/// the same number as an f32. Whole numbers are cut to the width: -1 as a u16 is 0xffff.
std::uint64_t immediate_bits(const ptx::Operand& immediate, Type type) {
  const unsigned bytes = type == Type::pred ? 1 : ptx::size_of(type);
  std::uint64_t bits = immediate.bits;
  if (immediate.type == Type::f64 && bytes == 4)
    bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
  if (immediate.type == Type::f32 && type == Type::f64)
    bits = std::bit_cast<std::uint64_t>(double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))});
  if (type == Type::pred) return bits != 0;
  return bytes >= 8 || bytes == 0 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

}  // namespace forewarp::emu
