// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix, movmatrix.
#include "forewarp/emu/decode/function_decoder.hpp"
#include "forewarp/emu/exec/matrix.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

bool add_rows(FunctionDecoder& decoder, MachineOp& op, const Operand& o) {
  const auto elements =
      o.kind == OperandKind::vector ? decoder.function().elements_of(o) : std::span<const Operand>(&o, 1);
  for (const Operand& e : elements) {
    const auto row = decoder.row_of(e, ptx::Type::b32, 4);
    if (!row || *row == LaneInst::absent_row) return false;
    op.rows.push_back(*row);
  }
  return true;
}

}  // namespace

bool decode_matrix(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 2 || !i.has("m8n8") || i.type(0) != ptx::Type::b16) return false;
  op.control = i.has("trans");
  if (i.opcode == Opcode::movmatrix) {
    op.fn = select_matrix(MatrixOp::transpose, decoder.width());
    return add_rows(decoder, op, operands[0]) && add_rows(decoder, op, operands[1]) && op.rows.size() == 2;
  }
  const bool is_load = i.opcode == Opcode::ldmatrix;
  const unsigned matrices = i.has("x4") ? 4 : i.has("x2") ? 2 : 1;
  if (!add_rows(decoder, op, operands[is_load ? 0 : 1]) || op.rows.size() != matrices) return false;
  op.elements = static_cast<std::uint8_t>(matrices);
  op.kind = is_load ? AccessKind::load : AccessKind::store;
  op.access_bytes = 16;
  if (!decoder.set_address(op, operands[is_load ? 1 : 0], i.space)) return false;
  op.fn = select_matrix(is_load ? MatrixOp::load : MatrixOp::store, decoder.width());
  decoder.add_site(op);
  return true;
}

}  // namespace forewarp::emu
