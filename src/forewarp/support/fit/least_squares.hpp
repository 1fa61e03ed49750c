// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Nonlinear least squares within bounds, with standard errors: what every model with a few constants is fitted by.
///
///     minimise  S(x) = sum_i r_i(x)^2    subject to  low_j <= x_j <= high_j
///
///     method    Levenberg and Marquardt (MINPACK's lmdif, as cminpack has it) in variables without bounds
///               (bounded.hpp); where it stops at a bound from which the sum falls inwards, it is set going again
///     errors    s_j = sqrt( S / (m - n) * [ (J^T J)^-1 ]_jj )      J = dr/dx at the end, in the parameters themselves
///
/// m residuals, n parameters that are neither held fixed nor at a bound. The errors are those of a model that is right
/// up to independent noise of one size (Bates and Watts, "Nonlinear Regression Analysis", 1988, section 2.2): residuals
/// relative to the measurement where noise grows with it.
///
/// A parameter that may range over many orders of magnitude is better fitted as its logarithm.
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::fit {

struct Parameter {
  std::string name;
  double start = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();  ///< as low: the parameter is held at it
};

/// Writes every residual for these parameters, which lie within their bounds. What it throws passes through.
using Residuals = std::function<void(std::span<const double> parameters, std::span<double> residuals)>;

/// Writes dr_i/dx_j for these parameters, column j after column j - 1.
using Derivatives = std::function<void(std::span<const double> parameters, std::span<double> columns)>;

struct Options {
  int max_evaluations = 10000;  ///< of the residuals
  double tolerance = 1e-10;     ///< relative, of the sum of squares and of the parameters
};

struct Estimate {
  std::string name;
  double value = 0;
  /// NaN where the data do not tell: a parameter held fixed or at its bound, no more residuals than parameters, or
  /// residuals that do not depend on it alone.
  double standard_error = std::numeric_limits<double>::quiet_NaN();
  bool at_bound = false;
};

enum class Termination {
  converged,
  out_of_evaluations,
  not_finite,  ///< a residual is not a finite number at the start
};

struct Summary {
  std::vector<Estimate> estimates;  ///< in the order of the parameters
  double sum_of_squares = 0;
  std::size_t residuals = 0;
  int evaluations = 0;
  Termination termination{};
  std::string message;  ///< why it ended, and which parameters lie at a bound or are not determined

  [[nodiscard]] bool converged() const { return termination == Termination::converged; }
  /// Throws InputError when there is no parameter of this name.
  [[nodiscard]] const Estimate& at(std::string_view name) const;
  [[nodiscard]] std::vector<double> values() const;
};

/// No convergence is an outcome that the summary tells. Throws InputError, naming the parameter, for bounds that are
/// crossed or a start outside them, and for fewer residuals than parameters or no parameter at all.
[[nodiscard]] Summary least_squares(std::span<const Parameter> parameters, const Residuals& residuals,
                                    std::size_t count, const Options& options = {});

/// The same with exact derivatives, by MINPACK's lmder.
[[nodiscard]] Summary least_squares(std::span<const Parameter> parameters, const Residuals& residuals,
                                    const Derivatives& derivatives, std::size_t count, const Options& options = {});

}  // namespace forewarp::fit
