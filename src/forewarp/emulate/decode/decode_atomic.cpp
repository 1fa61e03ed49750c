// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// atom, red.
#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/atomic.hpp"
#include "forewarp/emulate/machine/sync.hpp"

namespace forewarp::emu {

using ptx::OperandKind;

namespace {

/// Rows of a scalar or of a vector of as many elements as the instruction has (.v2.f32); "_" for
/// results that are not wanted.
bool add_rows(FunctionDecoder& decoder, MachineOp& op, const ptx::Operand& o, ptx::Type type, bool may_be_absent) {
  const auto elements =
      o.kind == OperandKind::vector ? decoder.function().elements_of(o) : std::span<const ptx::Operand>(&o, 1);
  if (elements.size() != op.elements) {
    if (o.kind != OperandKind::sink || !may_be_absent) return false;
    op.rows.insert(op.rows.end(), op.elements, LaneInst::absent_row);
    return true;
  }
  for (const ptx::Operand& e : elements) {
    const auto row = decoder.row_of(e, type, slot_bytes(type));
    if (!row || (*row == LaneInst::absent_row && !may_be_absent)) return false;
    op.rows.push_back(*row);
  }
  return true;
}

/// Rows in this order: results, operands, and the value to compare with (cas), absent where there
/// is none. An atom in a loop may be a lock, so it is wrapped in a poll (polls.cpp).
bool decode_update(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const bool reduces = i.opcode == ptx::Opcode::red;
  const auto operands = decoder.function().operands_of(i);
  const std::size_t address = reduces ? 0 : 1;
  if (operands.size() < address + 2) return false;
  const ptx::Type type = i.type(0);
  op.kind = reduces ? AccessKind::reduction : AccessKind::atomic;
  op.elements = i.vector;
  op.element_bytes = op.register_bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  op.access_bytes = static_cast<std::uint16_t>(op.elements * op.element_bytes);
  op.combine = select_combine(i);
  if (!op.combine || (op.element_bytes == 16 && (!(i.has("exch") || i.has("cas")) || op.elements != 1))) return false;
  if (reduces)
    op.rows.assign(op.elements, LaneInst::absent_row);
  else if (!add_rows(decoder, op, operands[0], type, true))
    return false;
  if (!add_rows(decoder, op, operands[address + 1], type, false)) return false;
  std::optional<std::uint32_t> third = LaneInst::absent_row;
  if (i.has("cas")) {
    if (operands.size() < address + 3) return false;
    third = decoder.row_of(operands[address + 2], type, slot_bytes(type));
    if (!third || *third == LaneInst::absent_row) return false;
  }
  op.rows.push_back(*third);
  if (!decoder.set_address(op, operands[address], i.space)) return false;
  op.fn = select_atomic(op, decoder.width());
  if (!op.fn) return false;
  if (!reduces) {
    op.polled = op.fn;
    op.fn = &run_poll;
  }
  decoder.add_site(op);
  return true;
}

}  // namespace

bool decode_atomic(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  return i.has("async") ? decode_completing(decoder, i, op, &decode_update) : decode_update(decoder, i, op);
}

}  // namespace forewarp::emu
