// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Operands of an instruction as rows of the frame.
#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/decode/operand_type.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/emulate/machine/spaces.hpp"
#include "forewarp/emulate/machine/special.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::emu {

using ptx::OperandKind;
using ptx::Special;
using ptx::StateSpace;

namespace {

/// Clocks must be read anew at each use; all other special registers keep their value while a frame
/// lives.
bool changes_while_running(Special special) {
  using enum ptx::Special;
  return is_one_of(special, clock, clock_hi, clock64, globaltimer, globaltimer_lo, globaltimer_hi);
}

std::uint8_t value_bytes(ptx::Type type, unsigned slot) {
  return static_cast<std::uint8_t>(ptx::size_of(type) == 2 ? 2 : slot);
}

EnteredRow special_row(const ptx::Operand& o, ptx::Type type, unsigned slot) {
  EnteredRow row;
  row.kind = changes_while_running(o.special) ? EnteredRow::Kind::refreshed : EnteredRow::Kind::special;
  row.special = o.special;
  row.component = o.component;
  row.bytes = static_cast<std::uint8_t>(slot);
  row.value_bytes = value_bytes(type, slot);
  return row;
}

}  // namespace

/// The row of an operand where it has the width that is needed (slot: bytes per lane, 0 for
/// predicates); nothing where it has not, and the instruction is then refused.
std::optional<std::uint32_t> FunctionDecoder::row_of(const ptx::Operand& o, ptx::Type type, unsigned slot) {
  switch (o.kind) {
    case OperandKind::reg: {
      const ptx::Type own = layout_.type(o.index);
      const unsigned own_slot = own == ptx::Type::pred ? 0 : slot_bytes(own);
      if (own_slot != slot) return std::nullopt;
      return layout_.row(o.index);
    }
    case OperandKind::immediate:
      if (slot == 0) return layout_.predicate(o.bits != 0);
      return layout_.constant(immediate_bits(o, type), slot);
    case OperandKind::special:
      return special_operand(o, type, slot);
    case OperandKind::symbol:
    case OperandKind::label:
      if (slot == 0) return std::nullopt;
      if (const std::optional<Symbol> symbol = find(o.name)) return symbol_row(o, slot, symbol);
      return std::nullopt;
    case OperandKind::sink:
      return LaneInst::absent_row;
    case OperandKind::address:
    case OperandKind::vector:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> FunctionDecoder::special_operand(const ptx::Operand& o, ptx::Type type, unsigned slot) {
  if (!has_value(o.special, o.component)) return std::nullopt;
  if (is_grid_workspace(o.special, o.component)) program_.synchronises_grid = true;
  if (is_of_reserved_shared(o.special)) program_.reads_reserved = true;
  // A predicate is one mask: the first 8 bytes of a row of 8 bytes a lane, all of whose bits are equal.
  if ((slot == 0) != (o.special == Special::is_explicit_cluster)) return std::nullopt;
  return layout_.entered(special_row(o, type, slot == 0 ? 8 : slot));
}

std::uint32_t FunctionDecoder::symbol_row(const ptx::Operand& o, unsigned slot, std::optional<Symbol> symbol) {
  const std::uint64_t value = symbol->value + static_cast<std::uint64_t>(o.offset);
  if (symbol->space != StateSpace::local) return layout_.constant(value, slot);
  EnteredRow row;
  row.kind = EnteredRow::Kind::local_address;
  row.bytes = row.value_bytes = static_cast<std::uint8_t>(slot);
  row.addend = value;
  return layout_.entered(row);
}

/// An address is a register plus an offset, or a name whose place is known when decoding. Names of
/// local and .param variables are offsets in the thread's frame and become rows that are filled at
/// entry.
bool FunctionDecoder::set_address(MachineOp& op, const ptx::Operand& o, StateSpace space) {
  op.space = space;
  const bool is_register =
      o.kind == OperandKind::reg || (o.kind == OperandKind::address && o.index >= 0 && o.name.empty());
  if (is_register) {
    const unsigned slot = slot_bytes(layout_.type(o.index));
    if (layout_.type(o.index) == ptx::Type::pred || slot > 8) return false;
    op.address_row = layout_.row(o.index);
    op.address_is_64 = slot == 8;
    op.offset = o.offset;
    if (space == StateSpace::param && !function().is_entry) {
      op.space = StateSpace::local;
      op.is_param = true;
    }
    return true;
  }
  if (o.kind != OperandKind::address && o.kind != OperandKind::symbol && o.kind != OperandKind::immediate) return false;
  if (o.name.empty()) {
    op.address_row = layout_.constant(static_cast<std::uint64_t>(o.offset) + o.bits, 8);
    op.is_constant_address = true;
    return true;
  }
  const std::optional<Symbol> symbol = find(o.name);
  if (!symbol || symbol->is_function) return false;
  op.address_row = symbol_row(o, 8, symbol);
  op.is_constant_address = symbol->space != StateSpace::local;
  if (space == StateSpace::param && symbol->space == StateSpace::local) {
    op.space = StateSpace::local;
    op.is_param = true;
  } else if (space == StateSpace::none) {
    op.space = symbol->space;  // the name determines the space
  }
  return true;
}

void FunctionDecoder::refresh_clocks(const ptx::Instruction& instruction) {
  for (unsigned position = 0; position < instruction.operand_count; ++position) {
    const ptx::Operand& o = function().operands_of(instruction)[position];
    if (o.kind != OperandKind::special || !changes_while_running(o.special)) continue;
    for (const unsigned slot : {4U, 8U}) {
      MachineOp op = new_op(instruction);
      op.fn = &run_refresh;
      op.refreshed = special_row(o, operand_type(instruction, position), slot);
      op.refreshed.offset = layout_.entered(op.refreshed);
      append(instruction, std::move(op));
    }
  }
}

}  // namespace forewarp::emu
