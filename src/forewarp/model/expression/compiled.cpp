// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "forewarp/model/expression/detail/build.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/arithmetic.hpp"

namespace forewarp::model::expression {

namespace {

using detail::Node;
using detail::Op;

std::uint32_t index_of(const std::string& name, std::span<const std::string> names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw InputError(fmt::format("the expression has '{}', which has no value", name));
  return static_cast<std::uint32_t>(found - names.begin());
}

}  // namespace

/// Every node has a slot for its value: first the leaves, then the operations, each after its operands. For p_a*f_x + 1
/// these are 0: p_a, 1: f_x, 2: the constant 1, 3: slot 0 * slot 1, 4: slot 3 + slot 2. The last operation is the root,
/// or the last leaf of a tree that is one leaf.
Compiled::Compiled(const Tree& tree, Index node, std::span<const std::string> features,
                   std::span<const std::string> parameters) {
  const Tree flat = detail::expanded(tree, node);
  const std::vector<bool> needed = flat.reachable(flat.root);
  std::vector<std::uint32_t> slots(flat.nodes.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Node& n = flat.nodes[i];
    if (!needed[i] || n.operands > 0) continue;
    slots[i] = static_cast<std::uint32_t>(constants_.size());
    constants_.push_back(n.op == Op::number ? std::get<double>(n.number) : 0);
    if (detail::is_feature(n)) features_.push_back({slots[i], index_of(n.text, features)});
    if (detail::is_parameter(n)) parameters_.push_back({slots[i], index_of(n.text, parameters)});
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Node& n = flat.nodes[i];
    if (!needed[i] || n.operands == 0) continue;
    slots[i] = static_cast<std::uint32_t>(constants_.size() + steps_.size());
    Step step{nullptr, slots[n.operand[0]], slots[n.operand[n.operands - 1U]]};
    const bool known = forewarp::expression::with_real(n.op, [&](auto f) { step.apply = f; });
    FOREWARP_ASSERT(known, "every operation of a cost expression is one on real numbers");
    steps_.push_back(step);
  }
}

/// One array of values, filled from left to right: constants are copied, features and parameters
/// loaded over them, then each step writes the next slot. No branches and no recursion, as a fit
/// evaluates this millions of times.
void Compiled::run(std::span<const double> features, std::span<const double> parameters, double* values) const {
  std::ranges::copy(constants_, values);
  for (const Load& load : features_) values[load.slot] = features[load.index];
  for (const Load& load : parameters_) values[load.slot] = parameters[load.index];
  double* next = values + constants_.size();
  for (const Step& step : steps_) *next++ = step.apply(values[step.a], values[step.b]);
}

double Compiled::operator()(std::span<const double> features, std::span<const double> parameters) const {
  constexpr std::size_t max_on_stack = 512;
  const std::size_t size = constants_.size() + steps_.size();
  if (size > max_on_stack) {
    std::vector<double> values(size);
    run(features, parameters, values.data());
    return values[size - 1];
  }
  std::array<double, max_on_stack> values;  // NOLINT(cppcoreguidelines-pro-type-member-init): run() fills what it reads
  run(features, parameters, values.data());
  return values[size - 1];
}

}  // namespace forewarp::model::expression
