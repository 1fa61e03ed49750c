// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The pairs of kernels/pairs.toml on a device that is here: what the strategy that was applied has really brought.
#include <vector>

#include "forewarp/measure/run/device.hpp"
#include "papers/zigon2020/pairs.hpp"

namespace forewarp::papers::zigon2020 {

/// Time before over time after of each pair, as measured; NaN where one of the two launches cannot be run there, with
/// the reason to notes. Launches that several pairs share are measured once. Throws DeviceError where the device fails.
[[nodiscard]] std::vector<double> measured_gains(run::Device& device, const std::vector<AdvicePair>& pairs,
                                                 const Options& options, std::vector<std::string>& notes);

}  // namespace forewarp::papers::zigon2020
