// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Copies to shared memory that go on while threads work: cuda::pipeline of a thread and of a block, cuda::memcpy_async
// with a barrier, and the functions of <cuda_pipeline.h>.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "check.h"

namespace cg = cooperative_groups;
constexpr int threads = 64, batches = 10, stages = 3;

/// Sums batches of one int per thread; `stages` of them are on their way at a time.
__global__ void of_block(const int* in, int* out) {
  __shared__ int tile[stages][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0, fetched = 0;
  for (int batch = 0; batch < batches; ++batch) {
    for (; fetched < batches && fetched < batch + stages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[fetched % stages], in + fetched * threads, sizeof(int) * threads, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[batch % stages][threads - 1 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// The first warp copies, the second one sums.
__global__ void by_roles(const int* in, int* out) {
  alignas(16) __shared__ int tile[2][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const cg::thread_block block = cg::this_thread_block();
  const bool copies = threadIdx.x < 32;
  auto pipe =
      cuda::make_pipeline(block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const auto warp = cg::tiled_partition<32>(block);
  int sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    if (copies) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, tile[batch % 2], in + batch * threads, cuda::aligned_size_t<16>(sizeof(int) * threads),
                         pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += tile[batch % 2][threadIdx.x] - tile[batch % 2][threadIdx.x - 32];
      pipe.consumer_release();
    }
  }
  if (!copies) out[threadIdx.x - 32] = sum;
}

/// Each thread has a queue of its own, of elements that it alone reads.
__global__ void of_thread(const int4* in, int* out) {
  __shared__ int4 tile[2][threads];
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  for (int batch = 0; batch <= batches; ++batch) {
    if (batch < batches) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[batch % 2][threadIdx.x], in + batch * threads + threadIdx.x, sizeof(int4), pipe);
      pipe.producer_commit();
    }
    if (batch == 0) continue;
    if (batch < batches)
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    else
      pipe.consumer_wait();
    const int4 v = tile[(batch - 1) % 2][threadIdx.x];
    sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// Copies of the block, of 16-byte rows and of bytes, that a barrier waits for.
__global__ void with_barrier(const int* in, const char* bytes, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  alignas(16) __shared__ int tile[threads];
  __shared__ char letters[threads];
  __shared__ Barrier barrier;
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  int sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    cuda::memcpy_async(block, tile, in + batch * threads, cuda::aligned_size_t<16>(sizeof tile), barrier);
    cuda::memcpy_async(block, letters, bytes, sizeof letters, barrier);
    barrier.arrive_and_wait();
    sum += tile[threads - 1 - threadIdx.x] + letters[threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void primitives(const int* in, int* out) {
  __shared__ int tile[2][threads];
  __shared__ float2 padded[threads];
  __pipeline_memcpy_async(&tile[0][threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&tile[1][threadIdx.x], in + threads + threadIdx.x, 4);
  __pipeline_memcpy_async(&padded[threadIdx.x], in + 2 * threadIdx.x, 8, 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  int sum = tile[0][threadIdx.x];
  __pipeline_wait_prior(0);
  sum += 2 * tile[1][threadIdx.x];
  __syncthreads();
  const float2 pair = padded[(threadIdx.x + 1) % threads];
  out[threadIdx.x] = sum + __float_as_int(pair.x) + __float_as_int(pair.y);
}

/// The copies of a group; `out` has the sums of two tiles, the second one complete a batch later.
__global__ void of_group(const int* in, int* out) {
  __shared__ int tile[2][threads];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile[0], in, sizeof tile[0]);
  cg::memcpy_async(block, tile[1], +threads, in + threads, +threads);
  cg::wait_prior<1>(block);
  int sum = tile[0][threads - 1 - threadIdx.x];
  cg::wait(block);
  out[threadIdx.x] = sum + tile[1][threads - 1 - threadIdx.x];
}

int main() {
  int *in, *out;
  CALL(cudaMallocManaged(&in, 4 * batches * threads * sizeof(int)));
  CALL(cudaMallocManaged(&out, threads * sizeof(int)));
  for (int i = 0; i < 4 * batches * threads; ++i) in[i] = (i * 7919) % 1009;
  const auto of_batch = [&](int batch, int i) { return in[batch * threads + i]; };

  of_block<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) {
    int sum = 0;
    for (int b = 0; b < batches; ++b) sum += of_batch(b, threads - 1 - t);
    CHECK(out[t] == sum);
  }
  by_roles<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < 32; ++t) {
    int sum = 0;
    for (int b = 0; b < batches; ++b) sum += of_batch(b, t + 32) - of_batch(b, t);
    CHECK(out[t] == sum);
  }
  of_thread<<<1, threads>>>(reinterpret_cast<const int4*>(in), out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) {
    int sum = 0;
    for (int b = 0; b < batches; ++b)
      for (int k = 0; k < 4; ++k) sum += (k + 1) * in[4 * (b * threads + t) + k];
    CHECK(out[t] == sum);
  }
  with_barrier<<<1, threads>>>(in, reinterpret_cast<const char*>(in), out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) {
    int sum = batches * reinterpret_cast<const char*>(in)[t];
    for (int b = 0; b < batches; ++b) sum += of_batch(b, threads - 1 - t);
    CHECK(out[t] == sum);
  }
  primitives<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) CHECK(out[t] == in[t] + 2 * in[threads + t] + in[2 * ((t + 1) % threads)]);
  of_group<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) CHECK(out[t] == in[threads - 1 - t] + in[2 * threads - 1 - t]);
  std::puts("PASS");
}
