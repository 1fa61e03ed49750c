// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Counts of each byte value, every value an atomic on the one set of bins in device memory: what histogram improves
/// on.
extern "C" __global__ void histogram_global(const unsigned char* __restrict__ data, unsigned int* __restrict__ bins,
                                            int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[data[i]], 1u);
}
