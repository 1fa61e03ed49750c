// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/model/demand.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

/// Roofline of every resource, with waves: see bounds.cpp's header for the equation and the source of each constant.
[[nodiscard]] Prediction bounds(const Demand& demand, const device::DeviceSpec& device);

/// demand() and bounds() in one call.
[[nodiscard]] Prediction predict(const profile::Profile& profile, const device::DeviceSpec& device);

}  // namespace forewarp::model
