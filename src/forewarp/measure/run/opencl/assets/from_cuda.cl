// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What comes before a translated CUDA kernel: names and functions of CUDA C++ by those of OpenCL C.
//
// OpenCL's functions are overloaded where CUDA's have an f for float: sqrtf(2) must not become
// sqrt of an int, which is ambiguous, hence the casts. Hints to caches (__ldg, __stcs) become
// plain accesses. A function of CUDA that is not here stays as it is, and the driver's compiler
// then names it.
//
// OpenCL 1.2 adds no floats atomically: a loop exchanges the bits until nobody has come in
// between. It compares bits, as a NaN is never equal to itself, and `before` begins as ~seen, so
// that it runs at least once.
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define FW_ATOMIC64 1
#endif
typedef char int8_t; typedef uchar uint8_t; typedef short int16_t; typedef ushort uint16_t;
typedef int int32_t; typedef uint uint32_t; typedef long int64_t; typedef ulong uint64_t;
#define __syncthreads() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define __threadfence() mem_fence(CLK_GLOBAL_MEM_FENCE)
#define __threadfence_block() mem_fence(CLK_LOCAL_MEM_FENCE)
#define __ldg(p) (*(p))
#define __ldcs(p) (*(p))
#define __stcs(p, v) (*(p) = (v))
#define fabsf(x) fabs((float)(x))
#define sqrtf(x) sqrt((float)(x))
#define rsqrtf(x) rsqrt((float)(x))
#define cbrtf(x) cbrt((float)(x))
#define rcbrtf(x) (1.0f / cbrt((float)(x)))
#define expf(x) exp((float)(x))
#define exp2f(x) exp2((float)(x))
#define exp10f(x) exp10((float)(x))
#define expm1f(x) expm1((float)(x))
#define logf(x) log((float)(x))
#define log2f(x) log2((float)(x))
#define log10f(x) log10((float)(x))
#define log1pf(x) log1p((float)(x))
#define sinf(x) sin((float)(x))
#define cosf(x) cos((float)(x))
#define tanf(x) tan((float)(x))
#define asinf(x) asin((float)(x))
#define acosf(x) acos((float)(x))
#define atanf(x) atan((float)(x))
#define sinhf(x) sinh((float)(x))
#define coshf(x) cosh((float)(x))
#define tanhf(x) tanh((float)(x))
#define erff(x) erf((float)(x))
#define erfcf(x) erfc((float)(x))
#define normcdff(x) (0.5f * erfc(-(float)(x) * 0.70710678118654752f))
#define floorf(x) floor((float)(x))
#define ceilf(x) ceil((float)(x))
#define truncf(x) trunc((float)(x))
#define roundf(x) round((float)(x))
#define rintf(x) rint((float)(x))
#define powf(x, y) pow((float)(x), (float)(y))
#define fmodf(x, y) fmod((float)(x), (float)(y))
#define atan2f(x, y) atan2((float)(x), (float)(y))
#define hypotf(x, y) hypot((float)(x), (float)(y))
#define copysignf(x, y) copysign((float)(x), (float)(y))
#define fminf(x, y) fmin((float)(x), (float)(y))
#define fmaxf(x, y) fmax((float)(x), (float)(y))
#define fmaf(x, y, z) fma((float)(x), (float)(y), (float)(z))
#define fdividef(x, y) ((float)(x) / (float)(y))
#define sincosf(x, s, c) (*(s) = sin((float)(x)), *(c) = cos((float)(x)))
#define sincospif(x, s, c) (*(s) = sinpi((float)(x)), *(c) = cospi((float)(x)))
#define __sincosf(x, s, c) (*(s) = native_sin((float)(x)), *(c) = native_cos((float)(x)))
#define __expf(x) native_exp((float)(x))
#define __exp10f(x) native_exp10((float)(x))
#define __logf(x) native_log((float)(x))
#define __log2f(x) native_log2((float)(x))
#define __log10f(x) native_log10((float)(x))
#define __sinf(x) native_sin((float)(x))
#define __cosf(x) native_cos((float)(x))
#define __tanf(x) native_tan((float)(x))
#define __powf(x, y) native_powr((float)(x), (float)(y))
#define __fdividef(x, y) native_divide((float)(x), (float)(y))
#define __frcp_rn(x) (1.0f / (float)(x))
#define __fsqrt_rn(x) sqrt((float)(x))
#define __frsqrt_rn(x) rsqrt((float)(x))
#define __saturatef(x) clamp((float)(x), 0.0f, 1.0f)
#define __fmul_rn(x, y) ((float)(x) * (float)(y))
#define __fadd_rn(x, y) ((float)(x) + (float)(y))
#define __fsub_rn(x, y) ((float)(x) - (float)(y))
#define __fdiv_rn(x, y) ((float)(x) / (float)(y))
#define __fmaf_rn(x, y, z) fma((float)(x), (float)(y), (float)(z))
#define __fma_rn(x, y, z) fma((double)(x), (double)(y), (double)(z))
#define __popc(x) ((int)popcount((uint)(x)))
#define __popcll(x) ((int)popcount((ulong)(x)))
#define __clz(x) ((int)clz((uint)(x)))
#define __clzll(x) ((int)clz((ulong)(x)))
#define __ffs(x) ((x) == 0 ? 0 : 32 - (int)clz((uint)(x) & -(uint)(x)))
#define __umulhi(x, y) mul_hi((uint)(x), (uint)(y))
#define __mulhi(x, y) mul_hi((int)(x), (int)(y))
#define __umul64hi(x, y) mul_hi((ulong)(x), (ulong)(y))
#define __mul24(x, y) mul24((int)(x), (int)(y))
#define __umul24(x, y) mul24((uint)(x), (uint)(y))
#define __funnelshift_l(lo, hi, s) ((uint)(((((ulong)(uint)(hi)) << 32 | (uint)(lo)) << ((s) & 31)) >> 32))
#define __funnelshift_r(lo, hi, s) ((uint)((((ulong)(uint)(hi)) << 32 | (uint)(lo)) >> ((s) & 31)))
#define __float_as_int(x) as_int((float)(x))
#define __float_as_uint(x) as_uint((float)(x))
#define __int_as_float(x) as_float((int)(x))
#define __uint_as_float(x) as_float((uint)(x))
#define __double_as_longlong(x) as_long((double)(x))
#define __longlong_as_double(x) as_double((long)(x))
#define __float2int_rn(x) convert_int_rte((float)(x))
#define __float2int_rz(x) ((int)(float)(x))
#define __float2int_rd(x) convert_int_rtn((float)(x))
#define __float2uint_rn(x) convert_uint_rte((float)(x))
#define __int2float_rn(x) ((float)(int)(x))
#define __uint2float_rn(x) ((float)(uint)(x))
#define make_float2(x, y) ((float2)(x, y))
#define make_float4(x, y, z, w) ((float4)(x, y, z, w))
#define make_double2(x, y) ((double2)(x, y))
#define make_int2(x, y) ((int2)(x, y))
#define make_int4(x, y, z, w) ((int4)(x, y, z, w))
#define make_uint2(x, y) ((uint2)(x, y))
#define make_uint4(x, y, z, w) ((uint4)(x, y, z, w))
#define FW_OVER static __attribute__((overloadable))
#define FW_ATOMIC(S, T, U, AS)                                                                  \
  FW_OVER T atomicAdd(volatile S T* p, T v) { return AS##_add(p, v); }                           \
  FW_OVER T atomicSub(volatile S T* p, T v) { return AS##_sub(p, v); }                           \
  FW_OVER T atomicExch(volatile S T* p, T v) { return AS##_xchg(p, v); }                         \
  FW_OVER T atomicCAS(volatile S T* p, T c, T v) { return AS##_cmpxchg(p, c, v); }
#define FW_ATOMIC_BITS(S, T)                                                                    \
  FW_OVER T atomicMin(volatile S T* p, T v) { return atomic_min(p, v); }                         \
  FW_OVER T atomicMax(volatile S T* p, T v) { return atomic_max(p, v); }                         \
  FW_OVER T atomicAnd(volatile S T* p, T v) { return atomic_and(p, v); }                         \
  FW_OVER T atomicOr(volatile S T* p, T v) { return atomic_or(p, v); }                           \
  FW_OVER T atomicXor(volatile S T* p, T v) { return atomic_xor(p, v); }
FW_ATOMIC(__global, int, int, atomic)
FW_ATOMIC(__global, uint, uint, atomic)
FW_ATOMIC(__local, int, int, atomic)
FW_ATOMIC(__local, uint, uint, atomic)
FW_ATOMIC_BITS(__global, int)
FW_ATOMIC_BITS(__global, uint)
FW_ATOMIC_BITS(__local, int)
FW_ATOMIC_BITS(__local, uint)
#ifdef FW_ATOMIC64
FW_ATOMIC(__global, long, long, atom)
FW_ATOMIC(__global, ulong, ulong, atom)
#endif
#define FW_ATOMIC_FLOAT(S)                                                                      \
  FW_OVER float atomicAdd(volatile S float* p, float v) {                                        \
    uint seen = *(volatile S uint*)p;                                                            \
    for (uint before = ~seen; before != seen;) {                                                 \
      before = seen;                                                                             \
      seen = atomic_cmpxchg((volatile S uint*)p, before, as_uint(as_float(before) + v));         \
    }                                                                                            \
    return as_float(seen);                                                                       \
  }                                                                                              \
  FW_OVER float atomicExch(volatile S float* p, float v) { return atomic_xchg(p, v); }
FW_ATOMIC_FLOAT(__global)
FW_ATOMIC_FLOAT(__local)
#if defined(FW_ATOMIC64) && defined(cl_khr_fp64)
FW_OVER double atomicAdd(volatile __global double* p, double v) {
  ulong seen = *(volatile __global ulong*)p;
  for (ulong before = ~seen; before != seen;) {
    before = seen;
    seen = atom_cmpxchg((volatile __global ulong*)p, before, as_ulong(as_double(before) + v));
  }
  return as_double(seen);
}
#endif
