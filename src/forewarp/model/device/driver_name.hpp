// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

/// The data sheet of a device by the name that its driver gives ("NVIDIA H200", "Tesla V100-SXM2-16GB") or that stands
/// with our measurements ("V100 (synthetic)"); nothing where there is none, as for a CPU.
[[nodiscard]] std::optional<DeviceSpec> data_sheet_of(std::string name);

}  // namespace forewarp::device
