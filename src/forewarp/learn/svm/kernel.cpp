// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/kernel.hpp"

#include <cmath>

namespace forewarp::learn {
namespace {

double dot(std::span<const double> u, std::span<const double> v) {
  double sum = 0;
  for (std::size_t j = 0; j < u.size(); ++j) sum += u[j] * v[j];
  return sum;
}

double square_distance(std::span<const double> u, std::span<const double> v) {
  double sum = 0;
  for (std::size_t j = 0; j < u.size(); ++j) sum += (u[j] - v[j]) * (u[j] - v[j]);
  return sum;
}

/// By repeated squaring: O(log exponent), and the same bits as libsvm.
double power(double base, int exponent) {
  double result = 1;
  for (int left = exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace

double Kernel::operator()(std::span<const double> u, std::span<const double> v) const {
  switch (kind) {
    case KernelKind::linear:
      return dot(u, v);
    case KernelKind::polynomial:
      return power(gamma * dot(u, v) + coef0, degree);
    case KernelKind::rbf:
      return std::exp(-gamma * square_distance(u, v));
    case KernelKind::sigmoid:
      return std::tanh(gamma * dot(u, v) + coef0);
  }
  return 0;
}

}  // namespace forewarp::learn
