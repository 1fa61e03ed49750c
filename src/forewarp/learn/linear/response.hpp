// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How a kernel answers to settings of the device, such as its clocks. The first features are the settings c, the
/// others describe the kernel, x, standardised as z:
///
///     y = b_0(z) + sum_s sum_k h_sk(c_s) b_sk(z)       b(z) = w_0 + sum_j w_j z_j
///
/// h_sk is 1 at the k-th value that setting s had in training, 0 at all its others, and linear in between (a hat); the
/// first value of each setting has none, since b_0 holds it. So the curve over a setting is free in shape, a clock
/// between two that were measured lies between their answers, and each kernel gets a curve of its own through its x.
/// The weights minimise the sum of squared errors and penalty times the squares of all w_j but the w_0 (ridge). With 20
/// kernels at 10 clocks trees split either on the clock or on the kernel; this uses both at every row.
#include "forewarp/learn/learners.hpp"

namespace forewarp::learn {

struct ResponseSettings {
  long settings = 1;   ///< leading features that are settings of the device
  double penalty = 1;  ///< on the squared weights of standardised features
};

class ResponsePredictor final : public Predictor {
 public:
  struct Numbers {
    std::vector<std::vector<double>> values;  ///< of each setting, ascending, at least one
    std::vector<double> means, spreads;       ///< of the other features; spreads above 0
    std::vector<double> weights;              ///< of each hat, first of b_0: w_0, then the w_j
  };
  explicit ResponsePredictor(Numbers numbers);

  [[nodiscard]] std::string_view kind() const override { return "response"; }
  [[nodiscard]] std::size_t features() const override { return numbers_.values.size() + numbers_.means.size(); }
  /// A setting outside of its values follows the line of the two nearest.
  void predict(std::span<const double> row, std::span<double> out) const override;
  void write(Writer& out) const override;

  [[nodiscard]] const Numbers& numbers() const { return numbers_; }

 private:
  Numbers numbers_;
};

class ResponseLearner final : public Learner {
 public:
  explicit ResponseLearner(ResponseSettings settings) : settings_(settings) {}
  [[nodiscard]] std::string_view name() const override { return "response"; }
  /// Throws InputError as check(), for classes, for fewer features than settings, and where a setting has more than
  /// max_setting_values values.
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  ResponseSettings settings_;
};

inline constexpr std::size_t max_setting_values = 256;

[[nodiscard]] LearnerEntry response_entry();

}  // namespace forewarp::learn
