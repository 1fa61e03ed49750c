// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer linear forms over numbered symbols: constraints, and what occurs inside a floor.
#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "forewarp/symbolic/sets/rational.hpp"

namespace forewarp::symbolic {

/// The number of a symbol in its Symbols: a variable or a floor.
using Symbol = std::uint32_t;

/// sum of coefficient * symbol, plus a constant; sorted by symbol, no zero coefficients. 64 bits, checked
/// (LimitExceeded).
struct Affine {
  std::vector<std::pair<Symbol, std::int64_t>> terms;
  std::int64_t constant = 0;

  static Affine of(std::int64_t value) { return {{}, value}; }
  static Affine symbol(Symbol s, std::int64_t coefficient = 1) { return {{{s, coefficient}}, 0}; }

  [[nodiscard]] std::int64_t coefficient(Symbol s) const;
  /// The form without its term in s.
  [[nodiscard]] Affine without(Symbol s) const;
  [[nodiscard]] bool is_constant() const { return terms.empty(); }
  auto operator<=>(const Affine&) const = default;
};

/// a * x + b * y.
[[nodiscard]] Affine combine(std::int64_t a, const Affine& x, std::int64_t b, const Affine& y);
[[nodiscard]] Affine scaled(const Affine& x, std::int64_t factor);

/// form >= 0, or form = 0.
struct Constraint {
  Affine form;
  bool equality = false;
  auto operator<=>(const Constraint&) const = default;
};

}  // namespace forewarp::symbolic
