// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The time of a kernel on devices: what forewarp predict, the C API and the Python package answer.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/device/conditions.hpp"
#include "forewarp/query/prepared_kernel.hpp"
#include "forewarp/report/advice_view.hpp"
#include "forewarp/report/prediction_view.hpp"

namespace forewarp::query {

/// A run that was measured.
struct MeasuredRun {
  double time_s = 0;
  std::string device;
  std::vector<std::string> set;  ///< "n=1024", over what the request sets
};

struct PredictOptions {
  std::vector<std::string> devices;
  std::optional<MeasuredRun> measured = {};
  std::string caches = "usual";
  std::string model = {};  ///< of model::model_names(); empty: the default one
  device::Conditions conditions = {};
};

struct Predicted {
  std::shared_ptr<PreparedCode> code;
  std::vector<report::DevicePrediction> rows;                      ///< fastest first
  std::vector<std::string> named;                                  ///< the devices as they were asked for
  std::vector<std::string> notes;                                  ///< of the conditions
  std::shared_ptr<const std::vector<device::DeviceSpec>> devices;  ///< under the conditions

  /// The kernel that was run, with the notes.
  [[nodiscard]] kernel::Kernel kernel() const;
  /// Of the smallest warp size.
  [[nodiscard]] const profile::Profile& profile() const { return code->first_profile(); }
};

/// Throws InputError for an unknown device, for options that exclude each other, and with the reason where no device
/// can run the launch; and what loading, profiling and measuring throw.
[[nodiscard]] Predicted predict(PreparedKernel& kernel, const PredictOptions& options, Progress* progress = nullptr);

/// {heading..., "predictions": [...]}, devices in the order in which they were named.
[[nodiscard]] nlohmann::ordered_json predicted_json(const Predicted& predicted);
/// Its "predictions" alone.
[[nodiscard]] nlohmann::ordered_json predicted_rows_json(const Predicted& predicted);
/// What the page is drawn from: fastest first, with the profile, the PTX and the advice that there is.
[[nodiscard]] nlohmann::ordered_json predicted_document(const Predicted& predicted,
                                                        const std::optional<report::DeviceAdvice>& advice = {});

}  // namespace forewarp::query
