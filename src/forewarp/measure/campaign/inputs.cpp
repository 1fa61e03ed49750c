// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/inputs.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/arithmetic.hpp"

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

/// A feature or a number of the device.
double value_of(std::string_view name, const LaunchFacts& facts) {
  if (!is_device_input(name)) return facts.features.at(name);
  const auto found = facts.of_device.find(name);
  if (found == facts.of_device.end())
    throw InputError(fmt::format("'{}' needs the data sheet of the device, and there is none", name));
  return found->second;
}

}  // namespace

Input::Input(std::string_view text) : tree_(expression::parse(text, expression::Language::campaign)) {}

double Input::value(const LaunchFacts& facts) const {
  std::vector<double> values;  // of each node, after those of its operands
  values.reserve(tree_.nodes.size());
  for (const expression::Node& node : tree_.nodes) {
    const double a = node.operands > 0 ? values[node.operand[0]] : 0;
    const double b = node.operands > 1 ? values[node.operand[1]] : 0;
    if (node.op == expression::Op::number)
      values.push_back(std::get<double>(node.number));
    else if (node.op == expression::Op::name)
      values.push_back(value_of(node.text, facts));
    else
      values.push_back(node.op == expression::Op::divide && b == 0 ? 0 : expression::real(node.op, a, b));
  }
  return values[tree_.root];
}

double input(std::string_view text, const LaunchFacts& facts) { return Input(text).value(facts); }

}  // namespace forewarp::campaign
