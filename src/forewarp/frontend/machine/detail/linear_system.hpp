// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Linear equations in unknowns that are not negative, added one by one in the order of trust, and what they determine.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace forewarp::machine::detail {

/// Sum of coefficient * unknown.
using Terms = std::vector<std::pair<std::uint32_t, double>>;

/// What the unknowns should be where the equations leave a choice: weight * |terms - value| is to be small.
struct Wish {
  Terms terms;
  double value = 0, weight = 1;
};

class LinearSystem {
 public:
  explicit LinearSystem(std::size_t unknowns);

  enum class Added : std::uint8_t { informative, implied, contradicted };
  /// An equation that contradicts those before it, or makes an unknown that they determine negative, is left out.
  Added add(const Terms& terms, double value);
  /// The value of the sum, if the equations determine it.
  [[nodiscard]] std::optional<double> value_of(const Terms& terms) const;
  /// Unknowns that satisfy the equations and are not negative, as far as that is possible; of these, those for which
  /// the weighted distances from the wishes add up to the least.
  [[nodiscard]] std::vector<double> solve(const std::vector<Wish>& wishes) const;

 private:
  /// One equation, solved for one unknown: coefficients of all unknowns, then the value.
  using Row = std::vector<double>;
  [[nodiscard]] Row reduced(const Terms& terms, double value) const;
  [[nodiscard]] bool has_negative() const;
  std::vector<double> eliminate(std::size_t pivot, const Row& row);
  void restore(std::size_t pivot, const Row& row, const std::vector<double>& factors);

  std::size_t unknowns_;
  double scale_ = 1;  ///< largest value, for what counts as zero
  std::vector<Row> rows_;
  std::vector<std::int32_t> row_of_;  ///< unknown -> the row that is solved for it; -1: free
};

}  // namespace forewarp::machine::detail
