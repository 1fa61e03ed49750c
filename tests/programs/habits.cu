// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What programs rely on without asking for it: headers that nvcc brings along, and words that it still takes.
#include <cuda_fp16.h>

#include "check.h"

// <stddef.h> comes along, too.
static_assert(sizeof(ptrdiff_t) == 8 && offsetof(int2, y) == 4);

__global__ void negate(float* values) {
  register int i = threadIdx.x;
  values[i] = -values[i];
}

__global__ void of_pairs(float* values) {
  assert(blockDim.x == 1);
  const __half2 x = h2exp(__floats2half2_rn(0.0f, 0.0f)), root = h2sqrt(__floats2half2_rn(4.0f, 9.0f));
  values[0] = __low2float(x) + __low2float(root) + __high2float(root);
}

/// Addresses of a kind of memory, limits that results do not depend on, a launch's word to the one before.
__global__ void __maxnreg__(64) of_places(float* values) {
  __shared__ float shared[1];
  cudaGridDependencySynchronize();
  const size_t at = __cvta_generic_to_shared(shared), global = __cvta_generic_to_global(values);
  *static_cast<float*>(__cvta_shared_to_generic(at)) = *static_cast<float*>(__cvta_global_to_generic(global)) + 1;
  cudaTriggerProgrammaticLaunchCompletion();
  values[1] = shared[0];
}

int main() {
  float* values = nullptr;
  CALL(cudaMallocManaged(&values, 32 * sizeof(float)));
  for (int i = 0; i < 32; ++i) values[i] = 0.5f * i;
  negate<<<1, 32>>>(values);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(std::fabs(values[i]) == 0.5f * i);
  CHECK(std::sqrt(4.0f) == 2.0f && std::fabs(-1.5) == 1.5);
  of_pairs<<<1, 1>>>(values);
  CALL(cudaDeviceSynchronize());
  CHECK(values[0] == 6.0f);
  of_places<<<1, 1>>>(values);
  CALL(cudaDeviceSynchronize());
  CHECK(values[1] == 7.0f);
  int grid = 0, block = 0;
  CALL(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, negate));
  CHECK(grid > 0 && block > 0);
  size_t dynamic = 0;
  CALL(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, negate, 2, 256));
  CHECK(dynamic > 0);
  std::puts("PASS");
}
