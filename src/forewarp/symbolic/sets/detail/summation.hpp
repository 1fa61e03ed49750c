// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The summation of a polynomial over the variables of a polyhedron (count.hpp has the mathematics).
#include <map>
#include <vector>

#include "forewarp/symbolic/sets/count.hpp"
#include "forewarp/symbolic/sets/detail/polyhedron.hpp"

namespace forewarp::symbolic::detail {

class Summation {
 public:
  Summation(std::vector<std::string> parameters, std::size_t variables, const Context& context, CountOptions options);
  /// Adds the number of points of the polyhedron to the result.
  void add(const Polyhedron& p, std::size_t variables);
  [[nodiscard]] PwQPolynomial result() &&;

 private:
  struct State {
    Polyhedron where;
    std::vector<Constraint> guards;  // over parameters and floors of them
    Polynomial value;
    std::vector<Symbol> open;  // variables still to be summed over
  };
  struct Bounds {
    std::vector<Affine> lower, upper;  // with coefficient a > 0 or b > 0 of the variable kept beside
    std::vector<std::int64_t> lower_scale, upper_scale;
    Polyhedron others;
  };

  void sum(State state);
  void emit(const State& state);
  bool solve_equality(State& state);
  void shift(State& state, const Affine& equality);
  void substitute(State& state, Symbol variable, const AffineFraction& value);
  [[nodiscard]] std::int64_t residues(const State& state, Symbol variable) const;
  [[nodiscard]] Bounds bounds(const State& state, Symbol variable) const;
  [[nodiscard]] std::pair<double, Symbol> cheapest(const State& state) const;
  void sum_over(const State& state, Symbol variable);
  void piece(const State& state, Symbol variable, const Bounds& b, std::size_t lower, std::size_t upper, int which);
  [[nodiscard]] Polynomial antiderivative(const Polynomial& value, Symbol variable, const Affine& at);

  Symbols symbols_;
  std::size_t parameters_;
  Context context_;
  CountOptions options_;
  std::size_t steps_ = 0, terms_ = 0;
  std::map<std::vector<Constraint>, Polynomial> pieces_;
};

}  // namespace forewarp::symbolic::detail
