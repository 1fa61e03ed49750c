// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// SIMD intrinsics of the CUDA Math API: two halves (2) or four bytes (4) of a word at once, signed (s) or not (u), with
/// saturation (ss, us) where the name says so.
template <int Lanes, class F>
__FW_HD unsigned __fw_lanes_of(unsigned a, unsigned b, F f) {
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
__FW_HD int __fw_signed_lane(int x) {
  constexpr int unused = 32 - 32 / Lanes;
  return static_cast<int>(static_cast<unsigned>(x) << unused) >> unused;
}
template <int Lanes>
__FW_HD int __fw_within_s(int x) {
  constexpr int most = (1 << (32 / Lanes - 1)) - 1;
  return x > most ? most : x < -most - 1 ? -most - 1 : x;
}
template <int Lanes>
__FW_HD int __fw_within_u(int x) {
  constexpr int most = (1 << (32 / Lanes)) - 1;
  return x > most ? most : x < 0 ? 0 : x;
}
// x and y are a lane's unsigned numbers, s and t its signed ones.
#define __FW_SIMD(name, result)                                                                      \
  template <int Lanes>                                                                               \
  __FW_HD unsigned __fw_##name(unsigned a, unsigned b) {                                              \
    return __fw_lanes_of<Lanes>(a, b, [](int x, int y) {                                             \
      const int s = __fw_signed_lane<Lanes>(x), t = __fw_signed_lane<Lanes>(y);                      \
      (void)s, (void)t;                                                                              \
      return result;                                                                                 \
    });                                                                                              \
  }
#define __FW_SIMD_TWO(name, result)                                                 \
  __FW_SIMD(name, result)                                                           \
  __FW_HD unsigned __##name##2(unsigned a, unsigned b) { return __fw_##name<2>(a, b); } \
  __FW_HD unsigned __##name##4(unsigned a, unsigned b) { return __fw_##name<4>(a, b); }
#define __FW_SIMD_ONE(name, result)                                        \
  __FW_SIMD(name, result)                                                  \
  __FW_HD unsigned __##name##2(unsigned a) { return __fw_##name<2>(a, 0); } \
  __FW_HD unsigned __##name##4(unsigned a) { return __fw_##name<4>(a, 0); }
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
  __FW_HD unsigned name(unsigned a, unsigned b) {                                       \
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

// DPX: sums, maxima and minima of three, of words (s32, u32) and of two halves of a word (s16x2, u16x2); relu is a
// maximum with 0 besides. The forms with a predicate say whether the first operand is the result.
#define __FW_DPX(type, kind, add, max, min)                                                                    \
  __FW_HD type __viaddmax_##kind(type a, type b, type c) { return max(add(a, b), c); }                         \
  __FW_HD type __viaddmin_##kind(type a, type b, type c) { return min(add(a, b), c); }                         \
  __FW_HD type __vimax3_##kind(type a, type b, type c) { return max(max(a, b), c); }                           \
  __FW_HD type __vimin3_##kind(type a, type b, type c) { return min(min(a, b), c); }
#define __FW_DPX_RELU(type, kind, max, min)                                                                    \
  __FW_HD type __vimax_##kind##_relu(type a, type b) { return max(max(a, b), 0); }                             \
  __FW_HD type __vimin_##kind##_relu(type a, type b) { return max(min(a, b), 0); }                             \
  __FW_HD type __vimax3_##kind##_relu(type a, type b, type c) { return max(__vimax3_##kind(a, b, c), 0); }     \
  __FW_HD type __vimin3_##kind##_relu(type a, type b, type c) { return max(__vimin3_##kind(a, b, c), 0); }     \
  __FW_HD type __viaddmax_##kind##_relu(type a, type b, type c) { return max(__viaddmax_##kind(a, b, c), 0); } \
  __FW_HD type __viaddmin_##kind##_relu(type a, type b, type c) { return max(__viaddmin_##kind(a, b, c), 0); }
#define __FW_DPX_WORD(type, kind)                                        \
  __FW_HD type __vibmax_##kind(type a, type b, bool* first) {            \
    *first = a >= b;                                                     \
    return *first ? a : b;                                               \
  }                                                                      \
  __FW_HD type __vibmin_##kind(type a, type b, bool* first) {            \
    *first = a <= b;                                                     \
    return *first ? a : b;                                               \
  }
#define __FW_DPX_HALVES(kind, half, suffix)                                                                      \
  __FW_HD unsigned __vibmax_##kind(unsigned a, unsigned b, bool* high, bool* low) {                              \
    *high = static_cast<half>(a >> 16) >= static_cast<half>(b >> 16);                                            \
    *low = static_cast<half>(a) >= static_cast<half>(b);                                                         \
    return __vmax##suffix##2(a, b);                                                                              \
  }                                                                                                              \
  __FW_HD unsigned __vibmin_##kind(unsigned a, unsigned b, bool* high, bool* low) {                              \
    *high = static_cast<half>(a >> 16) <= static_cast<half>(b >> 16);                                            \
    *low = static_cast<half>(a) <= static_cast<half>(b);                                                         \
    return __vmin##suffix##2(a, b);                                                                              \
  }
__FW_HD int __fw_add_s32(int a, int b) { return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); }
__FW_HD int __fw_max_s32(int a, int b) { return a < b ? b : a; }
__FW_HD int __fw_min_s32(int a, int b) { return b < a ? b : a; }
__FW_HD unsigned __fw_add_u32(unsigned a, unsigned b) { return a + b; }
__FW_HD unsigned __fw_max_u32(unsigned a, unsigned b) { return a < b ? b : a; }
__FW_HD unsigned __fw_min_u32(unsigned a, unsigned b) { return b < a ? b : a; }
__FW_DPX(int, s32, __fw_add_s32, __fw_max_s32, __fw_min_s32)
__FW_DPX(unsigned, u32, __fw_add_u32, __fw_max_u32, __fw_min_u32)
__FW_DPX(unsigned, s16x2, __vadd2, __vmaxs2, __vmins2)
__FW_DPX(unsigned, u16x2, __vadd2, __vmaxu2, __vminu2)
__FW_DPX_RELU(int, s32, __fw_max_s32, __fw_min_s32)
__FW_DPX_RELU(unsigned, s16x2, __vmaxs2, __vmins2)
__FW_DPX_WORD(int, s32)
__FW_DPX_WORD(unsigned, u32)
__FW_DPX_HALVES(s16x2, short, s)
__FW_DPX_HALVES(u16x2, unsigned short, u)
#undef __FW_DPX_HALVES
#undef __FW_DPX_WORD
#undef __FW_DPX_RELU
#undef __FW_DPX
