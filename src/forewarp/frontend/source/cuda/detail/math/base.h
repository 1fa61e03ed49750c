// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Our device mathematics for clang, one text for CUDA C++ and OpenCL C. Each function does what NVIDIA's library is
/// known to do at about its cost (benchmarks/math_cost.cpp) and within the error that CUDA's programming guide states
/// (tests/unit/frontend/source/math_accuracy_test.cpp). The polynomials come from tools/math/polynomials.py.
///
/// Names: __fw_NAMEf is the float function, __fw_NAME the double one. What is rounded and when matters here, so sums of
/// products are written as fma and products that must not be fused as __fw_mulf.
#ifdef __OPENCL_C_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define __FW_M static inline __attribute__((always_inline, nodebug))
#define __FW_TABLE static __constant const
#define __FW_OUT __private
#define __fw_bitsf(x) as_int(x)
#define __fw_floatof(i) as_float(i)
#define __fw_bits(x) as_long(x)
#define __fw_doubleof(i) as_double(i)
#else
#define __FW_M __FW_D
#define __FW_TABLE static __constant__ const
#define __FW_OUT
#define __fw_bitsf(x) __builtin_bit_cast(int, x)
#define __fw_floatof(i) __builtin_bit_cast(float, i)
#define __fw_bits(x) __builtin_bit_cast(long, x)
#define __fw_doubleof(i) __builtin_bit_cast(double, i)
#endif
/// Marks what is for arguments that hardly occur, for the reader of AMD's machine code, which does not see how often such
/// code executes: nothing waits 113 times 64 cycles.
#ifdef __AMDGCN__
#define __fw_rare() __builtin_amdgcn_s_sleep(113)
#else
#define __fw_rare() ((void)0)
#endif
#define __fw_fmaf(x, y, z) __nvvm_fma_rn_f(x, y, z)
#define __fw_fmad(x, y, z) __nvvm_fma_rn_d(x, y, z)
#define __fw_mulf(x, y) __nvvm_mul_rn_f(x, y)
#define __fw_muld(x, y) __nvvm_mul_rn_d(x, y)
#define __fw_absf(x) __builtin_fabsf(x)
#define __fw_absd(x) __builtin_fabs(x)
#define __fw_inff __builtin_inff()
#define __fw_infd __builtin_inf()
#define __fw_nanf __builtin_nanf("")
#define __fw_nand __builtin_nan("")
#include "polynomial.h"

#ifdef __FW_AMD__
__FW_M float __fw_signedf(float x, float s) { return __builtin_copysignf(x, s); }
__FW_M double __fw_signed(double x, double s) { return __builtin_copysign(x, s); }
__FW_M unsigned long __fw_mul_high(unsigned long x, unsigned long y) { return __nvvm_mulhi_ull(x, y); }
#else
/// |x| with the sign of s, one instruction that LLVM 19 does not know.
__FW_M float __fw_signedf(float x, float s) {
  float y;
  __asm__("copysign.f32 %0, %1, %2;" : "=f"(y) : "f"(s), "f"(x));
  return y;
}
__FW_M double __fw_signed(double x, double s) {
  double y;
  __asm__("copysign.f64 %0, %1, %2;" : "=d"(y) : "d"(s), "d"(x));
  return y;
}
/// The upper 64 bits of a product; clang's builtin takes long long, which is 128 bits in OpenCL C.
__FW_M unsigned long __fw_mul_high(unsigned long x, unsigned long y) {
  unsigned long z;
  __asm__("mul.hi.u64 %0, %1, %2;" : "=l"(z) : "l"(x), "l"(y));
  return z;
}
#endif
/// The upper word of a double: sign, exponent and 20 bits.
__FW_M int __fw_high(double x) { return (int)(__fw_bits(x) >> 32); }
__FW_M double __fw_with_high(double x, int high) {
  return __fw_doubleof((long)(((unsigned long)(unsigned)high << 32) | (unsigned)__fw_bits(x)));
}
/// 2^k for -1022 <= k <= 1023.
__FW_M double __fw_two_to(int k) { return __fw_doubleof((long)((unsigned long)(unsigned)((k + 1023) << 20) << 32)); }
__FW_M float __fw_rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
__FW_M double __fw_rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }
