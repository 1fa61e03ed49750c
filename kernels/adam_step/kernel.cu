// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One step of Adam (Kingma and Ba 2015, algorithm 1): the moments m and v follow the gradient and its square, and the
/// weight goes down by rate m' / (sqrt(v') + 1e-8), m' and v' being m and v times their corrections 1 / (1 - beta^t).
extern "C" __global__ void adam_step(float* __restrict__ weight, float* __restrict__ first, float* __restrict__ second,
                                     const float* __restrict__ gradient, float rate, float beta1, float beta2,
                                     float correction1, float correction2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float g = gradient[i];
  const float m = beta1 * first[i] + (1.0f - beta1) * g;
  const float v = beta2 * second[i] + (1.0f - beta2) * g * g;
  first[i] = m;
  second[i] = v;
  weight[i] -= rate * (m * correction1) / (sqrtf(v * correction2) + 1e-8f);
}
