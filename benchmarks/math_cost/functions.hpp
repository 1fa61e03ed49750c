// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The functions of <math.h> that bench_math_cost and the tests of accuracy call, and the ranges of their arguments.
#include <string>
#include <vector>

namespace forewarp::bench {

struct Range {
  double low = 0, high = 1;
  bool logarithmic = false;
};

/// One line of the scoreboard for float and one for double: name(first[, second]).
struct MathRow {
  std::string name;
  unsigned arguments = 1;
  Range first, second;
  std::string label;  ///< told beside the name where a function has several ranges

  [[nodiscard]] std::string id() const { return label.empty() ? name : name + "." + label; }
  [[nodiscard]] std::string entry() const { return "k_" + name; }
};

[[nodiscard]] inline std::vector<MathRow> math_rows() {
  const Range around{-10, 10}, unit{-0.999, 0.999}, above{0.01, 1000}, huge{1e12, 1e30, true};
  std::vector<MathRow> rows;
  const auto one = [&](std::initializer_list<const char*> names, Range range, const char* label = "") {
    for (const char* name : names) rows.push_back({name, 1, range, {}, label});
  };
  const auto two = [&](std::initializer_list<const char*> names, Range x, Range y, const char* label = "") {
    for (const char* name : names) rows.push_back({name, 2, x, y, label});
  };
  one({"sin", "cos", "tan", "sincos", "sinpi", "cospi", "atan", "sinh", "cosh", "tanh", "asinh"}, around);
  one({"exp", "exp2", "exp10", "expm1", "cbrt", "rcbrt", "ceil", "floor", "trunc", "rint", "nearbyint"}, around);
  one({"round", "lround", "llround", "lrint", "llrint", "fabs", "logb", "ilogb", "modf", "frexp", "ldexp"}, around);
  one({"erf", "erfc", "normcdf"}, {-4, 4});
  one({"sin", "cos", "tan", "sincos"}, huge, "huge");
  one({"asin", "acos", "atanh"}, unit);
  one({"log", "log2", "log10", "log1p", "sqrt", "rsqrt"}, above);
  one({"log1p"}, {-0.5, 0.5}, "small");
  one({"acosh"}, {1, 100});
  one({"lgamma"}, {0.1, 30});
  one({"lgamma"}, {-9.9, -0.1}, "negative");
  one({"tgamma"}, {0.1, 30});
  one({"tgamma"}, {-9.9, -0.1}, "negative");
  two({"pow"}, {0.1, 10}, {-5, 5});
  two({"atan2", "hypot", "rhypot", "copysign", "fdim", "fmax", "fmin", "nextafter"}, around, around);
  two({"fmod", "remainder"}, {-100, 100}, {1, 10});
  two({"fmod", "remainder"}, {1e3, 1e9, true}, {1, 10}, "far");
  return rows;
}

/// extern "C" kernels k_NAMEf and k_NAME, and copy_f, copy_, add_f, add_ that load and store alike.
[[nodiscard]] std::string math_source();

}  // namespace forewarp::bench
