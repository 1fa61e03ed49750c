// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What programs rely on without asking for it: headers that nvcc brings along, and words that it still takes.
#include "check.h"

__global__ void negate(float* values) {
  register int i = threadIdx.x;
  values[i] = -values[i];
}

int main() {
  float* values = nullptr;
  CALL(cudaMallocManaged(&values, 32 * sizeof(float)));
  for (int i = 0; i < 32; ++i) values[i] = 0.5f * i;
  negate<<<1, 32>>>(values);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(std::fabs(values[i]) == 0.5f * i);
  CHECK(std::sqrt(4.0f) == 2.0f && std::fabs(-1.5) == 1.5);
  std::puts("PASS");
}
