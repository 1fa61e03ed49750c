// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Our mathematics under OpenCL C's names, for scalars and vectors. A name that is declared here hides clang's own
/// declarations of it whole, so where only float is ours the double functions of libclc are declared again.
#include "exp_f32.h"
#include "exp_f64.h"
#include "gamma_f32.h"
#include "gamma_f64.h"
#include "lgamma_f64.h"
#include "log_f32.h"
#include "log_f64.h"
#include "parts.h"
#include "pow_f32.h"
#include "pow_f64.h"
#include "remainder_f32.h"
#include "remainder_f64.h"
#include "root_f32.h"
#include "root_f64.h"
#include "special_f32.h"
#include "special_f64.h"
#include "trig_f32.h"
#include "trig_f64.h"

#define __FW_CL static inline __attribute__((overloadable, always_inline, nodebug))
#define __FW_CLC __attribute__((overloadable, const))

// A vector's two halves, down to scalars.
#define __FW_HALVES1(name, t, n, lo, hi) \
  __FW_CL t##n name(t##n x) { return (t##n)(name(x.lo), name(x.hi)); }
#define __FW_HALVES2(name, t, n, lo, hi) \
  __FW_CL t##n name(t##n x, t##n y) { return (t##n)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define __FW_EACH_WIDTH(halves, name, t)                                                                   \
  halves(name, t, 2, x, y) halves(name, t, 3, xy, z) halves(name, t, 4, lo, hi) halves(name, t, 8, lo, hi) \
      halves(name, t, 16, lo, hi)

#define __FW_CL1(name, t, own)                  \
  __FW_CL t name(t x) { return __fw_##own(x); } \
  __FW_EACH_WIDTH(__FW_HALVES1, name, t)
#define __FW_CL2(name, t, own)                          \
  __FW_CL t name(t x, t y) { return __fw_##own(x, y); } \
  __FW_EACH_WIDTH(__FW_HALVES2, name, t)
#define __FW_CLC1(name, t)  \
  __FW_CLC t name(t);       \
  __FW_CLC t##2 name(t##2); \
  __FW_CLC t##3 name(t##3); \
  __FW_CLC t##4 name(t##4); \
  __FW_CLC t##8 name(t##8); \
  __FW_CLC t##16 name(t##16);
#define __FW_CLC2(name, t)        \
  __FW_CLC t name(t, t);          \
  __FW_CLC t##2 name(t##2, t##2); \
  __FW_CLC t##3 name(t##3, t##3); \
  __FW_CLC t##4 name(t##4, t##4); \
  __FW_CLC t##8 name(t##8, t##8); \
  __FW_CLC t##16 name(t##16, t##16);
#define __FW_BOTH1(name) __FW_CL1(name, float, name##f) __FW_CL1(name, double, name)
#define __FW_FLOAT1(name) __FW_CL1(name, float, name##f) __FW_CLC1(name, double)
#define __FW_BOTH2(name) __FW_CL2(name, float, name##f) __FW_CL2(name, double, name)

__FW_BOTH1(sin)
__FW_BOTH1(cos)
__FW_BOTH1(tan)
__FW_BOTH1(sinh)
__FW_BOTH1(cosh)
__FW_BOTH1(tanh)
__FW_BOTH1(asinh)
__FW_BOTH1(acosh)
__FW_BOTH1(log1p)
__FW_BOTH1(exp)
__FW_BOTH1(exp10)
__FW_BOTH1(cbrt)
__FW_BOTH1(erf)
__FW_BOTH1(erfc)
__FW_BOTH1(round)
__FW_BOTH1(rsqrt)
__FW_BOTH1(atan)
__FW_BOTH1(tgamma)
__FW_FLOAT1(sinpi)
__FW_FLOAT1(cospi)
__FW_BOTH1(atanh)
__FW_FLOAT1(log)
__FW_FLOAT1(log2)
__FW_FLOAT1(log10)
__FW_BOTH1(lgamma)
__FW_BOTH1(exp2)
__FW_CLC1(expm1, float)
__FW_CL1(expm1, double, expm1)
__FW_BOTH2(pow)
__FW_BOTH2(fmod)
__FW_BOTH2(remainder)
__FW_BOTH2(fdim)
__FW_CLC2(atan2, float)
__FW_CL2(atan2, double, atan2)
__FW_CL2(copysign, float, signedf)
__FW_CL2(copysign, double, signed)
// pow that is NaN for a negative x.
__FW_M float __fw_powrf(float x, float y) { return x < 0.0f ? __fw_nanf : __fw_powf(x, y); }
__FW_M double __fw_powr(double x, double y) { return x < 0.0 ? __fw_nand : __fw_pow(x, y); }
__FW_BOTH2(powr)

// f(x, pointer to a second result): the scalar one by the name of ours, vectors element by element.
#define __FW_SECOND(name, as, t, r, own) \
  __FW_CL t name(t x, as r* second) {    \
    r z;                                 \
    const t y = own(x, &z);              \
    *second = z;                         \
    return y;                            \
  }
#define __FW_SECOND_WIDE(name, as, t, r, n, own)                     \
  __FW_CL t##n name(t##n x, as r##n* second) {                       \
    union {                                                          \
      t##n v;                                                        \
      t e[n];                                                        \
    } in = {x}, out;                                                 \
    union {                                                          \
      r##n v;                                                        \
      r e[n];                                                        \
    } more;                                                          \
    for (int i = 0; i < n; ++i) out.e[i] = own(in.e[i], &more.e[i]); \
    *second = more.v;                                                \
    return out.v;                                                    \
  }
#define __FW_SECOND_IN(name, as, t, r, own) \
  __FW_SECOND(name, as, t, r, own)          \
  __FW_SECOND_WIDE(name, as, t, r, 2, own)  \
  __FW_SECOND_WIDE(name, as, t, r, 3, own)  \
  __FW_SECOND_WIDE(name, as, t, r, 4, own)  \
  __FW_SECOND_WIDE(name, as, t, r, 8, own) __FW_SECOND_WIDE(name, as, t, r, 16, own)
#define __FW_SECOND_ALL(name, t, r, own)     \
  __FW_SECOND_IN(name, __private, t, r, own) \
  __FW_SECOND_IN(name, __local, t, r, own) __FW_SECOND_IN(name, __global, t, r, own)
__FW_M float __fw_cl_sincosf(float x, __private float* cosine) {
  float s;
  __fw_sincosf(x, &s, cosine);
  return s;
}
__FW_M double __fw_cl_sincos(double x, __private double* cosine) {
  double s;
  __fw_sincos(x, &s, cosine);
  return s;
}
__FW_SECOND_ALL(sincos, float, float, __fw_cl_sincosf)
__FW_SECOND_ALL(sincos, double, double, __fw_cl_sincos)
__FW_SECOND_ALL(modf, float, float, __fw_modff)
__FW_SECOND_ALL(modf, double, double, __fw_modf)
__FW_SECOND_ALL(frexp, float, int, __fw_frexpf)
__FW_SECOND_ALL(frexp, double, int, __fw_frexp)

#define __FW_LDEXP(t, own)                          \
  __FW_CL t ldexp(t x, int k) { return own(x, k); } \
  __FW_LDEXP_WIDE(t, 2, x, y)                       \
  __FW_LDEXP_WIDE(t, 3, xy, z)                      \
  __FW_LDEXP_WIDE(t, 4, lo, hi) __FW_LDEXP_WIDE(t, 8, lo, hi) __FW_LDEXP_WIDE(t, 16, lo, hi)
#define __FW_LDEXP_WIDE(t, n, lo, hi)                                                  \
  __FW_CL t##n ldexp(t##n x, int k) { return (t##n)(ldexp(x.lo, k), ldexp(x.hi, k)); } \
  __FW_CL t##n ldexp(t##n x, int##n k) { return (t##n)(ldexp(x.lo, k.lo), ldexp(x.hi, k.hi)); }
__FW_LDEXP(float, __fw_ldexpf)
__FW_LDEXP(double, __fw_ldexp)
