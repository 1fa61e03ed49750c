// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The program's own clock around a kernel that takes a GPU a few microseconds and an emulator much longer.
#include <chrono>

#include "check.h"

__global__ void work(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i;
  for (int k = 0; k < n; ++k) v = v * 0.5f + 1;
  x[i] = v;
}

int main() {
  float* x;
  CALL(cudaMalloc(&x, (1 << 16) * sizeof(float)));
  CALL(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  work<<<256, 256>>>(x, 300);
  CALL(cudaDeviceSynchronize());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%s\n", seconds < 0.002 ? "device time" : "real time");
}
