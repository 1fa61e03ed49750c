// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The hardware that a machine has, what was found out about each device, and what is missing:
///
///     opencl:0  Intel(R) Xeon(R) Processor
///       GenuineIntel cpu, driver 3.1, OpenCL 1.2 pocl
///       compute units       2
///       clock               2000 MHz
///       ...
///
///     not here
///       CUDA  libcuda.so.1: cannot open shared object file: No such file or directory
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/measure/run/hardware.hpp"

namespace forewarp::report {

[[nodiscard]] std::string hardware_text(const run::Hardware& hardware);
/// {"devices": [{"spec", "name", ...}], "missing": [{"what", "why"}]}; figures that nobody tells are null.
[[nodiscard]] nlohmann::json hardware_json(const run::Hardware& hardware);
/// One row a device.
[[nodiscard]] std::string hardware_csv(const run::Hardware& hardware);
/// One device, as in hardware_json.
[[nodiscard]] nlohmann::json device_info_json(const run::DeviceInfo& info);

}  // namespace forewarp::report
