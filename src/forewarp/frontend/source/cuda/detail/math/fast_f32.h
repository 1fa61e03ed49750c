// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The functions of floats that the special-function unit computes: __sinf and the like. With -use_fast_math, which
/// includes -ftz=true, kernels get them in place of sinf and the like (../math.h); our own functions keep the accurate
/// ones.
#if defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__) && !defined(__FW_AMD__)
#define __FW_APPROX(function) __nvvm_##function##_approx_ftz_f
#else
#define __FW_APPROX(function) __nvvm_##function##_approx_f
#endif
__FW_D float __sinf(float x) { return __FW_APPROX(sin)(x); }
__FW_D float __cosf(float x) { return __FW_APPROX(cos)(x); }
__FW_D float __tanf(float x) { return __FW_APPROX(div)(__sinf(x), __cosf(x)); }
__FW_D void __sincosf(float x, float* s, float* c) { *s = __sinf(x), *c = __cosf(x); }
__FW_D float __log2f(float x) { return __FW_APPROX(lg2)(x); }
__FW_D float __logf(float x) { return __FW_APPROX(lg2)(x) * 0.693147182f; }
__FW_D float __log10f(float x) { return __FW_APPROX(lg2)(x) * 0.301029987f; }
__FW_D float __expf(float x) { return __FW_APPROX(ex2)(x * 1.44269502f); }
__FW_D float __exp10f(float x) { return __FW_APPROX(ex2)(x * 3.32192802f); }
__FW_D float __powf(float x, float y) { return __FW_APPROX(ex2)(y * __FW_APPROX(lg2)(x)); }
__FW_D float __fdividef(float x, float y) { return __FW_APPROX(div)(x, y); }
__FW_D float __fw_exp2_fastf(float x) { return __FW_APPROX(ex2)(x); }
__FW_D float __fw_sqrt_fastf(float x) { return __FW_APPROX(sqrt)(x); }
__FW_D float __fw_rsqrt_fastf(float x) { return __FW_APPROX(rsqrt)(x); }
__FW_D float __tanhf(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750 && !defined(__FW_AMD__)
  float y;
  asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return __fw_tanhf(x);
#endif
}
#undef __FW_APPROX
