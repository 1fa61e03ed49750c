// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// z = sin(k1) x + cos(k2) y, two elements a thread, a block apart, their reads interleaved (zigon2020, K4).
extern "C" __global__ void vector_ilp2_32bit(const float* __restrict__ x, const float* __restrict__ y,
                                             float* __restrict__ z, float k1, float k2, int n) {
  const int i = 2 * blockIdx.x * blockDim.x + threadIdx.x, j = i + blockDim.x;
  if (i >= n) return;
  const int second = j < n ? j : i;
  const float x0 = x[i], x1 = x[second];
  const float y0 = y[i], y1 = y[second];
  const float sine = sinf(k1), cosine = cosf(k2);
  z[i] = sine * x0 + cosine * y0;
  if (j < n) z[j] = sine * x1 + cosine * y1;
}
