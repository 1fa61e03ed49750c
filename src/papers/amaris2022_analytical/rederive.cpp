// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_analytical/rederive.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/support/statistics.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

/// lambda behind the predictions of one kernel and board: the middle of those that each prediction yields.
double committed_lambda(const Study& study, const std::vector<Committed>& rows) {
  std::vector<double> lambdas;
  for (const Committed& row : rows) lambdas.push_back(scripts_time_s(study, row.gpu, row.launch) / row.predicted_s);
  return median(lambdas);
}

struct BoardErrors {
  double committed = 0, again = 0, difference = 0, own = 0;
};

/// The kernel's own time for the same launch: the committed one, but for BCK-K2, whose rows hold BCK-K1's times.
double own_time_s(const Study& study, const Committed& row) {
  if (row.launch.id != Id::bck2) return row.measured_s;
  for (const Run& run : study.runs)
    if (run.gpu == row.gpu && run.launch.id == Id::bck2 && run.launch.size == row.launch.size) return run.measured_s;
  return row.measured_s;
}

BoardErrors errors_of(const Study& study, const std::vector<Committed>& rows) {
  const double lambda = committed_lambda(study, rows);
  std::vector<double> measured, own, committed, again;
  BoardErrors errors;
  for (const Committed& row : rows) {
    measured.push_back(row.measured_s);
    own.push_back(own_time_s(study, row));
    committed.push_back(row.predicted_s);
    again.push_back(scripts_time_s(study, row.gpu, row.launch) / lambda);
    errors.difference = std::max(errors.difference, std::abs(again.back() / row.predicted_s - 1));
  }
  errors.committed = 100 * mean(relative_errors(committed, measured));
  errors.again = 100 * mean(relative_errors(again, measured));
  errors.own = 100 * mean(relative_errors(again, own));
  return errors;
}

double deviation(const std::vector<double>& x) {
  const double m = mean(x);
  double sum = 0;
  for (const double v : x) sum += (v - m) * (v - m);
  return x.size() > 1 ? std::sqrt(sum / static_cast<double>(x.size() - 1)) : 0;
}

}  // namespace

Study read_study(const Options& options, std::vector<std::string>& files) {
  Study study;
  study.gpus = read_gpus(options, files);
  for (std::size_t g = 0; g < study.gpus.size(); ++g) {
    if (study.gpus[g].architecture != Architecture::pascal)
      for (Run& run : read_matrix_vector(options, study.gpus, g, files)) study.runs.push_back(run);
    for (Run& run : read_rodinia(options, study.gpus, g, files)) study.runs.push_back(run);
  }
  study.committed = read_committed(options, study.gpus, files);
  return study;
}

double scripts_time_s(const Study& study, std::size_t gpu, const Launch& launch) {
  return model::bsp::kernel_time_s(scripts_kernel(launch), study.gpus[gpu].scripts);
}

const Run& middle_run(const std::vector<Run>& runs) { return runs[(runs.size() - 1) / 2]; }

std::vector<Again> predictions_again(const Study& study) {
  std::vector<Again> all;
  for (const Name& kernel : kernels()) {
    std::vector<double> committed, again, own;
    Again result{.id = kernel.id};
    for (std::size_t g = 0; g < study.gpus.size(); ++g) {
      const std::vector<Committed> rows = of(study.committed, kernel.id, g);
      if (rows.empty()) continue;
      const BoardErrors errors = errors_of(study, rows);
      committed.push_back(errors.committed);
      again.push_back(errors.again);
      own.push_back(errors.own);
      result.largest_difference = std::max(result.largest_difference, errors.difference);
    }
    if (committed.empty()) continue;
    result.committed_mape = mean(committed);
    result.deviation = deviation(committed);
    result.mape = mean(again);
    result.true_mape = mean(own);
    all.push_back(result);
  }
  return all;
}

}  // namespace forewarp::papers::amaris2022_analytical
