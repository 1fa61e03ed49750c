// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The devices of all OpenCL platforms, numbered in the order that the loader names them.
#include <memory>
#include <vector>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/measure/run/opencl/api.hpp"

namespace forewarp::run::opencl {

struct Found {
  Handle platform = nullptr, device = nullptr;
  DeviceInfo info;
};

/// Empty where there is a loader and no platform. Throws Unavailable where there is no loader.
[[nodiscard]] std::vector<Found> devices();

/// Throws Unavailable when there is none of this number, naming those there are.
[[nodiscard]] std::unique_ptr<Device> open(std::size_t number);

}  // namespace forewarp::run::opencl
