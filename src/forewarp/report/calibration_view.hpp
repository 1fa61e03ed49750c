// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A calibrated cost expression: what each part costs beside the peak, how well it fits, what the data determine.
///
///     p_madd*f_op_float32_madd + p_launch*f_sync_kernel_launch
///     24 measurement kernels on opencl:0, 2026-11-21
///
///     parameter  seconds   standard error  per  rate         peak
///     p_madd     2.1e-11   3e-13           SG   1.5e+12 op/s 1.6e+12 op/s
///
///     geometric mean of relative error 4.2 %, residual 0.3, condition 1.2
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/measure/calibrate/choose.hpp"
#include "forewarp/measure/calibrate/parameter_rates.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::report {

struct CalibrationResult {
  model::expression::Calibration calibration;
  std::vector<calibrate::ParameterRate> rates;  ///< one a parameter, in their order
  std::optional<calibrate::Choice> choice;      ///< where forms were compared
  Table samples;                                ///< what was fitted: "kernel", a column a feature, the output
};

[[nodiscard]] std::string calibration_text(const CalibrationResult& result);
/// {"expression", "device", "driver", "date", "mean_error", "residual", "condition", "parameters": [{"name", "feature",
/// "value", "standard_error", "relative_error", "at_bound", "rate", "rate_unit", "peak", "peak_is_measured",
/// "share_of_peak", "remark"}], "kernels": [{"kernel", "measured_s", "fitted_s", "residual", "influence"}], "forms",
/// "notes"}; influence: d log time / d log parameter, in the order of the parameters. What is unknown is null.
[[nodiscard]] nlohmann::json calibration_json(const CalibrationResult& result);

}  // namespace forewarp::report
