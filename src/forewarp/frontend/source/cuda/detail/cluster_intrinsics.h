// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The built-in functions of thread block clusters (sm_90 and later), as the programming guide has them.
#define __FW_CLUSTER_DIM3(name, text)                                  \
  __FW_D dim3 name() {                                                 \
    unsigned x, y, z;                                                  \
    asm volatile("mov.u32 %0, %%" text ".x;" : "=r"(x));               \
    asm volatile("mov.u32 %0, %%" text ".y;" : "=r"(y));               \
    asm volatile("mov.u32 %0, %%" text ".z;" : "=r"(z));               \
    return dim3(x, y, z);                                              \
  }
__FW_CLUSTER_DIM3(__clusterDim, "cluster_nctaid")
__FW_CLUSTER_DIM3(__clusterRelativeBlockIdx, "cluster_ctaid")
__FW_CLUSTER_DIM3(__clusterGridDimInClusters, "nclusterid")
__FW_CLUSTER_DIM3(__clusterIdx, "clusterid")
#undef __FW_CLUSTER_DIM3
__FW_D unsigned __clusterRelativeBlockRank() {
  unsigned value;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(value));
  return value;
}
__FW_D unsigned __clusterSizeInBlocks() {
  unsigned value;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(value));
  return value;
}
__FW_D unsigned __clusterDimIsSpecified() {
  unsigned value;
  asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(value));
  return value;
}
__FW_D void __cluster_barrier_arrive() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
__FW_D void __cluster_barrier_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory"); }
__FW_D void __cluster_barrier_wait() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
__FW_D void __threadfence_cluster() { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
__FW_D unsigned __cluster_query_shared_rank(const void* address) {
  unsigned rank;
  asm volatile("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
  return rank;
}
__FW_D void* __cluster_map_shared_rank(const void* address, unsigned rank) {
  unsigned long long mapped;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(address), "r"(rank));
  return reinterpret_cast<void*>(mapped);
}
__FW_D unsigned __isClusterShared(const void* address) {
  unsigned value;
  asm volatile("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(value) : "l"(address));
  return value;
}
__FW_D unsigned __isCtaShared(const void* address) {
  unsigned value;
  asm volatile("{ .reg .pred p; isspacep.shared::cta p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(value) : "l"(address));
  return value;
}
