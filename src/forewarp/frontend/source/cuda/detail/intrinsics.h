// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Arithmetic, bit and conversion intrinsics, each one PTX instruction or a short sequence.

/// letter: f or d, by which the intrinsics of CUDA and of NVVM name their type.
#define __FW_ARITHMETIC(type, letter, mode, ptx)                                                    \
  __FW_D type __##letter##add_##mode(type x, type y) { return __nvvm_add_##ptx##_##letter(x, y); }  \
  __FW_D type __##letter##sub_##mode(type x, type y) { return __nvvm_add_##ptx##_##letter(x, -y); } \
  __FW_D type __##letter##mul_##mode(type x, type y) { return __nvvm_mul_##ptx##_##letter(x, y); }  \
  __FW_D type __##letter##div_##mode(type x, type y) { return __nvvm_div_##ptx##_##letter(x, y); }  \
  __FW_D type __##letter##rcp_##mode(type x) { return __nvvm_rcp_##ptx##_##letter(x); }             \
  __FW_D type __##letter##sqrt_##mode(type x) { return __nvvm_sqrt_##ptx##_##letter(x); }
#define __FW_ROUNDED(mode, ptx)                                                                        \
  __FW_D float __fmaf_##mode(float x, float y, float z) { return __nvvm_fma_##ptx##_f(x, y, z); }      \
  __FW_D float __fmaf_ieee_##mode(float x, float y, float z) { return __nvvm_fma_##ptx##_f(x, y, z); } \
  __FW_D double __fma_##mode(double x, double y, double z) { return __nvvm_fma_##ptx##_d(x, y, z); }   \
  __FW_ARITHMETIC(float, f, mode, ptx)                                                                 \
  __FW_ARITHMETIC(double, d, mode, ptx)                                                                \
  __FW_D float __double2float_##mode(double x) { return __nvvm_d2f_##ptx(x); }
#define __FW_CONVERTED(mode, ptx)                                                           \
  __FW_D int __float2int_##mode(float x) { return __nvvm_f2i_##ptx(x); }                    \
  __FW_D unsigned __float2uint_##mode(float x) { return __nvvm_f2ui_##ptx(x); }             \
  __FW_D long long __float2ll_##mode(float x) { return __nvvm_f2ll_##ptx(x); }              \
  __FW_D unsigned long long __float2ull_##mode(float x) { return __nvvm_f2ull_##ptx(x); }   \
  __FW_D int __double2int_##mode(double x) { return __nvvm_d2i_##ptx(x); }                  \
  __FW_D unsigned __double2uint_##mode(double x) { return __nvvm_d2ui_##ptx(x); }           \
  __FW_D long long __double2ll_##mode(double x) { return __nvvm_d2ll_##ptx(x); }            \
  __FW_D unsigned long long __double2ull_##mode(double x) { return __nvvm_d2ull_##ptx(x); } \
  __FW_D float __int2float_##mode(int x) { return __nvvm_i2f_##ptx(x); }                    \
  __FW_D float __uint2float_##mode(unsigned x) { return __nvvm_ui2f_##ptx(x); }             \
  __FW_D float __ll2float_##mode(long long x) { return __nvvm_ll2f_##ptx(x); }              \
  __FW_D float __ull2float_##mode(unsigned long long x) { return __nvvm_ull2f_##ptx(x); }   \
  __FW_D double __ll2double_##mode(long long x) { return __nvvm_ll2d_##ptx(x); }            \
  __FW_D double __ull2double_##mode(unsigned long long x) { return __nvvm_ull2d_##ptx(x); }
__FW_ROUNDED(rn, rn)
__FW_ROUNDED(rz, rz)
__FW_ROUNDED(ru, rp)
__FW_ROUNDED(rd, rm)
__FW_CONVERTED(rn, rn)
__FW_CONVERTED(ru, rp)
__FW_CONVERTED(rd, rm)
#ifdef __HIP__  // AMD's machine has no PTX, and what is compiled for it is never executed
__FW_CONVERTED(rz, rz)
#else
/// clang 19 takes NVVM's conversions that cut for those of C: from integers they would round to nearest, and constants
/// out of range would become anything. to_letter, from_letter: constraints of asm.
#define __FW_CUT(to, name, from, ptx, to_letter, from_letter)       \
  __FW_D to name(from x) {                                          \
    to y;                                                           \
    asm("cvt." ptx " %0, %1;" : "=" to_letter(y) : from_letter(x)); \
    return y;                                                       \
  }
__FW_CUT(int, __float2int_rz, float, "rzi.s32.f32", "r", "f")
__FW_CUT(unsigned, __float2uint_rz, float, "rzi.u32.f32", "r", "f")
__FW_CUT(long long, __float2ll_rz, float, "rzi.s64.f32", "l", "f")
__FW_CUT(unsigned long long, __float2ull_rz, float, "rzi.u64.f32", "l", "f")
__FW_CUT(int, __double2int_rz, double, "rzi.s32.f64", "r", "d")
__FW_CUT(unsigned, __double2uint_rz, double, "rzi.u32.f64", "r", "d")
__FW_CUT(long long, __double2ll_rz, double, "rzi.s64.f64", "l", "d")
__FW_CUT(unsigned long long, __double2ull_rz, double, "rzi.u64.f64", "l", "d")
__FW_CUT(float, __int2float_rz, int, "rz.f32.s32", "f", "r")
__FW_CUT(float, __uint2float_rz, unsigned, "rz.f32.u32", "f", "r")
__FW_CUT(float, __ll2float_rz, long long, "rz.f32.s64", "f", "l")
__FW_CUT(float, __ull2float_rz, unsigned long long, "rz.f32.u64", "f", "l")
__FW_CUT(double, __ll2double_rz, long long, "rz.f64.s64", "d", "l")
__FW_CUT(double, __ull2double_rz, unsigned long long, "rz.f64.u64", "d", "l")
#undef __FW_CUT
#endif
#undef __FW_CONVERTED
#undef __FW_ROUNDED
#undef __FW_ARITHMETIC
__FW_D double __int2double_rn(int x) { return x; }
__FW_D double __uint2double_rn(unsigned x) { return x; }
__FW_D float __frsqrt_rn(float x) { return __nvvm_rsqrt_approx_f(x); }

__FW_D float __saturatef(float x) { return __nvvm_saturate_f(x); }

__FW_D int __popc(unsigned x) { return __builtin_popcount(x); }
__FW_D int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__FW_D int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__FW_D int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
__FW_D int __ffs(int x) { return __builtin_ffs(x); }
__FW_D int __ffsll(long long x) { return __builtin_ffsll(x); }
__FW_D unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__FW_D unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__FW_D unsigned __byte_perm(unsigned a, unsigned b, unsigned s) { return __nvvm_prmt(a, b, s); }
__FW_D unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {
  return static_cast<unsigned>((((static_cast<unsigned long long>(hi) << 32) | lo) << (n & 31)) >> 32);
}
__FW_D unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) {
  return static_cast<unsigned>(((static_cast<unsigned long long>(hi) << 32) | lo) >> (n & 31));
}
__FW_D unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n) {
  return n >= 32 ? lo : __funnelshift_l(lo, hi, n);
}
__FW_D unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n) {
  return n >= 32 ? hi : __funnelshift_r(lo, hi, n);
}
__FW_D int __mulhi(int x, int y) { return __nvvm_mulhi_i(x, y); }
__FW_D unsigned __umulhi(unsigned x, unsigned y) { return __nvvm_mulhi_ui(x, y); }
__FW_D long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
__FW_D unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return __nvvm_mulhi_ull(x, y); }
__FW_D int __mul24(int x, int y) { return __nvvm_mul24_i(x, y); }
__FW_D unsigned __umul24(unsigned x, unsigned y) { return __nvvm_mul24_ui(x, y); }
__FW_D unsigned __sad(int x, int y, unsigned z) { return __nvvm_sad_i(x, y, static_cast<int>(z)); }
__FW_D unsigned __usad(unsigned x, unsigned y, unsigned z) { return __nvvm_sad_ui(x, y, z); }
__FW_D int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
__FW_D int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
__FW_D unsigned __uhadd(unsigned x, unsigned y) { return static_cast<unsigned>((0ull + x + y) >> 1); }
__FW_D unsigned __urhadd(unsigned x, unsigned y) { return static_cast<unsigned>((1ull + x + y) >> 1); }
#ifdef __FW_AMD__
__FW_D int __dp4a(int a, int b, int c) {
  for (int k = 0; k < 32; k += 8) c += static_cast<signed char>(a >> k) * static_cast<signed char>(b >> k);
  return c;
}
__FW_D unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int k = 0; k < 32; k += 8) c += ((a >> k) & 0xffu) * ((b >> k) & 0xffu);
  return c;
}
#elif !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610
__FW_D int __dp4a(int a, int b, int c) {
  asm("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b));
  return c;
}
__FW_D unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  asm("dp4a.u32.u32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b));
  return c;
}
#endif

#if !defined(__FW_AMD__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610)
#define __FW_DP2A(half)                                                       \
  __FW_D int __dp2a_##half(int a, int b, int c) {                             \
    asm("dp2a." #half ".s32.s32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b)); \
    return c;                                                                 \
  }                                                                           \
  __FW_D unsigned __dp2a_##half(unsigned a, unsigned b, unsigned c) {         \
    asm("dp2a." #half ".u32.u32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b)); \
    return c;                                                                 \
  }
__FW_DP2A(lo)
__FW_DP2A(hi)
#undef __FW_DP2A
/// The same of short vectors, which are one word.
#define __FW_DP2A(half, shorts, bytes, type)                                           \
  __FW_D type __dp2a_##half(shorts a, bytes b, type c) {                               \
    return __dp2a_##half(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), c); \
  }
__FW_DP2A(lo, short2, char4, int)
__FW_DP2A(hi, short2, char4, int)
__FW_DP2A(lo, ushort2, uchar4, unsigned)
__FW_DP2A(hi, ushort2, uchar4, unsigned)
#undef __FW_DP2A
__FW_D int __dp4a(char4 a, char4 b, int c) { return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__FW_D unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
/// The place of the offset-th bit that is set, from `base` on.
__FW_D unsigned __fns(unsigned mask, unsigned base, int offset) {
  unsigned place;
  asm("fns.b32 %0, %1, %2, %3;" : "=r"(place) : "r"(mask), "r"(base), "r"(offset));
  return place;
}
#endif

__FW_D int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__FW_D unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__FW_D float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__FW_D float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__FW_D long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__FW_D double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__FW_D int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
__FW_D int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
__FW_D double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((static_cast<long long>(hi) << 32) | static_cast<unsigned>(lo));
}

__FW_D long long clock64() { return static_cast<long long>(__nvvm_read_ptx_sreg_clock64()); }
__FW_D int clock() { return __nvvm_read_ptx_sreg_clock(); }
__FW_D unsigned long long globaltimer() {
#ifdef __FW_AMD__
  return __builtin_readcyclecounter();
#else
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
#endif
}
__FW_D void __prof_trigger(int) {}
