// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which of our kernels stands for which of the paper's, at which size, and why its counts are not the printed ones.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/model/bsp/extract.hpp"

namespace forewarp::papers::amaris2022_parameters {

struct Case {
  std::string_view name;           ///< as the paper calls it: "MMGU"
  std::string_view kernel;         ///< in kernels/
  std::string_view table, column;  ///< of data/papers; empty: the paper has no parameters
  std::vector<std::string> set;    ///< parameters of the launch: "n=256"
  launch::Parameters letters;      ///< N, BS, GS, t of the printed formulas
  model::bsp::Counted counted = model::bsp::Counted::floating;
  std::string_view why;  ///< of the differences
};

[[nodiscard]] const std::vector<Case>& cases();

/// The value of a printed formula: "(N/t) * 100", "log(BS)" to base 2, "1/GS" real; FMA is 2 cycles. Throws ParseError.
[[nodiscard]] double printed_value(const std::string& formula, const launch::Parameters& letters);

}  // namespace forewarp::papers::amaris2022_parameters
