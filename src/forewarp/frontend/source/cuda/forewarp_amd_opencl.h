// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clang includes before a user's .cl file when it compiles for AMD: the mathematics of forewarp_opencl.h over
/// AMD's instructions, as CUDA's sources have them there (detail/amd/nvvm.h). libclc's own rsqrt, exp2 and native_
/// functions take up to ten times as many instructions as ROCm's.
#define __FW_AMD__ 1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define __FW_D static inline __attribute__((always_inline, nodebug))
__FW_D float __nvvm_mul_rn_f(float x, float y) { return x * y; }
__FW_D double __nvvm_mul_rn_d(double x, double y) { return x * y; }
__FW_D float __nvvm_div_rn_f(float x, float y) { return x / y; }
__FW_D double __nvvm_div_rn_d(double x, double y) { return x / y; }
__FW_D double __nvvm_rcp_rn_d(double x) { return 1.0 / x; }
__FW_D float __nvvm_sqrt_rn_f(float x) { return __builtin_sqrtf(x); }
__FW_D double __nvvm_sqrt_rn_d(double x) { return __builtin_sqrt(x); }
__FW_D float __nvvm_fma_rn_f(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__FW_D double __nvvm_fma_rn_d(double x, double y, double z) { return __builtin_fma(x, y, z); }
__FW_D unsigned long __nvvm_mulhi_ull(unsigned long x, unsigned long y) { return mul_hi(x, y); }
#include "detail/amd/approximate.h"
#include "forewarp_opencl.h"
