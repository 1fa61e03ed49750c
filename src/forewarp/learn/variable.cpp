// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/variable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {

std::string_view name_of(Transform transform) { return transform_names[static_cast<std::size_t>(transform)]; }

Transform transform_called(std::string_view name) {
  const auto it = std::ranges::find(transform_names, name);
  if (it == transform_names.end())
    throw InputError(fmt::format("no transform is called '{}'; there is {}", name, fmt::join(transform_names, ", ")));
  return static_cast<Transform>(it - transform_names.begin());
}

double Variable::forward(double x) const {
  if (!std::isfinite(x)) throw InputError(fmt::format("'{}' is {}; it must be a finite number", name, x));
  if (transform == Transform::identity) return x;
  if (!(x + offset > 0) || !std::isfinite(x + offset))
    throw InputError(fmt::format("'{}' is {}, of which (plus {}) there is no logarithm", name, x, offset));
  return transform == Transform::log ? std::log(x + offset) : std::log2(x + offset);
}

double Variable::backward(double t) const {
  switch (transform) {
    case Transform::identity:
      return t;
    case Transform::log:
      return std::exp(t) - offset;
    case Transform::log2:
      return std::exp2(t) - offset;
  }
  return t;
}

}  // namespace forewarp::learn
