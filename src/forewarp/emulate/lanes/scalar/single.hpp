// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// f32 arithmetic. The approximate division, reciprocal and root are the correctly rounded ones (hardware may be off by
/// two units in the last place, rsqrt by 2^-22.4); div.approx keeps its short range of divisors.
#include "forewarp/emulate/lanes/scalar/minmax.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

/// What every f32 operation does to its result.
template <bool ftz, bool sat>
FOREWARP_LANES_INLINE float finished(float x) {
  if constexpr (sat) return saturate(flushed<ftz>(x));
  return flushed<ftz>(canonical(x));
}

template <bool ftz, bool sat>
float add(Control, float a, float b) {
  return finished<ftz, sat>(flushed<ftz>(a) + flushed<ftz>(b));
}
template <bool ftz, bool sat>
float sub(Control, float a, float b) {
  return finished<ftz, sat>(flushed<ftz>(a) - flushed<ftz>(b));
}
template <bool ftz, bool sat>
float mul(Control, float a, float b) {
  return finished<ftz, sat>(flushed<ftz>(a) * flushed<ftz>(b));
}
template <bool ftz, bool sat>
float fma(Control, float a, float b, float c) {
  return finished<ftz, sat>(fused(flushed<ftz>(a), flushed<ftz>(b), flushed<ftz>(c)));
}
template <bool ftz, bool sat>
float fma_directed(Control, float a, float b, float c) {
  return finished<ftz, sat>(fused_directed(flushed<ftz>(a), flushed<ftz>(b), flushed<ftz>(c)));
}
template <bool ftz>
float div(Control, float a, float b) {
  return finished<ftz, false>(flushed<ftz>(a) / flushed<ftz>(b));
}
/// Above 2^126 hardware's reciprocal of b is flushed: a / b is then a * 0. 2^127 / 2^127 is 0 with
/// div.approx and 1 with div.full.
template <bool ftz>
float div_approx(Control, float a, float b) {
  const float divisor = flushed<ftz>(b), size = magnitude(divisor);
  const bool far = size > 0x1p126F && size < __builtin_inff();
  const float reciprocal = with_sign_of(divisor, 0.0F);
  return finished<ftz, false>(far ? flushed<ftz>(a) * reciprocal : flushed<ftz>(a) / divisor);
}
template <bool ftz>
float rcp(Control, float a) {
  return finished<ftz, false>(1.0F / flushed<ftz>(a));
}
template <bool ftz>
float sqrt(Control, float a) {
  return finished<ftz, false>(__builtin_sqrtf(flushed<ftz>(a)));
}
template <bool ftz>
float rsqrt(Control, float a) {
  return finished<ftz, false>(static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(flushed<ftz>(a)))));
}
template <bool ftz>
float neg(Control, float a) {
  return bits_as<float>(bits_as<u32>(flushed<ftz>(a)) ^ sign32);
}
template <bool ftz>
float abs(Control, float a) {
  return magnitude(flushed<ftz>(a));
}
template <bool largest>
float min_max(Control control, float a, float b) {
  return extreme<largest>(control, flushed_if((control & control_bits::ftz) != 0, a),
                          flushed_if((control & control_bits::ftz) != 0, b));
}
template <bool largest>
float min_max3(Control control, float a, float b, float c) {
  const bool ftz = (control & control_bits::ftz) != 0, sizes = (control & control_bits::xorsign_abs) != 0;
  const Control rest = control & control_bits::nan;
  const auto ready = [&](float x) { return sizes ? magnitude(flushed_if(ftz, x)) : flushed_if(ftz, x); };
  return extreme<largest>(rest, extreme<largest>(rest, ready(a), ready(b)), ready(c));
}
float copysign(Control, float a, float b) { return with_sign_of(a, b); }

// f32x2: two values in 64 bits.
template <bool ftz, float (*fn)(Control, float, float)>
u64 pair(Control control, u64 a, u64 b) {
  const float low = fn(control, bits_as<float>(u32(a)), bits_as<float>(u32(b)));
  const float high = fn(control, bits_as<float>(u32(a >> 32)), bits_as<float>(u32(b >> 32)));
  return u64{bits_as<u32>(high)} << 32 | bits_as<u32>(low);
}
template <float (*fn)(Control, float, float, float)>
u64 pair3(Control control, u64 a, u64 b, u64 c) {
  const float low = fn(control, bits_as<float>(u32(a)), bits_as<float>(u32(b)), bits_as<float>(u32(c)));
  const float high =
      fn(control, bits_as<float>(u32(a >> 32)), bits_as<float>(u32(b >> 32)), bits_as<float>(u32(c >> 32)));
  return u64{bits_as<u32>(high)} << 32 | bits_as<u32>(low);
}

}  // namespace
}  // namespace forewarp::emu::lanes
