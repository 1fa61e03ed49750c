// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "forewarp/model/expression/detail/build.hpp"
#include "forewarp/model/expression/expression.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

namespace {

/// An expression is evaluated millions of times during a calibration, so the tree is compiled to a list of steps for a
/// stack machine: operands first (post-order), names resolved to indices. Evaluation is O(steps), without allocation.
///
/// Invariant: after the steps of a subtree the stack has exactly one value more than before them. A subtree at depth d
/// starts with d - 1 values on the stack, so a depth of at most 64 keeps the stack within its array.
///
/// Example: p_a * f_x + 2 becomes "parameter 0, feature 0, multiply, number 2, add" with the stack sizes 1, 2, 1, 2, 1.
constexpr int max_values = 64;

/// Index of a name in the vector of values that evaluation receives.
unsigned place(const std::string& name, std::span<const std::string> names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw InputError(fmt::format("the expression has '{}', which has no value", name));
  return static_cast<unsigned>(found - names.begin());
}

}  // namespace

Compiled::Compiled(const NodePtr& node, std::span<const std::string> features,
                   std::span<const std::string> parameters) {
  emit(*node, features, parameters, 1);
}

/// overlap(), partial() and step() are first expanded to the arithmetic that they abbreviate (detail::expanded).
void Compiled::emit(const Node& node, std::span<const std::string> features, std::span<const std::string> parameters,
                    int depth) {
  if (const NodePtr whole = detail::expanded(node)) return emit(*whole, features, parameters, depth);
  if (depth > max_values) throw InputError("the expression holds more than 64 values at once: use fewer brackets");
  for (std::size_t i = 0; i < node.operands.size(); ++i)
    emit(*node.operands[i], features, parameters, depth + static_cast<int>(i));
  switch (node.kind) {
    case Node::Kind::number:
      return steps_.push_back({Code::number, 0, node.number});
    case Node::Kind::feature:
      return steps_.push_back({Code::feature, place(node.name, features), 0});
    case Node::Kind::parameter:
      return steps_.push_back({Code::parameter, place(node.name, parameters), 0});
    case Node::Kind::negate:
      return steps_.push_back({Code::negate, 0, 0});
    case Node::Kind::add:
      return steps_.push_back({Code::add, 0, 0});
    case Node::Kind::subtract:
      return steps_.push_back({Code::subtract, 0, 0});
    case Node::Kind::multiply:
      return steps_.push_back({Code::multiply, 0, 0});
    case Node::Kind::divide:
      return steps_.push_back({Code::divide, 0, 0});
    case Node::Kind::power:
      return steps_.push_back({Code::power, 0, 0});
    case Node::Kind::call: {
      static const std::map<std::string, Code> codes{{"tanh", Code::tanh}, {"exp", Code::exp},   {"log", Code::log},
                                                     {"sqrt", Code::sqrt}, {"abs", Code::abs},   {"min", Code::min},
                                                     {"max", Code::max},   {"sign", Code::sign}, {"less", Code::less}};
      return steps_.push_back({codes.at(node.name), 0, 0});
    }
  }
}

double Compiled::operator()(std::span<const double> features, std::span<const double> parameters) const {
  std::array<double, max_values + 1> stack{};
  std::size_t top = 0;  // number of values
  const auto replace_two = [&](double value) {
    --top;
    stack[top - 1] = value;
  };
  for (const Step& step : steps_) {
    // Operands of a binary step are a and b; a unary step works on b, the top.
    double& a = stack[top >= 2 ? top - 2 : 0];
    double& b = stack[top >= 1 ? top - 1 : 0];
    switch (step.code) {
      case Code::number:
        stack[top++] = step.number;
        break;
      case Code::feature:
        stack[top++] = features[step.index];
        break;
      case Code::parameter:
        stack[top++] = parameters[step.index];
        break;
      case Code::negate:
        b = -b;
        break;
      case Code::add:
        replace_two(a + b);
        break;
      case Code::subtract:
        replace_two(a - b);
        break;
      case Code::multiply:
        replace_two(a * b);
        break;
      case Code::divide:
        replace_two(a / b);
        break;
      case Code::power:
        replace_two(b == 2 ? a * a : std::pow(a, b));
        break;
      case Code::tanh:
        b = std::tanh(b);
        break;
      case Code::exp:
        b = std::exp(b);
        break;
      case Code::log:
        b = std::log(b);
        break;
      case Code::sqrt:
        b = std::sqrt(b);
        break;
      case Code::abs:
        b = std::abs(b);
        break;
      case Code::min:
        replace_two(std::min(a, b));
        break;
      case Code::max:
        replace_two(std::max(a, b));
        break;
      case Code::sign:
        b = b > 0 ? 1 : (b < 0 ? -1 : 0);
        break;
      case Code::less:
        replace_two(a < b ? 1 : 0);
        break;
    }
  }
  return stack[0];
}

}  // namespace forewarp::model::expression
