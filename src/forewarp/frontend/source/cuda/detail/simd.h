// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// SIMD intrinsics of the CUDA Math API: two halves (2) or four bytes (4) of a word at once, signed (s) or not (u), with
/// saturation (ss, us) where the name says so.
template <int Lanes, class F>
__FW_D unsigned __fw_lanes_of(unsigned a, unsigned b, F f) {
  constexpr int bits = 32 / Lanes;
  constexpr unsigned mask = (1u << bits) - 1u;
  unsigned out = 0;
#pragma unroll
  for (int i = 0; i < Lanes; ++i) {
    const unsigned x = a >> (i * bits) & mask, y = b >> (i * bits) & mask;
    out |= (static_cast<unsigned>(f(static_cast<int>(x), static_cast<int>(y))) & mask) << (i * bits);
  }
  return out;
}
/// The lane as a signed number.
template <int Lanes>
__FW_D int __fw_signed_lane(int x) {
  constexpr int unused = 32 - 32 / Lanes;
  return static_cast<int>(static_cast<unsigned>(x) << unused) >> unused;
}
template <int Lanes>
__FW_D int __fw_within_s(int x) {
  constexpr int most = (1 << (32 / Lanes - 1)) - 1;
  return x > most ? most : x < -most - 1 ? -most - 1 : x;
}
template <int Lanes>
__FW_D int __fw_within_u(int x) {
  constexpr int most = (1 << (32 / Lanes)) - 1;
  return x > most ? most : x < 0 ? 0 : x;
}
// x and y are a lane's unsigned numbers, s and t its signed ones.
#define __FW_SIMD(name, result)                                                                      \
  template <int Lanes>                                                                               \
  __FW_D unsigned __fw_##name(unsigned a, unsigned b) {                                              \
    return __fw_lanes_of<Lanes>(a, b, [](int x, int y) {                                             \
      const int s = __fw_signed_lane<Lanes>(x), t = __fw_signed_lane<Lanes>(y);                      \
      (void)s, (void)t;                                                                              \
      return result;                                                                                 \
    });                                                                                              \
  }
#define __FW_SIMD_TWO(name, result)                                                 \
  __FW_SIMD(name, result)                                                           \
  __FW_D unsigned __##name##2(unsigned a, unsigned b) { return __fw_##name<2>(a, b); } \
  __FW_D unsigned __##name##4(unsigned a, unsigned b) { return __fw_##name<4>(a, b); }
#define __FW_SIMD_ONE(name, result)                                        \
  __FW_SIMD(name, result)                                                  \
  __FW_D unsigned __##name##2(unsigned a) { return __fw_##name<2>(a, 0); } \
  __FW_D unsigned __##name##4(unsigned a) { return __fw_##name<4>(a, 0); }
#define __FW_SIMD_COMPARE(name, condition)          \
  __FW_SIMD_TWO(vcmp##name, (condition) ? -1 : 0)   \
  __FW_SIMD_TWO(vset##name, (condition) ? 1 : 0)
__FW_SIMD_TWO(vadd, x + y)
__FW_SIMD_TWO(vsub, x - y)
__FW_SIMD_TWO(vaddss, __fw_within_s<Lanes>(s + t))
__FW_SIMD_TWO(vaddus, __fw_within_u<Lanes>(x + y))
__FW_SIMD_TWO(vsubss, __fw_within_s<Lanes>(s - t))
__FW_SIMD_TWO(vsubus, __fw_within_u<Lanes>(x - y))
__FW_SIMD_TWO(vabsdiffs, s > t ? s - t : t - s)
__FW_SIMD_TWO(vabsdiffu, x > y ? x - y : y - x)
__FW_SIMD_TWO(vavgs, (s + t + (s + t >= 0 ? 1 : 0)) >> 1)
__FW_SIMD_TWO(vavgu, (x + y + 1) >> 1)
__FW_SIMD_TWO(vhaddu, (x + y) >> 1)
__FW_SIMD_TWO(vmaxs, s > t ? s : t)
__FW_SIMD_TWO(vmaxu, x > y ? x : y)
__FW_SIMD_TWO(vmins, s < t ? s : t)
__FW_SIMD_TWO(vminu, x < y ? x : y)
__FW_SIMD_ONE(vabs, s < 0 ? -s : s)
__FW_SIMD_ONE(vabsss, __fw_within_s<Lanes>(s < 0 ? -s : s))
__FW_SIMD_ONE(vneg, -s)
__FW_SIMD_ONE(vnegss, __fw_within_s<Lanes>(-s))
__FW_SIMD_COMPARE(eq, x == y)
__FW_SIMD_COMPARE(ne, x != y)
__FW_SIMD_COMPARE(ges, s >= t)
__FW_SIMD_COMPARE(geu, x >= y)
__FW_SIMD_COMPARE(gts, s > t)
__FW_SIMD_COMPARE(gtu, x > y)
__FW_SIMD_COMPARE(les, s <= t)
__FW_SIMD_COMPARE(leu, x <= y)
__FW_SIMD_COMPARE(lts, s < t)
__FW_SIMD_COMPARE(ltu, x < y)
#undef __FW_SIMD_COMPARE
#undef __FW_SIMD_ONE
#undef __FW_SIMD_TWO
#undef __FW_SIMD
#define __FW_SIMD_SUM(name, differences, Lanes)                                        \
  __FW_D unsigned name(unsigned a, unsigned b) {                                       \
    const unsigned d = differences(a, b);                                              \
    unsigned sum = 0;                                                                  \
    for (int i = 0; i < Lanes; ++i) sum += d >> (i * 32 / Lanes) & ((1u << 32 / Lanes) - 1u); \
    return sum;                                                                        \
  }
__FW_SIMD_SUM(__vsads2, __vabsdiffs2, 2)
__FW_SIMD_SUM(__vsads4, __vabsdiffs4, 4)
__FW_SIMD_SUM(__vsadu2, __vabsdiffu2, 2)
__FW_SIMD_SUM(__vsadu4, __vabsdiffu4, 4)
#undef __FW_SIMD_SUM
