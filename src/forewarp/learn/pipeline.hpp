// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a row of a table to an answer in the target's unit, everything on the way included, so that a model cannot be
/// used otherwise than it was trained:
///
///     features by name -> transform of each -> scaling -> predictor -> the target's transform taken back
///
/// beside it a range, where one was calibrated, and whether the row is outside the box of the training rows.
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/scaling.hpp"
#include "forewarp/learn/variable.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::learn {

/// What is to be fitted.
struct PipelineSpec {
  std::vector<Variable> features;
  Variable target;
  ScalingKind scaling = ScalingKind::none;
  std::string learner = "linear";
  std::map<std::string, std::string> settings = {};
};

/// Around a predicted value v. A factor and an offset hold the truth with probability level where new rows come as the
/// calibration rows came (split-conformal; validate/conformal.hpp measures it). Quantiles are the predictor's own: a
/// quantile forest gives the quantiles of the targets in the same leaves.
struct Range {
  enum class Kind { factor, offset, quantiles };
  Kind kind = Kind::factor;
  double level = 0.9;
  double low = 1, high = 1;  ///< factor: v low to v high; offset: v + low to v + high; quantiles: 0.05 and 0.95
};

struct Answer {
  double value = 0;                   ///< in the target's unit; of classes the index of the most probable
  std::optional<double> low, high;    ///< where the pipeline has a range
  std::vector<double> probabilities;  ///< of classes
  bool outside = false;               ///< some feature is outside the training rows
};

class Pipeline {
 public:
  /// Columns of samples are chosen by the names of spec. target is in its own unit, untransformed.
  /// Throws InputError where a feature is missing or the target itself, where a value has no transform, and what the
  /// learner throws.
  [[nodiscard]] static Pipeline fit(const PipelineSpec& spec, const Samples& samples, const Target& target,
                                    const FitOptions& options = {});
  /// The target is a column too: numbers, or texts, which are classes.
  [[nodiscard]] static Pipeline fit(const PipelineSpec& spec, const Table& table, const FitOptions& options = {});

  /// row: the features in the order of spec().features, untransformed. Throws InputError where one is not finite or
  /// has no transform.
  [[nodiscard]] Answer predict(std::span<const double> row) const;
  /// The value alone, without asking for range or domain.
  [[nodiscard]] double value(std::span<const double> row) const;
  /// value of every sample (columns by name); out: one a sample.
  void predict_all(const Samples& samples, std::span<double> out) const;
  /// The features of row that lie outside the box of the training rows, in order.
  [[nodiscard]] std::vector<std::size_t> outside(std::span<const double> row) const;

  [[nodiscard]] const PipelineSpec& spec() const { return spec_; }
  [[nodiscard]] const std::vector<std::string>& classes() const { return classes_; }
  [[nodiscard]] bool is_class() const { return !classes_.empty(); }
  [[nodiscard]] const Predictor& predictor() const { return *predictor_; }
  [[nodiscard]] const Scaling& scaling() const { return scaling_; }
  [[nodiscard]] const std::optional<Range>& range() const { return range_; }
  /// Throws InputError unless level is in (0, 1), low <= high and both are finite; for quantiles, unless both are in
  /// [0, 1] and the predictor has some.
  void set_range(Range range);
  /// Smallest and largest training value of each feature, untransformed.
  [[nodiscard]] std::span<const double> lowest() const { return lowest_; }
  [[nodiscard]] std::span<const double> highest() const { return highest_; }

  /// The numbers; names and choices travel in the header of a model file.
  void write(Writer& out) const;
  [[nodiscard]] static Pipeline read(PipelineSpec spec, std::vector<std::string> classes, Reader& in);

 private:
  void transform(std::span<const double> row, std::span<double> out) const;
  void add_range(std::span<const double> ready, Answer& answer) const;
  PipelineSpec spec_;
  std::vector<std::string> classes_;
  Scaling scaling_;
  std::vector<double> lowest_, highest_;
  std::optional<Range> range_;
  std::shared_ptr<const Predictor> predictor_;
};

/// The columns of a table as samples. Throws InputError naming a column that is missing or no numbers.
[[nodiscard]] Samples samples_from(const Table& table, std::span<const Variable> features);
/// Texts become classes, in alphabetical order.
[[nodiscard]] Target target_from(const Table& table, std::string_view column);

/// A learner in the table's own units, so that validation asks of a pipeline what it asks of a learner: transforms and
/// scalings are learnt from the training rows alone, and errors are in the unit of the target. What it fits answers for
/// rows of the samples it was fitted on, and cannot be written: a model file holds the pipeline.
[[nodiscard]] std::unique_ptr<Learner> pipeline_learner(PipelineSpec spec);

}  // namespace forewarp::learn
