// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Warps, blocks and clusters: intrinsics, cooperative groups, barriers and copies of libcu++, matrices of nvcuda::wmma.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <mma.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void warps(int* x, unsigned* m, float* f, double* d, unsigned long long* w) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  x[0] = cg::reduce(warp, x[1], cg::plus<int>()) + cg::inclusive_scan(warp, x[2]);
  x[3] = __shfl_down_sync(~0U, x[4], 2) + __shfl_sync(~0U, x[5], 0, 16) + __ballot_sync(~0U, x[6]);
  x[7] = __all_sync(~0U, x[0]) + __any_sync(~0U, x[1]) + __activemask() + __syncthreads_count(x[2]);
#if __CUDA_ARCH__ >= 700
  m[0] = __match_any_sync(~0U, x[0]);
  int same;
  m[1] = __match_all_sync(~0U, w[0], &same) + same;
#endif
#if __CUDA_ARCH__ >= 800
  m[2] = __reduce_add_sync(~0U, m[3]) + __reduce_min_sync(~0U, x[8]) + __reduce_xor_sync(~0U, m[4]);
#endif
  __syncwarp();
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  __nanosleep(100);
  atomicAdd(f, 1.0F);
  d[0] = atomicAdd(d + 1, 2.0);
  w[1] = atomicCAS(w + 2, w[3], w[4]) + atomicExch(w + 5, w[6]) + atomicMax(w + 7, w[8]);
  m[5] = atomicInc(m + 6, 7) + atomicDec(m + 7, 7) + atomicXor_block(m + 8, 1) + atomicAnd_system(m + 9, 3);
  cuda::atomic_ref<int, cuda::thread_scope_device> counter(x[9]);
  x[10] = counter.fetch_add(1, cuda::memory_order_release) + counter.load(cuda::memory_order_acquire);
  counter.store(3, cuda::memory_order_relaxed);
  const auto labels = cg::labeled_partition(cg::coalesced_threads(), x[11]);
  x[12] = labels.size() + clock() + static_cast<int>(clock64()) + __isShared(x) + __isGlobal(x);
}

__global__ void copies(const float* in, float* out) {
  __shared__ alignas(16) float tile[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), barrier);
  barrier.arrive_and_wait();
  cg::memcpy_async(block, tile, in + 256, sizeof tile);
  cg::wait(block);
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
#if __CUDA_ARCH__ >= 900
  const auto cluster = cg::this_cluster();
  cluster.sync();
  out[0] = *cluster.map_shared_rank(tile, 0) + static_cast<float>(cluster.block_rank());
#endif
}

template <typename T, typename Result, int M, int N, int K>
__device__ void product(const T* a, const T* b, Result* c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, M, N, K, T, row_major> left;
  fragment<matrix_b, M, N, K, T, col_major> right;
  fragment<accumulator, M, N, K, Result> sum;
  fill_fragment(sum, Result(0));
  load_matrix_sync(left, a, K);
  load_matrix_sync(right, b, K);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, N, mem_row_major);
}

__global__ void matrices(const __half* h, __half* hc, float* f, const signed char* s, int* i) {
  product<__half, float, 16, 16, 16>(h, h, f);
  product<__half, __half, 32, 8, 16>(h, h, hc);
  product<signed char, int, 8, 32, 16>(s, s, i);
}
