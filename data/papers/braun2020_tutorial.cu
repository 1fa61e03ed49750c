// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The work of those launches of braun2020's tutorial (github UniHD-CEG/gpu-mangrove-tutorial) that no bundled kernel
// does, in our own words: forewarp reproduce braun2020 --part counts holds the emulator's counts of these against what
// CUDA Flux counted of theirs. braun2020_tutorial.ptx is made from this file by nvcc -ptx -arch=sm_75.

// A step of heat conduction with the temperature kept in [0, 127]. The stride is blockDim + gridDim, as the tutorial has
// it, where blockDim * gridDim would do each point once: most points are done many times.
extern "C" __global__ void heat_strided(int n, float* before, float* after) {
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < (n - 2) * (n - 2); p += blockDim.x + gridDim.x) {
    const int i = p + n + 1 + p / (n - 2) * 2;
    const float around = before[i + 1] + before[i - 1] + before[i + n] + before[i - n];
    float next = before[i] + 0.24f * (-4 * before[i] + around);
    if (next > 127) next = 127;
    if (next < 0) next = 0;
    after[i] = next;
  }
}

// The same step, a row of the grid a thread: three columns of a CTA's rows turn round in four slots of shared memory.
// Threads past the last row wait with the others: a barrier that half a warp skips, as the tutorial has it, is none.
extern "C" __global__ void heat_rotating(int n, float* before, float* after) {
  extern __shared__ float column[];
  const int row = blockIdx.x * (blockDim.x - 2) + threadIdx.x;
  const bool inside = row < n - 1;
  float mine[4];
  for (int x = 0; x < n; ++x) {
    const int right = x % 4, centre = (x + 3) % 4, left = (x + 2) % 4;
    if (inside) {
      mine[right] = before[x + row * n];
      column[right * blockDim.x + threadIdx.x] = mine[right];
    }
    __syncthreads();
    if (inside && x > 1 && threadIdx.x != 0 && threadIdx.x != blockDim.x - 1) {
      const float around = column[right * blockDim.x + threadIdx.x] + column[left * blockDim.x + threadIdx.x] +
                           column[centre * blockDim.x + threadIdx.x - 1] +
                           column[centre * blockDim.x + threadIdx.x + 1];
      float next = mine[centre] + 0.24f * (-4 * mine[centre] + around);
      if (next > 127) next = 127;
      if (next < 0) next = 0;
      after[x - 1 + row * n] = next;
    }
    __syncthreads();
  }
}

// k-means: the nearest centre of each point, points with their dimensions side by side.
extern "C" __global__ void kmeans_nearest(float* points, int* nearest, float* centres, int count, int clusters,
                                          int dimensions) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= count) return;
  float least = 3.4e38f;
  int best = -1;
  for (int c = 0; c < clusters; ++c) {
    float sum = 0;
    for (int d = 0; d < dimensions; ++d) {
      const float off = points[point * dimensions + d] - centres[c * dimensions + d];
      sum += off * off;
    }
    const float distance = sqrtf(sum);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[point] = best;
}

// k-means: a CTA adds up its points by cluster, one thread a cluster and dimension.
extern "C" __global__ void kmeans_sums(float* points, int* nearest, float* centres, int* members, int count,
                                       int clusters, int dimensions) {
  extern __shared__ float own[];
  int* const own_nearest = reinterpret_cast<int*>(own + blockDim.x * dimensions);
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= count) return;
  for (int d = 0; d < dimensions; ++d) own[threadIdx.x * dimensions + d] = points[point * dimensions + d];
  own_nearest[threadIdx.x] = nearest[point];
  __syncthreads();
  if (threadIdx.x >= clusters * dimensions) return;
  const int c = threadIdx.x / dimensions, d = threadIdx.x % dimensions;
  float sum = 0;
  int found = 0;
  for (int i = 0; i < blockDim.x; ++i)
    if (own_nearest[i] == c) {
      ++found;
      sum += own[i * dimensions + d];
    }
  atomicAdd(&centres[c * dimensions + d], sum);
  if (d == 0) atomicAdd(&members[c], found);
}

// k-means: sums to means.
extern "C" __global__ void kmeans_means(float* centres, int* members, int clusters, int dimensions) {
  if (threadIdx.x >= clusters * dimensions) return;
  const int c = threadIdx.x / dimensions, d = threadIdx.x % dimensions;
  centres[c * dimensions + d] /= members[c];
}
