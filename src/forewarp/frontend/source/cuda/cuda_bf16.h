// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// __nv_bfloat16 and its pair with the functions of the toolkit's <cuda_bf16.h> that kernels use.
#define __CUDA_BF16_H__
#include "cuda_fp16.h"

__FW_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, __bf16, __fw_bfloat_vector)
#if !defined(__CUDA_ARCH__) && !defined(__FW_AMD__)
/// What clang calls on the host where it chooses between bfloats; libgcc has it from version 13 on. The bits pass
/// through a register that clang does not see into, or it might choose between bfloats here, too.
extern "C" __attribute__((weak)) __bf16 __truncsfbf2(float x) {
  unsigned bits = __builtin_bit_cast(unsigned short, __fw_narrowed<__bf16>(x));
  asm volatile("" : "+r"(bits));
  return __builtin_bit_cast(__bf16, static_cast<unsigned short>(bits));
}
#endif
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__FW_HD __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__FW_HD __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
/// A bfloat is the upper half of a float: what the lower half holds is cut off, or makes it one larger.
__FW_HD __nv_bfloat16 __fw_upper_half(float x, bool away) {
  if (x != x) return __nv_bfloat16(x);
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  const unsigned more = away && (bits & 0xffffu) != 0 ? 1 : 0;
  return __builtin_bit_cast(__nv_bfloat16, static_cast<unsigned short>((bits >> 16) + more));
}
__FW_HD __nv_bfloat16 __float2bfloat16_rz(float x) { return __fw_upper_half(x, false); }
__FW_HD __nv_bfloat16 __float2bfloat16_ru(float x) { return __fw_upper_half(x, x > 0); }
__FW_HD __nv_bfloat16 __float2bfloat16_rd(float x) { return __fw_upper_half(x, x < 0); }
__FW_HD __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
/// A float of the number's first 24 bits, the last one set if any bit is left out: rounding that to a bfloat is
/// rounding the number, once.
template <class Int>
__FW_HD float __fw_first_bits(Int x) {
  unsigned long long size = x < 0 ? 0ull - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(x);
  const int left_out = 40 - __builtin_clzll(size | 1);
  if (left_out > 0) {
    const bool some = (size & ((1ull << left_out) - 1)) != 0;
    size = (size >> left_out | (some ? 1 : 0)) << left_out;
  }
  return x < 0 ? -static_cast<float>(size) : static_cast<float>(size);
}
#define __FW_TO_BFLOAT(mode)                                                                                        \
  __FW_HD __nv_bfloat16 __int2bfloat16_##mode(int x) { return __float2bfloat16_##mode(__fw_first_bits(x)); }        \
  __FW_HD __nv_bfloat16 __uint2bfloat16_##mode(unsigned x) { return __float2bfloat16_##mode(__fw_first_bits(x)); }  \
  __FW_HD __nv_bfloat16 __ll2bfloat16_##mode(long long x) { return __float2bfloat16_##mode(__fw_first_bits(x)); }   \
  __FW_HD __nv_bfloat16 __ull2bfloat16_##mode(unsigned long long x) {                                               \
    return __float2bfloat16_##mode(__fw_first_bits(x));                                                             \
  }                                                                                                                 \
  __FW_HD __nv_bfloat16 __short2bfloat16_##mode(short x) { return __float2bfloat16_##mode(static_cast<float>(x)); } \
  __FW_HD __nv_bfloat16 __ushort2bfloat16_##mode(unsigned short x) {                                                \
    return __float2bfloat16_##mode(static_cast<float>(x));                                                          \
  }
__FW_TO_BFLOAT(rn)
__FW_TO_BFLOAT(rz)
__FW_TO_BFLOAT(ru)
__FW_TO_BFLOAT(rd)
#undef __FW_TO_BFLOAT
__FW_HD __nv_bfloat16 __half2bfloat16(__half x) { return __nv_bfloat16(static_cast<float>(x)); }
__FW_HD float __bfloat162float(__nv_bfloat16 x) { return x; }
/// Every bfloat is a float.
#define __FW_BFLOAT_TO(mode)                                                                 \
  __FW_D int __bfloat162int_##mode(__nv_bfloat16 x) { return __float2int_##mode(x); }        \
  __FW_D unsigned __bfloat162uint_##mode(__nv_bfloat16 x) { return __float2uint_##mode(x); } \
  __FW_D long long __bfloat162ll_##mode(__nv_bfloat16 x) { return __float2ll_##mode(x); }    \
  __FW_D short __bfloat162short_##mode(__nv_bfloat16 x) {                                    \
    return static_cast<short>(max(-32768, min(32767, __float2int_##mode(x))));               \
  }                                                                                          \
  __FW_D unsigned short __bfloat162ushort_##mode(__nv_bfloat16 x) {                          \
    return static_cast<unsigned short>(min(65535u, __float2uint_##mode(x)));                 \
  }                                                                                          \
  __FW_D unsigned long long __bfloat162ull_##mode(__nv_bfloat16 x) { return __float2ull_##mode(x); }
__FW_BFLOAT_TO(rn)
__FW_BFLOAT_TO(rz)
__FW_BFLOAT_TO(ru)
__FW_BFLOAT_TO(rd)
#undef __FW_BFLOAT_TO
__FW_D signed char __bfloat162char_rz(__nv_bfloat16 x) {
  return static_cast<signed char>(max(-128, min(127, __float2int_rz(x))));
}
__FW_D unsigned char __bfloat162uchar_rz(__nv_bfloat16 x) {
  return static_cast<unsigned char>(min(255u, __float2uint_rz(x)));
}
__FW_HD __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x)); }
__FW_HD __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
__FW_HD __nv_bfloat162 __float22bfloat162_rn(float2 x) { return __floats2bfloat162_rn(x.x, x.y); }
__FW_HD float2 __bfloat1622float2(__nv_bfloat162 x) { return make_float2(x.x, x.y); }
__FW_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__FW_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__FW_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
__FW_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 x) { return __nv_bfloat162(x.x, x.x); }
__FW_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 x) { return __nv_bfloat162(x.y, x.y); }
__FW_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__FW_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__FW_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 x) { return x.x; }
__FW_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 x) { return x.y; }
__FW_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __builtin_bit_cast(__nv_bfloat16, x); }
__FW_HD __nv_bfloat16 __short_as_bfloat16(short x) { return __builtin_bit_cast(__nv_bfloat16, x); }
__FW_HD short __bfloat16_as_short(__nv_bfloat16 x) { return __builtin_bit_cast(short, x); }
__FW_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return __builtin_bit_cast(unsigned short, x); }

#if !defined(__FW_AMD__) && __CUDA_ARCH__ >= 900
__FW_SMALL_TANH(__nv_bfloat16, __nv_bfloat162, "bf16")
#else
__FW_SMALL_TANH_BY_FUNCTION(__nv_bfloat16, __nv_bfloat162)
#endif
/// The guide's loop over atomicCAS, for devices that do not add a type by themselves: `add` is what a step stores.
template <class T, class Bits, class Add>
__FW_D T __fw_replaced(Bits* p, Add add) {
  Bits seen = *p, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(p, assumed, __builtin_bit_cast(Bits, add(__builtin_bit_cast(T, assumed))));
  } while (assumed != seen);
  return __builtin_bit_cast(T, seen);
}
#if !defined(__FW_AMD__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
__FW_D __nv_bfloat162 atomicAdd(__nv_bfloat162* p, __nv_bfloat162 v) {
  unsigned old;
  asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
               : "memory");
  return __builtin_bit_cast(__nv_bfloat162, old);
}
__FW_D __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 v) {
  unsigned short old;
  asm volatile("atom.add.noftz.bf16 %0, [%1], %2;"
               : "=h"(old)
               : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))
               : "memory");
  return __builtin_bit_cast(__nv_bfloat16, old);
}
#elif !defined(__FW_AMD__) && __CUDA_ARCH__ >= 700
__FW_D __nv_bfloat162 atomicAdd(__nv_bfloat162* p, __nv_bfloat162 v) {
  return __fw_replaced<__nv_bfloat162>(reinterpret_cast<unsigned*>(p), [&](__nv_bfloat162 old) {
    return __floats2bfloat162_rn(float(old.x) + float(v.x), float(old.y) + float(v.y));
  });
}
__FW_D __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 v) {
  return __fw_replaced<__nv_bfloat16>(reinterpret_cast<unsigned short*>(p),
                                      [&](__nv_bfloat16 old) { return __nv_bfloat16(float(old) + float(v)); });
}
#endif
/// Constants by their bits.
#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7F80U))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7FFFU))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001U))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7F7FU))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000U))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000U))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3F80U))
