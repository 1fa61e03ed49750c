// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_analytical/transfer.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/support/statistics.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

model::bsp::Work reduced(model::bsp::Work work, Without without) {
  if (without == Without::waiting) work.block.round_trips = 0;
  if (without == Without::memory) work.block.dram_bytes = 0;
  if (without == Without::fp64) work.block.fp64_lanes = 0;
  if (without == Without::camping) work.camping = 1;
  return work;
}

model::bsp::Board reduced(const Gpu& gpu, Without without) {
  model::bsp::Board board = gpu.board;
  if (without == Without::waves) board.latency_warps = 0;
  if (without == Without::boost) board.boost_hz = board.base_hz;
  if (without == Without::ecc && gpu.ecc) board.dram_bytes_per_s *= model::bsp::ecc_traffic;
  if (without == Without::launch) board.launch_s = 0;
  return board;
}

/// Blocks as a share of SMs rather than in whole waves.
model::bsp::Work smooth_waves(model::bsp::Work work, const model::bsp::Board& board, Without without) {
  if (without != Without::waves) return work;
  const double blocks = std::ceil(work.blocks / board.sms) * board.sms;
  work.block.issue_cycles *= work.blocks / blocks;
  return work;
}

double lambda_of(const Study& study, const Model& model, std::size_t gpu, const Run& run) {
  if (!model.extended)
    return model::bsp::lambda_of(scripts_kernel(run.launch), study.gpus[gpu].scripts, run.measured_s);
  const model::bsp::Board board = reduced(study.gpus[gpu], model.without);
  return model::bsp::extended_lambda(
      smooth_waves(reduced(work_of(run.launch, study.gpus[gpu]), model.without), board, model.without), board,
      run.measured_s);
}

double time_of(const Study& study, const Model& model, const Run& run, double lambda) {
  const Gpu& gpu = study.gpus[run.gpu];
  if (!model.extended) return model::bsp::kernel_time_s(scripts_kernel(run.launch), gpu.scripts, lambda);
  const model::bsp::Board board = reduced(gpu, model.without);
  return model::bsp::extended_time_s(
      smooth_waves(reduced(work_of(run.launch, gpu), model.without), board, model.without), board, lambda);
}

/// The runs of one kernel on one board, sizes ascending, as study.runs has them: a range in it.
std::pair<std::size_t, std::size_t> range_of(const Study& study, Id id, std::size_t gpu) {
  std::size_t first = 0;
  while (first < study.runs.size() && !(study.runs[first].gpu == gpu && study.runs[first].launch.id == id)) ++first;
  std::size_t last = first;
  while (last < study.runs.size() && study.runs[last].gpu == gpu && study.runs[last].launch.id == id) ++last;
  return {first, last};
}

}  // namespace

Training median_boards(const std::vector<Gpu>& gpus) {
  Training training;
  for (const Architecture architecture : {Architecture::kepler, Architecture::maxwell}) {
    std::vector<std::pair<double, std::size_t>> peaks;
    for (std::size_t g = 0; g < gpus.size(); ++g)
      if (gpus[g].architecture == architecture) peaks.emplace_back(gpus[g].board.sms * gpus[g].board.base_hz, g);
    std::sort(peaks.begin(), peaks.end());
    training.gpu[static_cast<std::size_t>(architecture)] = peaks[peaks.size() / 2].second;
  }
  return training;
}

std::vector<Forecast> forecasts(const Study& study, const Model& model, const Training& training) {
  std::vector<Forecast> all;
  for (std::size_t g = 0; g < study.gpus.size(); ++g) {
    if (study.gpus[g].architecture == Architecture::pascal) continue;
    const std::size_t teacher =
        training.own_board ? g : training.gpu[static_cast<std::size_t>(study.gpus[g].architecture)];
    for (std::size_t k = 0; k < matrix_vector_kernels + rodinia_kernels; ++k) {
      const auto [from, to] = range_of(study, kernels()[k].id, teacher);
      if (from == to) continue;
      const std::size_t taught =
          from + static_cast<std::size_t>(std::floor(static_cast<double>(to - from - 1) * training.quantile));
      const double lambda = lambda_of(study, model, teacher, study.runs[taught]);
      const auto [first, last] = range_of(study, kernels()[k].id, g);
      for (std::size_t i = first; i < last; ++i) {
        const Run& run = study.runs[i];
        const double predicted_s = time_of(study, model, run, lambda);
        all.push_back({&run, predicted_s, std::abs(predicted_s / run.measured_s - 1), g == teacher, i == taught});
      }
    }
  }
  return all;
}

std::vector<double> errors_of(const std::vector<Forecast>& forecasts, Tested tested, std::optional<Id> id) {
  std::vector<double> errors;
  for (const Forecast& f : forecasts) {
    if (id && f.run->launch.id != *id) continue;
    if (f.training_run || (tested == Tested::other_boards && f.training_board)) continue;
    errors.push_back(100 * f.error);
  }
  return errors;
}

Means means_of(const std::vector<Forecast>& forecasts, Tested tested) {
  std::vector<double> first, second;
  for (std::size_t k = 0; k < matrix_vector_kernels + rodinia_kernels; ++k) {
    const std::vector<double> errors = errors_of(forecasts, tested, kernels()[k].id);
    // HTW has one launch shape whatever its input: a board that learns from it has hardly anything left to test.
    if (!errors.empty()) (k < matrix_vector_kernels ? first : second).push_back(mean(errors));
  }
  return {mean(first), mean(second)};
}

}  // namespace forewarp::papers::amaris2022_analytical
