// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What models of time and power read of a launch, by name: a feature of the catalogue, the ratio of two, written
/// "a/b", or, where the device has a data sheet, what the bounds model says of it ("bounds_runtime_s", seconds).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/feature/features.hpp"

namespace forewarp::campaign {

/// The twelve of braun2020, section 3.2, Table 6.
[[nodiscard]] const std::vector<std::string>& braun_inputs();
/// Ours: size, shape, and everything else per instruction or byte, so that kernels of other sizes come near each other.
[[nodiscard]] const std::vector<std::string>& intensive_inputs();
/// What a launch costs, in amounts that add up: for the bounds learner.
[[nodiscard]] const std::vector<std::string>& amount_inputs();

inline constexpr std::string_view bounds_input = "bounds_runtime_s";

struct LaunchFacts {
  feature::Features features;
  std::optional<double> bounds_s;  ///< of the device in question
};
/// Throws InputError for a name that is neither, and for bounds_runtime_s where there is none. 0 / 0 is 0.
[[nodiscard]] double input(std::string_view name, const LaunchFacts& facts);

}  // namespace forewarp::campaign
