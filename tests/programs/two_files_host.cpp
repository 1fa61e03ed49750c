// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <vector>

int host_part(float* x, int n) {
  std::vector<float> back(n);
  if (cudaMemcpy(back.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i)
    if (back[i] != 2 * FACTOR * (1.0f + i)) return 2;
  return 0;
}
