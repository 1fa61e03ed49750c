// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// a = b + s c on doubles, one element a thread: two loads and a store of 8 bytes for two operations.
extern "C" __global__ void triad(double* __restrict__ a, const double* __restrict__ b, const double* __restrict__ c,
                                 double s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + s * c[i];
}
