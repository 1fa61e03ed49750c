// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// ld, ldu, st, prefetch.
#include <algorithm>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/load_store.hpp"
#include "forewarp/emulate/machine/sync.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

std::span<const ptx::Operand> data_of(const ptx::Function& function, const ptx::Operand& data) {
  return data.kind == OperandKind::vector ? function.elements_of(data) : std::span(&data, 1);
}

bool decode_prefetch(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.empty() || !decoder.set_address(op, operands[0], i.space)) return false;
  op.kind = AccessKind::prefetch;
  op.elements = 1;
  op.element_bytes = 1;
  op.access_bytes = 1;
  op.fn = select_prefetch(decoder.width());
  decoder.add_site(op);
  return true;
}

}  // namespace

bool asks_for_news(const ptx::Instruction& i) {
  if (i.opcode != Opcode::ld || i.space == ptx::StateSpace::local || i.space == ptx::StateSpace::param) return false;
  return i.has("volatile") || i.has("acquire") || i.has("relaxed") || i.has("mmio") || i.has("cv");
}

bool set_data(FunctionDecoder& decoder, MachineOp& op, const ptx::Operand& data, ptx::Type type) {
  const auto elements = data_of(decoder.function(), data);
  op.elements = static_cast<std::uint8_t>(elements.size());
  unsigned bytes = 0;
  for (const ptx::Operand& e : elements)
    if (e.kind == OperandKind::reg) bytes = std::max(bytes, ptx::size_of(decoder.layout().type(e.index)));
  if (bytes == 0) bytes = ptx::size_of(type);
  op.register_bytes = static_cast<std::uint8_t>(bytes);
  for (const ptx::Operand& e : elements) {
    if (e.kind == OperandKind::reg && ptx::size_of(decoder.layout().type(e.index)) != bytes) return false;
    const auto row = decoder.row_of(e, type, bytes == 16 ? 16 : bytes == 8 ? 8 : 4);
    if (!row) return false;
    op.rows.push_back(*row);
  }
  return bytes != 0;
}

namespace {

bool decode_load_or_store(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 2) return false;
  const bool is_store = i.opcode == Opcode::st;
  const ptx::Operand& address = operands[is_store ? 0 : 1];
  const ptx::Operand& data = operands[is_store ? 1 : 0];
  const ptx::Type type = i.type(0);
  op.kind = is_store ? AccessKind::store : AccessKind::load;
  op.is_signed = ptx::is_signed(type);
  op.element_bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  if (!set_data(decoder, op, data, type) || op.elements != i.vector) return false;
  op.access_bytes = static_cast<std::uint16_t>(op.elements * op.element_bytes);
  // Sizes are powers of two: alignment checks and sector counts rely on it.
  if ((op.access_bytes & (op.access_bytes - 1)) != 0 || op.access_bytes == 0) return false;
  if (!decoder.set_address(op, address, i.space)) return false;
  if (is_store && std::count(op.rows.begin(), op.rows.end(), LaneInst::absent_row) > 0) return false;
  op.fn = is_store ? select_store(op, decoder.width()) : select_load(op, decoder.width());
  if (!op.fn) return false;
  const bool polls = asks_for_news(i);
  if (polls) {
    op.polled = op.fn;
    op.fn = &run_poll;
  }
  // A poll looks at where its lanes were found.
  if (!polls && decoder.width() == 32)
    op.quick = quick_access_of({.is_store = is_store,
                                .is_signed = op.is_signed,
                                .address_is_64 = op.address_is_64,
                                .elements = op.elements,
                                .element_bytes = op.element_bytes,
                                .register_bytes = op.register_bytes},
                               decoder.isa());
  decoder.add_site(op);
  return true;
}

}  // namespace

bool decode_memory(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.opcode == Opcode::prefetch || i.opcode == Opcode::prefetchu) return decode_prefetch(decoder, i, op);
  if (i.has("async")) return decode_completing(decoder, i, op, &decode_load_or_store);
  return decode_load_or_store(decoder, i, op);
}

}  // namespace forewarp::emu
