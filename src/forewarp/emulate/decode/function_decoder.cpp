// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/function_decoder.hpp"

// Decodes a function once, block by block, into three arrays that the interpreter reads in order:
//
//   ready   one element per instruction: guard, and either a lane operation or the number of a machine operation
//   rows    operand rows of the lane operations, as offsets into the frame's register storage
//   ops     machine operations: memory, barriers, calls, and everything that needs more than rows of registers
//
// An instruction is first offered to select_lane_op, which knows the arithmetic; if no lane operation has its form, one
// of the decode_*.cpp families makes a machine operation; failing that, it becomes run_missing, an error only if it is
// executed. The branch, ret or exit at the end of a basic block becomes the block's Terminator and no ready element.
//
// Cost: linear in the number of instructions. Example, `@%p1 add.s32 %r3, %r1, 5;` becomes one ready element with the
// guard row of %p1, the kernel for 32-bit add and three rows: %r3, %r1 and a row that holds 5 in each lane.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "forewarp/emulate/decode/operand_type.hpp"
#include "forewarp/emulate/decode/plain_code.hpp"
#include "forewarp/emulate/decode/shared_bases.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::OperandKind;

namespace {
/// A trap ends a basic block, too, but is an operation of the machine: no lane goes on.
bool ends_block(const ptx::Instruction& i) {
  const ptx::Control control = ptx::info_of(i.opcode).control;
  return control == ptx::Control::branch || control == ptx::Control::leave;
}

/// Where a loop may wait for other threads, lanes that have what they wait for go on until all paths join: together
/// with those that wait they would look at ever longer lists before they are seen to wait (Warp::polled).
bool may_wait(const ptx::Function& function, const analysis::Cfg& cfg) {
  return std::ranges::any_of(cfg.loops, [&](const analysis::Loop& loop) {
    return std::ranges::any_of(loop.blocks, [&](std::uint32_t b) {
      const auto first = function.body.begin();
      return std::any_of(first + cfg.blocks[b].first, first + cfg.blocks[b].last, asks_for_news);
    });
  });
}
}  // namespace

FunctionDecoder::FunctionDecoder(Program& program, Storage& storage, FunctionCode& code, Isa isa)
    : program_(program), storage_(storage), code_(code), isa_(isa), layout_(*code.function, program.width) {}

void FunctionDecoder::run(bool sample_loops) {
  code_.cfg = analysis::control_flow(function());
  if (may_wait(function(), code_.cfg))
    code_.reconvergence.meeting = code_.cfg.immediate_post_dominator;
  else
    code_.reconvergence = analysis::reconvergence_of(function(), code_.cfg);
  code_.first_block = static_cast<std::uint32_t>(program_.map.blocks.size());
  for (const analysis::BasicBlock& b : code_.cfg.blocks)
    program_.map.blocks.push_back({code_.function, b.first, b.last});
  std::vector<std::pair<std::size_t, std::size_t>> spans;
  set_register_parameters();
  for (std::uint32_t b = 0; b < code_.cfg.blocks.size(); ++b) {
    const std::size_t first = code_.ready.size();
    decode_block(b);
    spans.emplace_back(first, code_.ready.size());
  }
  // Addresses into the arrays are only known once the arrays are whole.
  for (std::size_t r = 0; r < code_.ready.size(); ++r) code_.ready[r].lane.rows = code_.rows.data() + row_starts_[r];
  for (std::size_t b = 0; b < spans.size(); ++b) {
    code_.blocks[b].first = code_.ready.data() + spans[b].first;
    code_.blocks[b].last = code_.ready.data() + spans[b].second;
  }
  for (std::size_t l = 0; l < code_.cfg.loops.size(); ++l)
    code_.blocks[code_.cfg.loops[l].header].loop = static_cast<std::int32_t>(l);
  if (sample_loops)
    code_.loop_plans = loop_plans(function(), code_.cfg, [&](std::uint32_t reg) {
      const auto index = static_cast<std::int32_t>(reg);
      return RegisterRow{layout_.row(index), static_cast<std::uint8_t>(slot_bytes(layout_.type(index)))};
    });
  make_plain(code_, layout_, program_.parameter_bytes);
  layout_.finish(code_);
}

/// Parameters and results that are declared as registers (.reg) are passed from row to row, not through memory.
void FunctionDecoder::set_register_parameters() {
  const auto& registers = function().registers;
  std::map<std::string_view, std::size_t> by_name;
  if (!code_.parameters.empty() || !code_.returns.empty())
    for (std::size_t r = 0; r < registers.size(); ++r) by_name.try_emplace(registers[r].name, r);
  const auto set = [&](const std::vector<ptx::Variable>& variables, std::vector<FrameVariable>& places) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i].is_register) continue;
      const auto r = by_name.find(variables[i].name);
      places[i].bytes = 0;
      if (r == by_name.end()) continue;
      places[i].row = layout_.row(static_cast<std::int32_t>(r->second));
      places[i].is_predicate = registers[r->second].type == ptx::Type::pred;
      if (places[i].is_predicate) continue;
      places[i].slot_bytes = slot_bytes(registers[r->second].type);
      places[i].bytes = places[i].slot_bytes;
    }
  };
  set(function().parameters, code_.parameters);
  set(function().returns, code_.returns);
}

void FunctionDecoder::decode_block(std::uint32_t index) {
  const analysis::BasicBlock& basic = code_.cfg.blocks[index];
  block_ = index;
  BlockCode block;
  block.index = index;
  block.id = code_.first_block + index;
  block.instructions = basic.last - basic.first;
  block.reconverge = code_.reconvergence.meeting[index];
  const auto ways =
      std::ranges::equal_range(code_.reconvergence.leavings, index, {}, &analysis::Reconvergence::Leaving::from);
  block.leavings = {ways.begin(), ways.end()};
  block.end.next = index + 1 < code_.cfg.blocks.size() ? index + 1 : analysis::Cfg::none;
  SharedBases bases(code_.ops);
  for (position_ = basic.first; position_ < basic.last; ++position_) {
    const ptx::Instruction& i = function().body[position_];
    if (position_ + 1 == basic.last && ends_block(i))
      block.end = decode_end(index);
    else
      decode_instruction(i, bases);
  }
  code_.blocks.push_back(block);
}

std::uint32_t FunctionDecoder::block_at(std::int32_t label) const {
  const auto& labels = function().labels;
  if (label < 0 || static_cast<std::size_t>(label) >= labels.size()) return analysis::Cfg::none;
  const std::uint32_t target = labels[static_cast<std::size_t>(label)].target;
  return target < code_.cfg.block_of.size() ? code_.cfg.block_of[target] : analysis::Cfg::none;
}

/// The terminator of a block. A branch table (brx.idx) is executed by a machine operation; see Warp::finish_block.
Terminator FunctionDecoder::decode_end(std::uint32_t block) {
  const ptx::Instruction& i = function().body[position_];
  Terminator end;
  end.next = block + 1 < code_.cfg.blocks.size() ? block + 1 : analysis::Cfg::none;
  if (i.guard >= 0) {
    end.guard = layout_.row(i.guard);
    end.guard_negated = i.guard_negated;
  }
  const auto operands = function().operands_of(i);
  if (ptx::info_of(i.opcode).control == ptx::Control::leave) {
    const bool returns = i.opcode == Opcode::ret && !function().is_entry;
    end.kind = returns ? Terminator::Kind::leave_function : Terminator::Kind::leave_kernel;
    return end;
  }
  if (i.opcode == Opcode::bra) {
    end.kind = Terminator::Kind::branch;
    end.target = operands.empty() ? analysis::Cfg::none : block_at(operands[0].index);
    return end;
  }
  MachineOp op = new_op(i);
  op.fn = &run_branch_table;
  end.kind = Terminator::Kind::table;
  if (operands.size() == 2) {
    op.rows.push_back(row_of(operands[0], ptx::Type::u32, 4).value_or(LaneInst::absent_row));
    const auto table = static_cast<std::size_t>(operands[1].index);
    if (operands[1].index >= 0 && table < function().tables.size())
      for (const std::int32_t label : function().tables[table].labels) op.targets.push_back(block_at(label));
  }
  if (op.targets.empty() || op.rows[0] == LaneInst::absent_row) op.fn = &run_missing;
  end.op = static_cast<std::uint32_t>(code_.ops.size());
  code_.ops.push_back(std::move(op));
  return end;
}

MachineOp FunctionDecoder::new_op(const ptx::Instruction& instruction) const {
  MachineOp op;
  op.function = &code_;
  op.instruction = static_cast<std::uint32_t>(&instruction - function().body.data());
  op.position = op.instruction - code_.cfg.blocks[block_].first;
  op.reaches_cluster = instruction.space == ptx::StateSpace::none || instruction.has("shared::cluster");
  return op;
}

void FunctionDecoder::add_site(MachineOp& op) {
  op.examine = select_classify_addresses(width(), op.address_is_64);
  op.check = select_check_addresses(width(), op.address_is_64);
  op.describe = select_describe(width(), op.address_is_64);
  op.place = select_place(width());
  op.site = static_cast<std::uint32_t>(program_.map.sites.size());
  program_.map.sites.push_back({code_.function, op.instruction, code_.first_block + block_});
}

void FunctionDecoder::append(const ptx::Instruction& instruction, MachineOp op) {
  Ready ready;
  ready.lane.control = static_cast<std::uint32_t>(code_.ops.size());
  if (instruction.guard >= 0) {
    ready.guard = layout_.row(instruction.guard);
    ready.guard_negated = instruction.guard_negated;
  }
  row_starts_.push_back(0);
  code_.ops.push_back(std::move(op));
  code_.ready.push_back(ready);
  code_.positions.push_back(position_);
  code_.texts.emplace_back();
}

/// Besides decoding, keeps `bases`: which address registers are unchanged since an earlier access of the block. Loads,
/// stores, barriers and lane operations only change the registers they write; anything else forgets all.
void FunctionDecoder::decode_instruction(const ptx::Instruction& instruction, SharedBases& bases) {
  refresh_clocks(instruction);
  if (decode_lane(instruction)) {
    note_written(instruction, bases);
    return;
  }
  decode_machine(instruction);
  if (instruction.opcode == Opcode::ld || instruction.opcode == Opcode::st) {
    const MachineOp& op = code_.ops.back();
    if (op.describe && instruction.guard < 0 && !op.is_constant_address) bases.access(code_.ops.size() - 1);
    note_written(instruction, bases);
  } else if (ptx::is_barrier(instruction.opcode)) {
    note_written(instruction, bases);
  } else {
    bases.forget();
  }
}

/// Lane operations and loads write the first operand only, and its elements if it is a vector.
void FunctionDecoder::note_written(const ptx::Instruction& instruction, SharedBases& bases) {
  if (instruction.operand_count == 0) return;
  const auto note = [&](const ptx::Operand& o) {
    if (o.kind == OperandKind::reg) bases.written(layout_.row(o.index));
  };
  for (const ptx::Operand& o : function().operands_of(instruction)) {
    note(o);
    if (o.kind == OperandKind::vector)
      for (const ptx::Operand& e : function().elements_of(o)) note(e);
    if (!ptx::is_barrier(instruction.opcode)) return;
  }
}

/// letters has one character per operand row: p predicate, q 16 bytes, l 8 bytes, w (and all others) 4 bytes per lane,
/// s and d a 32-bit or 64-bit float whatever the instruction's type is.
bool FunctionDecoder::decode_lane(const ptx::Instruction& instruction) {
  const std::optional<LaneChoice> choice = select_lane_op(function(), instruction, isa_);
  if (!choice) return false;
  std::vector<std::uint32_t> rows;
  std::uint32_t negated = 0;
  const std::string_view letters = choice->rows;
  bool fits = true;
  const auto add = [&](const ptx::Operand& o, unsigned position) {
    const char letter = rows.size() < letters.size() ? letters[rows.size()] : 'w';
    ptx::Type type = operand_type(instruction, position);
    if (letter == 's') type = ptx::Type::f32;
    if (letter == 'd') type = ptx::Type::f64;
    const unsigned slot = letter == 'p' ? 0 : letter == 'q' ? 16 : letter == 'l' || letter == 'd' ? 8 : 4;
    const std::optional<std::uint32_t> row = row_of(o, type, slot);
    if (o.negated && rows.size() < 32) negated |= 1U << rows.size();
    fits = fits && row.has_value();
    rows.push_back(row.value_or(LaneInst::absent_row));
  };
  const auto operands = function().operands_of(instruction);
  for (unsigned position = 0; position < operands.size(); ++position) {
    const ptx::Operand& o = operands[position];
    if (o.kind == ptx::OperandKind::vector)
      for (const ptx::Operand& e : function().elements_of(o)) add(e, position);
    else
      add(o, position);
    if (position == 0)
      while (rows.size() < choice->destinations) rows.push_back(LaneInst::absent_row);
  }
  if (!fits) return false;
  if (rows.size() < letters.size()) rows.push_back(layout_.carry());
  Ready ready;
  ready.lane.fn = choice->fn;
  ready.lane.control = choice->control;
  ready.lane.negated = negated;
  if (make_members_meet(instruction, ready.lane, rows)) return true;
  if (instruction.guard >= 0) {
    ready.guard = layout_.row(instruction.guard);
    ready.guard_negated = instruction.guard_negated;
  }
  row_starts_.push_back(code_.rows.size());
  code_.rows.insert(code_.rows.end(), rows.begin(), rows.end());
  code_.ready.push_back(ready);
  code_.positions.push_back(position_);
  code_.texts.push_back({choice->scalar, choice->rows, choice->destinations, choice->fusion});
  return true;
}

namespace {

using Decoder = bool (*)(FunctionDecoder&, const ptx::Instruction&, MachineOp&);

/// The decoder of each opcode that is no lane operation; decode_plain() refuses what the emulator does not have.
constexpr auto decoders = [] {
  std::array<Decoder, ptx::opcode_table.size()> all{};
  all.fill(&decode_plain);
  const auto set = [&](Decoder decoder, std::initializer_list<Opcode> opcodes) {
    for (const Opcode opcode : opcodes) all[static_cast<std::size_t>(opcode)] = decoder;
  };
  set(&decode_memory, {Opcode::ld, Opcode::ldu, Opcode::st, Opcode::prefetch, Opcode::prefetchu});
  set(&decode_atomic, {Opcode::atom, Opcode::red});
  set(&decode_barrier, {Opcode::bar, Opcode::barrier});
  set(&decode_call, {Opcode::call});
  set(&decode_address, {Opcode::cvta, Opcode::isspacep, Opcode::mapa, Opcode::getctarank});
  set(&decode_async, {Opcode::cp});
  set(&decode_mbarrier, {Opcode::mbarrier});
  set(&decode_matrix, {Opcode::ldmatrix, Opcode::stmatrix, Opcode::movmatrix});
  set(&decode_wgmma, {Opcode::wgmma});
  set(&decode_tensor_map, {Opcode::tensormap});
  set(&decode_launch_control, {Opcode::clusterlaunchcontrol});
  set(&decode_texture, {Opcode::tex, Opcode::tld4});
  set(&decode_surface, {Opcode::suld, Opcode::sust});
  set(&decode_wmma, {Opcode::wmma, Opcode::wmma_load, Opcode::wmma_store});
  return all;
}();

/// Whether an operand selects a byte or a half word of a register; only video instructions may do that.
bool has_selectors(const ptx::Function& function, const ptx::Instruction& i) {
  const auto operands = function.operands_of(i);
  return std::any_of(operands.begin(), operands.end(),
                     [](const ptx::Operand& o) { return o.kind == OperandKind::reg && o.component != 0; });
}

}  // namespace

void FunctionDecoder::decode_machine(const ptx::Instruction& i) {
  MachineOp op = new_op(i);
  bool known = false;
  if (!has_selectors(function(), i)) known = decode_family(i, op);
  if (!known) {
    op = new_op(i);
    op.fn = &run_missing;
  }
  append(i, std::move(op));
}

bool FunctionDecoder::decode_family(const ptx::Instruction& i, MachineOp& op) {
  return decoders[static_cast<std::size_t>(i.opcode)](*this, i, op);
}

}  // namespace forewarp::emu
