// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/evaluator.hpp"

#include <fmt/format.h>

#include <array>

#include "forewarp/symbolic/errors.hpp"

namespace forewarp::symbolic {

Evaluator::Evaluator(const PwQPolynomial& p) : parameters_(p.parameters()) {
  for (const Floor& floor : p.symbols().floors()) floors_.emplace_back(flat(floor.numerator), floor.denominator);
  for (const Piece& piece : p.pieces())
    for (const auto& term : piece.value.terms()) {
      const Integer one = term.second.denominator();
      denominator_ = checked_multiply(denominator_ / gcd(denominator_, one), one);
    }
  for (const Piece& piece : p.pieces()) {
    Block block{guards_.size(), 0, products_.size(), 0};
    for (const Constraint& c : piece.where) guards_.push_back({flat(c.form), c.equality});
    for (const auto& [monomial, coefficient] : piece.value.terms()) {
      const std::size_t begin = factors_.size();
      for (const auto& [symbol, exponent] : monomial) factors_.insert(factors_.end(), exponent, symbol);
      products_.push_back({begin, factors_.size(),
                           checked_multiply(coefficient.numerator(), denominator_ / coefficient.denominator())});
    }
    block.last_guard = guards_.size();
    block.last_product = products_.size();
    blocks_.push_back(block);
  }
}

Evaluator::Form Evaluator::flat(const Affine& form) {
  const std::size_t begin = terms_.size();
  for (const auto& [symbol, coefficient] : form.terms) terms_.push_back({symbol, coefficient});
  return {begin, terms_.size(), form.constant};
}

Integer Evaluator::value(const Form& form, const Integer* symbols) const {
  Integer sum = form.constant;
  for (std::size_t i = form.begin; i < form.end; ++i)
    sum = checked_add(sum, checked_multiply(terms_[i].coefficient, symbols[terms_[i].symbol]));
  return sum;
}

bool Evaluator::holds(const Block& block, const Integer* symbols) const {
  for (std::size_t i = block.first_guard; i < block.last_guard; ++i) {
    const Integer left = value(guards_[i].form, symbols);
    if (guards_[i].equality ? left != 0 : left < 0) return false;
  }
  return true;
}

Rational Evaluator::operator()(std::span<const std::int64_t> values) const {
  if (values.size() != parameters_.size())
    throw InputError(fmt::format("{} values for {} parameters", values.size(), parameters_.size()));
  const std::size_t count = values.size() + floors_.size();
  std::array<Integer, 64> few;
  std::vector<Integer> many(count > few.size() ? count : 0);
  Integer* symbols = many.empty() ? few.data() : many.data();
  std::size_t next = 0;
  for (const std::int64_t one : values) symbols[next++] = one;
  for (const auto& [form, divisor] : floors_) symbols[next++] = floor_divide(value(form, symbols), divisor);
  Integer sum = 0;
  for (const Block& block : blocks_) {
    if (!holds(block, symbols)) continue;
    for (std::size_t i = block.first_product; i < block.last_product; ++i) {
      Integer product = products_[i].coefficient;
      for (std::size_t f = products_[i].begin; f < products_[i].end; ++f)
        product = checked_multiply(product, symbols[factors_[f]]);
      sum = checked_add(sum, product);
    }
  }
  return Rational::of(sum, denominator_);
}

}  // namespace forewarp::symbolic
