// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/campaign/inputs.hpp"

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
                                                 "mean_active_lanes"};
  return names;
}

const std::vector<std::string>& amount_inputs() {
  static const std::vector<std::string> names = {"total_instructions", "arithmetic_ops", "control_ops",
                                                 "special_ops",        "global_bytes",   "footprint_bytes",
                                                 "shared_bytes",       "sync_ops",       "ctas"};
  return names;
}

double input(std::string_view name, const LaunchFacts& facts) {
  if (is_device_input(name)) {
    const auto found = facts.of_device.find(name);
    if (found == facts.of_device.end())
      throw InputError(fmt::format("'{}' needs the data sheet of the device, and there is none", name));
    return found->second;
  }
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return facts.features.at(name);
  const double over = facts.features.at(name.substr(slash + 1));
  return over != 0 ? facts.features.at(name.substr(0, slash)) / over : 0;
}

}  // namespace forewarp::campaign
