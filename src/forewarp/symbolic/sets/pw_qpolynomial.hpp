// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Piecewise quasi-polynomials in named parameters: what a count is, exact for every value of the parameters.
///
///     [n, p] -> { 1/2*n^2 - n*p + 1/2*n + 1/2*p^2 - 1/2*p : n - p - 1 >= 0 }
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/sets/isl.hpp"
#include "forewarp/symbolic/sets/polynomial.hpp"

namespace forewarp::symbolic {

/// The value of a polynomial where all constraints hold (forms over parameters and floors), 0 elsewhere.
struct Piece {
  std::vector<Constraint> where;
  Polynomial value;
};

/// The sum of its pieces. Pieces may overlap after a sum; disjoint() has the same value without overlaps.
class PwQPolynomial {
 public:
  explicit PwQPolynomial(Symbols symbols = Symbols{}, std::vector<Piece> pieces = {});
  static PwQPolynomial constant(std::int64_t value);
  static PwQPolynomial parameter(const std::string& name);

  [[nodiscard]] const Symbols& symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<std::string>& parameters() const { return symbols_.variables(); }
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }

  /// Parameters of one name are one parameter.
  friend PwQPolynomial operator+(const PwQPolynomial& a, const PwQPolynomial& b);
  friend PwQPolynomial operator-(const PwQPolynomial& a, const PwQPolynomial& b);
  friend PwQPolynomial operator*(const PwQPolynomial& a, const PwQPolynomial& b);

  /// The exact value. Throws InputError where a parameter has no value, LimitExceeded beyond 128 bits.
  [[nodiscard]] Rational evaluate(const std::map<std::string, std::int64_t>& values) const;

  /// The same over these parameters: nothing in use may be missing among them.
  [[nodiscard]] PwQPolynomial over(std::vector<std::string> parameters) const;
  /// Of constraints that differ in the constant alone the tightest, pieces that these leave empty dropped, pieces of
  /// equal constraints added, values rewritten by the equalities that hold there, zero pieces dropped. Cheap.
  [[nodiscard]] PwQPolynomial merged() const;
  /// Pieces that do not overlap, equal neighbours joined, redundant constraints dropped. Exact; throws LimitExceeded
  /// where isl needs more operations than allowed.
  [[nodiscard]] PwQPolynomial disjoint(std::uint64_t max_operations = 20'000'000) const;

  /// The same wherever the assumptions hold (a set whose parameters are in question): conditions that follow from them
  /// are dropped, pieces that become one are added.
  [[nodiscard]] PwQPolynomial given(const Set& assumptions) const;

  /// As above, pieces separated by "; ".
  [[nodiscard]] std::string str() const;

 private:
  Symbols symbols_;
  std::vector<Piece> pieces_;
};

/// One polynomial or form as text over the symbols.
[[nodiscard]] std::string to_text(const Symbols& symbols, const Polynomial& p);
/// A C++ function "__int128 NAME(std::int64_t n, ...)" that needs nothing but <cstdint>.
[[nodiscard]] std::string to_cpp(const PwQPolynomial& p, const std::string& name);
/// A LaTeX cases environment.
[[nodiscard]] std::string to_latex(const PwQPolynomial& p);

}  // namespace forewarp::symbolic
