// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// lambda over any model's prediction: the paper's one constant from one run, with everything that model knows (waves,
/// caches, memory, latency) in the place of Eq. 3.
///
///     lambda = (T_model - T0) / (T_measured - T0)         of the run that was measured, on its board and input
///     T      = T0 + (T_model - T0) / lambda               of any other
///
/// T0 the board's launch overhead. As in the paper it holds for boards of one architecture; across architectures it is
/// as good as the model's error is the same on both.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/model/model.hpp"

namespace forewarp::model::bsp {

/// Throws InputError where the measured time is not longer than launching an empty kernel.
[[nodiscard]] double lambda_over(const Prediction& predicted, double launch_s, double measured_s);

/// lambda of one of several runs of a kernel on a board, and the model's time of that run.
struct LambdaOfRun {
  double predicted_s = 0, lambda = 1;
};
/// Between two runs log lambda goes linearly with the logarithm of the model's time; beyond the first and the last it
/// is theirs. One run: its lambda. Throws InputError for no run, or a time or lambda that is not positive.
[[nodiscard]] double lambda_between(std::vector<LambdaOfRun> runs, double predicted_s);

/// Time, range and every term but "launch" divided by lambda, and a note that states this and where the run was
/// measured. None of them is below what the data sheet allows (Prediction::roofs); where lambda alone would have it so,
/// a second note reports it. Throws InputError where lambda is not positive.
[[nodiscard]] Prediction with_lambda(Prediction predicted, double launch_s, double lambda,
                                     std::string_view measured_on);

/// A warning where a measured time is below what the data sheet of the device it was measured on allows the launch;
/// `predicted` is of that launch on that device.
[[nodiscard]] std::optional<std::string> beats_data_sheet(const Prediction& predicted, double measured_s,
                                                          std::string_view measured_on);

/// What one measured run teaches about all predictions of the kernel.
struct Learnt {
  double lambda = 1;
  std::string measured_on;
  std::optional<std::string> warning = {};  ///< of beats_data_sheet(); becomes a note of each prediction
};

/// with_lambda() behind the interface of all models, over another model, which must outlive it.
class LambdaModel final : public Model {
 public:
  LambdaModel(const Model& base, Learnt learnt) : base_(base), learnt_(std::move(learnt)) {}
  [[nodiscard]] std::string_view name() const override { return "lambda"; }
  /// Throws as the other model and with_lambda().
  [[nodiscard]] Prediction predict(const Demand& demand, const device::DeviceSpec& device) const override;

 private:
  const Model& base_;
  Learnt learnt_;
};

}  // namespace forewarp::model::bsp
