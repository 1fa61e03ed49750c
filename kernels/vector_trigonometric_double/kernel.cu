// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// z = sin(k1) x + cos(k2) y, one element a thread; sin and cos are called by their double names, as happens without
/// being meant: what vector_trigonometric improves on.
extern "C" __global__ void vector_trigonometric_double(const float* __restrict__ x, const float* __restrict__ y,
                                                       float* __restrict__ z, float k1, float k2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = static_cast<float>(sin(static_cast<double>(k1)) * x[i] + cos(static_cast<double>(k2)) * y[i]);
}
