// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What operators and functions do to real numbers, once for all evaluators.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "forewarp/support/expression/operators.hpp"

namespace forewarp::expression {

template <typename F>
struct RealOperation {
  Op op;
  F apply;
};

constexpr double truth(bool value) { return value ? 1 : 0; }

/// Operations on one number ignore the second. Truths are 0 and 1; a comparison with a NaN is false; min and max with a
/// NaN are NaN. Operations on integers alone are not here.
inline constexpr std::tuple real_operations{
    RealOperation{Op::negate, [](double a, double) { return -a; }},
    RealOperation{Op::logical_not, [](double a, double) { return truth(a == 0); }},
    RealOperation{Op::logical_or, [](double a, double b) { return truth(a != 0 || b != 0); }},
    RealOperation{Op::logical_and, [](double a, double b) { return truth(a != 0 && b != 0); }},
    RealOperation{Op::equal, [](double a, double b) { return truth(a == b); }},
    RealOperation{Op::not_equal, [](double a, double b) { return truth(a < b || a > b); }},
    RealOperation{Op::less, [](double a, double b) { return truth(a < b); }},
    RealOperation{Op::less_equal, [](double a, double b) { return truth(a <= b); }},
    RealOperation{Op::greater, [](double a, double b) { return truth(a > b); }},
    RealOperation{Op::greater_equal, [](double a, double b) { return truth(a >= b); }},
    RealOperation{Op::add, [](double a, double b) { return a + b; }},
    RealOperation{Op::subtract, [](double a, double b) { return a - b; }},
    RealOperation{Op::multiply, [](double a, double b) { return a * b; }},
    RealOperation{Op::divide, [](double a, double b) { return a / b; }},
    RealOperation{Op::remainder, [](double a, double b) { return std::fmod(a, b); }},
    RealOperation{Op::power, [](double a, double b) { return b == 2 ? a * a : std::pow(a, b); }},
    RealOperation{Op::abs, [](double a, double) { return std::abs(a); }},
    RealOperation{Op::ceil, [](double a, double) { return std::ceil(a); }},
    RealOperation{Op::exp, [](double a, double) { return std::exp(a); }},
    RealOperation{Op::floor, [](double a, double) { return std::floor(a); }},
    RealOperation{Op::log, [](double a, double) { return std::log(a); }},
    RealOperation{Op::log2, [](double a, double) { return std::log2(a); }},
    RealOperation{Op::max, [](double a, double b) { return std::isnan(b) ? b : std::max(a, b); }},
    RealOperation{Op::min, [](double a, double b) { return std::isnan(b) ? b : std::min(a, b); }},
    RealOperation{Op::missing, [](double a, double) { return truth(std::isnan(a)); }},
    RealOperation{Op::pow2, [](double a, double) { return std::exp2(a); }},
    RealOperation{Op::sign, [](double a, double) { return truth(a > 0) - truth(a < 0); }},
    RealOperation{Op::sqrt, [](double a, double) { return std::sqrt(a); }},
    RealOperation{Op::tanh, [](double a, double) { return std::tanh(a); }},
};

/// Calls visit with the operation as a function object: an evaluator of columns thus chooses once per column and not
/// once per row. False where there is no such operation on real numbers.
template <typename Visit>
bool with_real(Op op, Visit visit) {
  return std::apply(
      [&](const auto&... known) { return ((op == known.op ? (visit(known.apply), true) : false) || ...); },
      real_operations);
}

/// a OP b, or OP a; NaN where there is no such operation on real numbers.
[[nodiscard]] inline double real(Op op, double a, double b = 0) {
  double value = std::numeric_limits<double>::quiet_NaN();
  with_real(op, [&](auto f) { value = f(a, b); });
  return value;
}

}  // namespace forewarp::expression
