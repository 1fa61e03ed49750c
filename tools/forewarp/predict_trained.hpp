// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernel_options.hpp"

namespace forewarp::tool {

/// Time and power on each device by the best model that was trained on measurements of it (campaign/models.hpp), saying
/// which; for time on a device that nobody measured by the bounds model. what: "time", "power". Throws Unavailable for
/// power where there is no model.
void predict_trained(const KernelOptions& options, const std::vector<std::string>& devices,
                     const std::vector<std::string>& what, const std::string& page);

/// Whether one of the names is of hardware that is here: "opencl:0".
[[nodiscard]] bool names_hardware(const std::vector<std::string>& devices);

}  // namespace forewarp::tool
