// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The emulator in the place of a device, for tests of the way from a kernel to a model, never of the truth: a launch
/// takes what the bounds model predicts for the data sheet, times noise,
///
///     seconds = predicted * exp(sigma z),     z standard normal, from (seed, entry, number of the launch)
///
/// and now and then, on request, an anomaly of ten times that. All its results are marked synthetic.
#include <cstdint>
#include <memory>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::run {

struct EmulatedOptions {
  double sigma = 0.02;
  double anomaly_share = 0;  ///< of the launches
  std::uint64_t seed = 1;
};

/// PTX runs as it is; CUDA C++ and OpenCL C go through the compiler that is there. read() gives the buffers as one
/// launch leaves them.
[[nodiscard]] std::unique_ptr<Device> open_emulated(const device::DeviceSpec& spec,
                                                    const EmulatedOptions& options = {});

}  // namespace forewarp::run
