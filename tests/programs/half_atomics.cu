// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Atomic additions of 16-bit floats, their pairs and vectors of floats; alignas where nvcc takes it.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

#include "check.h"

struct Sums {
  __nv_bfloat162 bfloats;
  __half2 halves;
  __nv_bfloat16 bfloat[2];
  __half half_[2];
  __nv_bfloat162 of_block, last;
  alignas(16) float4 four;
  float2 two;
};

/// All sums are small multiples of 1/4, which both formats have.
__global__ void add(Sums* s) {
  const __nv_bfloat162 before = atomicAdd(&s->bfloats, __floats2bfloat162_rn(1.0f, 0.5f));
  if (threadIdx.x == 31) s->last = before;
  atomicAdd(&s->halves, __floats2half2_rn(1.0f, 0.25f));
  atomicAdd(&s->bfloat[1], __float2bfloat16(2.0f));
  atomicAdd(&s->half_[1], __float2half(2.0f));
  __shared__ __nv_bfloat162 shared;
  if (threadIdx.x == 0) shared = __floats2bfloat162_rn(0.0f, 0.0f);
  __syncthreads();
  atomicAdd(&shared, __floats2bfloat162_rn(1.0f, 2.0f));
  __syncthreads();
  if (threadIdx.x == 0) s->of_block = shared;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  atomicAdd(&s->two, make_float2(1.0f, 2.0f));
  atomicAdd(&s->four, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
#endif
}

template <class T, int bytes>
__global__ void aligned(unsigned* out) {
  __shared__ char odd;
  __shared__ alignas(128) float numbers[3];
  __shared__ alignas(T) char places[sizeof(T) * 2];
  alignas(bytes * 2) __shared__ int first[3];
  odd = static_cast<char>(threadIdx.x);
  numbers[0] = odd;
  out[0] = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(numbers) % 128);
  out[1] = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(places) % alignof(T));
  out[2] = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(first) % (bytes * 2));
}

struct alignas(32) Wide {
  char letter;
};
template <class T>
struct alignas(sizeof(T) > 8 ? 16 : 2 * sizeof(T)) Doubled {
  T value;
};
static_assert(alignof(Doubled<float>) == 8 && alignof(Doubled<double2>) == 16, "");
struct alignas(Wide) AsWide {
  alignas(8) char letter;
};

int main() {
  Sums* s;
  CALL(cudaMallocManaged(&s, sizeof *s));
  add<<<1, 32>>>(s);
  CALL(cudaDeviceSynchronize());
  CHECK(float(s->bfloats.x) == 32.0f && float(s->bfloats.y) == 16.0f);
  CHECK(float(s->last.x) == 31.0f && float(s->last.y) == 15.5f);
  CHECK(float(s->halves.x) == 32.0f && float(s->halves.y) == 8.0f);
  CHECK(float(s->bfloat[1]) == 64.0f && float(s->bfloat[0]) == 0.0f);
  CHECK(float(s->half_[1]) == 64.0f && float(s->half_[0]) == 0.0f);
  CHECK(float(s->of_block.x) == 32.0f && float(s->of_block.y) == 64.0f);
  CHECK(s->two.x == 32.0f && s->two.y == 64.0f && s->four.x == 32.0f && s->four.w == 128.0f);

  unsigned* out;
  CALL(cudaMallocManaged(&out, 64));
  aligned<double2, 32><<<1, 1>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0);
  static_assert(alignof(Wide) == 32 && sizeof(AsWide) == 32 && alignof(AsWide) == 32, "as the host has it");
  std::puts("PASS");
}
