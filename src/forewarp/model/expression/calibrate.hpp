// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The parameters of a cost expression from measured kernels (stevens2020, section 7.2):
///
///     minimise  || (g(p) - t) / t ||_2     subject to p_j >= 0        (absolute: without the division)
///
/// t_k is the measured output of kernel k, g_k the expression with that kernel's features. Levenberg-Marquardt
/// (fit/least_squares.hpp) with exact derivatives in p_j / s_j, s_j the cost at which the cheapest kernel would be all
/// p_j, from several starts. Parameters that the data cannot distinguish follow from the singular values of the exact
/// Jacobian at the end, its columns of length one: a direction whose singular value is below 1e-7 of the greatest is
/// not determined.
#include <map>
#include <string>
#include <vector>

#include "forewarp/model/expression/expression.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::model::expression {

struct CalibrationOptions {
  std::string output = "f_cl_wall_time";  ///< the column of measured times
  bool relative = true;
  bool non_negative = true;
  std::map<std::string, double> starts = {};  ///< added to the starts of our own
};

struct CalibratedParameter {
  std::string name;
  double value = 0;
  double standard_error = 0;  ///< NaN where the data do not determine it, or at the bound
  bool at_bound = false;
};

struct Calibration {
  std::string expression, output;
  std::string device, driver, date;  ///< of the measurement; may be empty
  std::string samples_digest;        ///< of the columns that were used
  std::size_t samples = 0;
  std::vector<CalibratedParameter> parameters;
  double residual = 0;                ///< the norm above
  double mean_error = 0;              ///< geometric mean of |g - t| / t, 0 taken as 1e-12
  double condition = 0;               ///< of the Jacobian, columns of length one; infinite where singular
  std::vector<std::string> not_told;  ///< parameters that no sample depends on
  std::vector<std::vector<std::string>> not_told_apart;  ///< groups that only together are determined
  bool converged = false;
  std::string message;
};

/// Columns are named as the features are written. Throws InputError: a column that is missing (near ones named), a time
/// that is not above 0, a value that is not a number, fewer rows than parameters.
[[nodiscard]] Calibration calibrate(const Expression& expression, const Table& samples,
                                    const CalibrationOptions& options = {});

/// One expression's error on rows that it was not fitted to.
struct CrossValidation {
  std::string expression;
  double mean_error = 0;  ///< geometric mean of relative error over all rows, each left out once
  double residual = 0;    ///< of the fit to all rows
};
/// Rows i, i + folds, ... are left out together. In the order of the expressions; the least error is the choice.
[[nodiscard]] std::vector<CrossValidation> compare(const std::vector<Expression>& expressions, const Table& samples,
                                                   const CalibrationOptions& options = {}, std::size_t folds = 5);
/// The rows of one group are left out together. Throws InputError for fewer than two groups.
[[nodiscard]] std::vector<CrossValidation> compare(const std::vector<Expression>& expressions, const Table& samples,
                                                   const std::vector<std::string>& groups,
                                                   const CalibrationOptions& options = {});

/// The work-removal diagnostic (section 8.1): how much of the on-chip cost hides behind global memory. 0: the whole
/// takes as long as both after each other (Eq. 7); 1: the shorter is hidden (Eq. 8). All in seconds; throws InputError
/// where one is not above 0.
[[nodiscard]] double hidden_share(double whole, double memory_only, double on_chip);

/// A calibrated expression as a file. `load` throws InputError for what is no such file.
void save(const Calibration& calibration, const std::string& path);
[[nodiscard]] Calibration load(const std::string& path);

struct Term {
  std::string text;  ///< of an overlap "overlap(...)", with what it is multiplied by
  double value = 0;
  std::vector<std::vector<Term>> sides;  ///< of an overlap: the terms of its two costs; the longer hides the shorter
};
struct TermedPrediction {
  double value = 0;
  std::vector<Term> terms;  ///< what the expression is a sum of
};

/// Evaluates a calibrated expression: no allocation in value(), well below a microsecond.
class Predictor {
 public:
  explicit Predictor(const Calibration& calibration);
  [[nodiscard]] const std::vector<std::string>& features() const { return features_; }
  /// Features in the order of features(). Throws InputError on another number of them.
  [[nodiscard]] double value(std::span<const double> features) const;
  [[nodiscard]] TermedPrediction explain(std::span<const double> features) const;

 private:
  struct Part {
    std::string text;
    Compiled value;
    std::vector<std::vector<Part>> sides;
  };
  static Part part_of(Index term, Expression& expression);
  [[nodiscard]] std::vector<Term> told(const std::vector<Part>& parts, std::span<const double> features) const;

  std::vector<std::string> features_;
  std::vector<double> parameters_;
  std::vector<Compiled> whole_;  // one
  std::vector<Part> parts_;
};

}  // namespace forewarp::model::expression
