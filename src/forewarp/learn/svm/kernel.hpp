// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The kernels of libsvm:
///
///     linear u.v    polynomial (gamma u.v + coef0)^degree    rbf exp(-gamma |u - v|^2)    sigmoid tanh(gamma u.v +
///     coef0)
#include <array>
#include <span>
#include <string_view>

namespace forewarp::learn {

enum class KernelKind { linear, polynomial, rbf, sigmoid };  // libsvm's numbers
inline constexpr std::array<std::string_view, 4> kernel_names = {"linear", "polynomial", "rbf", "sigmoid"};

struct Kernel {
  KernelKind kind = KernelKind::rbf;
  double gamma = 1, coef0 = 0;
  int degree = 3;
  /// u and v of the same length.
  [[nodiscard]] double operator()(std::span<const double> u, std::span<const double> v) const;
};

}  // namespace forewarp::learn
