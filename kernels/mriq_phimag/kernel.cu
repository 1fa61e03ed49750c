// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// real^2 + imaginary^2 of each sample of a magnetic resonance scan, one a thread.
extern "C" __global__ void mriq_phimag(const float* __restrict__ real, const float* __restrict__ imaginary,
                                       float* __restrict__ magnitude, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) magnitude[i] = real[i] * real[i] + imaginary[i] * imaginary[i];
}
