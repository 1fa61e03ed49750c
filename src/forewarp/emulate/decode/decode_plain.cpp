// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Address conversions, and all that is one small operation without memory.
#include <algorithm>
#include <array>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/decode/operand_type.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/emulate/machine/spaces.hpp"
#include "forewarp/emulate/machine/sync.hpp"

namespace forewarp::emu {

using ptx::Opcode;

namespace {

/// Destination and source rows of the same width.
bool set_rows(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op, unsigned slot) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() < 2) return false;
  op.register_bytes = static_cast<std::uint8_t>(slot);
  for (unsigned o = 0; o < 2; ++o) {
    const auto row = decoder.row_of(operands[o], i.type(0), slot);
    if (!row || *row == LaneInst::absent_row) return false;
    op.rows.push_back(*row);
  }
  return true;
}

bool decode_is_space(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  if (operands.size() != 2) return false;
  const auto result = decoder.row_of(operands[0], ptx::Type::pred, 0);
  const auto source = decoder.row_of(operands[1], ptx::Type::u64, 8);
  if (!result || !source || *result == LaneInst::absent_row) return false;
  op.rows = {*result, *source};
  op.space = i.space;
  op.fn = &run_is_space;
  return true;
}

/// mapa{.shared::cluster}.u64 d, a, rank; getctarank{.shared::cluster}.u64 d, a: the type is that of the address.
bool decode_of_cluster(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const bool maps = i.opcode == Opcode::mapa;
  const auto operands = decoder.function().operands_of(i);
  const unsigned slot = ptx::size_of(i.type(0)) == 8 ? 8 : 4;
  if (operands.size() != (maps ? 3U : 2U)) return false;
  const std::array<unsigned, 3> slots = {maps ? slot : 4, slot, 4};
  for (std::size_t o = 0; o < operands.size(); ++o) {
    const auto row = decoder.row_of(operands[o], slots[o] == 8 ? ptx::Type::u64 : ptx::Type::u32, slots[o]);
    if (!row || *row == LaneInst::absent_row) return false;
    op.rows.push_back(*row);
  }
  op.register_bytes = static_cast<std::uint8_t>(slot);
  op.control = i.space == ptx::StateSpace::none ? 1 : 0;
  op.fn = maps ? &run_map_address : &run_rank_of;
  return true;
}

}  // namespace

bool decode_address(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.opcode == Opcode::isspacep) return decode_is_space(decoder, i, op);
  if (i.opcode == Opcode::mapa || i.opcode == Opcode::getctarank) return decode_of_cluster(decoder, i, op);
  if (!set_rows(decoder, i, op, ptx::size_of(i.type(0)) == 8 ? 8 : 4)) return false;
  // Generic addresses have shared and local memory in windows of their own: cvta adds the window of
  // the space, cvta.to takes it away, and global memory has the window 0.
  const std::uint64_t window = i.opcode == Opcode::cvta ? window_of(i.space) : 0;
  op.offset = static_cast<std::int64_t>(i.has("to") ? std::uint64_t{0} - window : window);
  op.fn = &run_add_window;
  return true;
}

namespace {

/// Policies are hints, which nothing reads: 0.
bool decode_policy(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const auto operands = decoder.function().operands_of(i);
  const auto row = operands.empty() ? std::nullopt : decoder.row_of(operands[0], ptx::Type::b64, 8);
  if (!row || *row == LaneInst::absent_row) return false;
  op.rows = {*row, decoder.layout().constant(0, 8)};
  op.register_bytes = 8;
  op.fn = &run_copy;
  return true;
}

/// Moves that no lane operation has the form of: registers of a size into others of the same, and
/// addresses of variables.
bool decode_move(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  const unsigned bytes = ptx::size_of(i.type(0));
  if (bytes == 0 || bytes > 8 || !set_rows(decoder, i, op, bytes == 8 ? 8 : 4)) return false;
  op.fn = &run_copy;
  return true;
}

/// Instructions whose operands the machine does not read. Those with `polled` may stand in a loop that waits.
struct WithoutOperands {
  Opcode opcode;
  MachineFn fn;
  MachineFn polled;
};
constexpr std::array without_operands = {WithoutOperands{Opcode::membar, &run_blind_poll, &run_nothing},
                                         WithoutOperands{Opcode::fence, &run_blind_poll, &run_nothing},
                                         WithoutOperands{Opcode::nanosleep, &run_blind_poll, &run_nothing},
                                         WithoutOperands{Opcode::pmevent, &run_nothing, nullptr},
                                         WithoutOperands{Opcode::griddepcontrol, &run_nothing, nullptr},
                                         WithoutOperands{Opcode::setmaxnreg, &run_nothing, nullptr},
                                         WithoutOperands{Opcode::applypriority, &run_nothing, nullptr},
                                         WithoutOperands{Opcode::discard, &run_nothing, nullptr},
                                         WithoutOperands{Opcode::trap, &run_trap, nullptr},
                                         WithoutOperands{Opcode::brkpt, &run_breakpoint, nullptr}};

}  // namespace

bool decode_plain(FunctionDecoder& decoder, const ptx::Instruction& i, MachineOp& op) {
  if (i.opcode == Opcode::mov) return decode_move(decoder, i, op);
  if (i.opcode == Opcode::createpolicy) return decode_policy(decoder, i, op);
  const auto known = std::ranges::find(without_operands, i.opcode, &WithoutOperands::opcode);
  if (known == without_operands.end()) return false;
  op.fn = known->fn;
  op.polled = known->polled;
  return true;
}

}  // namespace forewarp::emu
