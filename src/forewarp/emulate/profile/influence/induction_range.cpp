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

#include "forewarp/frontend/analysis/loops/loop_exits.hpp"

namespace forewarp::profile {
namespace {

using ptx::Comparison;

constexpr std::int64_t large = std::int64_t{1} << 31;

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
  const auto exit = analysis::exit_condition(flow, loop, block);
  if (!exit) return std::nullopt;
  const auto& setp = flow.function().body[exit->setp];
  const auto operands = flow.function().operands_of(setp);
  const auto limit = value_of(operands[2]);
  if (!is_counter(flow, induction, operands[1]) || !limit.is_number()) return std::nullopt;
  const bool is_unsigned = !ptx::is_signed(setp.type());
  if (is_unsigned && (induction.first.form.low < 0 || limit.form.low < 0 || induction.step < 0)) return std::nullopt;
  return range_while(opposite(exit->leaves_when), induction, limit.form.low);
}

}  // namespace

std::optional<BlockValue> induction_range(const analysis::Dataflow& flow, const Induction& induction,
                                          const ValueOf& value_of) {
  const auto* loop = flow.cfg().innermost_loop(flow.cfg().block_of[induction.update]);
  if (loop == nullptr || induction.step == 0) return std::nullopt;
  for (const auto block : loop->blocks) {
    if (!is_in_every_iteration(flow.cfg(), *loop, block)) continue;
    if (const auto found = range_by(flow, induction, *loop, block, value_of)) return found;
  }
  return std::nullopt;
}

}  // namespace forewarp::profile
