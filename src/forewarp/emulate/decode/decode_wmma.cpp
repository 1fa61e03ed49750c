// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// wmma.load, wmma.store, wmma.mma.
#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/wmma.hpp"

namespace forewarp::emu {

using ptx::Operand;
using ptx::OperandKind;

namespace {

/// Adds the rows of a fragment of that many registers; what is written must be registers.
bool add_fragment(FunctionDecoder& decoder, MachineOp& op, const Operand& o, ptx::Type type, std::size_t registers,
                  bool written) {
  const auto elements =
      o.kind == OperandKind::vector ? decoder.function().elements_of(o) : std::span<const Operand>(&o, 1);
  if (elements.size() != registers) return false;
  const unsigned slot = type == ptx::Type::f64 ? 8 : 4;
  for (const Operand& e : elements) {
    const auto row = decoder.row_of(e, type == ptx::Type::f64 || type == ptx::Type::f32 ? type : ptx::Type::b32, slot);
    if (!row || *row == LaneInst::absent_row || (written && e.kind != OperandKind::reg)) return false;
    op.rows.push_back(*row);
  }
  return true;
}

/// load: registers, address, stride; store: address, registers, stride.
bool decode_transfer(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto transfer = ptx::wmma_transfer(i.mnemonic);
  const auto operands = decoder.function().operands_of(i);
  if (!transfer || operands.size() < 2 || operands.size() > 3) return false;
  const bool is_load = i.opcode == ptx::Opcode::wmma_load;
  if (!add_fragment(decoder, op, operands[is_load ? 0 : 1], transfer->element, transfer->registers(), is_load))
    return false;
  const auto stride = operands.size() == 3 ? decoder.row_of(operands[2], ptx::Type::u32, 4)
                                           : decoder.layout().constant(transfer->line_length(), 4);
  if (!stride || *stride == LaneInst::absent_row) return false;
  op.rows.push_back(*stride);
  op.kind = is_load ? AccessKind::load : AccessKind::store;
  op.wmma = std::make_shared<const WmmaPlan>(plan_transfer(*transfer));
  op.access_bytes = op.wmma->requests.front().bytes;
  if (!decoder.set_address(op, operands[is_load ? 1 : 0], i.space)) return false;
  op.fn = select_wmma(is_load ? WmmaOp::load : WmmaOp::store, decoder.width());
  decoder.add_site(op);
  return true;
}

/// wmma.mma d, a, b, c becomes a plan of mma instructions for fragments of the layout that this
/// emulator chose; programs may not look into fragments, so any layout will do (PTX ISA, wmma).
bool decode_product(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto product = ptx::wmma_product(i.mnemonic);
  const auto operands = decoder.function().operands_of(i);
  if (!product || operands.size() != 4) return false;
  auto plan = plan_product(*product, decoder.width(), decoder.isa());
  if (!plan) return false;
  const std::array types = {product->d, product->a, product->b, product->c};
  for (std::size_t o = 0; o < operands.size(); ++o)
    if (!add_fragment(decoder, op, operands[o], types[o], plan->counts[o], o == 0)) return false;
  op.wmma = std::make_shared<const WmmaPlan>(std::move(*plan));
  op.fn = select_wmma(WmmaOp::product, decoder.width());
  return true;
}

}  // namespace

bool decode_wmma(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  return i.opcode == ptx::Opcode::wmma ? decode_product(decoder, i, op) : decode_transfer(decoder, i, op);
}

}  // namespace forewarp::emu
