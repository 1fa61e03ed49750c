// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/detail/fitting_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "forewarp/support/error.hpp"

namespace forewarp::model::expression::detail {

namespace {

double checked(double value, const std::string& column, std::size_t row) {
  if (!std::isfinite(value)) throw InputError(fmt::format("row {}: {} is not a finite number", row + 1, column));
  return value;
}

}  // namespace

FittingProblem::FittingProblem(const Expression& e, const Table& table, const CalibrationOptions& options,
                               const std::vector<std::size_t>& rows)
    : expression_(e), options_(options), whole_(e.tree, e.features, e.parameters) {
  for (const std::string& parameter : e.parameters)
    derivatives_.emplace_back(derivative(e.tree, parameter), e.features, e.parameters);
  const auto& times = table.numbers(options.output);
  for (const std::size_t row : rows) {
    times_.push_back(checked(times[row], options.output, row));
    if (times_.back() <= 0)
      throw InputError(fmt::format("row {}: {} is {}, and has to be above 0", row + 1, options.output, times_.back()));
    std::vector<double>& values = features_.emplace_back();
    for (const std::string& feature : e.features) values.push_back(checked(table.numbers(feature)[row], feature, row));
  }
  if (times_.size() < e.parameters.size())
    throw InputError(fmt::format("{} samples cannot determine {} parameters", times_.size(), e.parameters.size()));
}

/// The unit that each parameter is fitted in: the smallest value at which it alone would explain
/// the whole time of some row. For p_madd*f_op with 10^9 operations in 1 ms that is 10^-12 s, and
/// the fit sees numbers near 1 for all parameters, whether they are seconds per operation or edges.
/// Derivatives at zero parameters are used, where costs are linear.
std::vector<double> FittingProblem::scales() const {
  const std::vector<double> zero(expression_.parameters.size(), 0.0);
  std::vector<double> sorted = times_, scales;
  std::ranges::sort(sorted);
  for (std::size_t j = 0; j < derivatives_.size(); ++j) {
    double scale = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rows(); ++i) {
      const double slope = std::abs(derivatives_[j](features_[i], zero));
      if (std::isfinite(slope) && slope > 0) scale = std::min(scale, times_[i] / slope);
    }
    // Flat at zero: the edge of a step, whose argument is a time; or a share.
    const double flat = expression_.parameters[j] == "p_hidden" ? 1 : 1 / sorted[sorted.size() / 2];
    scales.push_back(std::isfinite(scale) ? scale : flat);
  }
  return scales;
}

Eigen::MatrixXd FittingProblem::jacobian(std::span<const double> p) const {
  Eigen::MatrixXd j(static_cast<Eigen::Index>(rows()), static_cast<Eigen::Index>(derivatives_.size()));
  for (std::size_t i = 0; i < rows(); ++i)
    for (std::size_t k = 0; k < derivatives_.size(); ++k)
      j(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = derivatives_[k](features_[i], p) * weight(i);
  return j;
}

/// One least-squares fit in scaled parameters q = p / scale: residuals are (predicted - measured) *
/// weight, with weight 1 / measured for relative errors, and derivatives are multiplied by the
/// scales (chain rule).
FittingProblem::Fit FittingProblem::fit_from(const std::vector<double>& scales,
                                             const std::vector<double>& start) const {
  std::vector<fit::Parameter> parameters;
  for (std::size_t j = 0; j < scales.size(); ++j) {
    fit::Parameter& p = parameters.emplace_back(fit::Parameter{.name = expression_.parameters[j], .start = start[j]});
    if (options_.non_negative) p.low = 0;
    if (p.name == "p_hidden") p.low = 0, p.high = 1;  // a share
  }
  std::vector<double> p(scales.size());
  const auto take = [&](std::span<const double> q) {
    for (std::size_t j = 0; j < p.size(); ++j) p[j] = q[j] * scales[j];
  };
  const auto residuals = [&](std::span<const double> q, std::span<double> out) {
    take(q);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (predicted(i, p) - time(i)) * weight(i);
  };
  const auto derivatives = [&](std::span<const double> q, std::span<double> columns) {
    take(q);
    for (std::size_t j = 0; j < p.size(); ++j)
      for (std::size_t i = 0; i < rows(); ++i)
        columns[j * rows() + i] = derivatives_[j](features_[i], p) * weight(i) * scales[j];
  };
  const fit::Options how{.max_evaluations = 2000, .tolerance = 1e-12};
  Fit fit{{}, fit::least_squares(parameters, residuals, derivatives, rows(), how)};
  fit.values = fit.summary.values();
  for (std::size_t j = 0; j < p.size(); ++j) fit.values[j] *= scales[j];
  return fit;
}

/// From small and from large shares of the cost, with blunt and with sharp edges; what the user
/// gave first. Sums of squares with step functions have several local minima, so the best of four
/// or five fits is taken.
std::vector<std::vector<double>> FittingProblem::starts(const std::vector<double>& scales) const {
  std::vector<std::vector<double>> starts;
  for (const double share : {0.5, 0.05, 1.0}) starts.emplace_back(scales.size(), share);
  starts.emplace_back(scales.size());
  for (std::size_t j = 0; j < scales.size(); ++j)
    starts[3][j] = expression_.parameters[j].find("edge") != std::string::npos ? 20 : 0.3;
  if (options_.starts.empty()) return starts;
  std::vector<double> given(scales.size(), 0.5);
  for (std::size_t j = 0; j < scales.size(); ++j)
    if (const auto start = options_.starts.find(expression_.parameters[j]); start != options_.starts.end())
      given[j] = start->second / scales[j];
  starts.insert(starts.begin(), given);
  return starts;
}

/// A later start must be better by more than rounding to replace an earlier one, so equal minima
/// give the same answer on every machine.
FittingProblem::Fit FittingProblem::best_fit() const {
  const std::vector<double> units = scales();
  std::optional<Fit> best;
  for (const auto& start : starts(units)) {
    Fit fit = fit_from(units, start);
    if (!best || (fit.summary.termination != fit::Termination::not_finite &&
                  fit.summary.sum_of_squares < best->summary.sum_of_squares * (1 - 1e-9)))
      best = std::move(fit);
  }
  return *best;
}

/// The geometric mean of the relative errors. A row that is met exactly would make it 0, hence the
/// 1e-12.
double FittingProblem::mean_error(std::span<const double> p) const {
  double sum = 0;
  for (std::size_t i = 0; i < rows(); ++i)
    sum += std::log(std::max(1e-12, std::abs(predicted(i, p) - time(i)) / time(i)));
  return std::exp(sum / static_cast<double>(rows()));
}

std::vector<std::size_t> all_rows(const Table& table) {
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

}  // namespace forewarp::model::expression::detail
