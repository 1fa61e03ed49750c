// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What math_accuracy_test.cpp calls: the functions with their truth in long double and the bounds of the CUDA C++
/// Programming Guide, the arguments, and kernels that call them in CUDA C++ and OpenCL C.
#include <fmt/format.h>

#include "unit/frontend/source/special_truth.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

struct One {
  const char* name;
  Wide (*truth)(Wide);
  double float_ulps, double_ulps;
  double low, high;                   ///< where most arguments lie
  double skip_from = 1, skip_to = 0;  ///< arguments without a bound
  /// Beyond |x| = 8 the error of a Bessel function is bounded as such: 2.2e-6 (float), 5e-12 (double).
  bool absolute_from_8 = false;
};
struct Two {
  const char* name;
  Wide (*truth)(Wide, Wide);
  double float_ulps, double_ulps;
  double low, high, low2, high2;
};

constexpr Wide pi = 3.14159265358979323846264338327950288L;
/// sin(pi x) from the remainder of x, which is exact.
inline Wide sine_of_pi(Wide x) {
  const Wide r = std::remainder(x, Wide{2});
  if (r == 0 || std::fabs(r) == 1) return std::copysign(Wide{0}, x);
  return std::fabs(r) > 0.5L ? std::copysign(std::sin(pi * (1 - std::fabs(r))), r) : std::sin(pi * r);
}
inline Wide cosine_of_pi(Wide x) {
  const Wide r = std::fabs(std::remainder(x, Wide{2}));
  return r == 0.5L   ? Wide{0}
         : r > 0.25L ? (r > 0.75L ? -std::cos(pi * (1 - r)) : std::sin(pi * (0.5L - r)))
                     : std::cos(pi * r);
}

inline const One ones[] = {
    {"sin", [](Wide x) { return std::sin(x); }, 2, 2, -10, 10},
    {"cos", [](Wide x) { return std::cos(x); }, 2, 2, -10, 10},
    {"tan", [](Wide x) { return std::tan(x); }, 4, 2, -10, 10},
    {"sinpi", sine_of_pi, 1, 2, -10, 10},
    {"cospi", cosine_of_pi, 1, 2, -10, 10},
    {"asin", [](Wide x) { return std::asin(x); }, 2, 2, -1, 1},
    {"acos", [](Wide x) { return std::acos(x); }, 2, 2, -1, 1},
    {"atan", [](Wide x) { return std::atan(x); }, 2, 2, -4, 4},
    {"sinh", [](Wide x) { return std::sinh(x); }, 3, 2, -3, 3},
    {"cosh", [](Wide x) { return std::cosh(x); }, 2, 1, -3, 3},
    {"tanh", [](Wide x) { return std::tanh(x); }, 2, 1, -3, 3},
    {"asinh", [](Wide x) { return std::asinh(x); }, 3, 3, -5, 5},
    {"acosh", [](Wide x) { return std::acosh(x); }, 4, 3, 1, 5},
    {"atanh", [](Wide x) { return std::atanh(x); }, 3, 2, -1, 1},
    {"exp", [](Wide x) { return std::exp(x); }, 2, 1, -10, 10},
    {"exp2", [](Wide x) { return std::exp2(x); }, 2, 1, -10, 10},
    {"exp10", [](Wide x) { return std::pow(Wide{10}, x); }, 2, 1, -10, 10},
    {"expm1", [](Wide x) { return std::expm1(x); }, 1, 1, -1, 1},
    {"log", [](Wide x) { return std::log(x); }, 1, 1, 0.1, 10},
    {"log2", [](Wide x) { return std::log2(x); }, 1, 1, 0.1, 10},
    {"log10", [](Wide x) { return std::log10(x); }, 2, 1, 0.1, 10},
    {"log1p", [](Wide x) { return std::log1p(x); }, 1, 1, -0.9, 3},
    {"cbrt", [](Wide x) { return std::cbrt(x); }, 1, 1, -10, 10},
    {"rcbrt", [](Wide x) { return 1 / std::cbrt(x); }, 1, 1, -10, 10},
    {"rsqrt", [](Wide x) { return 1 / std::sqrt(x); }, 2, 1, 0, 10},
    {"erf", [](Wide x) { return std::erf(x); }, 2, 2, -3, 3},
    {"erfc", [](Wide x) { return std::erfc(x); }, 4, 5, -3, 10},
    {"normcdf", [](Wide x) { return std::erfc(x / -std::sqrt(Wide{2})) / 2; }, 5, 5, -6, 6},
    {"erfinv", inverse_erf, 2, 5, -1, 1},
    {"erfcinv", inverse_erfc, 4, 6, 0, 2},
    {"normcdfinv", inverse_normcdf, 5, 8, 0, 1},
    {"erfcx", scaled_erfc, 4, 4, -5, 20},
    {"j0", [](Wide x) { return bessel_j(0, x); }, 9, 7, -8, 8, 1, 0, true},
    {"j1", [](Wide x) { return bessel_j(1, x); }, 9, 7, -8, 8, 1, 0, true},
    {"y0", [](Wide x) { return bessel_y(0, x); }, 9, 7, 0, 8, 1, 0, true},
    {"y1", [](Wide x) { return bessel_y(1, x); }, 9, 7, 0, 8, 1, 0, true},
    {"cyl_bessel_i0", [](Wide x) { return bessel_i(0, x); }, 6, 6, -20, 20},
    {"cyl_bessel_i1", [](Wide x) { return bessel_i(1, x); }, 6, 6, -20, 20},
    {"tgamma", [](Wide x) { return std::tgamma(x); }, 5, 10, -5, 30},
    {"lgamma", [](Wide x) { return std::lgamma(x); }, 6, 4, -2.2, 30, -10.001, -2.264},
    {"round", [](Wide x) { return std::round(x); }, 0, 0, -10, 10},
    {"rint", [](Wide x) { return std::rint(x); }, 0, 0, -10, 10},
    {"trunc", [](Wide x) { return std::trunc(x); }, 0, 0, -10, 10},
    {"floor", [](Wide x) { return std::floor(x); }, 0, 0, -10, 10},
    {"ceil", [](Wide x) { return std::ceil(x); }, 0, 0, -10, 10},
    {"logb", [](Wide x) { return std::logb(x); }, 0, 0, -10, 10},
};
inline const Two twos[] = {
    {"pow", [](Wide x, Wide y) { return std::pow(x, y); }, 4, 2, 0, 10, -20, 20},
    {"atan2", [](Wide x, Wide y) { return std::atan2(x, y); }, 3, 2, -3, 3, -3, 3},
    {"hypot", [](Wide x, Wide y) { return std::hypot(x, y); }, 3, 2, -3, 3, -3, 3},
    {"rhypot", [](Wide x, Wide y) { return 1 / std::hypot(x, y); }, 2, 1, -3, 3, -3, 3},
    {"fmod", [](Wide x, Wide y) { return std::fmod(x, y); }, 0, 0, -1000, 1000, -8, 8},
    {"remainder", [](Wide x, Wide y) { return std::remainder(x, y); }, 0, 0, -1000, 1000, -8, 8},
    {"copysign", [](Wide x, Wide y) { return std::copysign(x, y); }, 0, 0, -3, 3, -3, 3},
};

/// Powers up to the ends of the exponents, where the logarithm's own error is magnified most.
inline const Two large_powers[] = {
    {"pow", [](Wide x, Wide y) { return std::pow(x, y); }, 4, 2, 0.5, 2, -128, 128},
    {"pow", [](Wide x, Wide y) { return std::pow(x, y); }, 4, 2, 0.4, 2.5, -900, 900},
    {"pow", [](Wide x, Wide y) { return std::pow(x, y); }, 4, 2, 0.999, 1.001, -700000, 700000},
};

template <typename T>
using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

/// Numbers in order, -0 and +0 alike, so that a difference counts ulps.
template <typename T>
std::int64_t place(T x) {
  const auto bits = std::bit_cast<Bits<T>>(x);
  return bits < 0 ? -static_cast<std::int64_t>(bits & std::numeric_limits<Bits<T>>::max()) : bits;
}

template <typename T>
std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> out;
  for (const double v : {0.0,
                         1.0,
                         0.5,
                         2.0,
                         3.0,
                         1.5,
                         2.5,
                         10.0,
                         0.25,
                         0.4999999,
                         0.99999,
                         88.7,
                         89.4,
                         103.9,
                         127.0,
                         128.0,
                         149.0,
                         150.0,
                         308.3,
                         709.7,
                         710.4,
                         745.2,
                         1024.0,
                         1075.0,
                         105615.0,
                         105616.0,
                         8388609.0,
                         2147483648.0,
                         4503599627370497.0,
                         1e15,
                         1e22,
                         1e30})
    out.push_back(static_cast<T>(v));
  for (const T v : {Limits::min(), Limits::denorm_min(), Limits::min() / 3, Limits::max(), Limits::infinity(),
                    std::nextafter(T{1}, T{0}), std::nextafter(T{1}, T{2}), std::nextafter(T(0.5), T{0})})
    out.push_back(v);
  for (std::size_t i = 0, n = out.size(); i < n; ++i) out.push_back(-out[i]);
  out.push_back(Limits::quiet_NaN());
  return out;
}

/// Special values, then a third each: over the range, over all exponents near 1, over all bit patterns.
template <typename T>
std::vector<T> inputs(double low, double high, unsigned seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> in_range(low, high), exponent(-24, 24);
  std::vector<T> out = special_values<T>();
  while (out.size() < count) {
    out.push_back(static_cast<T>(in_range(random)));
    out.push_back(static_cast<T>(std::exp2(exponent(random)) * (random() % 2 == 0 ? 1 : -1)));
    out.push_back(std::bit_cast<T>(static_cast<Bits<T>>(random())));
  }
  out.resize(count);
  return out;
}

inline std::string cuda_source() {
  std::string text = "extern \"C\" {\n";
  for (const auto& [suffix, type] : {std::pair{"f", "float"}, std::pair{"", "double"}}) {
    const std::string head =
        "__global__ void {0}{1}_k({2}* out, const {2}* x, const {2}* y) {{ const int i = blockIdx.x * "
        "blockDim.x + threadIdx.x; ";
    for (const One& f : ones)
      text += fmt::format(fmt::runtime(head + "out[i] = {0}{1}(x[i]); }}\n"), f.name, suffix, type);
    for (const Two& f : twos)
      text += fmt::format(fmt::runtime(head + "out[i] = {0}{1}(x[i], y[i]); }}\n"), f.name, suffix, type);
    text += fmt::format(fmt::runtime(head + "{2} w; out[2 * i] = modf{1}(x[i], &w); out[2 * i + 1] = w; }}\n"), "modf",
                        suffix, type);
    text += fmt::format(fmt::runtime(head + "int e; out[2 * i] = frexp{1}(x[i], &e); out[2 * i + 1] = e; }}\n"),
                        "frexp", suffix, type);
    text += fmt::format(fmt::runtime(head + "out[i] = ldexp{1}(x[i], (int)y[i]); }}\n"), "ldexp", suffix, type);
    text +=
        fmt::format(fmt::runtime(head + "{2} s, c; sincos{1}(x[i], &s, &c); out[2 * i] = s; out[2 * i + 1] = c; }}\n"),
                    "sincos", suffix, type);
    text += fmt::format(fmt::runtime(head + "out[2 * i] = lround{1}(x[i]); out[2 * i + 1] = llrint{1}(x[i]); }}\n"),
                        "to_whole", suffix, type);
  }
  return text + "}\n";
}

inline bool in_opencl(std::string_view name) {
  for (const char* const cudas_own : {"rcbrt", "normcdf", "rhypot", "erfinv", "erfcinv", "normcdfinv", "erfcx", "j0",
                                      "j1", "y0", "y1", "cyl_bessel_i0", "cyl_bessel_i1"})
    if (name == cudas_own) return false;
  return true;
}

/// OpenCL C's names for what both languages have: scalars, and vectors whose elements must be the scalar's.
inline std::string opencl_source() {
  std::string text;
  for (const auto& [suffix, type] : {std::pair{"f", "float"}, std::pair{"", "double"}}) {
    const std::string head =
        "kernel void {0}{1}_k(global {2}* out, global const {2}* x, global const {2}* y) {{ const int i = "
        "get_global_id(0); ";
    for (const One& f : ones)
      if (in_opencl(f.name))
        text += fmt::format(
            fmt::runtime(head + "out[2 * i] = {0}(x[i]); out[2 * i + 1] = {0}(({2}4)(0, 0, x[i], 0)).z; }}\n"), f.name,
            suffix, type);
    for (const Two& f : twos)
      if (in_opencl(f.name))
        text += fmt::format(
            fmt::runtime(head +
                         "out[2 * i] = {0}(x[i], y[i]); out[2 * i + 1] = {0}(({2}3)(x[i]), ({2}3)(y[i])).z; }}\n"),
            f.name, suffix, type);
    text += fmt::format(fmt::runtime(head + "{2}2 c; const {2}2 s = sincos(({2}2)(0, x[i]), &c); out[2 * i] = s.y; "
                                            "out[2 * i + 1] = c.y; }}\n"),
                        "sincos", suffix, type);
    text += fmt::format(fmt::runtime(head + "out[2 * i] = modf(x[i], &out[2 * i + 1]); }}\n"), "modf", suffix, type);
    text +=
        fmt::format(fmt::runtime(head + "int3 e; out[2 * i] = frexp(({2}3)(x[i]), &e).z; out[2 * i + 1] = e.z; }}\n"),
                    "frexp", suffix, type);
    text += fmt::format(fmt::runtime(head + "out[2 * i] = ldexp(x[i], (int)y[i]); "
                                            "out[2 * i + 1] = ldexp(({2}2)(x[i]), (int2)((int)y[i])).y; }}\n"),
                        "ldexp", suffix, type);
  }
  return text;
}

}  // namespace forewarp::source
