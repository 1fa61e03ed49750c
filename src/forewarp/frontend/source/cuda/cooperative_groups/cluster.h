// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The blocks of a thread block cluster, which reach each other's shared memory (sm_90 and later). Part of
/// cooperative_groups.h, which includes it.
#ifndef __FW_AMD__
namespace cooperative_groups {

#define __FW_CLUSTER_REGISTER(name, text)          \
  __FW_D unsigned __fw_##name() {                  \
    unsigned value;                                \
    asm volatile("mov.u32 %0, %%" text ";" : "=r"(value)); \
    return value;                                  \
  }
__FW_CLUSTER_REGISTER(cluster_rank, "cluster_ctarank")
__FW_CLUSTER_REGISTER(cluster_blocks, "cluster_nctarank")
__FW_CLUSTER_REGISTER(cluster_block_x, "cluster_ctaid.x")
__FW_CLUSTER_REGISTER(cluster_block_y, "cluster_ctaid.y")
__FW_CLUSTER_REGISTER(cluster_block_z, "cluster_ctaid.z")
__FW_CLUSTER_REGISTER(cluster_dim_x, "cluster_nctaid.x")
__FW_CLUSTER_REGISTER(cluster_dim_y, "cluster_nctaid.y")
__FW_CLUSTER_REGISTER(cluster_dim_z, "cluster_nctaid.z")
#undef __FW_CLUSTER_REGISTER

class cluster_group {
 public:
  struct arrival_token {};
  __device__ static arrival_token barrier_arrive() {
    asm volatile("barrier.cluster.arrive;" ::: "memory");
    return {};
  }
  __device__ static void barrier_wait() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
  __device__ static void barrier_wait(arrival_token&&) { barrier_wait(); }
  __device__ static void sync() {
    barrier_arrive();
    barrier_wait();
  }
  __device__ static unsigned query_shared_rank(const void* address) {
    unsigned rank;
    asm volatile("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
    return rank;
  }
  /// The same variable of another block; the address is generic.
  template <class T>
  __device__ static T* map_shared_rank(T* address, int rank) {
    unsigned long long mapped;
    asm volatile("mapa.u64 %0, %1, %2;"
                 : "=l"(mapped)
                 : "l"(reinterpret_cast<unsigned long long>(address)), "r"(rank));
    return reinterpret_cast<T*>(mapped);
  }
  __device__ static dim3 block_index() { return dim3(__fw_cluster_block_x(), __fw_cluster_block_y(), __fw_cluster_block_z()); }
  __device__ static unsigned block_rank() { return __fw_cluster_rank(); }
  __device__ static dim3 dim_blocks() { return dim3(__fw_cluster_dim_x(), __fw_cluster_dim_y(), __fw_cluster_dim_z()); }
  __device__ static unsigned num_blocks() { return __fw_cluster_blocks(); }
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
