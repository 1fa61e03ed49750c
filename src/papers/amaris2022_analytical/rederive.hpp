// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The paper's own figures: its model's predictions computed again, its lambdas, its errors.
#include "papers/amaris2022_analytical/runs.hpp"

namespace forewarp::papers::amaris2022_analytical {

struct Study {
  std::vector<Gpu> gpus;             ///< eight of Table 5, then the P100
  std::vector<Run> runs;             ///< matrix-vector kernels on eight, Rodinia's on nine
  std::vector<Committed> committed;  ///< the authors' predictions
};
[[nodiscard]] Study read_study(const Options& options, std::vector<std::string>& files);

/// Eq. 3 with lambda = 1 on a board as the scripts have it.
[[nodiscard]] double scripts_time_s(const Study& study, std::size_t gpu, const Launch& launch);

/// Errors of one kernel over the boards of the authors' results.
struct Again {
  Id id{};
  double committed_mape = 0, deviation = 0;  ///< %, and the standard deviation over boards
  double mape = 0;                           ///< of the predictions computed again with the lambda of each board
  double largest_difference = 0;             ///< between the two, relative
  double true_mape = 0;  ///< against the times of that kernel in datasets/ and raw/, which differ for BCK-K2
};
[[nodiscard]] std::vector<Again> predictions_again(const Study& study);

/// Of raw/ or datasets/, at the middle size, which is the one that our lambdas are learnt from.
[[nodiscard]] const Run& middle_run(const std::vector<Run>& runs_of_a_kernel_and_board);

[[nodiscard]] ResultTable table11(const Study& study, const std::vector<Again>& again,
                                  const std::filesystem::path& printed, const std::filesystem::path& lambdas);
[[nodiscard]] ResultTable table12(const Study& study, const std::vector<Again>& again,
                                  const std::filesystem::path& printed);
/// lambda of Table 5 or 7: printed, of the committed predictions, of one measured run.
[[nodiscard]] ResultTable lambda_table(const Study& study, bool rodinia, const std::filesystem::path& printed);
[[nodiscard]] ResultTable predictions_table(const Study& study);

}  // namespace forewarp::papers::amaris2022_analytical
