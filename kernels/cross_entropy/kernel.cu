// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One more logit for a running sum of exponentials: total = sum of exp(logit - most), most the largest so far.
__device__ __forceinline__ void take(float logit, float weight, float& most, float& total) {
  const float next = fmaxf(most, logit);
  total = total * __expf(most - next) + weight * __expf(logit - next);
  most = next;
}

/// loss[i] = log(sum_j exp(logits[i][j])) - logits[i][labels[i]], one row a block in one pass: every thread keeps its
/// largest logit and the sum of exponentials below it, which a tree in shared memory combines.
extern "C" __global__ void cross_entropy(const float* __restrict__ logits, const int* __restrict__ labels,
                                         float* __restrict__ loss, int columns) {
  __shared__ float most_of[1024];
  __shared__ float total_of[1024];
  const float* row = logits + (size_t)blockIdx.x * columns;
  float most = -1e30f, total = 0.0f;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) take(row[j], 1.0f, most, total);
  most_of[threadIdx.x] = most;
  total_of[threadIdx.x] = total;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      take(most_of[threadIdx.x + half], total_of[threadIdx.x + half], most, total);
      most_of[threadIdx.x] = most;
      total_of[threadIdx.x] = total;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) loss[blockIdx.x] = most + logf(total) - row[labels[blockIdx.x]];
}
