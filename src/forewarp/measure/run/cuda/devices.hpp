// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run::cuda {

/// Makes PTX of CUDA C++ for a compute capability (90), where there is no NVRTC. Throws InputError with the log.
using Compiler = std::function<std::string(const Code& code, unsigned capability)>;

/// NVIDIA's GPUs in the driver's order. Throws Unavailable where there is no driver or it has no GPU.
[[nodiscard]] std::vector<DeviceInfo> devices();

/// Throws Unavailable when there is none of this number. Without a compiler CUDA C++ needs NVRTC.
[[nodiscard]] std::unique_ptr<Device> open(std::size_t number, Compiler otherwise = {});

}  // namespace forewarp::run::cuda
