// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clang includes before a user's .cl file: our mathematics, and the native_ and half_ functions as PTX's
/// approximate instructions, for float and its vectors. libclc's own end in LLVM intrinsics that the NVPTX target
/// cannot select.
#include "detail/math/opencl.h"

#define __FW_OVER static inline __attribute__((overloadable, always_inline, nodebug))
#define __FW_VEC1(name, n, half_n, lo, hi) \
  __FW_OVER float##n name(float##n x) { return (float##n)(name(x.lo), name(x.hi)); }
#define __FW_VEC2(name, n, half_n, lo, hi) \
  __FW_OVER float##n name(float##n x, float##n y) { return (float##n)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define __FW_VECTORS(shape, name)                                                                     \
  shape(name, 2, , x, y) shape(name, 3, 2, xy, z) shape(name, 4, 2, lo, hi) shape(name, 8, 4, lo, hi) \
      shape(name, 16, 8, lo, hi)
#define __FW_FUNCTION1(name, body)               \
  __FW_OVER float name(float x) { return body; } \
  __FW_VECTORS(__FW_VEC1, name)
#define __FW_FUNCTION2(name, body)                        \
  __FW_OVER float name(float x, float y) { return body; } \
  __FW_VECTORS(__FW_VEC2, name)

__FW_FUNCTION1(__fw_exp2, __nvvm_ex2_approx_f(x))
__FW_FUNCTION1(__fw_exp, __nvvm_ex2_approx_f(x * 1.44269502f))
__FW_FUNCTION1(__fw_exp10, __nvvm_ex2_approx_f(x * 3.32192802f))
__FW_FUNCTION1(__fw_log2, __nvvm_lg2_approx_f(x))
__FW_FUNCTION1(__fw_log, __nvvm_lg2_approx_f(x) * 0.693147182f)
__FW_FUNCTION1(__fw_log10, __nvvm_lg2_approx_f(x) * 0.301029987f)
__FW_FUNCTION1(__fw_sin, __nvvm_sin_approx_f(x))
__FW_FUNCTION1(__fw_cos, __nvvm_cos_approx_f(x))
__FW_FUNCTION1(__fw_tan, __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)))
__FW_FUNCTION1(__fw_sqrt, __nvvm_sqrt_approx_f(x))
__FW_FUNCTION1(__fw_rsqrt, __nvvm_rsqrt_approx_f(x))
__FW_FUNCTION1(__fw_recip, __nvvm_div_approx_f(1.0f, x))
__FW_FUNCTION2(__fw_divide, __nvvm_div_approx_f(x, y))
__FW_FUNCTION2(__fw_powr, __nvvm_ex2_approx_f(y* __nvvm_lg2_approx_f(x)))

#define native_exp2 __fw_exp2
#define native_exp __fw_exp
#define native_exp10 __fw_exp10
#define native_log2 __fw_log2
#define native_log __fw_log
#define native_log10 __fw_log10
#define native_sin __fw_sin
#define native_cos __fw_cos
#define native_tan __fw_tan
#define native_sqrt __fw_sqrt
#define native_rsqrt __fw_rsqrt
#define native_recip __fw_recip
#define native_divide __fw_divide
#define native_powr __fw_powr
#define half_exp2 __fw_exp2
#define half_exp __fw_exp
#define half_exp10 __fw_exp10
#define half_log2 __fw_log2
#define half_log __fw_log
#define half_log10 __fw_log10
#define half_sin __fw_sin
#define half_cos __fw_cos
#define half_tan __fw_tan
#define half_sqrt __fw_sqrt
#define half_rsqrt __fw_rsqrt
#define half_recip __fw_recip
#define half_divide __fw_divide
#define half_powr __fw_powr

#ifndef __FW_AMD__
// Clang passes the values of a variadic call in a buffer, as CUDA's vprintf takes them.
int __fw_printf(__constant const char* format, ...) __asm__("vprintf");
#define printf __fw_printf
#endif
