// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A cooperative launch: the blocks of a grid wait for each other; one that does not fit is refused, and in any other
// launch they cannot wait.
#include <cooperative_groups.h>

#include "check.h"

__global__ void prefix(int* x, int n) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 1; step < n; step *= 2) {
    const int add = i >= step && i < n ? x[i - step] : 0;
    grid.sync();
    if (i < n) x[i] += add;
    grid.sync();
  }
}

__global__ void asks(int* valid) {
  if (cooperative_groups::this_grid().is_valid()) atomicAdd(valid, 1);
}

/// The same launch once as an ordinary one and once as a cooperative one: only that one has a grid that can wait.
void check_validity() {
  int* valid;
  CALL(cudaMallocManaged(&valid, sizeof(int)));
  *valid = 0;
  void* arguments[] = {&valid};
  asks<<<2, 32>>>(valid);
  CALL(cudaDeviceSynchronize());
  CHECK(*valid == 0);
  CALL(cudaLaunchCooperativeKernel(asks, dim3(2), dim3(32), arguments, 0, 0));
  CALL(cudaDeviceSynchronize());
  CHECK(*valid == 64);
  asks<<<2, 32>>>(valid);
  CALL(cudaDeviceSynchronize());
  CHECK(*valid == 64);
}

int main() {
  check_validity();
  int n = 512;
  int* x;
  CALL(cudaMallocManaged(&x, n * sizeof(int)));
  for (int i = 0; i < n; ++i) x[i] = 1;
  void* arguments[] = {&x, &n};
  CALL(cudaLaunchCooperativeKernel(prefix, dim3(4), dim3(128), arguments, 0, 0));
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) CHECK(x[i] == i + 1);
  int blocks = 0, sms = 0;
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, prefix, 128, 0));
  CALL(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(blocks > 0);
  CHECK(cudaLaunchCooperativeKernel(prefix, dim3(blocks * sms + 1), dim3(128), arguments, 0, 0) ==
        cudaErrorCooperativeLaunchTooLarge);
  prefix<<<4, 128>>>(x, n);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  std::puts("PASS");
}
