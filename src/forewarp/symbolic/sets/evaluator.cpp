// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/evaluator.hpp"

// Everything that needs maps or allocation is done once in the constructor: forms, guards and products become ranges of
// flat arrays, and coefficients are brought to a common denominator, so an evaluation is integer arithmetic only.
// Guards that several pieces share are evaluated at most once per evaluation (answers_). Evaluation is tried with 64
// bits first and repeated with 128 bits if something overflows.
#include <fmt/format.h>

#include <array>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic {

Evaluator::Evaluator(const PwQPolynomial& p) : parameters_(p.parameters()) {
  for (const Floor& floor : p.symbols().floors()) floors_.emplace_back(flat(floor.numerator), floor.denominator);
  for (const Piece& piece : p.pieces())
    for (const auto& term : piece.value.terms()) {
      const Integer one = term.second.denominator();
      denominator_ = checked_multiply(denominator_ / gcd(denominator_, one), one);
    }
  for (const Piece& piece : p.pieces()) {
    Block block{conditions_.size(), 0, products_.size(), 0};
    for (const Constraint& c : piece.where) conditions_.push_back(guard(c));
    for (const auto& [monomial, coefficient] : piece.value.terms()) {
      const std::size_t begin = factors_.size();
      for (const auto& [symbol, exponent] : monomial) factors_.insert(factors_.end(), exponent, symbol);
      products_.push_back({begin, factors_.size(),
                           checked_multiply(coefficient.numerator(), denominator_ / coefficient.denominator())});
    }
    block.last_condition = conditions_.size();
    block.last_product = products_.size();
    blocks_.push_back(block);
  }
}

Evaluator::Form Evaluator::flat(const Affine& form) {
  const std::size_t begin = terms_.size();
  for (const auto& [symbol, coefficient] : form.terms) terms_.push_back({symbol, coefficient});
  return {begin, terms_.size(), form.constant};
}

std::uint32_t Evaluator::guard(const Constraint& constraint) {
  const auto [known, added] = known_guards_.try_emplace(constraint, static_cast<std::uint32_t>(guards_.size()));
  if (added) guards_.push_back({flat(constraint.form), constraint.equality});
  return known->second;
}

namespace {

/// An array on the stack up to 64 elements, else on the heap.
template <class T>
class Room {
 public:
  explicit Room(std::size_t count) {
    if (count > few_.size()) many_.resize(count);
    data_ = many_.empty() ? few_.data() : many_.data();
  }
  T& operator[](std::size_t n) { return data_[n]; }

 private:
  std::array<T, 64> few_;
  std::vector<T> many_;
  T* data_ = nullptr;
};

template <class Whole>
Whole floored(Whole numerator, Whole denominator) {
  const Whole quotient = numerator / denominator;
  return quotient - (numerator % denominator < 0 ? 1 : 0);
}

}  // namespace

template <class Whole>
class Evaluator::Run {
 public:
  explicit Run(const Evaluator& of)
      : of_(of), symbols_(of.parameters_.size() + of.floors_.size()), answers_(of.guards_.size()) {}

  /// False on overflow. Floors only use earlier symbols, so one pass in their order suffices.
  bool operator()(std::span<const std::int64_t> values, Whole& sum) {
    std::size_t next = 0;
    for (const std::int64_t one : values) symbols_[next++] = one;
    for (const auto& [form, divisor] : of_.floors_) {
      Whole inside = 0;
      if (!value(form, inside)) return false;
      symbols_[next++] = floored<Whole>(inside, divisor);
    }
    for (std::size_t n = 0; n < of_.guards_.size(); ++n) answers_[n] = unasked;
    sum = 0;
    for (const Block& block : of_.blocks_) {
      bool here = true;
      if (!holds(block, here)) return false;
      if (here && !add(block, sum)) return false;
    }
    return true;
  }

 private:
  enum Answer : std::uint8_t { unasked, yes, no };

  bool value(const Form& form, Whole& sum) {
    sum = form.constant;
    for (std::size_t i = form.begin; i < form.end; ++i) {
      Whole product = 0;
      if (__builtin_mul_overflow(Whole{of_.terms_[i].coefficient}, symbols_[of_.terms_[i].symbol], &product) ||
          __builtin_add_overflow(sum, product, &sum))
        return false;
    }
    return true;
  }

  bool holds(const Block& block, bool& here) {
    for (std::size_t i = block.first_condition; here && i < block.last_condition; ++i) {
      Answer& answer = answers_[of_.conditions_[i]];
      if (answer == unasked) {
        const Guard& guard = of_.guards_[of_.conditions_[i]];
        Whole left = 0;
        if (!value(guard.form, left)) return false;
        answer = (guard.equality ? left == 0 : left >= 0) ? yes : no;
      }
      here = answer == yes;
    }
    return true;
  }

  bool add(const Block& block, Whole& sum) {
    for (std::size_t i = block.first_product; i < block.last_product; ++i) {
      auto product = static_cast<Whole>(of_.products_[i].coefficient);
      if (product != of_.products_[i].coefficient) return false;
      for (std::size_t f = of_.products_[i].begin; f < of_.products_[i].end; ++f)
        if (__builtin_mul_overflow(product, symbols_[of_.factors_[f]], &product)) return false;
      if (__builtin_add_overflow(sum, product, &sum)) return false;
    }
    return true;
  }

  const Evaluator& of_;
  Room<Whole> symbols_;
  Room<Answer> answers_;
};

Rational Evaluator::operator()(std::span<const std::int64_t> values) const {
  if (values.size() != parameters_.size())
    throw InputError(fmt::format("{} values for {} parameters", values.size(), parameters_.size()));
  std::int64_t narrow_sum = 0;
  if (Run<std::int64_t>(*this)(values, narrow_sum)) return Rational::of(narrow_sum, denominator_);
  Integer sum = 0;
  if (!Run<Integer>(*this)(values, sum)) throw LimitExceeded("a count does not fit 128 bits");
  return Rational::of(sum, denominator_);
}

}  // namespace forewarp::symbolic
