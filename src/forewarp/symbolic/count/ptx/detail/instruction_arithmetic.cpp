// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/instruction.hpp"

#include "forewarp/symbolic/count/ptx/detail/integer_type.hpp"

namespace forewarp::count::detail {

using ptx::Opcode;

/// Integers of PTX as mathematical integers: overflow is assumed not to happen, as compilers do for
/// signed indices. Division rounds towards zero in PTX and down in floor(), which agree for
/// numerators that are provably not negative. mul.hi by a number is what
/// compilers make of a division: x / 3 is mul.hi by 0x55555556 (reciprocal.hpp).
Value Interpreter::arithmetic(const ptx::Instruction& i, std::span<const Form> x, Facts& facts) {
  if (i.opcode == Opcode::mov || i.opcode == Opcode::cvta) return as_value(x[0]);
  if (i.opcode == Opcode::cvt) {
    if (!is_integer(i.type(1))) return Value::unknown(true);
    const unsigned to = ptx::size_of(i.type());
    const std::int64_t most = to >= 4 ? Algebra::infinite : (std::int64_t{1} << (8 * to)) - 1;
    if (to < 4 && (algebra_.lower(x[0]) < 0 || algebra_.upper(x[0]) > most)) return Value::unknown(false);
    return as_value(x[0]);
  }
  if (i.opcode == Opcode::add) return as_value(x[0] + x[1]);
  if (i.opcode == Opcode::sub) return as_value(x[0] - x[1]);
  if (i.opcode == Opcode::neg) return as_value(scaled(x[0], -1));
  if (i.opcode == Opcode::mul) {
    if (i.has("hi")) {
      // floor(a b / 2^bits), for a multiplier that is a number: division by a constant.
      if (!x[1].is_constant() || ptx::size_of(i.type()) != 4) return Value::unknown(false);
      const std::int64_t m = is_unsigned(i.type()) ? x[1].constant & (two_to_32 - 1) : x[1].constant;
      if (!facts.proves_at_least_zero(x[0])) return as_value(algebra_.floor(scaled(x[0], m), two_to_32));
      return as_value(products_.high_half(x[0], m, is_unsigned(i.type()) ? UINT32_MAX : INT32_MAX));
    }
    return as_value(algebra_.multiply(x[0], x[1]));
  }
  if (i.opcode == Opcode::mad) {
    if (i.has("hi") || x.size() != 3) return Value::unknown(false);
    return as_value(algebra_.multiply(x[0], x[1]) + x[2]);
  }
  if (i.opcode == Opcode::min) return as_value(algebra_.choose(algebra_.at_least(x[1] - x[0]), x[0], x[1]));
  if (i.opcode == Opcode::max) return as_value(algebra_.choose(algebra_.at_least(x[0] - x[1]), x[0], x[1]));
  if (i.opcode == Opcode::abs) return as_value(algebra_.choose(algebra_.at_least(x[0]), x[0], scaled(x[0], -1)));
  if (i.opcode == Opcode::div || i.opcode == Opcode::rem) {
    if (!x[1].is_constant() || x[1].constant <= 0 || !facts.proves_at_least_zero(x[0])) return Value::unknown(false);
    const Form q = algebra_.floor(x[0], x[1].constant);
    return as_value(i.opcode == Opcode::div ? q : combine(1, x[0], -x[1].constant, q));
  }
  return Value::unknown(false);
}

}  // namespace forewarp::count::detail
