// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/inputs.hpp"

#include <charconv>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::campaign {

const std::vector<std::string>& braun_inputs() {
  static const std::vector<std::string> names = {
      "threads_per_cta", "ctas",     "total_instructions", "special_ops", "logic_ops",    "control_ops",
      "arithmetic_ops",  "sync_ops", "global_bytes",       "param_bytes", "shared_bytes", "arithmetic_intensity"};
  return names;
}

const std::vector<std::string>& intensive_inputs() {
  static const std::vector<std::string> names = {"threads_per_cta",
                                                 "ctas",
                                                 "total_instructions",
                                                 "footprint_bytes",
                                                 "instructions_per_warp",
                                                 "special_ops/total_instructions",
                                                 "logic_ops/total_instructions",
                                                 "control_ops/total_instructions",
                                                 "arithmetic_ops/total_instructions",
                                                 "sync_ops/total_instructions",
                                                 "global_bytes/total_instructions",
                                                 "shared_bytes/total_instructions",
                                                 "param_bytes/total_instructions",
                                                 "footprint_bytes/total_instructions",
                                                 "footprint_bytes/global_bytes",
                                                 "shared_bytes_per_cta",
                                                 "registers_per_thread",
                                                 "path_fp64/instructions_per_warp",
                                                 "path_special/instructions_per_warp",
                                                 "path_atomic/instructions_per_warp",
                                                 "path_branch/instructions_per_warp",
                                                 "path_global/instructions_per_warp",
                                                 "ilp",
                                                 "mlp",
                                                 "imbalance",
                                                 "global_efficiency",
                                                 "shared_conflict_rate",
                                                 "branch_efficiency",
                                                 "mean_active_lanes",
                                                 "fp16_ops/total_instructions",
                                                 "fp32_ops/total_instructions",
                                                 "fp64_ops/total_instructions",
                                                 "int64_ops/total_instructions",
                                                 "division_ops/total_instructions",
                                                 "conversion_ops/total_instructions",
                                                 "atomic_ops/total_instructions",
                                                 "tensor_ops/total_instructions",
                                                 "code_instructions",
                                                 "code_loops",
                                                 "loop_share",
                                                 "reuse_32k",
                                                 "reuse_1m",
                                                 "thread_new_lines"};
  return names;
}

const std::vector<std::string>& amount_inputs() {
  static const std::vector<std::string> names = {"total_instructions", "arithmetic_ops", "control_ops",
                                                 "special_ops",        "global_bytes",   "footprint_bytes",
                                                 "shared_bytes",       "sync_ops",       "ctas"};
  return names;
}

namespace {

/// A number, a feature or a number of the device.
double factor(std::string_view name, const LaunchFacts& facts) {
  double number = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  if (read.ec == std::errc{} && read.ptr == name.data() + name.size()) return number;
  if (is_device_input(name)) {
    const auto found = facts.of_device.find(name);
    if (found == facts.of_device.end())
      throw InputError(fmt::format("'{}' needs the data sheet of the device, and there is none", name));
    return found->second;
  }
  return facts.features.at(name);
}

/// Calls each(part) for each text between separators.
template <typename Each>
void split(std::string_view text, std::string_view separator, Each each) {
  for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
    each(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  each(text);
}

double product(std::string_view text, const LaunchFacts& facts) {
  double value = 1;
  split(text, "*", [&](std::string_view name) { value *= factor(name, facts); });
  return value;
}

double quotient(std::string_view text, const LaunchFacts& facts) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return product(text, facts);
  const double over = product(text.substr(slash + 1), facts);
  return over != 0 ? product(text.substr(0, slash), facts) / over : 0;
}

}  // namespace

double input(std::string_view name, const LaunchFacts& facts) {
  double sum = 0;
  split(name, " + ", [&](std::string_view term) { sum += quotient(term, facts); });
  return sum;
}

}  // namespace forewarp::campaign
