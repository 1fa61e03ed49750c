// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// NVVM's approximate functions as AMD's instructions, one text for CUDA C++ and OpenCL C.
#if __has_builtin(__builtin_amdgcn_exp2f)
__FW_D float __nvvm_ex2_approx_f(float x) { return __builtin_amdgcn_exp2f(x); }
__FW_D float __nvvm_lg2_approx_f(float x) { return __builtin_amdgcn_logf(x); }
#else
__FW_D float __nvvm_ex2_approx_f(float x) { return __builtin_exp2f(x); }
__FW_D float __nvvm_lg2_approx_f(float x) { return __builtin_log2f(x); }
#endif
// v_sin_f32 and v_cos_f32 take turns, not radians.
__FW_D float __nvvm_sin_approx_f(float x) { return __builtin_amdgcn_sinf(x * 0.159154943f); }
__FW_D float __nvvm_cos_approx_f(float x) { return __builtin_amdgcn_cosf(x * 0.159154943f); }
__FW_D float __nvvm_rcp_approx_ftz_f(float x) { return __builtin_amdgcn_rcpf(x); }
__FW_D float __nvvm_div_approx_f(float x, float y) { return x * __builtin_amdgcn_rcpf(y); }
__FW_D float __nvvm_rsqrt_approx_f(float x) { return __builtin_amdgcn_rsqf(x); }
__FW_D double __nvvm_rsqrt_approx_d(double x) { return __builtin_amdgcn_rsq(x); }
__FW_D float __nvvm_sqrt_approx_f(float x) { return __builtin_amdgcn_sqrtf(x); }
