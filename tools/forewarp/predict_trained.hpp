// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernel_options.hpp"

namespace forewarp::tool {

struct TrainedRequest {
  std::vector<std::string> devices = {};
  std::vector<std::string> what = {};  ///< "time", "power", "energy"
  std::string clocks = {};    ///< "1380/877,945" in MHz, or "all" that the models were trained at; empty: the sheet's
  std::string measured = {};  ///< one measured run: "0.87ms,208W@1380/877"; either amount may be absent
  std::string page = {};
};

/// Time, power and energy (their product) on each device, at each clock, by the best model that was trained on
/// measurements of it (campaign/models.hpp), saying which; for time on a device that nobody measured by the bounds
/// model. With a measured run every answer is multiplied by what was measured over what is predicted for that run.
/// Throws Unavailable for power where there is no model, InputError for clocks that a model does not know.
void predict_trained(const KernelOptions& options, const TrainedRequest& request);

/// Whether one of the names is of hardware that is here: "opencl:0".
[[nodiscard]] bool names_hardware(const std::vector<std::string>& devices);

}  // namespace forewarp::tool
