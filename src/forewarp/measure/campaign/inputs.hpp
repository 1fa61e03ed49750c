// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What models of time and power read of a launch, by name: a feature of the catalogue, or, where the
/// device has a data sheet, a number of device_inputs.hpp; numbers, products, quotients and sums of those:
///
///     "global_bytes*thread_new_lines/total_instructions", "2e-6 + 3e-10*total_instructions"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/model/feature/features.hpp"

namespace forewarp::campaign {

/// The twelve of braun2020, section 3.2, Table 6.
[[nodiscard]] const std::vector<std::string>& braun_inputs();
/// Ours: size, shape, and everything else per instruction or byte, so that kernels of other sizes come near each other.
[[nodiscard]] const std::vector<std::string>& intensive_inputs();
/// What a launch costs, in amounts that add up: for the bounds learner.
[[nodiscard]] const std::vector<std::string>& amount_inputs();

struct LaunchFacts {
  feature::Features features;
  DeviceFacts of_device;  ///< empty for a device without a data sheet
};
/// Sums bind least, then the one quotient a term may have. Throws InputError for a name that is neither, and for one of
/// the device where there is none. 0 / 0 is 0.
[[nodiscard]] double input(std::string_view name, const LaunchFacts& facts);

}  // namespace forewarp::campaign
