// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/calibrate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "forewarp/fit/jacobian.hpp"
#include "forewarp/fit/least_squares.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

namespace {

/// Rows of feature values, the times, and the expression ready for them.
class Problem {
 public:
  Problem(const Expression& e, const Table& table, const CalibrationOptions& options,
          const std::vector<std::size_t>& rows)
      : expression_(e), options_(options), whole_(e.root, e.features, e.parameters) {
    for (const std::string& parameter : e.parameters)
      derivatives_.emplace_back(derivative(e.root, parameter), e.features, e.parameters);
    const auto& times = table.numbers(options.output);
    for (const std::size_t row : rows) {
      times_.push_back(checked(times[row], options.output, row));
      if (times_.back() <= 0)
        throw InputError(
            fmt::format("row {}: {} is {}, and has to be above 0", row + 1, options.output, times_.back()));
      std::vector<double>& values = features_.emplace_back();
      for (const std::string& feature : e.features)
        values.push_back(checked(table.numbers(feature)[row], feature, row));
    }
    if (times_.size() < e.parameters.size())
      throw InputError(fmt::format("{} samples cannot tell {} parameters", times_.size(), e.parameters.size()));
  }

  [[nodiscard]] std::size_t rows() const { return times_.size(); }
  [[nodiscard]] double weight(std::size_t row) const { return options_.relative ? 1 / times_[row] : 1; }
  [[nodiscard]] double predicted(std::size_t row, std::span<const double> p) const { return whole_(features_[row], p); }
  [[nodiscard]] double time(std::size_t row) const { return times_[row]; }

  /// The unit that each parameter is fitted in.
  [[nodiscard]] std::vector<double> scales() const {
    const std::vector<double> zero(expression_.parameters.size(), 0.0);
    std::vector<double> sorted = times_, scales;
    std::ranges::sort(sorted);
    for (const Compiled& d : derivatives_) {
      double scale = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < rows(); ++i) {
        const double slope = std::abs(d(features_[i], zero));
        if (std::isfinite(slope) && slope > 0) scale = std::min(scale, times_[i] / slope);
      }
      // Flat at zero: the edge of a step, whose argument is a time.
      scales.push_back(std::isfinite(scale) ? scale : 1 / sorted[sorted.size() / 2]);
    }
    return scales;
  }

  /// d g_i / d p_j times the weight of the row.
  [[nodiscard]] Eigen::MatrixXd jacobian(std::span<const double> p) const {
    Eigen::MatrixXd j(static_cast<Eigen::Index>(rows()), static_cast<Eigen::Index>(derivatives_.size()));
    for (std::size_t i = 0; i < rows(); ++i)
      for (std::size_t k = 0; k < derivatives_.size(); ++k)
        j(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = derivatives_[k](features_[i], p) * weight(i);
    return j;
  }

 private:
  static double checked(double value, const std::string& column, std::size_t row) {
    if (!std::isfinite(value)) throw InputError(fmt::format("row {}: {} is no finite number", row + 1, column));
    return value;
  }

  const Expression& expression_;
  const CalibrationOptions& options_;
  Compiled whole_;
  std::vector<Compiled> derivatives_;
  std::vector<double> times_;
  std::vector<std::vector<double>> features_;
};

struct Fit {
  std::vector<double> values;
  fit::Summary summary;
};

Fit fit_from(const Problem& problem, const Expression& e, const CalibrationOptions& options,
             const std::vector<double>& scales, const std::vector<double>& start) {
  std::vector<fit::Parameter> parameters;
  for (std::size_t j = 0; j < scales.size(); ++j) {
    fit::Parameter& p = parameters.emplace_back(fit::Parameter{.name = e.parameters[j], .start = start[j]});
    if (options.non_negative) p.low = 0;
  }
  std::vector<double> p(scales.size());
  const auto residuals = [&](std::span<const double> q, std::span<double> out) {
    for (std::size_t j = 0; j < p.size(); ++j) p[j] = q[j] * scales[j];
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (problem.predicted(i, p) - problem.time(i)) * problem.weight(i);
  };
  Fit fit{{}, fit::least_squares(parameters, residuals, problem.rows(), {.max_evaluations = 4000, .tolerance = 1e-13})};
  fit.values = fit.summary.values();
  for (std::size_t j = 0; j < p.size(); ++j) fit.values[j] *= scales[j];
  return fit;
}

/// From small and from large shares of the cost, with blunt and with sharp edges; what the user gave first.
std::vector<std::vector<double>> starts_of(const Expression& e, const CalibrationOptions& options,
                                           const std::vector<double>& scales) {
  std::vector<std::vector<double>> starts;
  for (const double share : {0.5, 0.05, 1.0}) starts.emplace_back(scales.size(), share);
  starts.emplace_back(scales.size());
  for (std::size_t j = 0; j < scales.size(); ++j)
    starts[3][j] = e.parameters[j].find("edge") != std::string::npos ? 20 : 0.3;
  if (options.starts.empty()) return starts;
  std::vector<double> given(scales.size(), 0.5);
  for (std::size_t j = 0; j < scales.size(); ++j)
    if (const auto start = options.starts.find(e.parameters[j]); start != options.starts.end())
      given[j] = start->second / scales[j];
  starts.insert(starts.begin(), given);
  return starts;
}

Fit best_fit(const Problem& problem, const Expression& e, const CalibrationOptions& options) {
  const std::vector<double> scales = problem.scales();
  std::optional<Fit> best;
  for (const auto& start : starts_of(e, options, scales)) {
    Fit fit = fit_from(problem, e, options, scales, start);
    if (!best || (fit.summary.termination != fit::Termination::not_finite &&
                  fit.summary.sum_of_squares < best->summary.sum_of_squares * (1 - 1e-9)))
      best = std::move(fit);
  }
  return *best;
}

double mean_error(const Problem& problem, std::span<const double> p) {
  double sum = 0;
  for (std::size_t i = 0; i < problem.rows(); ++i)
    sum += std::log(std::max(1e-12, std::abs(problem.predicted(i, p) - problem.time(i)) / problem.time(i)));
  return std::exp(sum / static_cast<double>(problem.rows()));
}

/// Condition, and what is not determined, from columns of length one.
void examine(Calibration& c, const Expression& e, Eigen::MatrixXd j) {
  std::vector<std::string> names;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < j.cols(); ++k) {
    const std::string& name = e.parameters[static_cast<std::size_t>(k)];
    const double length = j.col(k).norm();
    if (!(length > 0) || !std::isfinite(length)) {
      c.not_told.push_back(name);
      continue;
    }
    j.col(k) /= length;
    kept.push_back(k);
    names.push_back(name);
  }
  if (kept.empty()) return;
  const Eigen::MatrixXd told = j(Eigen::all, kept);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(told, Eigen::ComputeThinV);
  const auto& sizes = svd.singularValues();
  const double least = sizes[sizes.size() - 1];
  c.condition = least > 0 ? sizes[0] / least : std::numeric_limits<double>::infinity();
  for (Eigen::Index k = 0; k < sizes.size(); ++k) {
    if (sizes[k] > 1e-7 * sizes[0]) continue;
    std::vector<std::string> group;
    for (Eigen::Index i = 0; i < svd.matrixV().rows(); ++i)
      if (std::abs(svd.matrixV()(i, k)) > 0.05) group.push_back(names[static_cast<std::size_t>(i)]);
    c.not_told_apart.push_back(std::move(group));
  }
}

/// Standard errors from the exact derivatives, of what is determined and not at its bound.
std::vector<double> errors_of(const Calibration& c, const Eigen::MatrixXd& j, double sum_of_squares,
                              const fit::Summary& summary) {
  std::vector<bool> chosen;
  for (const auto& estimate : summary.estimates) {
    bool told = std::ranges::find(c.not_told, estimate.name) == c.not_told.end();
    for (const auto& group : c.not_told_apart) told = told && std::ranges::find(group, estimate.name) == group.end();
    chosen.push_back(told && !estimate.at_bound);
  }
  Eigen::MatrixXd unit = j;
  for (Eigen::Index k = 0; k < j.cols(); ++k)
    if (const double length = j.col(k).norm(); length > 0) unit.col(k) /= length;
  const std::span<const double> columns(unit.data(), static_cast<std::size_t>(unit.size()));
  auto errors = fit::standard_errors(columns, static_cast<std::size_t>(j.rows()), chosen, sum_of_squares);
  for (Eigen::Index k = 0; k < j.cols(); ++k) errors[static_cast<std::size_t>(k)] /= j.col(k).norm();
  return errors;
}

std::uint64_t hashed(std::uint64_t hash, std::string_view bytes) {  // FNV-1a, 64 bits
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

std::string digest_of(const Expression& e, const Table& table, const std::string& output) {
  std::uint64_t hash = 14695981039346656037ULL;
  std::vector<std::string> columns = e.features;
  columns.push_back(output);
  for (const std::string& name : columns) {
    hash = hashed(hash, name);
    for (const double value : table.numbers(name)) hash = hashed(hash, fmt::format(",{}", value));
  }
  return fmt::format("fnv1a64:{:016x}", hash);
}

std::vector<std::size_t> all_rows(const Table& table) {
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

}  // namespace

Calibration calibrate(const Expression& e, const Table& samples, const CalibrationOptions& options) {
  const Problem problem(e, samples, options, all_rows(samples));
  const Fit fit = best_fit(problem, e, options);
  Calibration c;
  c.expression = e.text;
  c.output = options.output;
  c.samples = samples.rows();
  c.samples_digest = digest_of(e, samples, options.output);
  c.residual = std::sqrt(fit.summary.sum_of_squares);
  c.mean_error = mean_error(problem, fit.values);
  c.converged = fit.summary.converged();
  const Eigen::MatrixXd j = problem.jacobian(fit.values);
  examine(c, e, j);
  const auto errors = errors_of(c, j, fit.summary.sum_of_squares, fit.summary);
  for (std::size_t k = 0; k < e.parameters.size(); ++k)
    c.parameters.push_back({e.parameters[k], fit.values[k], errors[k], fit.summary.estimates[k].at_bound});
  c.message = c.converged ? "converged" : fit.summary.message;
  for (const std::string& name : c.not_told) c.message += fmt::format("; no sample depends on {}", name);
  for (const auto& group : c.not_told_apart)
    c.message += fmt::format("; the samples cannot tell apart {}", fmt::join(group, ", "));
  return c;
}

std::vector<CrossValidation> compare(const std::vector<Expression>& expressions, const Table& samples,
                                     const CalibrationOptions& options, std::size_t folds) {
  if (folds < 2 || folds > samples.rows())
    throw InputError(
        fmt::format("{} folds of {} samples: there have to be 2 or more, and a sample in each", folds, samples.rows()));
  std::vector<CrossValidation> results;
  for (const Expression& e : expressions) {
    double logs = 0;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      std::vector<std::size_t> fitted, left;
      for (std::size_t i = 0; i < samples.rows(); ++i) (i % folds == fold ? left : fitted).push_back(i);
      const Fit fit = best_fit(Problem(e, samples, options, fitted), e, options);
      for (const std::size_t row : left) {
        const Compiled whole(e.root, e.features, e.parameters);
        std::vector<double> features;
        for (const std::string& feature : e.features) features.push_back(samples.numbers(feature)[row]);
        const double time = samples.numbers(options.output)[row];
        logs += std::log(std::max(1e-12, std::abs(whole(features, fit.values) - time) / time));
      }
    }
    const Fit all = best_fit(Problem(e, samples, options, all_rows(samples)), e, options);
    results.push_back(
        {e.text, std::exp(logs / static_cast<double>(samples.rows())), std::sqrt(all.summary.sum_of_squares)});
  }
  return results;
}

double hidden_share(double whole, double memory_only, double on_chip) {
  if (!(whole > 0) || !(memory_only > 0) || !(on_chip > 0)) throw InputError("hidden_share: times have to be above 0");
  return std::clamp((memory_only + on_chip - whole) / std::min(memory_only, on_chip), 0.0, 1.0);
}

}  // namespace forewarp::model::expression
