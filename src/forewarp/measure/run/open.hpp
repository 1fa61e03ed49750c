// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string_view>

#include "forewarp/measure/run/hardware.hpp"

namespace forewarp::run {

/// "opencl:0" and "cuda:0" as open_hardware; "emulated:V100" as open_emulated, by a device's name or file. Throws
/// InputError for a data sheet's bare name: that is no hardware.
[[nodiscard]] std::unique_ptr<Device> open_device(std::string_view spec);

}  // namespace forewarp::run
