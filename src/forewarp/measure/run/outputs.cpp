// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/outputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace forewarp::run {
namespace {

constexpr double tolerance = 1e-3;

/// Relative, to the larger of the two: 1000 and 1000.9 are the same, 0 and 1e-9 are not. x - y is
/// infinite or NaN where one of them is; then only equal values (both infinite, same sign) or two
/// NaN pass.
template <typename T>
bool same_numbers(const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  for (std::size_t at = 0; at + sizeof(T) <= a.size(); at += sizeof(T)) {
    T x{}, y{};
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    const bool close =
        std::isfinite(x - y) && std::abs(x - y) <= static_cast<T>(tolerance) * std::max(std::abs(x), std::abs(y));
    if (!close && !(x == y) && !(std::isnan(x) && std::isnan(y))) return false;
  }
  return true;
}

}  // namespace

Outputs outputs_of(Kernel& kernel, std::span<const Argument> arguments) {
  Outputs outputs(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (std::holds_alternative<launch::Buffer>(arguments[i].value)) outputs[i] = kernel.read(i);
  return outputs;
}

bool same_outputs(const Outputs& a, const Outputs& b, std::span<const Argument> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (a[i].size() != b[i].size()) return false;
    if (a[i] == b[i]) continue;
    const ptx::Type element = std::get<launch::Buffer>(arguments[i].value).element;
    if (element == ptx::Type::f32 ? !same_numbers<float>(a[i], b[i])
                                  : element != ptx::Type::f64 || !same_numbers<double>(a[i], b[i]))
      return false;
  }
  return true;
}

}  // namespace forewarp::run
