// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#pragma GCC system_header  // clang lets constexpr library functions give way only to device functions of system headers
/// Device math, declared before any C or C++ header so that std:: functions that libstdc++ makes constexpr stay host
/// only and device code gets these. A name without a body here is libclc's own C++-mangled function (sin(float) is
/// _Z3sinf); what one PTX instruction does is a builtin.
#define __FW_SUFFIXED1(name) \
  __FW_D float name##f(float x) { return name(x); }
#define __FW_INTEGRAL1(name)                            \
  template <class T>                                    \
  __FW_D typename __fw_if_integral<T>::type name(T x) { \
    return name(static_cast<double>(x));                \
  }
#define __FW_STD(name) \
  namespace std {      \
  using ::name;        \
  }
template <class T, bool = __is_integral(T)>
struct __fw_if_integral {};
template <class T>
struct __fw_if_integral<T, true> {
  typedef double type;
};

// name(float) and name(double) of libclc, with namef.
#define __FW_CLC1(name)           \
  __device__ float name(float);   \
  __device__ double name(double); \
  __FW_SUFFIXED1(name)            \
  __FW_INTEGRAL1(name)
#define __FW_CLC2(name)                   \
  __device__ float name(float, float);    \
  __device__ double name(double, double); \
  __FW_D float name##f(float x, float y) { return name(x, y); }
#define __FW_STD_CLC1(name) __FW_CLC1(name) __FW_STD(name)
#define __FW_STD_CLC2(name) __FW_CLC2(name) __FW_STD(name)
__FW_STD_CLC1(sin)
__FW_STD_CLC1(cos)
__FW_STD_CLC1(tan)
__FW_STD_CLC1(asin)
__FW_STD_CLC1(acos)
__FW_STD_CLC1(atan)
__FW_STD_CLC1(sinh)
__FW_STD_CLC1(cosh)
__FW_STD_CLC1(tanh)
__FW_STD_CLC1(asinh)
__FW_STD_CLC1(acosh)
__FW_STD_CLC1(atanh)
__FW_STD_CLC1(log)
__FW_STD_CLC1(log2)
__FW_STD_CLC1(log10)
__FW_STD_CLC1(log1p)
__FW_STD_CLC1(expm1)
__FW_STD_CLC1(cbrt)
__FW_STD_CLC1(erf)
__FW_STD_CLC1(erfc)
__FW_STD_CLC1(tgamma)
__FW_STD_CLC1(lgamma)
__FW_STD_CLC1(logb)
__FW_CLC1(sinpi)
__FW_CLC1(cospi)
__FW_STD_CLC2(atan2)
__FW_STD_CLC2(hypot)
__FW_STD_CLC2(fmod)
__FW_STD_CLC2(remainder)
__FW_STD_CLC2(nextafter)
__FW_STD_CLC2(fdim)
__FW_STD_CLC2(pow)

// One PTX instruction, or a few.
#define __FW_BUILTIN1(name)                                     \
  __FW_D float name(float x) { return __builtin_##name##f(x); } \
  __FW_D double name(double x) { return __builtin_##name(x); }  \
  __FW_SUFFIXED1(name)                                          \
  __FW_INTEGRAL1(name)                                          \
  __FW_STD(name)
__FW_BUILTIN1(sqrt)
__FW_BUILTIN1(floor)
__FW_BUILTIN1(ceil)
__FW_BUILTIN1(trunc)
__FW_BUILTIN1(rint)
__FW_BUILTIN1(nearbyint)
__FW_BUILTIN1(round)
__FW_BUILTIN1(fabs)
#define __FW_BUILTIN2(name)                                                    \
  __FW_D float name(float x, float y) { return __builtin_##name##f(x, y); }    \
  __FW_D double name(double x, double y) { return __builtin_##name(x, y); }    \
  __FW_D float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
  __FW_STD(name)
__FW_BUILTIN2(fmin)
__FW_BUILTIN2(fmax)
__FW_BUILTIN2(copysign)
__FW_D float fma(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
__FW_D double fma(double x, double y, double z) { return __nvvm_fma_rn_d(x, y, z); }
__FW_D float fmaf(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
__FW_STD(fma)

/// 2^x as one ex2.approx.f32 (2 ulp, subnormals kept), the same as nvcc's exp2f.
__FW_D float exp2(float x) { return __nvvm_ex2_approx_f(x); }
__device__ double exp2(double);
__FW_SUFFIXED1(exp2)
__FW_STD(exp2)
/// e^x = 2^j e^f with j = round(x log2 e) kept in the normal range and f = x - j ln 2 in two pieces; 2^f by ex2.approx.
__FW_D float exp(float x) {
  const float j = fminf(fmaxf(rintf(x * 1.44269502f), -126.0f), 127.0f);
  const float f = fmaf(j, -1.90465421e-9f, fmaf(j, -0.693147182f, x));
  return __nvvm_ex2_approx_f(f * 1.44269502f) * __nvvm_ex2_approx_f(j);
}
__device__ double exp(double);
__FW_SUFFIXED1(exp)
__FW_INTEGRAL1(exp)
__FW_STD(exp)
__device__ float exp10(float);
__device__ double exp10(double);
__FW_SUFFIXED1(exp10)
__FW_D float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
__FW_D double rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }
__FW_SUFFIXED1(rsqrt)
__FW_D float rcbrt(float x) { return 1.0f / cbrt(x); }
__FW_D double rcbrt(double x) { return 1.0 / cbrt(x); }
__FW_SUFFIXED1(rcbrt)
__FW_D float rhypotf(float x, float y) { return rsqrtf(fmaf(x, x, y * y)); }
__FW_D double rhypot(double x, double y) { return rsqrt(fma(x, x, y * y)); }
__FW_D float norm3df(float x, float y, float z) { return sqrtf(fmaf(x, x, fmaf(y, y, z * z))); }
__FW_D float rnorm3df(float x, float y, float z) { return rsqrtf(fmaf(x, x, fmaf(y, y, z * z))); }
__FW_D double norm3d(double x, double y, double z) { return sqrt(fma(x, x, fma(y, y, z * z))); }
__FW_D double rnorm3d(double x, double y, double z) { return rsqrt(fma(x, x, fma(y, y, z * z))); }
__FW_D float fdividef(float x, float y) { return x / y; }
__FW_D float normcdff(float x) { return 0.5f * erfc(-0.707106781f * x); }
__FW_D double normcdf(double x) { return 0.5 * erfc(-0.70710678118654752 * x); }

#define __FW_SPLIT(type, suffix)                                                           \
  __FW_D void sincos##suffix(type x, type* s, type* c) { *s = sin(x), *c = cos(x); }       \
  __FW_D void sincospi##suffix(type x, type* s, type* c) { *s = sinpi(x), *c = cospi(x); } \
  __FW_D type modf##suffix(type x, type* whole) {                                          \
    *whole = trunc(x);                                                                     \
    return copysign(__builtin_isinf(x) ? type(0) : x - *whole, x);                         \
  }                                                                                        \
  __FW_D long lrint##suffix(type x) { return static_cast<long>(rint(x)); }                 \
  __FW_D long long llrint##suffix(type x) { return static_cast<long long>(rint(x)); }      \
  __FW_D long lround##suffix(type x) { return static_cast<long>(round(x)); }               \
  __FW_D long long llround##suffix(type x) { return static_cast<long long>(round(x)); }    \
  __FW_D bool isnan(type x) { return __builtin_isnan(x); }                                 \
  __FW_D bool isinf(type x) { return __builtin_isinf(x); }                                 \
  __FW_D bool isfinite(type x) { return __builtin_isfinite(x); }                           \
  __FW_D bool isnormal(type x) { return __builtin_isnormal(x); }                           \
  __FW_D bool signbit(type x) { return __builtin_signbit(x); }                             \
  __FW_D type ldexp##suffix(type x, int e) { return __fw_ldexp(x, e); }                    \
  __FW_D type scalbn##suffix(type x, int e) { return __fw_ldexp(x, e); }                   \
  __FW_D int ilogb##suffix(type x) { return __fw_ilogb(x); }
__device__ float __fw_ldexp(float, int) __asm__("_Z5ldexpfi");
__device__ double __fw_ldexp(double, int) __asm__("_Z5ldexpdi");
__device__ int __fw_ilogb(float) __asm__("_Z5ilogbf");
__device__ int __fw_ilogb(double) __asm__("_Z5ilogbd");
__FW_SPLIT(float, f)
__FW_SPLIT(double, )
#undef __FW_SPLIT
__FW_D float ldexp(float x, int e) { return __fw_ldexp(x, e); }
__FW_D float frexpf(float x, int* e) {
  if (x == 0.0f || !__builtin_isfinite(x)) return *e = 0, x;
  *e = __fw_ilogb(x) + 1;
  return __fw_ldexp(x, -*e);
}
__FW_D double frexp(double x, int* e) {
  if (x == 0.0 || !__builtin_isfinite(x)) return *e = 0, x;
  *e = __fw_ilogb(x) + 1;
  return __fw_ldexp(x, -*e);
}
__FW_STD(isnan)
__FW_STD(isinf)
__FW_STD(isfinite)
__FW_STD(isnormal)
__FW_STD(signbit)
__FW_STD(ldexp)
__FW_STD(scalbn)
__FW_STD(ilogb)
__FW_STD(frexp)
__FW_STD(modf)
__FW_STD(lrint)
__FW_STD(llrint)
__FW_STD(lround)
__FW_STD(llround)
#define __FW_MIXED2(name)                                                           \
  __FW_D double name(double x, float y) { return name(x, static_cast<double>(y)); } \
  __FW_D double name(float x, double y) { return name(static_cast<double>(x), y); }
__FW_MIXED2(pow)
__FW_MIXED2(fmin)
__FW_MIXED2(fmax)
__FW_MIXED2(fmod)
__FW_MIXED2(atan2)
__FW_MIXED2(hypot)
__FW_D float pow(float x, int n) { return pow(x, static_cast<float>(n)); }
__FW_D double pow(double x, int n) { return pow(x, static_cast<double>(n)); }
__FW_D double pow(int x, int n) { return pow(static_cast<double>(x), static_cast<double>(n)); }

// abs, min and max of every arithmetic type, host and device alike, as a toolkit has them.
__FW_D int abs(int x) { return x < 0 ? -x : x; }
__FW_D long abs(long x) { return x < 0 ? -x : x; }
__FW_D long long abs(long long x) { return x < 0 ? -x : x; }
__FW_D float abs(float x) { return __builtin_fabsf(x); }
__FW_D double abs(double x) { return __builtin_fabs(x); }
__FW_D long labs(long x) { return abs(x); }
__FW_D long long llabs(long long x) { return abs(x); }
__FW_STD(abs)
#define __FW_MINMAX(type, less, more)               \
  __FW_HD type min(type a, type b) { return less; } \
  __FW_HD type max(type a, type b) { return more; }
#define __FW_MINMAX_INT(type) __FW_MINMAX(type, b < a ? b : a, a < b ? b : a)
__FW_MINMAX_INT(int)
__FW_MINMAX_INT(unsigned)
__FW_MINMAX_INT(long)
__FW_MINMAX_INT(unsigned long)
__FW_MINMAX_INT(long long)
__FW_MINMAX_INT(unsigned long long)
__FW_MINMAX(float, __builtin_fminf(a, b), __builtin_fmaxf(a, b))
__FW_MINMAX(double, __builtin_fmin(a, b), __builtin_fmax(a, b))
#define __FW_MINMAX_MIXED(narrow, wide, common)                                                        \
  __FW_HD common min(narrow a, wide b) { return min(static_cast<common>(a), static_cast<common>(b)); } \
  __FW_HD common min(wide a, narrow b) { return min(static_cast<common>(a), static_cast<common>(b)); } \
  __FW_HD common max(narrow a, wide b) { return max(static_cast<common>(a), static_cast<common>(b)); } \
  __FW_HD common max(wide a, narrow b) { return max(static_cast<common>(a), static_cast<common>(b)); }
__FW_MINMAX_MIXED(int, unsigned, unsigned)
__FW_MINMAX_MIXED(long, unsigned long, unsigned long)
__FW_MINMAX_MIXED(long long, unsigned long long, unsigned long long)
__FW_MINMAX_MIXED(float, double, double)
