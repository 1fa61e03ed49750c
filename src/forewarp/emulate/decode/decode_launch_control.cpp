// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// clusterlaunchcontrol.
#include <optional>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/launch_control.hpp"

namespace forewarp::emu {

namespace {

/// clusterlaunchcontrol.try_cancel.async{.shared::cta}.mbarrier::complete_tx::bytes{.multicast::cluster::all}.b128
/// [answer], [mbarrier].
bool decode_try(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() != 2 || !add_mbarrier(decoder, i, op, operands[1])) return false;
  op.control = i.has("multicast::cluster::all") ? 1 : 0;
  op.reaches_cluster = true;
  op.kind = AccessKind::async_copy;
  op.access_bytes = 16;
  if (!decoder.set_address(op, operands[0], ptx::StateSpace::shared)) return false;
  decoder.add_site(op);
  op.fn = select_try_cancel(decoder.width());
  return true;
}

/// get_first_ctaid.v4.b32.b128 {x, y, z, _}, answer; get_first_ctaid::x.b32.b128 x, answer.
bool decode_first(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const ptx::Operand& to = operands[0];
  op.control = i.has("get_first_ctaid::y") ? 1 : i.has("get_first_ctaid::z") ? 2 : 0;
  const auto elements =
      to.kind == ptx::OperandKind::vector ? decoder.function().elements_of(to) : std::span<const ptx::Operand>(&to, 1);
  if (elements.size() > 4 || op.control + elements.size() > 4) return false;
  for (const ptx::Operand& e : elements) {
    const auto row = decoder.row_of(e, ptx::Type::b32, 4);
    if (!row) return false;
    op.rows.push_back(*row);
  }
  op.fn = &run_first_ctaid;
  return true;
}

bool decode_query(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() != 2) return false;
  if (i.has("is_canceled")) {
    const auto predicate = decoder.row_of(operands[0], ptx::Type::pred, 0);
    if (!predicate || *predicate == LaneInst::absent_row) return false;
    op.rows = {*predicate};
    op.fn = &run_is_canceled;
  } else if (!decode_first(decoder, i, op)) {
    return false;
  }
  const auto answer = decoder.row_of(operands[1], ptx::Type::b128, 16);
  if (!answer || *answer == LaneInst::absent_row) return false;
  op.rows.push_back(*answer);
  return true;
}

}  // namespace

bool decode_launch_control(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  return i.has("try_cancel") ? decode_try(decoder, i, op) : i.has("query_cancel") && decode_query(decoder, i, op);
}

}  // namespace forewarp::emu
