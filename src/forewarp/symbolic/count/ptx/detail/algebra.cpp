// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"

// Canonical forms. Equal values must get equal forms, since everything else compares by number: products with the block
// size are rewritten (rewrite), floors are normalised (floor), choices of c and of not c share a symbol (choose), and
// symbols and conditions are interned in maps, O(log n) each.
//
// Example of a floor: floor((5 x + 7) / 3). The coefficient 5 is 2 * 3 - 1, the constant 7 is 2 * 3 + 1, so the form is
// 2 x + 2 + floor((1 - x) / 3). If 0 <= x <= 1 the floor's bounds agree (0 and 0), and 2 x + 2 is left.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

__extension__ typedef __int128 Wide;

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": threads of a block, blocks of a grid.
constexpr std::int64_t max_threads = 1024, max_blocks = 2147483647;
constexpr std::size_t max_symbols = 20000;

const char* axis_name(std::uint32_t axis) { return axis == 0 ? "x" : axis == 1 ? "y" : "z"; }

std::string launch_name(SymbolKind kind, std::uint32_t axis) {
  const char* word = kind == SymbolKind::block_size     ? "block"
                     : kind == SymbolKind::grid_size    ? "grid"
                     : kind == SymbolKind::threads      ? "threads"
                     : kind == SymbolKind::thread_index ? "tid"
                     : kind == SymbolKind::block_index  ? "ctaid"
                                                        : "global";
  return fmt::format("{}_{}", word, axis_name(axis));
}

std::int64_t clamp(Wide value) {
  if (value >= Wide{Algebra::infinite}) return Algebra::infinite;
  if (value <= -Wide{Algebra::infinite}) return -Algebra::infinite;
  return static_cast<std::int64_t>(value);
}

struct Range {
  Wide low, high;
};
constexpr Wide endless = Wide{1} << 120;

Wide widen(std::int64_t bound) {
  return bound == Algebra::infinite ? endless : bound == -Algebra::infinite ? -endless : Wide{bound};
}
// Saturating: beyond 2^62 a bound is infinite. 128 bits hold the product of any two bounds, and
// `endless` is far enough from their limits that sums of 64 terms do not overflow.
Wide product_of(Wide a, Wide b) {
  if (a == 0 || b == 0) return 0;
  const Wide limit = Wide{1} << 62;
  const bool negative = (a < 0) != (b < 0);
  if (a > limit || a < -limit || b > limit || b < -limit) return negative ? -endless : endless;
  return a * b;
}
// Interval multiplication: extremes are at the corners.
Range product_of(const Range& a, const Range& b) {
  const std::array<Wide, 4> corners{product_of(a.low, b.low), product_of(a.low, b.high), product_of(a.high, b.low),
                                    product_of(a.high, b.high)};
  return {*std::min_element(corners.begin(), corners.end()), *std::max_element(corners.begin(), corners.end())};
}

std::int64_t floor_divided(std::int64_t a, std::int64_t d) { return a / d - (a % d != 0 && a < 0 ? 1 : 0); }

}  // namespace

Algebra::Algebra(FixedLaunch fixed) : fixed_(fixed), symbols_(1) {
  for (auto kind : {ConditionKind::never, ConditionKind::always, ConditionKind::on_data, ConditionKind::not_affine}) {
    conditions_.push_back({.kind = kind});
  }
}

SymbolId Algebra::add(SymbolInfo info) {
  if (symbols_.size() >= max_symbols) throw symbolic::LimitExceeded("a kernel needs more than 20000 symbols");
  symbols_.push_back(std::move(info));
  return static_cast<SymbolId>(symbols_.size() - 1);
}

/// The symbol with this kind, axis, second number and name; made when first asked for.
SymbolId Algebra::once(SymbolInfo info, std::uint32_t second) {
  const auto key = std::make_tuple(info.kind, info.axis, second, info.name);
  const auto it = named_.find(key);
  if (it != named_.end()) return it->second;
  const SymbolId s = add(std::move(info));
  named_.emplace(key, s);
  return s;
}

/// Sizes of the launch as symbols with the ranges that CUDA allows, or as numbers in an attempt
/// that fixes them. Where an axis has one block or thread its index is 0 and no symbol at all,
/// which keeps sets small.
Form Algebra::launch_symbol(SymbolKind kind, std::uint32_t axis) {
  const auto block = fixed_.block.at(axis), grid = fixed_.grid.at(axis);
  std::int64_t lowest = 1, highest = max_threads;
  switch (kind) {
    case SymbolKind::block_size:
      if (block) return Form::of(*block);
      break;
    case SymbolKind::grid_size:
      if (grid) return Form::of(*grid);
      highest = max_blocks;
      break;
    case SymbolKind::threads:
      if (block || grid)
        return multiply(launch_symbol(SymbolKind::grid_size, axis), launch_symbol(SymbolKind::block_size, axis));
      highest = max_threads * max_blocks;
      break;
    case SymbolKind::thread_index:
      if (block == 1) return Form();
      lowest = 0;
      highest = block.value_or(max_threads) - 1;
      break;
    case SymbolKind::block_index:
      if (grid == 1) return Form();
      lowest = 0;
      highest = grid.value_or(max_blocks) - 1;
      break;
    case SymbolKind::global_index:
    case SymbolKind::argument:
    case SymbolKind::counter:
    case SymbolKind::floor:
    case SymbolKind::choice:
    case SymbolKind::base:
    case SymbolKind::carried:
      lowest = 0;
      highest = max_threads * max_blocks - 1;
  }
  return Form::symbol(
      once({.kind = kind, .name = launch_name(kind, axis), .lowest = lowest, .highest = highest, .axis = axis}));
}

Form Algebra::argument(std::uint32_t number, std::uint32_t offset, unsigned bytes, const std::string& name) {
  return Form::symbol(once({.kind = SymbolKind::argument,
                            .name = name,
                            .lowest = 0,
                            .highest = bytes < 8 ? INT32_MAX : infinite,
                            .axis = offset,
                            .argument = number},
                           number));
}

Form Algebra::base(const std::string& name) {
  return Form::symbol(once({.kind = SymbolKind::base, .name = name, .lowest = 0, .highest = infinite}));
}

SymbolId Algebra::counter(std::uint32_t loop) {
  return once({.kind = SymbolKind::counter,
               .name = fmt::format("loop{}", loop),
               .lowest = 0,
               .highest = infinite,
               .axis = loop});
}

SymbolId Algebra::carried(std::uint32_t loop, std::uint32_t reg) {
  return once({.kind = SymbolKind::carried, .name = "", .lowest = -infinite, .highest = infinite, .axis = loop}, reg);
}

/// Adds a term to out, with ntid * ctaid as global - tid and ntid * nctaid as threads, for a block size that is a
/// symbol. Example: 4 * ntid_x * ctaid_x becomes 4 * global_x - 4 * tid_x, which is affine.
void Algebra::rewrite(Term term, Form& out) {
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    if (fixed_.block[axis]) continue;
    const auto find = [&](SymbolKind kind) {
      const auto it = named_.find({kind, axis, 0, launch_name(kind, axis)});
      return it == named_.end() ? SymbolId{0} : it->second;
    };
    const SymbolId block = find(SymbolKind::block_size);
    if (block == 0 || !term.monomial.contains(block)) continue;
    for (const auto other : {SymbolKind::block_index, SymbolKind::grid_size}) {
      const SymbolId with = find(other);
      if (with == 0 || !term.monomial.contains(with)) continue;
      const Form rest{{{term.monomial.without(block).without(with), term.coefficient}}, 0};
      const Form factor = other == SymbolKind::grid_size ? launch_symbol(SymbolKind::threads, axis)
                                                         : launch_symbol(SymbolKind::global_index, axis) -
                                                               launch_symbol(SymbolKind::thread_index, axis);
      const bool is_number = rest.terms[0].monomial.degree() == 0;
      out = out + (is_number ? scaled(factor, term.coefficient) : multiply(rest, factor));
      return;
    }
  }
  out = out + Form{{term}, 0};
}

Form Algebra::rewritten(const Form& x) {
  if (std::all_of(x.terms.begin(), x.terms.end(), [](const Term& t) { return t.monomial.degree() < 2; })) return x;
  Form out = Form::of(x.constant);
  for (const Term& t : x.terms) rewrite(t, out);
  return out;
}

Form Algebra::multiply(const Form& x, const Form& y) { return rewritten(product(x, y)); }

/// In this order: whole multiples are taken out; a floor whose bounds agree is a number; a common factor of
/// coefficients and denominator is cancelled; nested floors are joined, floor((floor(f / a) + k) / b) =
/// floor((f + a k) / (a b)); what is left is a symbol.
Form Algebra::floor(const Form& x, std::int64_t d) {
  Form whole, rest;
  for (const Term& t : x.terms) {
    const std::int64_t q = floor_divided(t.coefficient, d);
    // The remainder's coefficient nearest to 0: what is met twice is met in one shape.
    const std::int64_t r = t.coefficient - q * d;
    const std::int64_t extra = r > d / 2 ? 1 : 0;
    if (q + extra != 0) whole.terms.push_back({t.monomial, q + extra});
    if (r - extra * d != 0) rest.terms.push_back({t.monomial, r - extra * d});
  }
  whole.constant = floor_divided(x.constant, d);
  rest.constant = x.constant - whole.constant * d;
  const std::int64_t low = lower(rest), high = upper(rest);
  if (low != -infinite && high != infinite && floor_divided(low, d) == floor_divided(high, d)) {
    return plus(whole, floor_divided(low, d));
  }
  const std::int64_t common = std::gcd(rest.content(), d);
  if (common > 1) {  // floor((c f + k) / (c d)) = floor((f + floor(k / c)) / d)
    const Form less = divided(plus(rest, -rest.constant), common);
    return whole + floor(plus(less, floor_divided(rest.constant, common)), d / common);
  }
  if (rest.terms.size() == 1 && rest.terms[0].coefficient == 1 && rest.terms[0].monomial.single() != 0) {
    const SymbolInfo inner = symbols_[rest.terms[0].monomial.single()];
    std::int64_t both = 0;
    if (inner.kind == SymbolKind::floor && !__builtin_mul_overflow(inner.denominator, d, &both)) {
      return whole + floor(combine(1, inner.numerator, inner.denominator, Form::of(rest.constant)), both);
    }
  }
  auto [it, is_new] = floors_.try_emplace({rest, d}, SymbolId{0});
  if (is_new) {
    const std::int64_t lowest = low == -infinite ? -infinite : floor_divided(low, d);
    const std::int64_t highest = high == infinite ? infinite : floor_divided(high, d);
    it->second = add({.kind = SymbolKind::floor,
                      .name = "",
                      .lowest = lowest,
                      .highest = highest,
                      .numerator = rest,
                      .denominator = d});
  }
  return whole + Form::symbol(it->second);
}

/// b + [c] (a - b). Where [not c] exists already, it is used, so that both branches of an if share one symbol.
Form Algebra::choose(Cond c, const Form& a, const Form& b) {
  if (c == always || a == b) return a;
  if (c == never) return b;
  const Cond opposite = negate(c);
  const auto known = choices_.find(opposite);
  if (known != choices_.end()) return a + multiply(Form::symbol(known->second), b - a);
  auto [it, is_new] = choices_.try_emplace(c, SymbolId{0});
  if (is_new) it->second = add({.kind = SymbolKind::choice, .name = "", .lowest = 0, .highest = 1, .condition = c});
  return b + multiply(Form::symbol(it->second), a - b);
}

/// Interval arithmetic over the symbols' ranges, term by term: correct, but correlated terms are not seen.
std::int64_t Algebra::lower(const Form& x) const {
  Wide sum = x.constant;
  for (const Term& t : x.terms) {
    Range range{1, 1};
    for (const SymbolId s : t.monomial.factors) {
      if (s != 0) range = product_of(range, Range{widen(symbols_[s].lowest), widen(symbols_[s].highest)});
    }
    const Wide low = std::min(product_of(range.low, t.coefficient), product_of(range.high, t.coefficient));
    if (low <= -endless / 2) return -infinite;
    sum += low;
  }
  return clamp(sum);
}

std::int64_t Algebra::upper(const Form& x) const {
  const std::int64_t low = lower(scaled(x, -1));
  return -low;
}

}  // namespace forewarp::count::detail
