// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Macros of the toolkit's headers that programs ask for to learn what was included, and the architectures.
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <curand.h>
#include <curand_kernel.h>
#include <mma.h>
#include <nvrtc.h>

#include "check.h"

#if !defined(__cuda_cuda_h__) || !defined(CURAND_H_) || !defined(CURAND_KERNEL_H_) || !defined(__NVRTC_H__)
#error "a header without its name"
#endif
#if !defined(__CUDA_FP16_H__) || !defined(__CUDA_BF16_H__) || !defined(__CUDA_FP8_H__)
#error "a header without its name"
#endif
#if !defined(_COOPERATIVE_GROUPS_H_) || !defined(CU_COMPLEX_H_) || !defined(__CUDA_MMA_H__)
#error "a header without its name"
#endif
static_assert(CURAND_VERSION >= 10000, "major * 1000 + minor * 100 + patch");

__global__ void architecture(int* out) { *out = __CUDA_ARCH_LIST__; }

int main() {
  int* out = nullptr;
  CALL(cudaMallocManaged(&out, sizeof(int)));
  architecture<<<1, 1>>>(out);
  CALL(cudaDeviceSynchronize());
  constexpr int list[] = {__CUDA_ARCH_LIST__};
  CHECK(*out == list[0] && list[0] == 900);
  std::puts("PASS");
}
