// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Predicts the time of a bundled kernel on three GPUs, with its limiter.
#include <cstdio>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"

int main() {
  forewarp::kernel::Request request;
  request.path = "matmul_tiled";
  request.set = {"n=512"};
  const forewarp::kernel::Kernel kernel = forewarp::kernel::load(request);

  // Counting is done once; a prediction for one device then takes microseconds.
  const forewarp::profile::Profile profile = forewarp::profile::profile(*kernel.module, kernel.launch);

  for (const char* name : {"H200", "V100", "K20"}) {
    const auto device = forewarp::device::find_device(name);
    const forewarp::model::Prediction p = forewarp::model::predict(profile, device);
    std::printf("%-6s %.3g ms (%.3g to %.3g), limited by %s\n", name, p.time_s * 1e3, p.low_s * 1e3, p.high_s * 1e3,
                p.limiter.c_str());
  }
}
