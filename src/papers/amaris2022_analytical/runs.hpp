// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What was measured: one time a kernel, board and size.
#include "papers/amaris2022_analytical/kernels.hpp"

namespace forewarp::papers::amaris2022_analytical {

struct Run {
  std::size_t gpu = 0;
  Launch launch;
  double measured_s = 0;  ///< median where there is more than one launch of the size
};

/// The nine matrix-vector kernels of one board, from raw/ (blocks of 16 by 16 or 256; one launch a size), sizes
/// ascending. Then BCK-K1, BCK-K2, HTW, HOT from datasets/. files grows by what is read.
[[nodiscard]] std::vector<Run> read_matrix_vector(const Options& options, const std::vector<Gpu>& gpus, std::size_t gpu,
                                                  std::vector<std::string>& files);
[[nodiscard]] std::vector<Run> read_rodinia(const Options& options, const std::vector<Gpu>& gpus, std::size_t gpu,
                                            std::vector<std::string>& files);

/// One line of the authors' results.
struct Committed {
  std::size_t gpu = 0;
  Launch launch;
  double measured_s = 0, predicted_s = 0;
};
/// BSP-based-model-NCA and -Rodinia. GAU's launches get the number of threads that the scripts give them.
[[nodiscard]] std::vector<Committed> read_committed(const Options& options, const std::vector<Gpu>& gpus,
                                                    std::vector<std::string>& files);

/// Those of one kernel and board.
template <typename Row>
[[nodiscard]] std::vector<Row> of(const std::vector<Row>& rows, Id id, std::size_t gpu) {
  std::vector<Row> chosen;
  for (const Row& row : rows)
    if (row.launch.id == id && row.gpu == gpu) chosen.push_back(row);
  return chosen;
}

}  // namespace forewarp::papers::amaris2022_analytical
