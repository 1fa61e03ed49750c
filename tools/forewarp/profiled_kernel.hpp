// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "kernel_options.hpp"

namespace forewarp::tool {

struct ProfiledKernel {
  kernel::Kernel kernel;
  profile::Profile profile;
};

/// The kernel of the options, compiled for the device and profiled in warps of its size.
[[nodiscard]] ProfiledKernel profiled_kernel(const KernelOptions& options, const device::DeviceSpec& device);

}  // namespace forewarp::tool
