// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Six kernels that stream through vectors of n doubles, one element per thread: what stream.csv measured.
// The places of the blocks are limited by dynamic shared memory that no kernel uses, except to have a use of `read`.
extern __shared__ double unused[];

__device__ long element() { return threadIdx.x + static_cast<long>(blockIdx.x) * blockDim.x; }

extern "C" __global__ void init(double* a, long n) {
  const long t = element();
  if (t < n) a[t] = 0.23;
}

extern "C" __global__ void read(double* a, const double* __restrict__ b, long n) {
  const long t = element();
  if (t >= n) return;
  const double value = b[t];
  if (value == 123.0) a[t] = value + unused[threadIdx.x];
}

extern "C" __global__ void scale(double* a, const double* __restrict__ b, long n) {
  const long t = element();
  if (t < n) a[t] = b[t] * 1.2;
}

extern "C" __global__ void triad(double* a, const double* __restrict__ b, const double* __restrict__ c, long n) {
  const long t = element();
  if (t < n) a[t] = b[t] * 1.2 + c[t];
}

extern "C" __global__ void stencil3(double* a, const double* __restrict__ b, long n) {
  const long t = element();
  if (t < n - 1 && t > 0) a[t] = 0.5 * b[t - 1] - 1.0 * b[t] + 0.5 * b[t + 1];
}

extern "C" __global__ void stencil5(double* a, const double* __restrict__ b, long n) {
  const long t = element();
  if (t < n - 2 && t > 1) a[t] = 0.25 * b[t - 2] + 0.25 * b[t - 1] - 1.0 * b[t] + 0.5 * b[t + 1] + 0.5 * b[t + 2];
}
