// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The inputs of models of time and power: a feature of the catalogue, or, where the device has a data sheet, a number
/// of device_inputs.hpp; or an expression of these and of numbers, with + - * / and parentheses:
///
///     "global_bytes*thread_new_lines/total_instructions", "2e-6 + 3e-10*total_instructions"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/model/feature/features.hpp"
#include "forewarp/support/expression/tree.hpp"

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
/// An input, read once for many launches.
class Input {
 public:
  /// Throws ParseError for text that is no expression.
  explicit Input(std::string_view text);
  /// Throws InputError for a name that is no input, and for an input of the device where there is no data sheet. A
  /// quotient by 0 is 0: a kernel without memory accesses has none per instruction.
  [[nodiscard]] double value(const LaunchFacts& facts) const;

 private:
  expression::Tree tree_;
};

/// Input(text).value(facts).
[[nodiscard]] double input(std::string_view text, const LaunchFacts& facts);

}  // namespace forewarp::campaign
