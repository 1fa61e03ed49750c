// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A piecewise quasi-polynomial laid out flat for evaluation at many sizes: under a microsecond for what kernels have.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::symbolic {

class Evaluator {
 public:
  explicit Evaluator(const PwQPolynomial& p);
  /// In this order are the values given.
  [[nodiscard]] const std::vector<std::string>& parameters() const { return parameters_; }
  /// The exact value. Throws InputError on another number of values, LimitExceeded beyond 128 bits.
  [[nodiscard]] Rational operator()(std::span<const std::int64_t> values) const;

 private:
  struct Term {
    Symbol symbol;
    std::int64_t coefficient;
  };
  struct Form {  // terms_[begin, end) + constant
    std::size_t begin, end;
    std::int64_t constant;
  };
  struct Guard {
    Form form;
    bool equality;
  };
  struct Product {  // coefficient * factors_[begin] * ... * factors_[end - 1]
    std::size_t begin, end;
    Integer coefficient;
  };
  struct Block {
    std::size_t first_condition, last_condition, first_product, last_product;
  };
  Form flat(const Affine& form);
  /// The number of the guard: one that several pieces share is stored, and evaluated, once.
  std::uint32_t guard(const Constraint& constraint);
  /// Evaluates in whole numbers of one width; false where that does not hold them.
  template <class Whole>
  class Run;

  std::vector<std::string> parameters_;
  std::vector<Term> terms_;
  std::vector<std::pair<Form, std::int64_t>> floors_;
  std::vector<Guard> guards_;
  std::map<Constraint, std::uint32_t> known_guards_;
  std::vector<std::uint32_t> conditions_;  ///< of the blocks: numbers of guards
  std::vector<Symbol> factors_;
  std::vector<Product> products_;
  std::vector<Block> blocks_;
  Integer denominator_ = 1;  // of the whole sum
};

}  // namespace forewarp::symbolic
