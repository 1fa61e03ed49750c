// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "forewarp/support/error.hpp"

namespace forewarp::validate {
namespace {

constexpr std::size_t max_groups = 50;  // beyond, a fold per group costs more than it is worth

Scheme random_scheme(const Task& task, std::size_t folds, std::uint64_t seed) {
  const std::size_t rows = task.samples.rows();
  if (folds == 0) return {"each row left out alone", leave_one_out(rows), {}};
  return {"random folds", k_fold(rows, folds, seed), {}};
}

Scheme group_scheme(const Group& group, std::uint64_t seed) {
  const std::size_t distinct = std::set<std::string>(group.of_row.begin(), group.of_row.end()).size();
  if (distinct > max_groups)
    return {fmt::format("by {}, whole groups", group.column), group_k_fold(group.of_row, 10, seed), group.of_row};
  return {fmt::format("by {}, each left out", group.column), leave_one_group_out(group.of_row), group.of_row};
}

/// The two-sided range from ratios m / p of rows held out: the order statistics that a split-conformal range takes on
/// either side. None where the rows are too few for the level.
std::optional<learn::Range> range_from(const MethodResult& held_out, const std::vector<double>& measured,
                                       double level) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double ratio = measured[i] / held_out.predicted[i];
    ratios.push_back(ratio > 0 ? ratio : std::numeric_limits<double>::infinity());  // no factor mends a wrong sign
  }
  std::ranges::sort(ratios);
  const double tail = (1 - level) / 2 * static_cast<double>(ratios.size() + 1);
  const auto low = static_cast<std::size_t>(std::floor(tail + 1e-9));
  if (low == 0 || low > ratios.size() / 2) return std::nullopt;
  const double high = ratios[ratios.size() - low];
  if (!std::isfinite(high)) return std::nullopt;
  return learn::Range{learn::Range::Kind::factor, level, ratios[low - 1], high};
}

std::vector<learn::ErrorFigure> figures_of(const Evaluation& evaluation) {
  std::vector<learn::ErrorFigure> figures;
  for (const SchemeResult& scheme : evaluation.schemes) {
    const MethodResult& own = scheme.methods.back();
    if (own.errors) {
      figures.push_back({scheme.name, "MAPE", "%", 100 * own.errors->mape});
      figures.push_back({scheme.name, "median", "%", 100 * own.errors->median});
    } else {
      figures.push_back({scheme.name, "macro F1", "", own.classes->f1});
    }
    if (own.coverage && std::isfinite(own.coverage->median_factor))
      figures.push_back({scheme.name, fmt::format("coverage of {:.0f} % ranges", 100 * own.coverage->level), "%",
                         100 * own.coverage->covered});
  }
  return figures;
}

}  // namespace

std::vector<Scheme> schemes_of(const Task& task, std::size_t folds, std::uint64_t seed) {
  std::vector<Scheme> schemes = {random_scheme(task, folds, seed)};
  for (const Group& group : task.groups) schemes.push_back(group_scheme(group, seed));
  return schemes;
}

Trained train(const Task& task, const learn::PipelineSpec& spec, const Evaluation& evaluation,
              const TrainOptions& options) {
  FOREWARP_ASSERT(!evaluation.schemes.empty() && !evaluation.schemes.back().methods.empty(),
                  "a model is trained after it was evaluated");
  Trained trained{.pipeline = learn::Pipeline::fit(spec, task.samples, task.target,
                                                   {.seed = options.cross.seed, .threads = options.cross.threads}),
                  .notes = {},
                  .coverage = std::nullopt};
  trained.notes.data_digest = learn::training_digest(task.samples, task.target);
  trained.notes.data_rows = task.samples.rows();
  const SchemeResult& last = evaluation.schemes.back();
  trained.notes.split = last.name;
  trained.notes.errors = figures_of(evaluation);
  if (task.target.is_class()) return trained;
  trained.coverage = last.methods.back().coverage;
  if (has_own_ranges(spec.learner)) {
    const double tail = (1 - options.level) / 2;
    trained.pipeline.set_range({learn::Range::Kind::quantiles, options.level, tail, 1 - tail});
    return trained;
  }
  if (const auto range = range_from(last.methods.back(), task.target.values, options.level))
    trained.pipeline.set_range(*range);
  return trained;
}

}  // namespace forewarp::validate
