// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The blocks of a thread block cluster, which reach each other's shared memory (sm_90 and later). Part of
/// cooperative_groups.h, which includes it.
#ifndef __FW_AMD__
namespace cooperative_groups {

class cluster_group {
 public:
  struct arrival_token {};
  __device__ static arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  __device__ static void barrier_wait() { __cluster_barrier_wait(); }
  __device__ static void barrier_wait(arrival_token&&) { barrier_wait(); }
  __device__ static void sync() {
    barrier_arrive();
    barrier_wait();
  }
  __device__ static unsigned query_shared_rank(const void* address) {
    return __cluster_query_shared_rank(address);
  }
  /// The same variable of another block; the address is generic.
  template <class T>
  __device__ static T* map_shared_rank(T* address, int rank) {
    return static_cast<T*>(__cluster_map_shared_rank(address, rank));
  }
  __device__ static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  __device__ static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  __device__ static dim3 dim_blocks() { return __clusterDim(); }
  __device__ static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  __device__ static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  __device__ static unsigned thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
  __device__ static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  __device__ static unsigned num_threads() { return num_blocks() * thread_block::size(); }
  __device__ static unsigned size() { return num_threads(); }
};
__FW_D cluster_group this_cluster() { return {}; }

}  // namespace cooperative_groups
#endif
