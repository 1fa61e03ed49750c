// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define POINTS 256
#define LANES (POINTS / 4)  // threads of a transform
#define TOGETHER 4          // transforms of a block

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ float2 turned(float2 a) { return make_float2(a.y, -a.x); }  // by -i

/// sum over j of x[j] exp(-2 pi i j k / 256), many signals at once: Stockham's transform of radix 4, which needs no
/// reversing of digits. In each of the four stages a thread takes four numbers a quarter apart, turns them by their
/// twiddle factors, transforms them and lays them down one `span` apart, in shared memory but for the last time.
extern "C" __global__ void __launch_bounds__(LANES* TOGETHER)
    fft_radix4(const float2* __restrict__ input, float2* __restrict__ spectrum, int signals) {
  __shared__ float2 shared[TOGETHER][POINTS];
  const int lane = threadIdx.x, signal = blockIdx.x * TOGETHER + threadIdx.y;
  float2* own = shared[threadIdx.y];
  float2 x[4];
#pragma unroll
  for (int r = 0; r < 4; ++r)
    x[r] = signal < signals ? input[signal * POINTS + r * LANES + lane] : make_float2(0.0f, 0.0f);
#pragma unroll
  for (int span = 1; span < POINTS; span *= 4) {
    const int within = lane % span, to = (lane - within) * 4 + within;
    if (span > 1) {
      __syncthreads();
#pragma unroll
      for (int r = 0; r < 4; ++r) x[r] = own[r * LANES + lane];
      __syncthreads();
#pragma unroll
      for (int r = 1; r < 4; ++r) {
        float2 twiddle;
        sincospif(-0.5f * r * within / span, &twiddle.y, &twiddle.x);
        x[r] = x[r] * twiddle;
      }
    }
    const float2 even = x[0] + x[2], odd = x[0] - x[2], sum = x[1] + x[3], difference = turned(x[1] - x[3]);
    x[0] = even + sum;
    x[1] = odd + difference;
    x[2] = even - sum;
    x[3] = odd - difference;
    if (span < LANES) {
#pragma unroll
      for (int r = 0; r < 4; ++r) own[to + r * span] = x[r];
    }
  }
  if (signal >= signals) return;
#pragma unroll
  for (int r = 0; r < 4; ++r) spectrum[signal * POINTS + lane + r * LANES] = x[r];
}
