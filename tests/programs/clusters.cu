// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thread block clusters: a histogram whose bins are spread over the blocks of a cluster, sums that go round, attributes
// and errors of launches.
#include <cooperative_groups.h>

#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int bins = 512, threads = 128;

/// Each block of a cluster has a part of the bins in its shared memory; all blocks add to all parts.
__global__ void histogram(const unsigned* values, int count, unsigned* out) {
  extern __shared__ unsigned own[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int blocks = cluster.num_blocks(), per_block = bins / blocks;
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) own[i] = 0;
  cluster.sync();
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    const unsigned bin = values[i] % bins;
    atomicAdd(cluster.map_shared_rank(own, bin / per_block) + bin % per_block, 1u);
  }
  cluster.sync();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x)
    atomicAdd(out + cluster.block_rank() * per_block + i, own[i]);
}

/// Each block adds its rank to a number that its neighbour has, as many times as there are blocks.
__global__ void go_round(int* out) {
  __shared__ int number[2];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  if (threadIdx.x == 0) number[0] = rank;
  cluster.sync();
  for (unsigned step = 0; step < blocks; ++step) {
    const int* const from = cluster.map_shared_rank(number, (rank + 1) % blocks);
    if (threadIdx.x == 0) number[(step + 1) % 2] = from[step % 2] + rank;
    cluster.barrier_arrive();
    cluster.barrier_wait();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = number[blocks % 2] + 1000 * cluster.query_shared_rank(number);
  // The same by the functions that need no group.
  const int* const next = static_cast<const int*>(__cluster_map_shared_rank(number, (rank + 1) % blocks));
  if (__clusterRelativeBlockRank() != rank || __clusterSizeInBlocks() != blocks || __clusterDim().x != blocks ||
      __clusterIdx().x != blockIdx.x / blocks || __cluster_query_shared_rank(next) != (rank + 1) % blocks)
    out[blockIdx.x] = -1;
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
}

cudaLaunchConfig_t shape(dim3 grid, dim3 block, unsigned cluster, cudaLaunchAttribute& attribute, size_t shared = 0) {
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return config;
}

void check_histogram(unsigned cluster) {
  constexpr int count = 10000;
  std::vector<unsigned> values(count), expected(bins), counted(bins);
  for (int i = 0; i < count; ++i) ++expected[(values[i] = i * 7919u + i / 3) % bins];
  unsigned *in, *out;
  CALL(cudaMalloc(&in, count * sizeof(unsigned)));
  CALL(cudaMalloc(&out, bins * sizeof(unsigned)));
  CALL(cudaMemcpy(in, values.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice));
  CALL(cudaMemset(out, 0, bins * sizeof(unsigned)));
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config = shape(16, threads, cluster, attribute, bins / cluster * sizeof(unsigned));
  CALL(cudaLaunchKernelEx(&config, histogram, (const unsigned*)in, count, out));
  CALL(cudaMemcpy(counted.data(), out, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int b = 0; b < bins; ++b) wrong += counted[b] != expected[b];
  CHECK(wrong == 0);
  CALL(cudaFree(in));
  CALL(cudaFree(out));
}

void check_round(unsigned cluster) {
  int *out, sums[16];
  CALL(cudaMalloc(&out, sizeof sums));
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config = shape(16, 64, cluster, attribute);
  CALL(cudaLaunchKernelEx(&config, go_round, out));
  CALL(cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost));
  int wrong = 0;
  // After k steps block r has r + (r+1) + ... + (r+k-1), and what block r+k began with: all ranks once, and its own.
  for (unsigned b = 0; b < 16; ++b) {
    const int rank = b % cluster, all = cluster * (cluster - 1) / 2;
    wrong += sums[b] != all + rank + 1000 * rank;
  }
  CHECK(wrong == 0);
  CALL(cudaFree(out));
}

void check_errors() {
  int* out;
  CALL(cudaMalloc(&out, 64 * sizeof(int)));
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config = shape(15, 64, 2, attribute);
  CHECK(cudaLaunchKernelEx(&config, go_round, out) == cudaErrorInvalidClusterSize);
  config = shape(16, 64, 16, attribute);
  CHECK(cudaLaunchKernelEx(&config, go_round, out) == cudaErrorInvalidClusterSize);
  CALL(cudaFuncSetAttribute(go_round, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  CALL(cudaLaunchKernelEx(&config, go_round, out));
  CALL(cudaDeviceSynchronize());
  (void)cudaGetLastError();
  CALL(cudaFree(out));
}

void check_occupancy() {
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config = shape(16, 1024, 4, attribute);
  int clusters = 0, size = 0;
  CALL(cudaOccupancyMaxActiveClusters(&clusters, go_round, &config));
  CALL(cudaOccupancyMaxPotentialClusterSize(&size, histogram, &config));
  CHECK(clusters > 0 && size == 8);
}

int main() {
  for (const unsigned cluster : {1u, 2u, 4u, 8u}) check_histogram(cluster);
  for (const unsigned cluster : {2u, 8u}) check_round(cluster);
  check_errors();
  check_occupancy();
  std::printf("PASS\n");
}
