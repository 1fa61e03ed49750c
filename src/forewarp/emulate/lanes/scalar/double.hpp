// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// f64 arithmetic. Results that are not numbers are 0xfff8000000000000.
#include "forewarp/emulate/lanes/scalar/minmax.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

double add(Control, double a, double b) { return canonical(a + b); }
double sub(Control, double a, double b) { return canonical(a - b); }
double mul(Control, double a, double b) { return canonical(a * b); }
double fma(Control, double a, double b, double c) { return canonical(fused(a, b, c)); }
double div(Control, double a, double b) { return canonical(a / b); }
double rcp(Control, double a) { return canonical(1.0 / a); }
double sqrt(Control, double a) { return canonical(__builtin_sqrt(a)); }
double neg(Control, double a) { return bits_as<double>(bits_as<u64>(a) ^ sign64); }
double abs(Control, double a) { return magnitude(a); }
template <bool largest>
double min_max(Control, double a, double b) {
  return extreme<largest>(0, a, b);
}
double copysign(Control, double a, double b) { return with_sign_of(a, b); }

double rsqrt_of(double a) { return 1.0 / __builtin_sqrt(a); }
double rsqrt(Control, double a) { return canonical(rsqrt_of(a)); }
/// The gross forms (rcp.approx.ftz.f64) see the upper half of the operand and give the upper half
/// of the result; subnormals are zero. Compilers refine them by Newton steps to a full reciprocal.
double upper(double x) { return bits_as<double>(bits_as<u64>(x) & 0xffffffff00000000); }
double rcp_gross(Control, double a) { return upper(canonical(flushed_if(true, 1.0 / flushed_if(true, upper(a))))); }
double rsqrt_gross(Control, double a) {
  return upper(canonical(flushed_if(true, rsqrt_of(flushed_if(true, upper(a))))));
}

}  // namespace
}  // namespace forewarp::emu::lanes
