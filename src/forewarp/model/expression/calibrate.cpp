// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/calibrate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/model/expression/detail/fitting_problem.hpp"
#include "forewarp/support/fit/jacobian.hpp"

namespace forewarp::model::expression {

namespace {

/// Which parameters the samples determine, from the singular values of the Jacobian with columns scaled to length 1. A
/// zero column: no sample depends on the parameter. A singular value below 1e-7 of the largest: the parameters with a
/// share above 0.05 in its vector can be exchanged for each other without changing the fit. Example: two features that
/// are always equal give the columns (1, 1), a singular value 0 and a group of both parameters.
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

/// Standard errors from the exact derivatives, for parameters that are determined and not at a
/// bound. Columns are scaled to length 1 for numerical stability, the errors scaled back: for J = U
/// D with unit columns U, the covariance is D^-1 (U'U)^-1 D^-1 times the variance of the residuals.
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

/// Identifies the data of a calibration: names and values of the columns that it used.
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

}  // namespace

/// Fit, then the analysis of what the samples determine, then a message that names what they do not.
Calibration calibrate(const Expression& e, const Table& samples, const CalibrationOptions& options) {
  const detail::FittingProblem problem(e, samples, options, detail::all_rows(samples));
  const detail::FittingProblem::Fit fit = problem.best_fit();
  Calibration c;
  c.expression = e.text;
  c.output = options.output;
  c.samples = samples.rows();
  c.samples_digest = digest_of(e, samples, options.output);
  c.residual = std::sqrt(fit.summary.sum_of_squares);
  c.mean_error = problem.mean_error(fit.values);
  c.converged = fit.summary.converged();
  const Eigen::MatrixXd j = problem.jacobian(fit.values);
  examine(c, e, j);
  const auto errors = errors_of(c, j, fit.summary.sum_of_squares, fit.summary);
  for (std::size_t k = 0; k < e.parameters.size(); ++k)
    c.parameters.push_back({e.parameters[k], fit.values[k], errors[k], fit.summary.estimates[k].at_bound});
  c.message = c.converged ? "converged" : fit.summary.message;
  for (const std::string& name : c.not_told) c.message += fmt::format("; no sample depends on {}", name);
  for (const auto& group : c.not_told_apart)
    c.message += fmt::format("; the samples do not distinguish {}", fmt::join(group, ", "));
  return c;
}

}  // namespace forewarp::model::expression
