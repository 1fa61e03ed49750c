// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The wave model fitted to some cells of Table 2 and tested on the rest: with which parts of it, on which cells.
#include <string>
#include <vector>

#include "papers/hasan2014/cells.hpp"
#include "papers/hasan2014/designs.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::hasan2014 {

struct Variant {
  std::string name, what;
  model::wave::FitChoice choice;
};

/// From the bend alone to all of it; the third is the model of model/wave/wave.hpp as it is used.
[[nodiscard]] const std::vector<Variant>& variants();
inline constexpr std::size_t used_variant = 2;

struct Outcome {
  model::wave::Fit fit;
  Errors tested;  ///< on the cells that were not fitted to; on all, where there are none left
};

[[nodiscard]] Outcome fit_and_test(const device::DeviceSpec& device, const std::vector<Cell>& cells,
                                   const std::vector<std::size_t>& chosen, const model::wave::FitChoice& choice);

/// Every cell's number.
[[nodiscard]] std::vector<std::size_t> all_of(const std::vector<Cell>& cells);

/// Blocks and threads of a table whose cells are in row order. Throws InputError where it is not a full table.
struct Sides {
  std::vector<double> blocks, threads;
};
[[nodiscard]] Sides sides_of(const std::vector<Cell>& cells);

/// Fits to random choices of twelve cells: quantiles of the mean and of the largest error on the other cells.
struct Lottery {
  std::vector<double> means, largest;  ///< one a draw
  double met = 0;                      ///< share of draws with a mean of at most 2 % and a largest of at most 10 %
};
[[nodiscard]] Lottery lottery(const device::DeviceSpec& device, const std::vector<Cell>& cells,
                              const model::wave::FitChoice& choice, std::size_t draws, unsigned threads);

}  // namespace forewarp::papers::hasan2014
