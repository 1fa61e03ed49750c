// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The paper's claim put to the test: lambda learnt on one board at one size, for every other size and board of its
/// architecture; with Eq. 3 as the authors have it and with the extended model.
#include <array>
#include <optional>

#include "papers/amaris2022_analytical/rederive.hpp"

namespace forewarp::papers::amaris2022_analytical {

/// What of the extended model is left out, to see what it is good for.
enum class Without { nothing, waves, waiting, memory, fp64, camping, boost, ecc, launch };

struct Model {
  bool extended = true;  ///< else Eq. 3 with the scripts' counts and clocks
  Without without = Without::nothing;
};

/// Where lambda is learnt. The rule of our figures: of each architecture the board of median SMs times clock (which is
/// also the one of median bandwidth), at the middle one of the kernel's sizes. It looks at no time.
struct Training {
  std::array<std::size_t, 2> gpu{};  ///< for Kepler and Maxwell
  double quantile = 0.5;             ///< of the sizes, ascending
  bool own_board = false;            ///< the paper's test instead: each board learns its own lambda
};
[[nodiscard]] Training median_boards(const std::vector<Gpu>& gpus);

struct Forecast {
  const Run* run = nullptr;
  double predicted_s = 0, error = 0;  ///< relative
  bool training_board = false, training_run = false;
};
/// All Kepler and Maxwell runs, in the order of study.runs.
[[nodiscard]] std::vector<Forecast> forecasts(const Study& study, const Model& model, const Training& training);

/// Mean over kernels of a kernel's mean relative error, per cent, of the launches that pass.
enum class Tested { other_boards, all_but_the_run };
struct Means {
  double matrix_vector = 0, rodinia = 0;
};
[[nodiscard]] Means means_of(const std::vector<Forecast>& forecasts, Tested tested);
/// Errors of one kernel (of all, without one), per cent.
[[nodiscard]] std::vector<double> errors_of(const std::vector<Forecast>& forecasts, Tested tested,
                                            std::optional<Id> id = {});

[[nodiscard]] ResultTable claim_table(const Study& study);
[[nodiscard]] ResultTable boards_table(const Study& study);
[[nodiscard]] ResultTable trainings_table(const Study& study);
[[nodiscard]] ResultTable without_table(const Study& study);
/// GAU, whose launches survive only as seconds: a lambda a board, Eq. 3 and ours.
[[nodiscard]] ResultTable gaussian_table(const Study& study);
[[nodiscard]] std::vector<Picture> transfer_pictures(const Study& study);

}  // namespace forewarp::papers::amaris2022_analytical
