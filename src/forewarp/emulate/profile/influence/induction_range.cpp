// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/induction_range.hpp"

// Looks for an exit branch that every iteration passes, whose condition compares the counter (or its updated value)
// with a number. While the loop goes on, the counter is on the near side of the limit; the update adds one step before
// the next test, and which of the two registers is compared is not distinguished, hence one step beyond.
//
// Example, tj from 0, step 1, stays while tj < 16: between(0, max(0, 16) + 1) = [0, 17]. With `!=` the limit must be
// met exactly: from 0 in steps of 4 to 16, but not to 18.
#include <algorithm>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"
#include "forewarp/frontend/analysis/loops/trip_count.hpp"

namespace forewarp::profile {
namespace {

using ptx::Comparison;

constexpr std::int64_t large = std::int64_t{1} << 31;

bool contains(const analysis::Loop& loop, std::uint32_t block) {
  return std::binary_search(loop.blocks.begin(), loop.blocks.end(), block);
}

// The deepest loop that contains the block.
const analysis::Loop* innermost(const analysis::Cfg& cfg, std::uint32_t block) {
  const analysis::Loop* out = nullptr;
  for (const auto& loop : cfg.loops)
    if (contains(loop, block) && (out == nullptr || loop.depth > out->depth)) out = &loop;
  return out;
}

/// Every iteration executes the end of the block: it dominates all latches.
bool is_always_passed(const analysis::Dataflow& flow, const analysis::Loop& loop, std::uint32_t block) {
  return std::all_of(loop.latches.begin(), loop.latches.end(),
                     [&](std::uint32_t latch) { return flow.block_dominates(block, latch); });
}

/// Whether the operand is the counter itself or the register that the update copies into it.
bool is_counter(const analysis::Dataflow& flow, const Induction& induction, const ptx::Operand& operand) {
  if (operand.kind != ptx::OperandKind::reg || operand.component != 0) return false;
  const auto reg = static_cast<std::uint32_t>(operand.index);
  if (reg == induction.reg) return true;
  const auto& update = flow.function().body[induction.update];
  const auto operands = flow.function().operands_of(update);
  return update.opcode == ptx::Opcode::mov && operands[1].kind == ptx::OperandKind::reg &&
         operands[1].index == operand.index;
}

/// The values while `counter COMPARISON limit` keeps the loop going, and one step beyond.
std::optional<BlockValue> range_while(Comparison stays, const Induction& i, std::int64_t limit) {
  const auto low = i.first.form.low, high = i.first.form.high;
  if (std::max({std::abs(low), std::abs(high), std::abs(limit), std::abs(i.step)}) > large) return std::nullopt;
  const bool up = i.step > 0;
  const bool is_bound = up ? stays == Comparison::less || stays == Comparison::less_equal
                           : stays == Comparison::greater || stays == Comparison::greater_equal;
  const bool is_met =
      stays == Comparison::not_equal && low == high && (limit - low) % i.step == 0 && (limit - low) / i.step > 0;
  if (!is_bound && !is_met) return std::nullopt;
  return up ? between(low, std::max(high, limit) + i.step) : between(std::min(low, limit) + i.step, high);
}

std::optional<BlockValue> range_by(const analysis::Dataflow& flow, const Induction& induction,
                                   const analysis::Loop& loop, std::uint32_t block, const ValueOf& value_of) {
  const auto& function = flow.function();
  const auto& branch = function.body[flow.cfg().blocks[block].last - 1];
  if (branch.opcode != ptx::Opcode::bra || branch.guard < 0) return std::nullopt;
  const auto target = function.operands_of(branch)[0];
  const auto& definitions = flow.definitions(static_cast<std::uint32_t>(branch.guard));
  if (target.kind != ptx::OperandKind::label || definitions.size() != 1) return std::nullopt;
  const auto& setp = function.body[definitions[0]];
  if (setp.opcode != ptx::Opcode::setp || setp.guard >= 0 || setp.operand_count != 3) return std::nullopt;
  const auto comparison = analysis::comparison_of(setp);
  const auto operands = function.operands_of(setp);
  const auto limit = value_of(operands[2]);
  if (!comparison || !analysis::is_plain_integer(setp.type()) || !is_counter(flow, induction, operands[1]) ||
      !limit.is_number())
    return std::nullopt;
  const bool is_unsigned = !ptx::is_signed(setp.type());
  if (is_unsigned && (induction.first.form.low < 0 || limit.form.low < 0 || induction.step < 0)) return std::nullopt;
  const auto at = function.labels[static_cast<std::size_t>(target.index)].target;
  const bool stays_if_taken = at < function.body.size() && contains(loop, flow.cfg().block_of[at]);
  const bool stays_if_true = stays_if_taken != branch.guard_negated;
  return range_while(stays_if_true ? *comparison : ptx::opposite(*comparison), induction, limit.form.low);
}

}  // namespace

std::optional<BlockValue> induction_range(const analysis::Dataflow& flow, const Induction& induction,
                                          const ValueOf& value_of) {
  const auto& cfg = flow.cfg();
  const auto* loop = innermost(cfg, cfg.block_of[induction.update]);
  if (loop == nullptr || induction.step == 0) return std::nullopt;
  for (const auto block : loop->blocks) {
    const auto& successors = cfg.blocks[block].successors;
    const bool leaves =
        successors.size() == 2 &&
        std::any_of(successors.begin(), successors.end(), [&](std::uint32_t next) { return !contains(*loop, next); });
    if (!leaves || !is_always_passed(flow, *loop, block)) continue;
    if (const auto found = range_by(flow, induction, *loop, block, value_of)) return found;
  }
  return std::nullopt;
}

}  // namespace forewarp::profile
