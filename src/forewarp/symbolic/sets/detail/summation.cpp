// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/detail/summation.hpp"

// sum() is a recursion on the variables that are still open. Each step removes redundant constraints, uses equalities
// to eliminate variables, picks the cheapest variable x, and splits into pieces on which one lower and one upper bound
// of x are tight; on each the sum over x is a difference of antiderivatives, a polynomial in the other variables.
//
// Invariant: the sum of `value` over the integer points of `where` in the open variables, restricted to `guards`, is
// this state's contribution to the result.
//
// Example, { [i, j] : 0 <= i < n and i <= j < n }. Over j: bounds i and n - 1, value 1, so S_0(n - 1) - S_0(i - 1) =
// (n - 1) - (i - 1) = n - i. Over i: bounds 0 and n - 1; n S_0 - S_1 at n - 1, minus at -1: n^2 - (n - 1) n / 2 =
// 1/2 n^2 + 1/2 n, for n >= 1.
//
// Cost: with l lower and u upper bounds a variable has min(l u, l + u) pieces, and each residue of a floor is a case of
// its own: exponential in the number of variables. max_steps, max_terms and max_residues bound it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic::detail {
namespace {

std::vector<std::string> with_places(std::vector<std::string> names, std::size_t variables) {
  for (std::size_t i = 0; i < variables; ++i) names.push_back(fmt::format("#{}", i));
  return names;
}

// All pairs of bounds, or every bound once with its own half of the difference (see piece).
std::size_t pieces_of(std::size_t lower, std::size_t upper) { return std::min(lower * upper, lower + upper); }

}  // namespace

Summation::Summation(std::vector<std::string> parameters, std::size_t variables, const Context& context,
                     CountOptions options)
    : symbols_(with_places(parameters, variables)),
      parameters_(parameters.size()),
      context_(context),
      options_(options) {}

void Summation::add(const Polyhedron& p, std::size_t variables) {
  State state{p, {}, Polynomial(Rational(1)), {}};
  for (std::size_t i = 0; i < variables; ++i) state.open.push_back(static_cast<Symbol>(parameters_ + i));
  sum(std::move(state));
}

void Summation::sum(State state) {
  if (++steps_ > options_.max_steps)
    throw LimitExceeded(fmt::format("counting needs more than {} steps of summation", options_.max_steps));
  terms_ += state.value.terms().size();
  if (terms_ > options_.max_terms)
    throw LimitExceeded(fmt::format("counting sums over polynomials of more than {} terms", options_.max_terms));
  if (state.value.is_zero()) return;
  do {
    auto smaller = reduced(state.where, symbols_.variables().size(), context_);
    if (!smaller) return;
    state.where = std::move(*smaller);
  } while (solve_equality(state));
  if (state.open.empty()) return emit(state);
  sum_over(state, cheapest(state).second);
}

/// All variables are summed over: the value holds where guards and remaining constraints do.
void Summation::emit(const State& state) {
  std::vector<Constraint> where = state.guards;
  where.insert(where.end(), state.where.begin(), state.where.end());
  std::sort(where.begin(), where.end());
  where.erase(std::unique(where.begin(), where.end()), where.end());
  pieces_[std::move(where)] += state.value;
}

/// Uses an equality with an open variable to eliminate one; false where there is none. 2 x = n needs the guard
/// n - 2 floor(n / 2) = 0, and x is n / 2 there.
bool Summation::solve_equality(State& state) {
  for (std::size_t i = 0; i < state.where.size(); ++i) {
    if (!state.where[i].equality) continue;
    const Affine form = state.where[i].form;
    std::vector<std::pair<std::int64_t, Symbol>> open;
    for (const auto& [symbol, c] : form.terms)
      if (symbol >= parameters_) open.emplace_back(c < 0 ? -c : c, symbol);
    if (open.empty()) continue;
    const auto [size, symbol] = *std::min_element(open.begin(), open.end());
    if (open.size() > 1 && size != 1) {
      shift(state, form);
      return true;
    }
    state.where.erase(state.where.begin() + static_cast<std::ptrdiff_t>(i));
    const std::int64_t sign = form.coefficient(symbol) > 0 ? -1 : 1;
    const Affine numerator = scaled(form.without(symbol), sign);
    if (size != 1) {  // the rest must be a multiple: rest - size * floor(rest / size) = 0, rest over parameters only
      const Affine guard = combine(1, numerator, -size, symbols_.floor(numerator, size));
      if (guard.is_constant() && guard.constant != 0) state.value = Polynomial();
      if (!guard.is_constant()) state.guards.push_back({guard, true});
    }
    substitute(state, symbol, {numerator, size});
    std::erase(state.open, symbol);
    return true;
  }
  return false;
}

/// One step of Euclid's algorithm on the coefficients, by a unimodular change of variables:
/// a x + sum c_j y_j with c_j = q_j a + r_j becomes a x' + sum r_j y_j where x' = x + sum q_j y_j.
/// Example: 6 x + 4 y becomes 2 x + 4 y (y is replaced by y - x), then 2 x (x by x - 2 y).
void Summation::shift(State& state, const Affine& equality) {
  Symbol pivot = 0;
  std::int64_t a = 0;
  for (const auto& [symbol, c] : equality.terms)
    if (symbol >= parameters_ && (a == 0 || std::abs(c) < std::abs(a))) pivot = symbol, a = c;
  Affine value = Affine::symbol(pivot);
  for (const auto& [symbol, c] : equality.terms)
    if (symbol >= parameters_ && symbol != pivot) {
      const std::int64_t size = std::abs(a), q = narrow(floor_divide(c, size)) * (a < 0 ? -1 : 1);
      value = combine(1, value, -q, Affine::symbol(symbol));
    }
  substitute(state, pivot, {value, 1});
}

void Summation::substitute(State& state, Symbol variable, const AffineFraction& value) {
  for (Constraint& c : state.where) {
    const std::int64_t a = c.form.coefficient(variable);
    if (a != 0) c.form = combine(value.denominator, c.form.without(variable), a, value.numerator);
  }
  state.value = substituted(symbols_, state.value, variable, value);
}

/// The number of residue classes of the variable after which no floor of the value contains it: floor(x / 2) needs 2,
/// since floor((2 x' + r) / 2) = x' for r = 0 and 1.
std::int64_t Summation::residues(const State& state, Symbol variable) const {
  std::set<Symbol> seen;
  Integer common = 1;
  for (const auto& term : state.value.terms())
    for (const auto& factor : term.first) {
      if (symbols_.is_variable(factor.first) || !seen.insert(factor.first).second) continue;
      const Floor& floor = symbols_.floor_of(factor.first);
      const Integer period = floor.denominator / gcd(floor.denominator, floor.numerator.coefficient(variable));
      common = checked_multiply(common / gcd(common, period), period);
    }
  return narrow(common);
}

/// Sorts the constraints by the sign of the variable's coefficient.
Summation::Bounds Summation::bounds(const State& state, Symbol variable) const {
  Bounds result;
  for (const Constraint& c : state.where) {
    const std::int64_t a = c.form.coefficient(variable);
    if (a == 0) {
      result.others.push_back(c);
    } else if (a > 0) {
      result.lower.push_back(c.form.without(variable));
      result.lower_scale.push_back(a);
    } else {
      result.upper.push_back(c.form.without(variable));
      result.upper_scale.push_back(-a);
    }
  }
  return result;
}

/// The variable with the fewest pieces now and the fewest floors later.
std::pair<double, Symbol> Summation::cheapest(const State& state) const {
  std::pair<double, Symbol> best{-1, 0};
  for (const Symbol variable : state.open) {
    const Bounds b = bounds(state, variable);
    double later = 0;
    for (const std::int64_t scale : b.lower_scale) later += static_cast<double>(scale - 1);
    for (const std::int64_t scale : b.upper_scale) later += static_cast<double>(scale - 1);
    const double now =
        static_cast<double>(residues(state, variable)) * static_cast<double>(pieces_of(b.lower.size(), b.upper.size()));
    if (best.first < 0 || now + later < best.first) best = {now + later, variable};
  }
  return best;
}

/// Splits by residues first, if a floor contains the variable; then by pieces.
void Summation::sum_over(const State& state, Symbol variable) {
  const std::int64_t period = residues(state, variable);
  if (period > options_.max_residues)
    throw LimitExceeded(fmt::format("counting would take a variable apart into {} residues, more than {}", period,
                                    options_.max_residues));
  for (std::int64_t r = 0; r < period && period > 1; ++r) {
    State part = state;
    substitute(part, variable, {combine(period, Affine::symbol(variable), r, Affine::of(1)), 1});
    sum(std::move(part));
  }
  if (period > 1) return;
  const Bounds b = bounds(state, variable);
  if (b.lower.empty() || b.upper.empty())
    throw Unbounded(
        fmt::format("the set is unbounded: a variable has no {} bound", b.lower.empty() ? "lower" : "upper"));
  const bool pairs = b.lower.size() * b.upper.size() <= b.lower.size() + b.upper.size();
  for (std::size_t i = 0; i < b.lower.size() && pairs; ++i)
    for (std::size_t j = 0; j < b.upper.size(); ++j) piece(state, variable, b, i, j, 0);
  if (pairs) return;
  for (std::size_t i = 0; i < b.lower.size(); ++i) piece(state, variable, b, i, b.upper.size(), -1);
  for (std::size_t j = 0; j < b.upper.size(); ++j) piece(state, variable, b, b.lower.size(), j, 1);
}

/// Where bound `lower` is the greatest and `upper` the least (one of them out of range: only the other is fixed), the
/// difference of the antiderivative at its ends, or only the term of the end that is fixed.
void Summation::piece(const State& state, Symbol variable, const Bounds& b, std::size_t lower, std::size_t upper,
                      int which) {
  State next{b.others, state.guards, {}, state.open};
  std::erase(next.open, variable);
  const auto keep = [&](const Affine& form) { next.where.push_back({form, false}); };
  // x >= -l/a: the greatest has the least l/a; ties go to the first
  for (std::size_t i = 0; i < b.lower.size() && which <= 0; ++i)
    if (i != lower)
      keep(combine(1, combine(b.lower_scale[lower], b.lower[i], -b.lower_scale[i], b.lower[lower]), i < lower ? -1 : 0,
                   Affine::of(1)));
  for (std::size_t j = 0; j < b.upper.size() && which >= 0; ++j)
    if (j != upper)
      keep(combine(1, combine(b.upper_scale[upper], b.upper[j], -b.upper_scale[j], b.upper[upper]), j < upper ? -1 : 0,
                   Affine::of(1)));
  for (std::size_t i = 0; i < b.lower.size(); ++i)
    for (std::size_t j = 0; j < b.upper.size(); ++j)
      if ((which > 0 || i == lower) && (which < 0 || j == upper))
        keep(combine(b.lower_scale[i], b.upper[j], b.upper_scale[j], b.lower[i]));
  if (which >= 0)
    next.value += antiderivative(state.value, variable, symbols_.floor(b.upper[upper], b.upper_scale[upper]));
  if (which <= 0) {
    const Affine before = combine(-1, symbols_.floor(b.lower[lower], b.lower_scale[lower]), -1, Affine::of(1));
    next.value = next.value - antiderivative(state.value, variable, before);
  }
  sum(std::move(next));
}

/// sum over k of value_k * S_k(at), value_k being the coefficient of variable^k.
Polynomial Summation::antiderivative(const Polynomial& value, Symbol variable, const Affine& at) {
  const std::uint32_t degree = value.degree_in(variable);
  std::vector<Polynomial> coefficients(degree + 1), powers{Polynomial(Rational(1))};
  for (const auto& [monomial, c] : value.terms()) {
    Monomial rest;
    std::uint32_t k = 0;
    for (const auto& factor : monomial) {
      if (factor.first == variable)
        k = factor.second;
      else
        rest.push_back(factor);
    }
    coefficients[k].add(rest, c);
  }
  while (powers.size() < degree + 2) powers.push_back(powers.back() * Polynomial(at));
  Polynomial result;
  for (std::uint32_t k = 0; k <= degree; ++k) {
    if (coefficients[k].is_zero()) continue;
    Polynomial inner;
    const std::vector<Rational> sums = power_sum(k);
    for (std::size_t i = 0; i < sums.size(); ++i) inner += powers[i] * Polynomial(sums[i]);
    result += coefficients[k] * inner;
  }
  return result;
}

PwQPolynomial Summation::result() && {
  std::vector<std::string> names(symbols_.variables().begin(),
                                 symbols_.variables().begin() + static_cast<std::ptrdiff_t>(parameters_));
  std::vector<Piece> pieces;
  for (auto& [where, value] : pieces_) pieces.push_back({where, value});
  return PwQPolynomial(symbols_, std::move(pieces)).over(std::move(names)).merged();
}

}  // namespace forewarp::symbolic::detail
