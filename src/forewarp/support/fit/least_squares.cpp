// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/fit/least_squares.hpp"

#include <cminpack.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "forewarp/support/error.hpp"
#include "forewarp/support/fit/bounded.hpp"
#include "forewarp/support/fit/jacobian.hpp"

namespace forewarp::fit {
namespace {

/// What stands for a residual that is not finite: a step there is always refused.
constexpr double refused = 1e100;
constexpr int stopped_by_exception = -1;

struct Problem {
  std::span<const Parameter> parameters;
  const Residuals& residuals;
  std::size_t count;
  const Derivatives* derivatives = nullptr;  ///< none: differences
  std::vector<std::size_t> moving = {};      ///< parameters that are not held fixed
  std::vector<double> x = {};                ///< all parameters
  int evaluations = 0;
  std::exception_ptr thrown = nullptr;

  void evaluate(std::span<double> out) {
    ++evaluations;
    residuals(x, out);
  }
  /// Exact, or by differences, at x.
  [[nodiscard]] std::vector<double> columns() const {
    if (derivatives == nullptr) return jacobian(parameters, residuals, x, count);
    std::vector<double> all(count * parameters.size());
    (*derivatives)(x, all);
    return all;
  }
  void take(const double* u) {
    for (std::size_t j = 0; j < moving.size(); ++j) x[moving[j]] = bounded_from_free(parameters[moving[j]], u[j]);
  }
};

/// lmdif's callback: exceptions wait until C is left.
int evaluate(void* context, int m, int, const double* u, double* out, int) {
  Problem& problem = *static_cast<Problem*>(context);
  try {
    problem.take(u);
    const std::span<double> residuals(out, static_cast<std::size_t>(m));
    problem.evaluate(residuals);
    for (double& r : residuals)
      if (!std::isfinite(r)) r = refused;
  } catch (...) {
    problem.thrown = std::current_exception();
    return stopped_by_exception;
  }
  return 0;
}

/// lmder's callback: residuals for flag 1, their derivatives by u for flag 2.
// NOLINTNEXTLINE(readability-function-size): MINPACK gives the parameters
int evaluate_exactly(void* context, int m, int n, const double* u, double* out, double* columns, int leading,
                     int flag) {
  if (flag != 2) return evaluate(context, m, n, u, out, flag);
  Problem& problem = *static_cast<Problem*>(context);
  try {
    problem.take(u);
    const std::vector<double> all = problem.columns();
    for (std::size_t j = 0; j < problem.moving.size(); ++j) {
      const double slope = bounded_slope(problem.parameters[problem.moving[j]], u[j]);
      for (std::size_t i = 0; i < problem.count; ++i) {
        const double d = all[problem.moving[j] * problem.count + i] * slope;
        columns[j * static_cast<std::size_t>(leading) + i] = std::isfinite(d) ? d : 0;
      }
    }
  } catch (...) {
    problem.thrown = std::current_exception();
    return stopped_by_exception;
  }
  return 0;
}

void check(std::span<const Parameter> parameters, std::size_t count) {
  if (parameters.empty()) throw InputError("least squares need at least one parameter");
  std::size_t moving = 0;
  for (const Parameter& p : parameters) {
    if (std::isnan(p.low) || std::isnan(p.high) || p.low > p.high)
      throw InputError(fmt::format("parameter {}: the bounds {} and {} are crossed", p.name, p.low, p.high));
    if (!std::isfinite(p.start) || p.start < p.low || p.start > p.high)
      throw InputError(
          fmt::format("parameter {}: the start {} is not within {} and {}", p.name, p.start, p.low, p.high));
    moving += is_fixed(p) ? 0 : 1;
  }
  if (count < std::max<std::size_t>(moving, 1))
    throw InputError(fmt::format("{} residuals cannot determine {} parameters", count, moving));
}

double sum_of_squares(std::span<const double> residuals) {
  double sum = 0;
  for (const double r : residuals) sum += r * r;
  return sum;
}

/// One run of lmdif, or lmder, from problem.x, which it moves. False when it ran out of evaluations.
bool descend(Problem& problem, const Options& options) {
  const auto m = static_cast<int>(problem.count), n = static_cast<int>(problem.moving.size());
  const std::size_t size = problem.moving.size();
  std::vector<double> u(size), residuals(problem.count), scale(size), columns(problem.count * size), qtf(size),
      work1(size), work2(size), work3(size), work4(problem.count);
  std::vector<int> pivots(size);
  for (std::size_t j = 0; j < size; ++j) {
    const Parameter& p = problem.parameters[problem.moving[j]];
    u[j] = free_from_bounded(p, off_the_bounds(p, problem.x[problem.moving[j]], 1e-3));
  }
  const int left = std::max(1, options.max_evaluations - problem.evaluations);
  int calls = 0, derivative_calls = 0;
  const int info =
      problem.derivatives != nullptr
          ? lmder(evaluate_exactly, &problem, m, n, u.data(), residuals.data(), columns.data(), m, options.tolerance,
                  options.tolerance, 0.0, left, scale.data(), 1, 100.0, 0, &calls, &derivative_calls, pivots.data(),
                  qtf.data(), work1.data(), work2.data(), work3.data(), work4.data())
          : lmdif(evaluate, &problem, m, n, u.data(), residuals.data(), options.tolerance, options.tolerance, 0.0, left,
                  0.0, scale.data(), 1, 100.0, 0, &calls, columns.data(), m, pivots.data(), qtf.data(), work1.data(),
                  work2.data(), work3.data(), work4.data());
  if (problem.thrown) std::rethrow_exception(problem.thrown);
  problem.take(u.data());
  return info != 5;  // 5: more than `left` calls; 6 to 8: as far as double precision goes
}

/// Which parameters lie at a bound although the sum falls inwards: places where dx/du is nothing, not minima.
std::vector<std::size_t> stuck(const Problem& problem, std::span<const double> columns,
                               std::span<const double> residuals) {
  std::vector<std::size_t> which;
  for (const std::size_t j : problem.moving) {
    const Parameter& p = problem.parameters[j];
    double slope = 0;
    for (std::size_t i = 0; i < problem.count; ++i) slope += columns[j * problem.count + i] * residuals[i];
    if ((is_at_low(p, problem.x[j]) && slope < 0) || (is_at_high(p, problem.x[j]) && slope > 0)) which.push_back(j);
  }
  return which;
}

/// To the bound exactly, where the transformation came as near as it can.
void snap(Problem& problem) {
  for (const std::size_t j : problem.moving) {
    const Parameter& p = problem.parameters[j];
    if (is_at_low(p, problem.x[j])) problem.x[j] = p.low;
    if (is_at_high(p, problem.x[j])) problem.x[j] = p.high;
  }
}

std::string message_of(const Summary& summary, std::span<const Parameter> parameters) {
  if (summary.termination == Termination::not_finite) return "a residual is not a finite number at the start";
  std::string text = summary.converged() ? "converged" : "out of evaluations before convergence";
  for (std::size_t j = 0; j < parameters.size(); ++j) {
    const Estimate& e = summary.estimates[j];
    if (is_fixed(parameters[j]))
      text += fmt::format("; {} is held at {}", e.name, e.value);
    else if (e.at_bound)
      text += fmt::format("; {} is at its bound {}", e.name, e.value);
    else if (std::isnan(e.standard_error))
      text += fmt::format("; the data do not determine {}", e.name);
  }
  return text;
}

void describe(Summary& summary, const Problem& problem, std::span<const double> columns) {
  std::vector<bool> chosen(problem.parameters.size());
  for (std::size_t j = 0; j < chosen.size(); ++j) {
    const Parameter& p = problem.parameters[j];
    Estimate& e = summary.estimates.emplace_back(Estimate{.name = p.name, .value = problem.x[j]});
    e.at_bound = !is_fixed(p) && (is_at_low(p, e.value) || is_at_high(p, e.value));
    chosen[j] = !is_fixed(p) && !e.at_bound;
  }
  if (columns.empty()) return;
  const auto errors = standard_errors(columns, problem.count, chosen, summary.sum_of_squares);
  for (std::size_t j = 0; j < chosen.size(); ++j) summary.estimates[j].standard_error = errors[j];
}

}  // namespace

namespace {

Summary solve(Problem problem, const Options& options) {
  const std::span<const Parameter> parameters = problem.parameters;
  const std::size_t count = problem.count;
  check(parameters, count);
  for (std::size_t j = 0; j < parameters.size(); ++j) {
    problem.x.push_back(parameters[j].start);
    if (!is_fixed(parameters[j])) problem.moving.push_back(j);
  }
  Summary summary;
  summary.residuals = count;
  std::vector<double> r(count), columns;
  problem.evaluate(r);
  if (!std::isfinite(sum_of_squares(r))) summary.termination = Termination::not_finite;
  constexpr int max_restarts = 5;
  for (int run = 0; run <= max_restarts && summary.converged(); ++run) {
    if (!problem.moving.empty() && !descend(problem, options)) summary.termination = Termination::out_of_evaluations;
    snap(problem);
    problem.evaluate(r);
    columns = problem.columns();
    const auto which = stuck(problem, columns, r);
    if (which.empty() || run == max_restarts) break;
    for (const std::size_t j : which) problem.x[j] = off_the_bounds(parameters[j], problem.x[j], 0.1);
  }
  summary.sum_of_squares = sum_of_squares(r);
  summary.evaluations = problem.evaluations;
  describe(summary, problem, columns);
  summary.message = message_of(summary, parameters);
  return summary;
}

}  // namespace

Summary least_squares(std::span<const Parameter> parameters, const Residuals& residuals, std::size_t count,
                      const Options& options) {
  return solve({.parameters = parameters, .residuals = residuals, .count = count}, options);
}

Summary least_squares(std::span<const Parameter> parameters, const Residuals& residuals, const Derivatives& derivatives,
                      std::size_t count, const Options& options) {
  return solve({.parameters = parameters, .residuals = residuals, .count = count, .derivatives = &derivatives},
               options);
}

const Estimate& Summary::at(std::string_view name) const {
  for (const Estimate& e : estimates)
    if (e.name == name) return e;
  throw InputError(fmt::format("the fit has no parameter '{}'", name));
}

std::vector<double> Summary::values() const {
  std::vector<double> all;
  for (const Estimate& e : estimates) all.push_back(e.value);
  return all;
}

}  // namespace forewarp::fit
