// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Relations between figures that hold on every GPU: a slip of the finger in one breaks one of them.
#include <functional>
#include <string>
#include <string_view>

#include "forewarp/device/device_spec.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::device::detail {

/// Throws ParseError at the place of the named figure, saying which relation is broken.
///   base <= boost; threads = warps * width; one block fits the SM; a warp at one register fits the registers;
///   2 * memory clock * bus / 8 within 3 % of the DRAM bandwidth;
///   SMs * FP32 lanes * 2 * boost within 3 % of the printed peak, where there is one.
void check_consistency(const DeviceSpec& device, const std::function<SourceLocation(std::string_view key)>& where);

}  // namespace forewarp::device::detail
