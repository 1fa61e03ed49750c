// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/// clang has no managed variables for CUDA. The host's shadow of the variable is in a section of its own, by which
/// forewarp's runtime knows it (runtime_managed.h) and gives the device the same bytes.
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("fw_managed")))
#endif
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/// clang 19 has no attribute for it: an error that says so.
#define __cluster_dims__(...) \
  _Pragma("GCC error \"clang 19 has no __cluster_dims__: launch with cudaLaunchAttributeClusterDimension\"")
#define __grid_constant__
/// A limit of registers: clang 19 has no attribute for it, and results do not depend on it.
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __cudart_builtin__
#define __device_builtin__
#define CUDARTAPI
#define CUDART_CB
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 5
#define __CUDACC_VER_BUILD__ 0
#define CUDART_VERSION 12050
#define CUDA_VERSION 12050
#define __CUDART_API_VERSION 12050
/// On the host, what builds the program defines it.
#ifdef __CUDA_ARCH__
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#endif
/// Set for code that wants to know that this is forewarp's header and no toolkit.
#define __FOREWARP_CUDA__ 1
/// nodebug: what is inlined from our headers stands at the line of the author that calls it.
#define __FW_D static __inline__ __attribute__((always_inline, nodebug, device))
#define __FW_HD static __inline__ __attribute__((always_inline, nodebug, host, device))
typedef __SIZE_TYPE__ size_t;

#ifdef __cplusplus
/// clang takes alignas at the beginning of a declaration only; nvcc's programs have it behind __shared__, too, where an
/// attribute may stand. As with alignas, the argument is a type or a number: int(X) is a function's type or a number.
template <class Function>
struct __fw_alignments;
template <class... T>
struct __fw_alignments<int(T...)> {
  static __host__ __device__ constexpr size_t most() {
    size_t result = 1;
    ((result = alignof(T) > result ? alignof(T) : result), ...);
    return result;
  }
};
template <class Function>
__host__ __device__ constexpr size_t __fw_alignment() {
  return __fw_alignments<Function>::most();
}
template <int N>
__host__ __device__ constexpr size_t __fw_alignment() {
  return N;
}
#define alignas(...) __attribute__((aligned(__fw_alignment<int(__VA_ARGS__)>())))
#endif
