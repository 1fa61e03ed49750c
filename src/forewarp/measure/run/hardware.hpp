// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The hardware that this machine has: "opencl:0" counts the devices of all OpenCL platforms, "cuda:0" NVIDIA's GPUs.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/run/cuda/devices.hpp"
#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

/// What was looked for and is not here, and what cannot be done without it.
struct Missing {
  std::string what;  ///< "CUDA"
  std::string why;   ///< "libcuda.so.1: cannot open shared object file"
};

struct Hardware {
  std::vector<DeviceInfo> devices;
  std::vector<Missing> missing;
};

[[nodiscard]] Hardware list_hardware();

/// Whether the name is one of hardware, "opencl:..." or "cuda:...".
[[nodiscard]] bool names_hardware(std::string_view spec);

/// Throws InputError for a name that is none, Unavailable naming what is missing. The compiler makes PTX of CUDA C++
/// where there is no NVRTC.
[[nodiscard]] std::unique_ptr<Device> open_hardware(std::string_view spec, cuda::Compiler otherwise = {});

}  // namespace forewarp::run
