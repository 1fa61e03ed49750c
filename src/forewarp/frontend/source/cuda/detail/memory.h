// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loads and stores with a cache operator (PTX ISA, "Cache Operators"), the read-only load, address space queries.
#ifdef __FW_AMD__
#define __FW_LOAD(name, op, type, ptx, reg, carrier) \
  __FW_D type name(const type* p) { return *p; }
#define __FW_LOAD2(name, op, type, ptx, reg) __FW_LOAD(name, op, type, ptx, reg, type)
#define __FW_LOAD4(name, op, type, ptx, reg) __FW_LOAD(name, op, type, ptx, reg, type)
#define __FW_STORE(name, op, type, ptx, reg, carrier) \
  __FW_D void name(type* p, type v) { *p = v; }
#define __FW_STORE2(name, op, type, ptx, reg) __FW_STORE(name, op, type, ptx, reg, type)
#define __FW_STORE4(name, op, type, ptx, reg) __FW_STORE(name, op, type, ptx, reg, type)
#else
#define __FW_LOAD(name, op, type, ptx, reg, carrier)                         \
  __FW_D type name(const type* p) {                                          \
    carrier v;                                                               \
    asm volatile("ld.global" op "." ptx " %0, [%1];" : "=" reg(v) : "l"(p)); \
    return static_cast<type>(v);                                             \
  }
#define __FW_LOAD2(name, op, type, ptx, reg)                                                          \
  __FW_D type name(const type* p) {                                                                   \
    type v;                                                                                           \
    asm volatile("ld.global" op ".v2." ptx " {%0, %1}, [%2];" : "=" reg(v.x), "=" reg(v.y) : "l"(p)); \
    return v;                                                                                         \
  }
#define __FW_LOAD4(name, op, type, ptx, reg)                              \
  __FW_D type name(const type* p) {                                       \
    type v;                                                               \
    asm volatile("ld.global" op ".v4." ptx " {%0, %1, %2, %3}, [%4];"     \
                 : "=" reg(v.x), "=" reg(v.y), "=" reg(v.z), "=" reg(v.w) \
                 : "l"(p));                                               \
    return v;                                                             \
  }
#define __FW_STORE(name, op, type, ptx, reg, carrier)                                                    \
  __FW_D void name(type* p, type v) {                                                                    \
    asm volatile("st.global" op "." ptx " [%0], %1;" ::"l"(p), reg(static_cast<carrier>(v)) : "memory"); \
  }
#define __FW_STORE2(name, op, type, ptx, reg)                                                           \
  __FW_D void name(type* p, type v) {                                                                   \
    asm volatile("st.global" op ".v2." ptx " [%0], {%1, %2};" ::"l"(p), reg(v.x), reg(v.y) : "memory"); \
  }
#define __FW_STORE4(name, op, type, ptx, reg)                                                                          \
  __FW_D void name(type* p, type v) {                                                                                  \
    asm volatile("st.global" op ".v4." ptx " [%0], {%1, %2, %3, %4};" ::"l"(p), reg(v.x), reg(v.y), reg(v.z), reg(v.w) \
                 : "memory");                                                                                          \
  }
#endif
/// The types that have a load and a store of each cache operator, `of` one of the macros above.
#define __FW_ONES(of, name, op)                                    \
  of(name, op, char, "s8", "r", int)                               \
  of(name, op, signed char, "s8", "r", int)                        \
  of(name, op, unsigned char, "u8", "r", unsigned)                 \
  of(name, op, short, "s16", "h", short)                           \
  of(name, op, unsigned short, "u16", "h", unsigned short)         \
  of(name, op, int, "s32", "r", int)                               \
  of(name, op, unsigned, "u32", "r", unsigned)                     \
  of(name, op, long, "s64", "l", long)                             \
  of(name, op, unsigned long, "u64", "l", unsigned long)           \
  of(name, op, long long, "s64", "l", long long)                   \
  of(name, op, unsigned long long, "u64", "l", unsigned long long) \
  of(name, op, float, "f32", "f", float)                           \
  of(name, op, double, "f64", "d", double)
#define __FW_PAIRS(of, name, op)       \
  of(name, op, int2, "s32", "r")       \
  of(name, op, uint2, "u32", "r")      \
  of(name, op, float2, "f32", "f")     \
  of(name, op, double2, "f64", "d")    \
  of(name, op, longlong2, "s64", "l")  \
  of(name, op, ulonglong2, "u64", "l") \
  of(name, op, short2, "s16", "h")     \
  of(name, op, ushort2, "u16", "h")
#define __FW_FOURS(of, name, op)    \
  of(name, op, int4, "s32", "r")    \
  of(name, op, uint4, "u32", "r")   \
  of(name, op, float4, "f32", "f")  \
  of(name, op, short4, "s16", "h")  \
  of(name, op, ushort4, "u16", "h")
#define __FW_LOADS(name, op)          \
  __FW_ONES(__FW_LOAD, name, op)    \
  __FW_PAIRS(__FW_LOAD2, name, op)  \
  __FW_FOURS(__FW_LOAD4, name, op)
#define __FW_STORES(name, op)          \
  __FW_ONES(__FW_STORE, name, op)    \
  __FW_PAIRS(__FW_STORE2, name, op)  \
  __FW_FOURS(__FW_STORE4, name, op)
__FW_LOADS(__ldg, ".nc")
__FW_LOADS(__ldcg, ".cg")
__FW_LOADS(__ldca, ".ca")
__FW_LOADS(__ldcs, ".cs")
__FW_LOADS(__ldlu, ".lu")
__FW_LOADS(__ldcv, ".cv")
__FW_STORES(__stwb, ".wb")
__FW_STORES(__stcg, ".cg")
__FW_STORES(__stcs, ".cs")
__FW_STORES(__stwt, ".wt")
template <class T>
__FW_D T* __ldg(T* const* p) {
  return reinterpret_cast<T*>(__ldg(reinterpret_cast<const unsigned long long*>(p)));
}

__FW_D unsigned __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
__FW_D unsigned __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
__FW_D unsigned __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
__FW_D unsigned __isLocal(const void* p) { return __nvvm_isspacep_local(p); }
__FW_D size_t __cvta_generic_to_shared(const void* p) {
  return static_cast<size_t>(reinterpret_cast<unsigned long>((const __attribute__((address_space(3))) void*)p));
}
__FW_D size_t __cvta_generic_to_global(const void* p) {
  return static_cast<size_t>(reinterpret_cast<unsigned long>((const __attribute__((address_space(1))) void*)p));
}

#ifndef __FW_AMD__
#define __FW_CVTA(name, space)                                                \
  __FW_D size_t __cvta_generic_to_##name(const void* p) {                     \
    size_t at;                                                                \
    asm("cvta.to." space ".u64 %0, %1;" : "=l"(at) : "l"(p));                 \
    return at;                                                                \
  }
__FW_CVTA(local, "local")
__FW_CVTA(constant, "const")
#undef __FW_CVTA
#define __FW_CVTA(name, space)                                                \
  __FW_D void* __cvta_##name##_to_generic(size_t at) {                        \
    void* p;                                                                  \
    asm("cvta." space ".u64 %0, %1;" : "=l"(p) : "l"(at));                    \
    return p;                                                                 \
  }
__FW_CVTA(shared, "shared")
__FW_CVTA(global, "global")
__FW_CVTA(local, "local")
__FW_CVTA(constant, "const")
#undef __FW_CVTA
/// The handle of a condition is the address of its word.
__FW_D void cudaGraphSetConditional(unsigned long long handle, unsigned int value) {
  *reinterpret_cast<volatile unsigned int*>(handle) = value;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// Programmatic dependent launches: the kernel before has ended when this one begins, so there is nothing to wait for.
__FW_D void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
__FW_D void cudaTriggerProgrammaticLaunchCompletion() { asm volatile("griddepcontrol.launch_dependents;"); }
#else
__FW_D void cudaGridDependencySynchronize() {}
__FW_D void cudaTriggerProgrammaticLaunchCompletion() {}
#endif
#endif
