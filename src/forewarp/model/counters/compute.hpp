// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The metrics of an emulated launch on a named device, with no GPU: counts from the profile, what caches catch from
/// the bounds model's traffic, times and shares from its prediction.
///
///     efficiency    requested over moved, lanes at work over lanes, hits over accesses        from counts alone
///     utilisation   time the resource alone would need over the predicted time             bounds model
///     throughput    bytes over the predicted time without launch overhead                  bounds model
#include <utility>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::counters {

/// Every metric of the catalogue in its order; all are finite. Throws InputError when the launch does not fit the
/// device.
[[nodiscard]] std::vector<std::pair<const Metric*, double>> compute(const profile::Profile& profile,
                                                                    const device::DeviceSpec& device);

}  // namespace forewarp::counters
