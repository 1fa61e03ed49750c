// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Atomic functions of the CUDA C++ Programming Guide: relaxed, device scope; _block and _system name another scope.
#define __FW_ATOMIC(suffix, scope)                                                                            \
  __FW_ATOMIC_INT(int, suffix, scope)                                                                         \
  __FW_ATOMIC_INT(unsigned int, suffix, scope)                                                                \
  __FW_ATOMIC_INT(unsigned long, suffix, scope)                                                               \
  __FW_ATOMIC_INT(unsigned long long, suffix, scope)                                                          \
  __FW_ATOMIC_INT(long long, suffix, scope)                                                                   \
  __FW_D float atomicExch##suffix(float* p, float v) {                                                        \
    return __builtin_bit_cast(float, atomicExch##suffix((unsigned*)p, __builtin_bit_cast(unsigned, v)));      \
  }                                                                                                           \
  __FW_D float atomicAdd##suffix(float* p, float v) {                                                         \
    return __scoped_atomic_fetch_add(p, v, __ATOMIC_RELAXED, scope);                                          \
  }                                                                                                           \
  __FW_D float atomicSub##suffix(float* p, float v) { return atomicAdd##suffix(p, -v); }                      \
  __FW_D unsigned atomicInc##suffix(unsigned* p, unsigned v) { return __nvvm_atom_inc_gen_ui(p, v); }         \
  __FW_D unsigned atomicDec##suffix(unsigned* p, unsigned v) { return __nvvm_atom_dec_gen_ui(p, v); }         \
  __FW_D unsigned short atomicCAS##suffix(unsigned short* p, unsigned short compare, unsigned short value) {  \
    __scoped_atomic_compare_exchange_n(p, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope); \
    return compare;                                                                                           \
  }
#define __FW_ATOMIC_OP(name, op, type, suffix, scope) \
  __FW_D type name##suffix(type* p, type v) { return __scoped_atomic_##op(p, v, __ATOMIC_RELAXED, scope); }
#define __FW_ATOMIC_INT(type, suffix, scope)                                                                  \
  __FW_ATOMIC_OP(atomicAdd, fetch_add, type, suffix, scope)                                                   \
  __FW_ATOMIC_OP(atomicSub, fetch_sub, type, suffix, scope)                                                   \
  __FW_ATOMIC_OP(atomicMin, fetch_min, type, suffix, scope)                                                   \
  __FW_ATOMIC_OP(atomicMax, fetch_max, type, suffix, scope)                                                   \
  __FW_ATOMIC_OP(atomicAnd, fetch_and, type, suffix, scope)                                                   \
  __FW_ATOMIC_OP(atomicOr, fetch_or, type, suffix, scope)                                                     \
  __FW_ATOMIC_OP(atomicXor, fetch_xor, type, suffix, scope)                                                   \
  __FW_ATOMIC_OP(atomicExch, exchange_n, type, suffix, scope)                                                 \
  __FW_D type atomicCAS##suffix(type* p, type compare, type value) {                                          \
    __scoped_atomic_compare_exchange_n(p, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope); \
    return compare;                                                                                           \
  }
__FW_ATOMIC(, __MEMORY_SCOPE_DEVICE)
__FW_ATOMIC(_block, __MEMORY_SCOPE_WRKGRP)
__FW_ATOMIC(_system, __MEMORY_SCOPE_SYSTEM)
#undef __FW_ATOMIC
#undef __FW_ATOMIC_INT
#undef __FW_ATOMIC_OP

// atom.add.f64 exists from sm_60; before, the guide's own loop over atomicCAS.
__FW_D double atomicAdd(double* p, double v) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
  return __nvvm_atom_add_gen_d(p, v);
#else
  unsigned long long seen = *(unsigned long long*)p, assumed;
  do {
    assumed = seen;
    seen = atomicCAS((unsigned long long*)p, assumed,
                     __builtin_bit_cast(unsigned long long, v + __builtin_bit_cast(double, assumed)));
  } while (assumed != seen);
  return __builtin_bit_cast(double, seen);
#endif
}
__FW_D double atomicAdd_block(double* p, double v) { return atomicAdd(p, v); }
__FW_D double atomicAdd_system(double* p, double v) { return atomicAdd(p, v); }
#if !defined(__FW_AMD__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
// Vectors in global memory, each element by itself.
__FW_D float2 atomicAdd(float2* p, float2 v) {
  float2 old;
  asm volatile("atom.global.v2.f32.add {%0, %1}, [%2], {%3, %4};"
               : "=f"(old.x), "=f"(old.y)
               : "l"(p), "f"(v.x), "f"(v.y)
               : "memory");
  return old;
}
__FW_D float4 atomicAdd(float4* p, float4 v) {
  float4 old;
  asm volatile("atom.global.v4.f32.add {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
               : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w)
               : "l"(p), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
  return old;
}
#endif
