// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/low_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

#include "forewarp/frontend/analysis/register_access.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;

/// Nested loops need a few passes. In a function that needs more, all registers count as unknown.
constexpr unsigned max_passes = 64;

LowBits told(std::uint32_t known, std::uint64_t value) {
  known = std::min<std::uint32_t>(known, LowBits::most);
  return {static_cast<std::uint16_t>(known), static_cast<std::uint16_t>(value & ((1U << known) - 1))};
}

/// How many of the known bits are zeros at the end.
std::uint32_t zeros(const LowBits& a) {
  return std::min<std::uint32_t>(a.known, static_cast<std::uint32_t>(std::countr_zero(a.value)));
}

LowBits sum(const LowBits& a, const LowBits& b) {
  return told(std::min(a.known, b.known), std::uint64_t{a.value} + b.value);
}
LowBits difference(const LowBits& a, const LowBits& b) {
  return told(std::min(a.known, b.known), std::uint64_t{a.value} - b.value);
}

/// (x + 2^m X)(y + 2^n Y): what is not known of one factor is multiplied by the zeros of the other.
LowBits product(const LowBits& a, const LowBits& b) {
  return told(std::min(a.known + zeros(b), b.known + zeros(a)), std::uint64_t{a.value} * b.value);
}

LowBits common(const LowBits& a, const LowBits& b) {
  const auto differ = static_cast<std::uint16_t>(a.value ^ b.value);
  const auto equal = static_cast<std::uint16_t>(std::countr_zero(differ));
  return told(std::min({a.known, b.known, equal}), a.value);
}

/// A bit of a & b is known if it is known in both, or 0 in one. The result ends below the first unknown bit.
LowBits conjunction(const LowBits& a, const LowBits& b) {
  const auto is_zero = [](const LowBits& x, std::uint32_t bit) { return bit < x.known && (x.value >> bit & 1) == 0; };
  std::uint32_t bit = 0;
  while (bit < LowBits::most && ((bit < a.known && bit < b.known) || is_zero(a, bit) || is_zero(b, bit))) ++bit;
  return told(bit, std::uint64_t{a.value} & b.value);
}

/// What is known of registers while it is found: nothing is said of those that no instruction has reached yet.
using State = std::vector<std::optional<LowBits>>;

/// Nothing while a register that the operand names has not been reached.
std::optional<LowBits> of_operand(const State& state, const ptx::Operand& o) {
  if (o.kind == ptx::OperandKind::reg) return o.component == 0 ? state[static_cast<std::size_t>(o.index)] : LowBits{};
  if (o.kind == ptx::OperandKind::immediate) return told(LowBits::most, o.bits);
  if (o.kind == ptx::OperandKind::symbol) return told(LowBits::most, static_cast<std::uint64_t>(o.offset));
  return LowBits{};
}

LowBits shifted_left(const LowBits& a, const ptx::Operand& by) {
  if (by.kind != ptx::OperandKind::immediate) return told(zeros(a), 0);
  const auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(by.bits, LowBits::most));
  return told(a.known + n, std::uint64_t{a.value} << n);
}

/// The opcodes that result() follows.
bool is_followed(Opcode opcode) {
  constexpr std::array followed = {Opcode::mov,  Opcode::cvt,  Opcode::cvta, Opcode::shl,  Opcode::add,
                                   Opcode::sub,  Opcode::mul,  Opcode::mad,  Opcode::and_, Opcode::or_,
                                   Opcode::xor_, Opcode::selp, Opcode::min,  Opcode::max};
  return std::ranges::find(followed, opcode) != followed.end();
}

/// Integers that wrap round: the bits of floats, and of sums that saturate, are others. A move keeps any bits.
bool keeps_low_bits(const ptx::Instruction& i) {
  const auto types = std::span(i.types).first(i.type_count);
  return i.opcode == Opcode::mov || (std::ranges::none_of(types, ptx::is_float) && !i.has("sat") && !i.has("hi"));
}

/// What an instruction with one result leaves in it.
std::optional<LowBits> result(const State& state, const ptx::Function& function, const ptx::Instruction& i) {
  if (!is_followed(i.opcode) || !keeps_low_bits(i)) return LowBits{};
  const auto operands = function.operands_of(i);
  const auto known = [&](std::size_t n) { return n < operands.size() ? of_operand(state, operands[n]) : LowBits{}; };
  const auto a = known(1);
  if (!a) return std::nullopt;
  if (i.opcode == Opcode::mov || i.opcode == Opcode::cvt || i.opcode == Opcode::cvta) return a;
  if (i.opcode == Opcode::shl && operands.size() > 2) return shifted_left(*a, operands[2]);
  const auto b = known(2);
  if (!b) return std::nullopt;
  if (i.opcode == Opcode::add) return sum(*a, *b);
  if (i.opcode == Opcode::sub) return difference(*a, *b);
  if (i.opcode == Opcode::mul) return product(*a, *b);
  if (i.opcode == Opcode::mad) {
    const auto c = known(3);
    return c ? std::optional(sum(product(*a, *b), *c)) : std::nullopt;
  }
  if (i.opcode == Opcode::and_) return conjunction(*a, *b);
  if (i.opcode == Opcode::or_) return told(std::min(a->known, b->known), std::uint64_t{a->value} | b->value);
  if (i.opcode == Opcode::xor_) return told(std::min(a->known, b->known), std::uint64_t{a->value} ^ b->value);
  return common(*a, *b);  // selp, min, max
}

/// Whether more is known, or less. Knowledge of a register only shrinks, so this ends.
bool step(State& state, const ptx::Function& function, const ptx::Instruction& i) {
  const bool alone = i.operand_count > 0 && function.operands_of(i)[0].kind == ptx::OperandKind::reg;
  const std::optional<LowBits> found = alone ? result(state, function, i) : LowBits{};
  bool changed = false;
  for_each_written(function, i, [&](std::uint32_t written) {
    std::optional<LowBits>& slot = state[written];
    if (!found || (slot && slot->known == 0)) return;
    const LowBits next = slot ? common(*slot, *found) : *found;
    changed = changed || !slot || slot->known != next.known;
    slot = next;
  });
  return changed;
}

}  // namespace

bool LowBits::multiple_of(std::uint32_t bytes, std::int64_t offset) const {
  return (1U << known) >= bytes && ((value + static_cast<std::uint64_t>(offset)) & (bytes - 1)) == 0;
}

std::vector<LowBits> low_bits(const ptx::Function& function) {
  State state(function.registers.size());
  unsigned passes = 0;
  for (bool changed = true; changed;) {
    if (++passes > max_passes) return std::vector<LowBits>(state.size());
    changed = false;
    for (const ptx::Instruction& i : function.body) changed = step(state, function, i) || changed;
  }
  std::vector<LowBits> out(state.size());
  for (std::size_t n = 0; n < out.size(); ++n) out[n] = state[n].value_or(LowBits{});
  return out;
}

}  // namespace forewarp::analysis
