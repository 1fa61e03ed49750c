// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The names that polynomials are written in: variables, and floors of affine forms over earlier symbols.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/symbolic/sets/affine.hpp"

namespace forewarp::symbolic {

/// floor(numerator / denominator), denominator > 1.
struct Floor {
  Affine numerator;
  std::int64_t denominator = 1;
  auto operator<=>(const Floor&) const = default;
};

/// A table of symbols: the variables first, then the floors in the order in which they were met, each once.
class Symbols {
 public:
  explicit Symbols(std::vector<std::string> variables = {}) : variables_(std::move(variables)) {}

  [[nodiscard]] const std::vector<std::string>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Floor>& floors() const { return floors_; }
  [[nodiscard]] std::size_t size() const { return variables_.size() + floors_.size(); }
  [[nodiscard]] bool is_variable(Symbol s) const { return s < variables_.size(); }
  [[nodiscard]] const Floor& floor_of(Symbol s) const { return floors_[s - variables_.size()]; }

  /// floor(numerator / denominator) as an affine form over the symbols, denominator > 0. One value is met in one shape:
  /// whole multiples are outside, no common factor is left, and the first coefficient is at most half the denominator
  /// (floor((a + 1)/2) is a - floor(a/2)).
  [[nodiscard]] Affine floor(const Affine& numerator, std::int64_t denominator);
  /// Whether s is `of` or a floor with `of` inside.
  [[nodiscard]] bool depends(Symbol s, Symbol of) const;

 private:
  Affine intern(Floor floor);

  std::vector<std::string> variables_;
  std::vector<Floor> floors_;
  std::map<Floor, Symbol> known_;
};

}  // namespace forewarp::symbolic
