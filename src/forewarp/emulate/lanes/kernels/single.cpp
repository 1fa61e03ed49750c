// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// f32 arithmetic. The approximate division, reciprocal and root are the correctly rounded ones (hardware may be off by
/// two units in the last place, rsqrt by 2^-22.4); div.approx keeps its short range of divisors.
#include "forewarp/emulate/lanes/kernels/minmax.hpp"

namespace forewarp::emu::lanes {
namespace {

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

#define FOREWARP_LANES_ROUNDED(name)                                               \
  op<&name<false, false>>(#name ".f32"), op<&name<true, false>>(#name ".ftz.f32"), \
      op<&name<false, true>>(#name ".sat.f32"), op<&name<true, true>>(#name ".ftz.sat.f32")
#define FOREWARP_LANES_DIRECTED(name, fn)                                                                          \
  directed_op<&fn<false, false>>(#name ".directed.f32"), directed_op<&fn<true, false>>(#name ".directed.ftz.f32"), \
      directed_op<&fn<false, true>>(#name ".directed.sat.f32"),                                                    \
      directed_op<&fn<true, true>>(#name ".directed.ftz.sat.f32")
#define FOREWARP_LANES_BOTH(name, fn) op<&fn<false>>(name ".f32"), op<&fn<true>>(name ".ftz.f32")
#define FOREWARP_LANES_DIRECTED_BOTH(name, fn) \
  directed_op<&fn<false>>(name ".directed.f32"), directed_op<&fn<true>>(name ".directed.ftz.f32")
#define FOREWARP_LANES_PAIR(name)                                                                                 \
  op<&pair<false, &name<false, false>>>(#name ".f32x2"), op<&pair<true, &name<true, false>>>(#name ".ftz.f32x2"), \
      directed_op<&pair<false, &name<false, false>>>(#name ".directed.f32x2"),                                    \
      directed_op<&pair<true, &name<true, false>>>(#name ".directed.ftz.f32x2")

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_ROUNDED(add),
    FOREWARP_LANES_ROUNDED(sub),
    FOREWARP_LANES_ROUNDED(mul),
    FOREWARP_LANES_ROUNDED(fma),
    FOREWARP_LANES_DIRECTED(add, add),
    FOREWARP_LANES_DIRECTED(sub, sub),
    FOREWARP_LANES_DIRECTED(mul, mul),
    FOREWARP_LANES_DIRECTED(fma, fma_directed),
    FOREWARP_LANES_PAIR(add),
    FOREWARP_LANES_PAIR(sub),
    FOREWARP_LANES_PAIR(mul),
    op<&pair3<&fma<false, false>>>("fma.f32x2"),
    op<&pair3<&fma<true, false>>>("fma.ftz.f32x2"),
    directed_op<&pair3<&fma_directed<false, false>>>("fma.directed.f32x2"),
    directed_op<&pair3<&fma_directed<true, false>>>("fma.directed.ftz.f32x2"),
    FOREWARP_LANES_BOTH("div", div),
    FOREWARP_LANES_BOTH("div.approx", div_approx),
    FOREWARP_LANES_DIRECTED_BOTH("div", div),
    FOREWARP_LANES_BOTH("rcp", rcp),
    FOREWARP_LANES_DIRECTED_BOTH("rcp", rcp),
    FOREWARP_LANES_BOTH("sqrt", sqrt),
    FOREWARP_LANES_DIRECTED_BOTH("sqrt", sqrt),
    FOREWARP_LANES_BOTH("rsqrt", rsqrt),
    FOREWARP_LANES_BOTH("neg", neg),
    FOREWARP_LANES_BOTH("abs", abs),
    op<&min_max<false>>("min.f32"),
    op<&min_max<true>>("max.f32"),
    op<&min_max3<false>>("min3.f32"),
    op<&min_max3<true>>("max3.f32"),
    op<&copysign>("copysign.f32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::single_table() { return entries; }

}  // namespace forewarp::emu::lanes
