// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#pragma GCC system_header  // clang lets constexpr library functions give way only to device functions of system headers
/// Device math, declared before any C or C++ header so that std:: functions that libstdc++ makes constexpr stay host
/// only and device code gets these. Functions whose cost in libclc is far from that of NVIDIA's library are ours, in
/// math/; a name without a body here is libclc's own C++-mangled function (asin(float) is _Z4asinf); what one PTX
/// instruction does is a builtin.
#include "math/bessel_f32.h"
#include "math/bessel_f64.h"
#include "math/exp_f32.h"
#include "math/exp_f64.h"
#include "math/gamma_f32.h"
#include "math/gamma_f64.h"
#include "math/inverse_f32.h"
#include "math/inverse_f64.h"
#include "math/lgamma_f64.h"
#include "math/log_f32.h"
#include "math/log_f64.h"
#include "math/parts.h"
#include "math/pow_f32.h"
#include "math/pow_f64.h"
#include "math/remainder_f32.h"
#include "math/remainder_f64.h"
#include "math/root_f32.h"
#include "math/root_f64.h"
#include "math/special_f32.h"
#include "math/special_f64.h"
#include "math/trig_f32.h"
#include "math/trig_f64.h"
// After those that it replaces and builds on.
#include "math/fast_f32.h"

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
// The float from us, the double from libclc, and both from us.
#define __FW_OWN_F(name)                                   \
  __FW_D float name(float x) { return __fw_##name##f(x); } \
  __device__ double name(double);                          \
  __FW_SUFFIXED1(name)                                     \
  __FW_INTEGRAL1(name)                                     \
  __FW_STD(name)
#define __FW_OWN_F_PLAIN(name)                             \
  __FW_D float name(float x) { return __fw_##name##f(x); } \
  __device__ double name(double);                          \
  __FW_SUFFIXED1(name)                                     \
  __FW_INTEGRAL1(name)
#define __FW_CALLS1(name, prefix)                           \
  __FW_D float name(float x) { return prefix##name##f(x); } \
  __FW_D double name(double x) { return prefix##name(x); }  \
  __FW_SUFFIXED1(name)                                      \
  __FW_INTEGRAL1(name)                                      \
  __FW_STD(name)
#define __FW_OWN(name) __FW_CALLS1(name, __fw_)
#define __FW_CALLS2(name, prefix)                                          \
  __FW_D float name(float x, float y) { return prefix##name##f(x, y); }    \
  __FW_D double name(double x, double y) { return prefix##name(x, y); }    \
  __FW_D float name##f(float x, float y) { return prefix##name##f(x, y); } \
  __FW_STD(name)
#define __FW_OWN2(name) __FW_CALLS2(name, __fw_)
#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__  // of -use_fast_math
#define __fw_sinf(x) __sinf(x)
#define __fw_cosf(x) __cosf(x)
#define __fw_tanf(x) __tanf(x)
#define __fw_tanhf(x) __tanhf(x)
#define __fw_sincosf(x, s, c) __sincosf(x, s, c)
#define __fw_logf(x) __logf(x)
#define __fw_log2f(x) __log2f(x)
#define __fw_log10f(x) __log10f(x)
#define __fw_expf(x) __expf(x)
#define __fw_exp10f(x) __exp10f(x)
#define __fw_powf(x, y) __powf(x, y)
#endif
__FW_OWN(sin)
__FW_OWN(cos)
__FW_OWN(tan)
__FW_STD_CLC1(asin)
__FW_STD_CLC1(acos)
__FW_OWN(atan)
__FW_OWN(sinh)
__FW_OWN(cosh)
__FW_OWN(tanh)
__FW_OWN(asinh)
__FW_OWN(acosh)
__FW_OWN(atanh)
__FW_OWN_F(log)
__FW_OWN_F(log2)
__FW_OWN_F(log10)
__FW_OWN(log1p)
__FW_OWN(exp)
__FW_OWN(cbrt)
__FW_OWN(erf)
__FW_OWN(erfc)
__FW_OWN(tgamma)
__FW_OWN(lgamma)
__FW_STD_CLC1(logb)
__FW_OWN_F_PLAIN(sinpi)
__FW_OWN_F_PLAIN(cospi)
__FW_STD_CLC2(hypot)
__FW_OWN2(fmod)
__FW_OWN2(remainder)
__FW_STD_CLC2(nextafter)
__FW_OWN2(pow)
__FW_OWN2(fdim)
// The double from us, the float from libclc.
__device__ float expm1(float);
__FW_D double expm1(double x) { return __fw_expm1(x); }
__FW_SUFFIXED1(expm1)
__FW_INTEGRAL1(expm1)
__FW_STD(expm1)
__device__ float atan2(float, float);
__FW_D double atan2(double y, double x) { return __fw_atan2(y, x); }
__FW_D float atan2f(float y, float x) { return atan2(y, x); }
__FW_STD(atan2)

// One PTX instruction, or a few.
#define __FW_BUILTIN1(name) __FW_CALLS1(name, __builtin_)
#ifdef __FW_APPROX_SQRT  // -prec-sqrt=false; clang's own option does nothing to its builtin
__FW_D float __fw_sqrtf(float x) { return __fw_sqrt_fastf(x); }
__FW_D double __fw_sqrt(double x) { return __builtin_sqrt(x); }
__FW_OWN(sqrt)
#else
__FW_BUILTIN1(sqrt)
#endif
__FW_BUILTIN1(floor)
__FW_BUILTIN1(ceil)
__FW_BUILTIN1(trunc)
__FW_BUILTIN1(rint)
__FW_BUILTIN1(nearbyint)
__FW_BUILTIN1(fabs)
#define __FW_BUILTIN2(name) __FW_CALLS2(name, __builtin_)
__FW_BUILTIN2(fmin)
__FW_BUILTIN2(fmax)
__FW_OWN(round)
__FW_D float copysign(float x, float y) { return __fw_signedf(x, y); }
__FW_D double copysign(double x, double y) { return __fw_signed(x, y); }
__FW_D float copysignf(float x, float y) { return __fw_signedf(x, y); }
__FW_STD(copysign)
__FW_D float fma(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
__FW_D double fma(double x, double y, double z) { return __nvvm_fma_rn_d(x, y, z); }
__FW_D float fmaf(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
__FW_STD(fma)

/// 2^x as one ex2.approx.f32 (2 ulp, subnormals kept unless all are flushed), the same as nvcc's exp2f.
__FW_D float exp2(float x) { return __fw_exp2_fastf(x); }
__FW_D double exp2(double x) { return __fw_exp2(x); }
__FW_SUFFIXED1(exp2)
__FW_STD(exp2)
__FW_D float exp10(float x) { return __fw_exp10f(x); }
__FW_D double exp10(double x) { return __fw_exp10(x); }
__FW_SUFFIXED1(exp10)
__FW_D float rsqrt(float x) { return __fw_rsqrt_fastf(x); }
__FW_D double rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }
__FW_SUFFIXED1(rsqrt)
__FW_D float rcbrt(float x) { return __fw_rcbrtf(x); }
__FW_D double rcbrt(double x) { return __fw_rcbrt(x); }
__FW_SUFFIXED1(rcbrt)
__FW_D float rhypotf(float x, float y) { return __fw_rhypotf(x, y); }
__FW_D double rhypot(double x, double y) { return __fw_rhypot(x, y); }
__FW_D float norm3df(float x, float y, float z) { return sqrtf(fmaf(x, x, fmaf(y, y, z * z))); }
__FW_D float rnorm3df(float x, float y, float z) { return rsqrtf(fmaf(x, x, fmaf(y, y, z * z))); }
__FW_D double norm3d(double x, double y, double z) { return sqrt(fma(x, x, fma(y, y, z * z))); }
__FW_D double rnorm3d(double x, double y, double z) { return rsqrt(fma(x, x, fma(y, y, z * z))); }
__FW_D float norm4df(float x, float y, float z, float w) { return sqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, w * w)))); }
__FW_D float rnorm4df(float x, float y, float z, float w) { return rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, w * w)))); }
__FW_D double norm4d(double x, double y, double z, double w) { return sqrt(fma(x, x, fma(y, y, fma(z, z, w * w)))); }
__FW_D double rnorm4d(double x, double y, double z, double w) { return rsqrt(fma(x, x, fma(y, y, fma(z, z, w * w)))); }
template <class T>
__FW_D T __fw_squares(int n, const T* x) {
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
  return sum;
}
__FW_D float normf(int n, const float* x) { return sqrtf(__fw_squares(n, x)); }
__FW_D float rnormf(int n, const float* x) { return rsqrtf(__fw_squares(n, x)); }
__FW_D double norm(int n, const double* x) { return sqrt(__fw_squares(n, x)); }
__FW_D double rnorm(int n, const double* x) { return rsqrt(__fw_squares(n, x)); }
__FW_D float fdividef(float x, float y) { return x / y; }
__FW_D float normcdff(float x) { return __fw_normcdff(x); }
__FW_D double normcdf(double x) { return __fw_normcdf(x); }

// Functions that CUDA has under these names alone: NAMEf of float, NAME of double.
#define __FW_PLAIN1(name)                                   \
  __FW_D float name##f(float x) { return __fw_##name##f(x); } \
  __FW_D double name(double x) { return __fw_##name(x); }
__FW_PLAIN1(erfinv)
__FW_PLAIN1(erfcinv)
__FW_PLAIN1(normcdfinv)
__FW_PLAIN1(erfcx)
__FW_PLAIN1(j0)
__FW_PLAIN1(j1)
__FW_PLAIN1(y0)
__FW_PLAIN1(y1)
#undef __FW_PLAIN1
__FW_D float erfinv(float x) { return __fw_erfinvf(x); }
__FW_D float erfcinv(float x) { return __fw_erfcinvf(x); }
__FW_D float normcdfinv(float x) { return __fw_normcdfinvf(x); }
__FW_D float erfcx(float x) { return __fw_erfcxf(x); }
__FW_D float jnf(int n, float x) { return __fw_jnf(n, x); }
__FW_D double jn(int n, double x) { return __fw_jn(n, x); }
__FW_D float ynf(int n, float x) { return __fw_ynf(n, x); }
__FW_D double yn(int n, double x) { return __fw_yn(n, x); }
__FW_D float cyl_bessel_i0f(float x) { return __fw_i0f(x); }
__FW_D double cyl_bessel_i0(double x) { return __fw_i0(x); }
__FW_D float cyl_bessel_i1f(float x) { return __fw_i1f(x); }
__FW_D double cyl_bessel_i1(double x) { return __fw_i1(x); }
__FW_D float remquof(float x, float y, int* q) { return __fw_remquof(x, y, q); }
__FW_D double remquo(double x, double y, int* q) { return __fw_remquo(x, y, q); }
__FW_D float remquo(float x, float y, int* q) { return __fw_remquof(x, y, q); }
__FW_STD(remquo)

__FW_D void sincosf(float x, float* s, float* c) { __fw_sincosf(x, s, c); }
__FW_D void sincos(double x, double* s, double* c) { __fw_sincos(x, s, c); }
__FW_D long long __fw_to_ll(float x) { return __nvvm_f2ll_rn(x); }
__FW_D long long __fw_to_ll(double x) { return __nvvm_d2ll_rn(x); }
__FW_D long long __fw_away_ll(float x) { return __nvvm_f2ll_rz(__fw_half_addedf(x)); }
__FW_D long long __fw_away_ll(double x) { return __nvvm_d2ll_rz(__fw_half_added(x)); }
#define __FW_SPLIT(type, suffix)                                                           \
  __FW_D void sincospi##suffix(type x, type* s, type* c) { *s = sinpi(x), *c = cospi(x); } \
  __FW_D type modf##suffix(type x, type* whole) { return __fw_modf##suffix(x, whole); }    \
  __FW_D long lrint##suffix(type x) { return __fw_to_ll(x); }                              \
  __FW_D long long llrint##suffix(type x) { return __fw_to_ll(x); }                        \
  __FW_D long lround##suffix(type x) { return __fw_away_ll(x); }                           \
  __FW_D long long llround##suffix(type x) { return __fw_away_ll(x); }                     \
  __FW_D bool isnan(type x) { return __builtin_isnan(x); }                                 \
  __FW_D bool isinf(type x) { return __builtin_isinf(x); }                                 \
  __FW_D bool isfinite(type x) { return __builtin_isfinite(x); }                           \
  __FW_D bool isnormal(type x) { return __builtin_isnormal(x); }                           \
  __FW_D bool signbit(type x) { return __builtin_signbit(x); }                             \
  __FW_D type ldexp##suffix(type x, int e) { return __fw_ldexp##suffix(x, e); }            \
  __FW_D type scalbn##suffix(type x, int e) { return __fw_ldexp##suffix(x, e); }           \
  __FW_D type frexp##suffix(type x, int* e) { return __fw_frexp##suffix(x, e); }           \
  __FW_D int ilogb##suffix(type x) { return __fw_ilogb(x); }
__device__ int __fw_ilogb(float) __asm__("_Z5ilogbf");
__device__ int __fw_ilogb(double) __asm__("_Z5ilogbd");
__FW_SPLIT(float, f)
__FW_SPLIT(double, )
#undef __FW_SPLIT
__FW_D float ldexp(float x, int e) { return __fw_ldexpf(x, e); }
/// Past these exponents, every number but 0 overflows or becomes 0.
__FW_D int __fw_exponent(long e) { return static_cast<int>(e < -5000 ? -5000 : e > 5000 ? 5000 : e); }
__FW_D float scalblnf(float x, long e) { return __fw_ldexpf(x, __fw_exponent(e)); }
__FW_D double scalbln(double x, long e) { return __fw_ldexp(x, __fw_exponent(e)); }
__FW_D float scalbln(float x, long e) { return __fw_ldexpf(x, __fw_exponent(e)); }
__FW_STD(isnan)
__FW_STD(isinf)
__FW_STD(isfinite)
__FW_STD(isnormal)
__FW_STD(signbit)
__FW_STD(ldexp)
__FW_STD(scalbn)
__FW_STD(scalbln)
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
// Names of the toolkit for the same, and glibc's for questions about a number.
__FW_HD unsigned umin(unsigned a, unsigned b) { return min(a, b); }
__FW_HD unsigned umax(unsigned a, unsigned b) { return max(a, b); }
__FW_HD long long llmin(long long a, long long b) { return min(a, b); }
__FW_HD long long llmax(long long a, long long b) { return max(a, b); }
__FW_HD unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
__FW_HD unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
#define __FW_QUESTIONS(type, suffix, sign)                                     \
  __FW_D int __finite##suffix(type x) { return __builtin_isfinite(x); }        \
  __FW_D int __isinf##suffix(type x) { return __builtin_isinf(x); }            \
  __FW_D int __isnan##suffix(type x) { return __builtin_isnan(x); }            \
  __FW_D int __signbit##sign(type x) { return __builtin_signbit(x); }
__FW_QUESTIONS(float, f, f)
__FW_QUESTIONS(double, , )
#undef __FW_QUESTIONS
__FW_D int __signbitd(double x) { return __builtin_signbit(x); }
/// Which not-a-number the text asks for makes no difference here.
__FW_D double nan(const char*) { return __builtin_nan(""); }
__FW_D float nanf(const char*) { return __builtin_nanf(""); }
__FW_D double powi(double x, int n) { return pow(x, n); }
__FW_D float powif(float x, int n) { return pow(x, n); }
