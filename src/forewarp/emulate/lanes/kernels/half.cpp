// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// f16 and bf16 arithmetic, one value or two in a register. Sums and products round once: 24 bits are enough for two
/// 11-bit operands (Figueroa, "When is double rounding innocuous?", SIGNUM 1995).
#include "forewarp/emulate/lanes/kernels/half.hpp"

#include "forewarp/emulate/lanes/scalar/approx.hpp"
#include "forewarp/emulate/lanes/scalar/minmax.hpp"

namespace forewarp::emu::lanes {
namespace {

template <class F>
FOREWARP_LANES_INLINE u32 ready(Control control, u32 x) {
  return (control & control_bits::ftz) != 0 ? F::flushed(x) : x;
}
/// The modifiers: flush, saturate, then relu, which turns -0 and all below into +0. A NaN is 0x7fff
/// here, without a sign, so relu keeps it, as PTX says; saturate() turns it into 0.
template <class F>
FOREWARP_LANES_INLINE u32 done(Control control, u32 x) {
  u32 result = (control & control_bits::ftz) != 0 ? F::flushed(x) : x;
  const u32 clamped = F::from_single(saturate(F::to_single(result)));
  result = (control & control_bits::sat) != 0 ? clamped : result;
  const u32 positive = (result & 0x8000) != 0 ? u32{0} : result;
  return (control & control_bits::relu) != 0 ? positive : result;
}

template <class F>
FOREWARP_LANES_INLINE u32 add(Control control, u32 a, u32 b) {
  return done<F>(control, F::from_single(F::to_single(ready<F>(control, a)) + F::to_single(ready<F>(control, b))));
}
template <class F>
FOREWARP_LANES_INLINE u32 sub(Control control, u32 a, u32 b) {
  return done<F>(control, F::from_single(F::to_single(ready<F>(control, a)) - F::to_single(ready<F>(control, b))));
}
template <class F>
FOREWARP_LANES_INLINE u32 mul(Control control, u32 a, u32 b) {
  return done<F>(control, F::mul(ready<F>(control, a), ready<F>(control, b)));
}
template <class F>
FOREWARP_LANES_INLINE u32 fma(Control control, u32 a, u32 b, u32 c) {
  return done<F>(control, F::fma(ready<F>(control, a), ready<F>(control, b), ready<F>(control, c)));
}
template <class F, bool largest>
FOREWARP_LANES_INLINE u32 min_max(Control control, u32 a, u32 b) {
  return F::from_single(
      extreme<largest>(control, F::to_single(ready<F>(control, a)), F::to_single(ready<F>(control, b))));
}
template <class F>
FOREWARP_LANES_INLINE u32 neg(Control control, u32 a) {
  return ready<F>(control, a) ^ 0x8000;
}
template <class F>
FOREWARP_LANES_INLINE u32 abs(Control control, u32 a) {
  return ready<F>(control, a) & 0x7fff;
}
template <class F>
FOREWARP_LANES_INLINE u32 ex2(Control control, u32 a) {
  return ready<F>(control, F::from_single(exp2_single(F::to_single(ready<F>(control, a)))));
}
template <class F>
FOREWARP_LANES_INLINE u32 tanh(Control, u32 a) {
  return F::from_single(tanh_single(F::to_single(a)));
}

// Mixed precision: halves are f32 values, and what is computed with them is rounded once, as f32.
FOREWARP_LANES_INLINE float clamped(Control control, float x) {
  return (control & control_bits::sat) != 0 ? saturate(x) : canonical(x);
}
template <class F>
FOREWARP_LANES_INLINE float mixed_add(Control control, u32 a, float c) {
  return clamped(control, F::to_single(a & 0xffff) + c);
}
template <class F>
FOREWARP_LANES_INLINE float mixed_sub(Control control, u32 a, float c) {
  return clamped(control, F::to_single(a & 0xffff) - c);
}
template <class F>
FOREWARP_LANES_INLINE float mixed_fma(Control control, u32 a, u32 b, float c) {
  return clamped(control, fused(F::to_single(a & 0xffff), F::to_single(b & 0xffff), c));
}
template <class F>
FOREWARP_LANES_INLINE float mixed_fma_directed(Control control, u32 a, u32 b, float c) {
  return clamped(control, fused_directed(F::to_single(a & 0xffff), F::to_single(b & 0xffff), c));
}

using Unary = u32 (*)(Control, u32);
using Binary = u32 (*)(Control, u32, u32);
using Ternary = u32 (*)(Control, u32, u32, u32);
// An f16x2 register is two numbers that know nothing of each other: the upper is the second. Left to itself, GCC calls
// the larger of these once a lane.
FOREWARP_LANES_INLINE u32 low(u32 x) { return x & 0xffff; }
FOREWARP_LANES_INLINE u32 high(u32 x) { return x >> 16; }
FOREWARP_LANES_INLINE u32 both(u32 low_half, u32 high_half) { return low_half | high_half << 16; }

template <Unary fn>
FOREWARP_LANES_INLINE u32 single1(Control control, u32 a) {
  return fn(control, low(a));
}
template <Binary fn>
FOREWARP_LANES_INLINE u32 single2(Control control, u32 a, u32 b) {
  return fn(control, low(a), low(b));
}
template <Ternary fn>
FOREWARP_LANES_INLINE u32 single3(Control control, u32 a, u32 b, u32 c) {
  return fn(control, low(a), low(b), low(c));
}
template <Unary fn>
FOREWARP_LANES_INLINE u32 pair1(Control control, u32 a) {
  return both(fn(control, low(a)), fn(control, high(a)));
}
template <Binary fn>
FOREWARP_LANES_INLINE u32 pair2(Control control, u32 a, u32 b) {
  return both(fn(control, low(a), low(b)), fn(control, high(a), high(b)));
}
template <Ternary fn>
FOREWARP_LANES_INLINE u32 pair3(Control control, u32 a, u32 b, u32 c) {
  return both(fn(control, low(a), low(b), low(c)), fn(control, high(a), high(b), high(c)));
}

#define FOREWARP_LANES_HALF(count, name, fn, format, text) \
  op<&single##count<&fn<format>>>(name "." text), op<&pair##count<&fn<format>>>(name "." text "x2")
#define FOREWARP_LANES_HALF_EXTREME(name, format, text, largest) \
  op<&single2<&min_max<format, largest>>>(name "." text), op<&pair2<&min_max<format, largest>>>(name "." text "x2")
#define FOREWARP_LANES_FORMAT(format, text)                                                                 \
  FOREWARP_LANES_HALF(2, "add", add, format, text), FOREWARP_LANES_HALF(2, "sub", sub, format, text),       \
      FOREWARP_LANES_HALF(2, "mul", mul, format, text), FOREWARP_LANES_HALF(3, "fma", fma, format, text),   \
      FOREWARP_LANES_HALF(1, "neg", neg, format, text), FOREWARP_LANES_HALF(1, "abs", abs, format, text),   \
      FOREWARP_LANES_HALF(1, "ex2", ex2, format, text), FOREWARP_LANES_HALF(1, "tanh", tanh, format, text), \
      FOREWARP_LANES_HALF_EXTREME("min", format, text, false), FOREWARP_LANES_HALF_EXTREME("max", format, text, true)

#define FOREWARP_LANES_MIXED(format, text)                                                                \
  op<&mixed_add<format>>("add.f32." text), op<&mixed_sub<format>>("sub.f32." text),                       \
      op<&mixed_fma<format>>("fma.f32." text), directed_op<&mixed_add<format>>("add.directed.f32." text), \
      directed_op<&mixed_sub<format>>("sub.directed.f32." text),                                          \
      directed_op<&mixed_fma_directed<format>>("fma.directed.f32." text)

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_FORMAT(Binary16, "f16"),
    FOREWARP_LANES_FORMAT(Bfloat16, "bf16"),
    FOREWARP_LANES_MIXED(Binary16, "f16"),
    FOREWARP_LANES_MIXED(Bfloat16, "bf16"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::half_table() { return entries; }

}  // namespace forewarp::emu::lanes
