// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/plain_code.hpp"

// One pass in text order finds what moves to the prologue: a definition that a use depends on stands before it in
// compiled code, and what stands behind it only stays where it is. O(instructions + registers), and the liveness of
// registers at the entry.
#include <algorithm>
#include <cstring>

#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/analysis/liveness.hpp"
#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::emu {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

constexpr std::size_t max_bits = std::size_t{1} << 28;  ///< of liveness: blocks times registers

/// Whether the value stays the same while a launch runs, in one lane of one warp of every block.
bool stays(ptx::Special special) {
  using enum ptx::Special;
  return is_one_of(special, tid, ntid, nctaid, laneid, warpid, lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge,
                   lanemask_gt);
}

class Hoisting {
 public:
  Hoisting(FunctionCode& code, const FrameLayout& layout, std::uint64_t parameter_bytes)
      : code_(code),
        function_(*code.function),
        layout_(layout),
        parameter_bytes_(parameter_bytes),
        flow_(function_),
        zeroed_(analysis::live_at_entry(function_, code.cfg)),
        moved_(function_.registers.size()) {
    note_exchanged();
  }

  void run() {
    for (const BlockCode& block : code_.blocks) split(block);
    link();
    list_zeroed();
  }

 private:
  /// Registers whose lanes may be read by others keep the values that they have without this.
  void note_exchanged() {
    for (std::uint32_t n = 0; n < flow_.instructions(); ++n) {
      const Opcode opcode = function_.body[n].opcode;
      if (!ptx::info_of(opcode).cross_lane && !ptx::is_barrier(opcode) && opcode != Opcode::call) continue;
      for (const std::uint32_t reg : flow_.sources(n)) zeroed_[reg] = true;
    }
  }

  [[nodiscard]] bool is_constant(const ptx::Operand& o) const {
    switch (o.kind) {
      case OperandKind::reg:
        return moved_[static_cast<std::size_t>(o.index)];
      case OperandKind::special:
        return stays(o.special);
      case OperandKind::immediate:
      case OperandKind::symbol:
      case OperandKind::sink:
        return true;
      case OperandKind::label:
      case OperandKind::address:
        return false;
      case OperandKind::vector:
        return std::ranges::all_of(function_.elements_of(o), [&](const ptx::Operand& e) { return is_constant(e); });
    }
    return false;
  }

  [[nodiscard]] bool results_may_move(std::uint32_t n) const {
    const auto written = flow_.written(n);
    return !written.empty() && std::ranges::all_of(written, [&](std::uint32_t reg) {
      return flow_.definitions(reg).size() == 1 && !zeroed_[reg];
    });
  }

  [[nodiscard]] bool reads_constants(std::uint32_t n) const {
    const ptx::Instruction& i = function_.body[n];
    const auto operands = function_.operands_of(i);
    const unsigned results = analysis::destination_count(function_, i);
    return std::ranges::all_of(operands.subspan(results), [&](const ptx::Operand& o) { return is_constant(o); });
  }

  [[nodiscard]] bool is_moved_lane_op(const Ready& ready, std::uint32_t n) const {
    const ptx::Instruction& i = function_.body[n];
    return ready.lane.fn && !ptx::info_of(i.opcode).cross_lane && !uses_carry(i) && reads_constants(n);
  }

  [[nodiscard]] static bool uses_carry(const ptx::Instruction& i) {
    return i.has("cc") || i.opcode == Opcode::addc || i.opcode == Opcode::subc || i.opcode == Opcode::madc;
  }

  /// A load of a kernel parameter from a place inside the parameters.
  [[nodiscard]] bool is_moved_load(const Ready& ready) const {
    const MachineOp& op = code_.ops[ready.lane.control];
    if (op.kind != AccessKind::load || op.space != ptx::StateSpace::param || !op.is_constant_address || op.polled ||
        op.access_bytes == 0)
      return false;
    const std::uint64_t at = layout_.constant_at(op.address_row);
    return at % op.access_bytes == 0 && at <= parameter_bytes_ && op.access_bytes <= parameter_bytes_ - at;
  }

  [[nodiscard]] bool moves(const Ready& ready, std::uint32_t n, bool behind_wait) const {
    const ptx::Instruction& i = function_.body[n];
    if (ready.guard != LaneInst::absent_row || !results_may_move(n)) return false;
    if (ready.lane.fn) return is_moved_lane_op(ready, n);
    if (code_.ops[ready.lane.control].fn == &run_add_window) return !behind_wait && reads_constants(n);
    return i.opcode == Opcode::ld && !behind_wait && is_moved_load(ready);
  }

  /// An access counts for the slice of the turn in which it is executed; the turn may change at operations that wait.
  [[nodiscard]] bool may_wait(const Ready& ready, std::uint32_t n) const {
    return !ready.lane.fn && !is_one_of(function_.body[n].opcode, Opcode::ld, Opcode::st, Opcode::cvta);
  }

  void split(const BlockCode& block) {
    PlainCode& plain = code_.plain;
    BlockCode copy = block;
    first_.push_back(plain.ready.size());
    bool behind_wait = false;
    for (const Ready* at = block.first; at != block.last; ++at) {
      const std::uint32_t n = code_.positions[static_cast<std::size_t>(at - code_.ready.data())];
      behind_wait = behind_wait || may_wait(*at, n);
      if (!moves(*at, n, behind_wait)) {
        plain.ready.push_back(*at);
        plain.origin.push_back(static_cast<std::uint32_t>(at - code_.ready.data()));
        continue;
      }
      for (const std::uint32_t reg : flow_.written(n)) moved_[reg] = true;
      plain.prologue.push_back(*at);
      copy.hoisted_operations = copy.hoisted_operations || !at->lane.fn;
      if (!at->lane.fn && function_.body[n].opcode == Opcode::ld) ++copy.hoisted_accesses;
    }
    plain.blocks.push_back(copy);
  }

  void link() {
    PlainCode& plain = code_.plain;
    first_.push_back(plain.ready.size());
    for (std::size_t b = 0; b < plain.blocks.size(); ++b) {
      plain.blocks[b].first = plain.ready.data() + first_[b];
      plain.blocks[b].last = plain.ready.data() + first_[b + 1];
    }
  }

  void list_zeroed() {
    const auto add = [&](std::uint32_t offset, std::uint32_t bytes) {
      auto& list = code_.plain.zeroed;
      if (!list.empty() && list.back().offset + list.back().count == offset)
        list.back().count += bytes;
      else
        list.push_back({offset, bytes});
    };
    for (std::uint32_t reg = 0; reg < zeroed_.size(); ++reg)
      if (zeroed_[reg])
        add(layout_.row(static_cast<std::int32_t>(reg)), layout_.row_bytes(static_cast<std::int32_t>(reg)));
    add(layout_.carry(), sizeof(LaneMask));
  }

  FunctionCode& code_;
  const ptx::Function& function_;
  const FrameLayout& layout_;
  std::uint64_t parameter_bytes_;
  analysis::DefUse flow_;
  std::vector<bool> zeroed_;
  std::vector<bool> moved_;         ///< by register: its value comes from the prologue
  std::vector<std::size_t> first_;  ///< by basic block, in PlainCode::ready
};

}  // namespace

void make_plain(FunctionCode& code, const FrameLayout& layout, std::uint64_t parameter_bytes) {
  if (!code.function->is_entry) return;
  if (code.blocks.size() * std::max<std::size_t>(code.function->registers.size(), 1) > max_bits) return;
  Hoisting(code, layout, parameter_bytes).run();
}

}  // namespace forewarp::emu
