// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/instruction.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace forewarp::count::detail {

using ptx::Opcode;

/// x & mask for masks of one run of ones. Ones from bit l to bit l + w - 1 keep x mod 2^(l + w),
/// rounded down to a multiple of 2^l:
///
///     x & 0x1f = x - 32 floor(x / 32)            x & ~3 = 4 floor(x / 4)
///     x & 0x1c = 4 floor(x / 4) - 32 floor(x / 32)
///
/// Any other mask is not affine. Two's complement makes this right for negative x, too.
Value Interpreter::masked(const Form& x, std::uint64_t mask, bool wide) {
  if (!wide) mask = static_cast<std::uint32_t>(mask);
  const std::uint64_t all = wide ? ~std::uint64_t{0} : 0xffffffffU;
  if (mask == all || mask == 0xffffffffU) return as_value(x);  // 32-bit numbers do not wrap round
  if (mask == 0) return as_value(Form());
  const int low = std::countr_zero(mask), width = std::popcount(mask);
  if (((mask >> low) + 1) != (std::uint64_t{1} << width) || low > 40) return Value::unknown(false);
  const std::int64_t unit = std::int64_t{1} << low;
  const Form above = low == 0 ? x : scaled(algebra_.floor(x, unit), unit);
  const bool reaches_top = low + width >= (wide ? 63 : 31);  // nothing is cut off above
  if (reaches_top && (low > 0 || low + width < (wide ? 64 : 32))) return as_value(above);
  if (low + width > 40) return as_value(above);
  const std::int64_t over = std::int64_t{1} << (low + width);
  return as_value(combine(1, above, -over, algebra_.floor(x, over)));
}

Value Interpreter::bits(const ptx::Instruction& i, std::span<const Form> x, Facts& facts) {
  const bool wide = ptx::size_of(i.type()) == 8;
  const auto is_number = [&](std::size_t n) { return x.size() > n && x[n].is_constant(); };
  const auto is_shift = [&] { return is_number(1) && x[1].constant >= 0 && x[1].constant < 32; };
  if (i.opcode == Opcode::shl) {
    if (!is_shift()) return Value::unknown(false);
    return as_value(scaled(x[0], std::int64_t{1} << x[1].constant));
  }
  if (i.opcode == Opcode::shr) {
    if (is_number(1) && x[1].constant == 63 && facts.proves_at_least_zero(x[0])) return as_value(Form());
    if (is_shift() && !wide)
      if (const auto quotient = products_.shifted(x[0], static_cast<unsigned>(x[1].constant)))
        return as_value(*quotient);
    if (!is_shift() || (!ptx::is_signed(i.type()) && !facts.proves_at_least_zero(x[0]))) return Value::unknown(false);
    return as_value(algebra_.floor(x[0], std::int64_t{1} << x[1].constant));
  }
  if (i.opcode == Opcode::and_) {
    if (is_number(0)) return masked(x[1], static_cast<std::uint64_t>(x[0].constant), wide);
    if (is_number(1)) return masked(x[0], static_cast<std::uint64_t>(x[1].constant), wide);
    return Value::unknown(false);
  }
  if (i.opcode == Opcode::not_) return as_value(plus(scaled(x[0], -1), -1));
  if (i.opcode == Opcode::or_) {
    // No bit in common: one is a multiple of a power of two that the other is below.
    for (std::size_t n = 0; n < 2; ++n) {
      const Form& high = x[n];
      const Form& low = x[1 - n];
      const auto step = static_cast<std::uint64_t>(std::gcd(high.content(), high.constant));
      const std::int64_t power = step == 0 ? 0 : std::int64_t{1} << std::min(std::countr_zero(step), 40);
      if (power > 1 && algebra_.lower(low) >= 0 && algebra_.upper(low) < power) return as_value(x[0] + x[1]);
      if (step == 0) return as_value(low);
    }
    return Value::unknown(false);
  }
  return Value::unknown(false);
}

}  // namespace forewarp::count::detail
