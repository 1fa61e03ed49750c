// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What __half and __nv_bfloat16 share: a 16-bit float, its pair, their operators and arithmetic functions. Scalars and
/// pairs are clang's own types, so that each operation is one PTX instruction where the target has it.
#include "small_rounding.h"

/// To the nearest, as the device and the host's library of 16-bit floats have it; libgcc 12 has no function for bfloats.
template <class Scalar>
__FW_HD Scalar __fw_narrowed(float x) {
  return static_cast<Scalar>(x);
}
#ifndef __CUDA_ARCH__
template <>
__host__ __device__ inline __bf16 __fw_narrowed<__bf16>(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  const unsigned rounded = (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fff0000u : bits + 0x7fffu + (bits >> 16 & 1u);
  return __builtin_bit_cast(__bf16, static_cast<unsigned short>(rounded >> 16));
}
#endif
/// Arithmetic of the host is made in floats and rounded once more, which changes no result of + - * / on values this
/// small (a float has more than twice their digits and two); libgcc 12 would lack functions.
#if defined(__CUDA_ARCH__) || defined(__FW_AMD__)
#define __FW_SMALL_VALUE(a) a.v
#define __FW_SMALL_RESULT(type, result) __fw_wrap(result)
#define __FW_SMALL_PAIR(pair, a, op, b) __fw_wrap(__fw_vector(a) op __fw_vector(b))
#else
#define __FW_SMALL_VALUE(a) static_cast<float>(a)
#define __FW_SMALL_RESULT(type, result) type(result)
#define __FW_SMALL_PAIR(pair, a, op, b) pair(a.x op b.x, a.y op b.y)
#endif
/// On the host each operation is rounded by itself anyway.
#if defined(__CUDA_ARCH__) && !defined(__FW_AMD__)
#define __FW_SMALL_ARITHMETIC(type, name, a, op, b) __fw_wrap(__fw_##name(a.v, b.v))
#define __FW_SMALL_ARITHMETIC2(pair, name, a, op, b) __fw_wrap(__fw_##name(__fw_vector(a), __fw_vector(b)))
#else
#define __FW_SMALL_ARITHMETIC(type, name, a, op, b) __FW_SMALL_RESULT(type, __FW_SMALL_VALUE(a) op __FW_SMALL_VALUE(b))
#define __FW_SMALL_ARITHMETIC2(pair, name, a, op, b) __FW_SMALL_PAIR(pair, a, op, b)
#endif
#define __FW_SMALL_FLOAT(type, pair, scalar, vector)                                                      \
  struct type##_raw {                                                                                     \
    unsigned short x;                                                                                     \
  };                                                                                                      \
  struct __align__(4) pair##_raw {                                                                        \
    unsigned short x, y;                                                                                  \
  };                                                                                                      \
  struct type {                                                                                           \
    scalar v;                                                                                             \
    type() = default;                                                                                     \
    __host__ __device__ type(float x) : v(__fw_narrowed<scalar>(x)) {}                                      \
    __host__ __device__ type(double x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}                 \
    __host__ __device__ type(int x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}                    \
    __host__ __device__ type(unsigned x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}               \
    __host__ __device__ type(long x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}                   \
    __host__ __device__ type(unsigned long x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}          \
    __host__ __device__ type(long long x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}              \
    __host__ __device__ type(unsigned long long x) : v(__fw_narrowed<scalar>(static_cast<float>(x))) {}     \
    __host__ __device__ type(type##_raw raw) : v(__builtin_bit_cast(scalar, raw.x)) {}                    \
    __host__ __device__ operator type##_raw() const { return {__builtin_bit_cast(unsigned short, v)}; }   \
    __host__ __device__ operator float() const { return static_cast<float>(v); }                          \
  };                                                                                                      \
  struct __align__(4) pair {                                                                              \
    type x, y;                                                                                            \
    pair() = default;                                                                                     \
    __host__ __device__ pair(type a, type b) : x(a), y(b) {}                                              \
    __host__ __device__ pair(pair##_raw raw) : x(type##_raw{raw.x}), y(type##_raw{raw.y}) {}              \
    __host__ __device__ operator pair##_raw() const {                                                     \
      return {static_cast<type##_raw>(x).x, static_cast<type##_raw>(y).x};                                \
    }                                                                                                     \
  };                                                                                                      \
  __FW_HD type __fw_wrap(scalar v) {                                                                      \
    type r;                                                                                               \
    r.v = v;                                                                                              \
    return r;                                                                                             \
  }                                                                                                       \
  __FW_HD vector __fw_vector(pair p) { return vector{p.x.v, p.y.v}; }                                     \
  __FW_HD pair __fw_wrap(vector v) { return pair(__fw_wrap(v[0]), __fw_wrap(v[1])); }                     \
  __FW_SMALL_ROUNDED_OPERATOR(type, pair, +, hadd, hadd2)                                                 \
  __FW_SMALL_ROUNDED_OPERATOR(type, pair, -, hsub, hsub2)                                                 \
  __FW_SMALL_ROUNDED_OPERATOR(type, pair, *, hmul, hmul2)                                                 \
  __FW_SMALL_OPERATOR(type, pair, /, __hdiv, __h2div,                                                     \
                      __FW_SMALL_RESULT(type, __FW_SMALL_VALUE(a) / __FW_SMALL_VALUE(b)),                 \
                      __FW_SMALL_PAIR(pair, a, /, b))                                                     \
  __FW_SMALL_COMPARISON(type, pair, ==, __heq, __hbeq) \
  __FW_SMALL_COMPARISON(type, pair, !=, __hneu, __hbneu) \
  __FW_SMALL_COMPARISON(type, pair, <, __hlt, __hblt) \
  __FW_SMALL_COMPARISON(type, pair, <=, __hle, __hble) \
  __FW_SMALL_COMPARISON(type, pair, >, __hgt, __hbgt) \
  __FW_SMALL_COMPARISON(type, pair, >=, __hge, __hbge) \
  __FW_SMALL_UNORDERED(type, pair, >=, __hltu, __hbltu) \
  __FW_SMALL_UNORDERED(type, pair, >, __hleu, __hbleu) \
  __FW_SMALL_UNORDERED(type, pair, <=, __hgtu, __hbgtu) \
  __FW_SMALL_UNORDERED(type, pair, <, __hgeu, __hbgeu) \
  __FW_HD bool __hequ(type a, type b) { return !(a < b) && !(a > b); } \
  __FW_HD pair __hequ2(pair a, pair b) { return pair(type(__hequ(a.x, b.x) ? 1.0f : 0.0f), type(__hequ(a.y, b.y) ? 1.0f : 0.0f)); } \
  __FW_HD bool __hbequ2(pair a, pair b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); } \
  __FW_SMALL_MASK(pair, __hequ) \
  __FW_HD type operator-(type a) { return __FW_SMALL_RESULT(type, -__FW_SMALL_VALUE(a)); }                \
  __FW_HD type operator+(type a) { return a; }                                                            \
  __FW_HD pair operator-(pair a) { return pair(-a.x, -a.y); }                                             \
  __FW_HD pair operator+(pair a) { return a; }                                                            \
  __FW_HD type& operator++(type& a) { return a = a + type(1.0f); }                                        \
  __FW_HD type& operator--(type& a) { return a = a - type(1.0f); }                                        \
  __FW_HD type operator++(type& a, int) {                                                                 \
    const type before = a;                                                                                \
    ++a;                                                                                                  \
    return before;                                                                                        \
  }                                                                                                       \
  __FW_HD type operator--(type& a, int) {                                                                 \
    const type before = a;                                                                                \
    --a;                                                                                                  \
    return before;                                                                                        \
  }                                                                                                       \
  __FW_HD pair& operator++(pair& a) { return ++a.x, ++a.y, a; }                                            \
  __FW_HD pair& operator--(pair& a) { return --a.x, --a.y, a; }                                            \
  __FW_HD pair operator++(pair& a, int) {                                                                 \
    const pair before = a;                                                                                \
    ++a;                                                                                                  \
    return before;                                                                                        \
  }                                                                                                       \
  __FW_HD pair operator--(pair& a, int) {                                                                 \
    const pair before = a;                                                                                \
    --a;                                                                                                  \
    return before;                                                                                        \
  }                                                                                                       \
  __FW_HD type __hneg(type a) { return -a; }                                                              \
  __FW_D pair __hneg2(pair a) { return __fw_wrap(-__fw_vector(a)); }                                      \
  __FW_HD type __habs(type a) {                                                                           \
    return __FW_SMALL_RESULT(type, __builtin_elementwise_abs(__FW_SMALL_VALUE(a)));                       \
  }                                                                                                       \
  __FW_D type __hfma(type a, type b, type c) { return __fw_wrap(__builtin_elementwise_fma(a.v, b.v, c.v)); } \
  __FW_D pair __hfma2(pair a, pair b, pair c) {                                                           \
    return __fw_wrap(__builtin_elementwise_fma(__fw_vector(a), __fw_vector(b), __fw_vector(c)));          \
  }                                                                                                       \
  __FW_D pair __hcmadd(pair a, pair b, pair c) {                                                          \
    const type x = __hfma(a.x, b.x, c.x), y = __hfma(a.x, b.y, c.y);                                      \
    return pair(__hfma(-a.y, b.y, x), __hfma(a.y, b.x, y));                                               \
  }                                                                                                       \
  __FW_HD type __hmax(type a, type b) {                                                                   \
    return __FW_SMALL_RESULT(type, __builtin_elementwise_max(__FW_SMALL_VALUE(a), __FW_SMALL_VALUE(b)));  \
  }                                                                                                       \
  __FW_HD type __hmax_nan(type a, type b) {                                                               \
    return a != a ? a : b != b ? b : __hmax(a, b);                                                  \
  }                                                                                                       \
  __FW_HD pair __hmax2_nan(pair a, pair b) { return pair(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }    \
  __FW_HD type __hmin(type a, type b) {                                                                   \
    return __FW_SMALL_RESULT(type, __builtin_elementwise_min(__FW_SMALL_VALUE(a), __FW_SMALL_VALUE(b)));  \
  }                                                                                                       \
  __FW_HD type __hmin_nan(type a, type b) {                                                               \
    return a != a ? a : b != b ? b : __hmin(a, b);                                                  \
  }                                                                                                       \
  __FW_HD pair __hmin2_nan(pair a, pair b) { return pair(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }    \
  __FW_HD pair __hmax2(pair a, pair b) { return pair(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                \
  __FW_HD pair __hmin2(pair a, pair b) { return pair(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                \
  /* With a NaN nothing holds of __hne, which != does not share. */ \
  __FW_HD bool __hne(type a, type b) { return a < b || a > b; } \
  __FW_D pair __hne2(pair a, pair b) { return pair(type(__hne(a.x, b.x) ? 1.0f : 0.0f), type(__hne(a.y, b.y) ? 1.0f : 0.0f)); } \
  __FW_SMALL_MASK(pair, __hne) \
  __FW_D bool __hbne2(pair a, pair b) { return __hne(a.x, b.x) && __hne(a.y, b.y); } \
  __FW_D type __fw_saturated(type a) { return type(__saturatef(a)); } \
  __FW_SMALL_SATURATED(type, pair, __hadd, __hadd2) \
  __FW_SMALL_SATURATED(type, pair, __hsub, __hsub2) \
  __FW_SMALL_SATURATED(type, pair, __hmul, __hmul2) \
  __FW_D type __hfma_sat(type a, type b, type c) { return __fw_saturated(__hfma(a, b, c)); } \
  __FW_D pair __hfma2_sat(pair a, pair b, pair c) { return pair(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); } \
  __FW_D type __hfma_relu(type a, type b, type c) { return __hmax(__hfma(a, b, c), type(0.0f)); } \
  __FW_D pair __hfma2_relu(pair a, pair b, pair c) { return pair(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); } \
  __FW_D pair __habs2(pair a) { return pair(__habs(a.x), __habs(a.y)); } \
  __FW_D pair __hisnan2(pair a) { return __hneu2(a, a); } \
  __FW_D pair h2rcp(pair a) { return pair(type(1.0f / static_cast<float>(a.x)), type(1.0f / static_cast<float>(a.y))); } \
  __FW_HD bool __hisnan(type a) { return a != a; }                                                         \
  __FW_SMALL_MATH(type, pair, sqrt)                                                                       \
  __FW_SMALL_MATH(type, pair, rsqrt)                                                                      \
  __FW_SMALL_MATH(type, pair, exp)                                                                        \
  __FW_SMALL_MATH(type, pair, exp2)                                                                       \
  __FW_SMALL_MATH(type, pair, log)                                                                        \
  __FW_SMALL_MATH(type, pair, log2)                                                                       \
  __FW_SMALL_MATH(type, pair, log10)                                                                      \
  __FW_SMALL_MATH(type, pair, sin)                                                                        \
  __FW_SMALL_MATH(type, pair, cos)                                                                        \
  __FW_SMALL_MATH(type, pair, floor)                                                                      \
  __FW_SMALL_MATH(type, pair, ceil)                                                                       \
  __FW_SMALL_MATH(type, pair, trunc)                                                                      \
  __FW_SMALL_MATH(type, pair, rint)                                                                       \
  __FW_SMALL_MATH(type, pair, exp10)                                                                      \
  __FW_SMALL_MATH(type, pair, tanh)                                                                       \
  __FW_D type hrcp(type a) { return type(1.0f / static_cast<float>(a)); }                                 \
  __FW_HD float __low2float(pair p) { return p.x; }                                                        \
  __FW_HD float __high2float(pair p) { return p.y; }                                                       \
  __FW_HD pair __lowhigh2highlow(pair p) { return pair(p.y, p.x); }                                        \
  __FW_SMALL_SHUFFLE(type, __shfl_sync)                                                                   \
  __FW_SMALL_SHUFFLE(type, __shfl_up_sync)                                                                \
  __FW_SMALL_SHUFFLE(type, __shfl_down_sync)                                                              \
  __FW_SMALL_SHUFFLE(type, __shfl_xor_sync)                                                               \
  __FW_SMALL_SHUFFLE2(pair, __shfl_sync)                                                                  \
  __FW_SMALL_SHUFFLE2(pair, __shfl_up_sync)                                                               \
  __FW_SMALL_SHUFFLE2(pair, __shfl_down_sync)                                                             \
  __FW_SMALL_SHUFFLE2(pair, __shfl_xor_sync)                                                              \
  __FW_D type __ldg(const type* p) {                                                                      \
    return __builtin_bit_cast(type, __ldg(reinterpret_cast<const unsigned short*>(p)));                   \
  }                                                                                                       \
  __FW_D pair __ldg(const pair* p) {                                                                      \
    return __builtin_bit_cast(pair, __ldg(reinterpret_cast<const unsigned*>(p)));                         \
  }                                                                                                       \
  __FW_SMALL_LOAD(type, pair, __ldca)                                                                     \
  __FW_SMALL_LOAD(type, pair, __ldcg)                                                                     \
  __FW_SMALL_LOAD(type, pair, __ldcs)                                                                     \
  __FW_SMALL_LOAD(type, pair, __ldlu)                                                                     \
  __FW_SMALL_LOAD(type, pair, __ldcv)                                                                     \
  __FW_SMALL_STORE(type, pair, __stwb)                                                                    \
  __FW_SMALL_STORE(type, pair, __stcg)                                                                    \
  __FW_SMALL_STORE(type, pair, __stcs)                                                                    \
  __FW_SMALL_STORE(type, pair, __stwt)
#define __FW_SMALL_LOAD(type, pair, name)                                                                  \
  __FW_D type name(const type* p) {                                                                       \
    return __builtin_bit_cast(type, name(reinterpret_cast<const unsigned short*>(p)));                    \
  }                                                                                                       \
  __FW_D pair name(const pair* p) { return __builtin_bit_cast(pair, name(reinterpret_cast<const unsigned*>(p))); }
#define __FW_SMALL_STORE(type, pair, name)                                                                 \
  __FW_D void name(type* p, type v) {                                                                     \
    name(reinterpret_cast<unsigned short*>(p), __builtin_bit_cast(unsigned short, v));                    \
  }                                                                                                       \
  __FW_D void name(pair* p, pair v) { name(reinterpret_cast<unsigned*>(p), __builtin_bit_cast(unsigned, v)); }
#define __FW_SMALL_OPERATOR(type, pair, op, name, name2, single, both)  \
  __FW_HD type operator op(type a, type b) { return single; }           \
  __FW_HD type name(type a, type b) { return a op b; }                  \
  __FW_HD type& operator op##=(type& a, type b) { return a = a op b; }  \
  __FW_HD pair operator op(pair a, pair b) { return both; }             \
  __FW_HD pair name2(pair a, pair b) { return a op b; }                 \
  __FW_HD pair& operator op##=(pair& a, pair b) { return a = a op b; }
/// + - and *, and the functions of these that are fused with nothing.
#define __FW_SMALL_ROUNDED_OPERATOR(type, pair, op, name, name2)                                            \
  __FW_SMALL_OPERATOR(type, pair, op, __##name, __##name2, __FW_SMALL_ARITHMETIC(type, name, a, op, b),     \
                      __FW_SMALL_ARITHMETIC2(pair, name, a, op, b))                                         \
  __FW_HD type __##name##_rn(type a, type b) { return __FW_SMALL_ARITHMETIC(type, name##_rn, a, op, b); }   \
  __FW_HD pair __##name2##_rn(pair a, pair b) { return __FW_SMALL_ARITHMETIC2(pair, name##_rn, a, op, b); }
/// Of pairs: 1 or 0 for each element, or whether it is so of both.
#define __FW_SMALL_COMPARISON(type, pair, op, name, both)                                                        \
  __FW_HD bool operator op(type a, type b) { return __FW_SMALL_VALUE(a) op __FW_SMALL_VALUE(b); }                \
  __FW_HD bool name(type a, type b) { return a op b; }                                                           \
  __FW_HD pair name##2(pair a, pair b) {                                                                         \
    return pair(type(a.x op b.x ? 1.0f : 0.0f), type(a.y op b.y ? 1.0f : 0.0f));                                 \
  }                                                                                                              \
  __FW_SMALL_MASK(pair, name)                                                                                    \
  __FW_HD bool both##2(pair a, pair b) { return a.x op b.x && a.y op b.y; }                                      \
  __FW_HD bool operator op(pair a, pair b) { return both##2(a, b); }
/// The same, and true where an operand is not a number.
#define __FW_SMALL_UNORDERED(type, pair, opposite, name, both)                                                   \
  __FW_HD bool name(type a, type b) { return !(a opposite b); }                                                  \
  __FW_HD pair name##2(pair a, pair b) {                                                                         \
    return pair(type(name(a.x, b.x) ? 1.0f : 0.0f), type(name(a.y, b.y) ? 1.0f : 0.0f));                         \
  }                                                                                                              \
  __FW_HD bool both##2(pair a, pair b) { return name(a.x, b.x) && name(a.y, b.y); }                               \
  __FW_SMALL_MASK(pair, name)
/// All bits of an element where it is so.
#define __FW_SMALL_MASK(pair, name)                                                                              \
  __FW_HD unsigned name##2_mask(pair a, pair b) {                                                                \
    return (name(a.x, b.x) ? 0xffffu : 0u) | (name(a.y, b.y) ? 0xffff0000u : 0u);                                \
  }
#define __FW_SMALL_SATURATED(type, pair, name, name2)                                                           \
  __FW_D type name##_sat(type a, type b) { return __fw_saturated(name(a, b)); }                                 \
  __FW_D pair name2##_sat(pair a, pair b) { return pair(name##_sat(a.x, b.x), name##_sat(a.y, b.y)); }
#define __FW_SMALL_MATH(type, pair, name)                                     \
  __FW_D type h##name(type a) { return type(::name(static_cast<float>(a))); } \
  __FW_D pair h2##name(pair a) { return pair(h##name(a.x), h##name(a.y)); }
/// The instruction where the device has it, else the function of higher accuracy.
#define __FW_SMALL_TANH(type, pair, ptx)                                                                          \
  __FW_D type htanh_approx(type x) {                                                                              \
    unsigned short y;                                                                                             \
    asm("tanh.approx." ptx " %0, %1;" : "=h"(y) : "h"(__builtin_bit_cast(unsigned short, x)));                    \
    return __builtin_bit_cast(type, y);                                                                           \
  }                                                                                                               \
  __FW_D pair h2tanh_approx(pair x) {                                                                             \
    unsigned y;                                                                                                   \
    asm("tanh.approx." ptx "x2 %0, %1;" : "=r"(y) : "r"(__builtin_bit_cast(unsigned, x)));                        \
    return __builtin_bit_cast(pair, y);                                                                           \
  }
#define __FW_SMALL_TANH_BY_FUNCTION(type, pair)           \
  __FW_D type htanh_approx(type x) { return htanh(x); }   \
  __FW_D pair h2tanh_approx(pair x) { return h2tanh(x); }
#define __FW_SMALL_SHUFFLE(type, name)                                                                            \
  __FW_D type name(unsigned mask, type value, int lane, int width = 32) {                                         \
    const unsigned bits = name(mask, static_cast<unsigned>(__builtin_bit_cast(unsigned short, value)), lane, width); \
    return __builtin_bit_cast(type, static_cast<unsigned short>(bits));                                           \
  }
#define __FW_SMALL_SHUFFLE2(pair, name)                                                                      \
  __FW_D pair name(unsigned mask, pair value, int lane, int width = 32) {                                    \
    return __builtin_bit_cast(pair, name(mask, __builtin_bit_cast(unsigned, value), lane, width));           \
  }
