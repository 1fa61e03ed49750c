// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// bar, barrier, call.
#include <algorithm>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/machine/call.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/emulate/machine/sync.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

BarrierReduction reduction_of(const ptx::Instruction& i) {
  if (!i.has("red")) return BarrierReduction::none;
  return i.has("popc") ? BarrierReduction::popc : i.has("and") ? BarrierReduction::and_ : BarrierReduction::or_;
}

bool decode_cluster_barrier(const ptx::Instruction& i, MachineOp& op) {
  op.control = (i.has("arrive") ? barrier_control::arrive : 0) | (i.has("aligned") ? barrier_control::aligned : 0);
  op.fn = &run_cluster_barrier;
  return i.has("arrive") || i.has("wait");
}

/// Where the caller keeps an argument or takes a result: a register (a row of its frame), a number,
/// nothing ("_"), or a .param variable in its local memory.
bool call_place(FunctionDecoder& decoder, const Operand& o, FrameVariable& place) {
  if (o.kind == OperandKind::reg) {
    const ptx::Type type = decoder.layout().type(o.index);
    const unsigned bytes = type == ptx::Type::pred ? 0 : slot_bytes(type);
    place = {true, bytes == 0, decoder.layout().row(o.index), bytes, 0, bytes};
    return o.component == 0;
  }
  if (o.kind == OperandKind::immediate) {
    place = {true, false, decoder.layout().constant(o.bits, 8), 8, 0, 8};
    return true;
  }
  if (o.kind == OperandKind::sink) {
    place = {true, false, 0, 0, 0, 0};
    return true;
  }
  const auto symbol = decoder.find(o.name);
  if (o.kind != OperandKind::symbol || !symbol || symbol->space != ptx::StateSpace::local) return false;
  const ptx::Function& f = decoder.function();
  for (const auto* list : {&f.variables, &f.parameters, &f.returns})
    for (const ptx::Variable& v : *list)
      if (v.name == o.name) {
        place = {false, false, 0, 0, symbol->value, v.bytes()};
        return true;
      }
  return false;
}

bool call_places(FunctionDecoder& decoder, const Operand& list, std::vector<FrameVariable>& places) {
  for (const Operand& o : decoder.function().elements_of(list)) {
    FrameVariable place;
    if (!call_place(decoder, o, place)) return false;
    places.push_back(place);
  }
  return true;
}

/// Instructions that lanes execute together: those that a mask, the last operand, names, or all. On
/// GPUs since Volta lanes of a warp may arrive at different times; the machine waits until all
/// members are there.
bool names_members(const ptx::Instruction& i) {
  const bool crosses = i.opcode == Opcode::shfl || i.opcode == Opcode::vote || i.opcode == Opcode::match ||
                       i.opcode == Opcode::redux || i.opcode == Opcode::mma;
  return crosses && i.has("sync");
}

}  // namespace

/// An instruction of lanes that execute it together is the machine's, which sees to it that they have come. False for
/// any other one.
bool FunctionDecoder::make_members_meet(const ptx::Instruction& instruction, const LaneInst& lane,
                                        const std::vector<std::uint32_t>& rows) {
  if (!names_members(instruction)) return false;
  MachineOp op = new_op(instruction);
  op.rows = rows;
  op.lane = lane;
  op.lane.rows = op.rows.data();  // which stays where it is when op moves
  op.control = instruction.opcode == Opcode::mma ? members_control::all : members_control::mask;
  op.fn = &run_with_members;
  append(instruction, std::move(op));
  return true;
}

/// bar.red.popc.u32 d, a, b, p: rows are the barrier a, the number of threads b (absent: all), then
/// predicate and result of a reduction. bar is barrier.aligned: all lanes of the warp must arrive
/// together.
bool decode_barrier(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.opcode == Opcode::bar && i.has("warp")) {
    const auto operands = decoder.function().operands_of(i);
    const auto members = operands.empty() ? std::nullopt : decoder.row_of(operands[0], ptx::Type::u32, 4);
    if (!members || *members == LaneInst::absent_row) return false;
    op.rows = {*members};
    op.fn = &run_warp_barrier;
    return true;
  }
  if (i.has("cluster")) return decode_cluster_barrier(i, op);
  const auto operands = decoder.function().operands_of(i);
  const BarrierReduction reduction = reduction_of(i);
  const bool reduces = reduction != BarrierReduction::none;
  const std::size_t first = reduces ? 1 : 0, last = operands.size() - (reduces && !operands.empty() ? 1 : 0);
  if (last <= first || last - first > 2) return false;
  op.control = (i.has("arrive") ? barrier_control::arrive : 0) |
               (i.opcode == Opcode::bar || i.has("aligned") ? barrier_control::aligned : 0) |
               static_cast<std::uint32_t>(reduction) << barrier_control::reduction_shift;
  if (i.has("arrive") && last - first != 2) return false;
  for (std::size_t o = first; o < first + 2; ++o) {
    const auto row = o < last ? decoder.row_of(operands[o], ptx::Type::u32, 4) : LaneInst::absent_row;
    if (!row) return false;
    op.rows.push_back(*row);
  }
  if (reduces) {
    const auto predicate = decoder.row_of(operands.back(), ptx::Type::pred, 0);
    const auto result = decoder.row_of(operands[0], ptx::Type::u32, reduction == BarrierReduction::popc ? 4 : 0);
    if (!predicate || !result) return false;
    op.rows.push_back(*predicate);
    op.rows.push_back(*result);
    if (operands.back().negated) op.negated = 1U << 2;
  }
  op.fn = &run_barrier;
  return true;
}

bool decode_call(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const Operand* callee = nullptr;
  for (const Operand& o : operands) {
    if (o.kind == OperandKind::vector) {
      if (!call_places(decoder, o, callee ? op.call_arguments : op.call_returns)) return false;
    } else if (!callee) {
      callee = &o;
    }
  }
  if (!callee) return false;
  if (callee->kind == OperandKind::symbol) {
    const auto known = decoder.program().by_name.find(callee->name);
    if (known == decoder.program().by_name.end()) return false;
    op.callees.push_back(known->second);
    op.fn = select_call(*known->second);
    return true;
  }
  const auto row = decoder.row_of(*callee, ptx::Type::u64, 8);
  if (!row) return false;
  op.rows.push_back(*row);
  op.fn = &run_indirect_call;
  return true;
}

}  // namespace forewarp::emu
