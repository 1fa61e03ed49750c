// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// libcu++ in kernels: atomics with scopes and orders, a block's barrier, facilities of cuda::std.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

#include "check.h"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Each thread adds its index; the last block to finish sees the sums of all.
__global__ void fold(int* sum, int* most, double* real, unsigned* finished, int* seen) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*sum).fetch_add(i, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device>(*most).fetch_max(i, cuda::memory_order_relaxed);
  cuda::atomic_ref<double, cuda::thread_scope_device>(*real).fetch_add(0.5);
  __syncthreads();
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(*finished);
  if (done.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1)
    *seen = cuda::atomic_ref<int, cuda::thread_scope_device>(*sum).load(cuda::memory_order_acquire);
}

// Threads store, arrive, do work of their own, wait, and read what the others stored; twice, for both phases.
__global__ void reverse(int* x) {
  __shared__ Barrier barrier;
  __shared__ int tile[128];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int phase = 0; phase < 2; ++phase) {
    tile[threadIdx.x] = x[threadIdx.x] + phase;
    auto token = barrier.arrive();
    barrier.wait(static_cast<Barrier::arrival_token&&>(token));
    x[threadIdx.x] = tile[127 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

__global__ void facilities(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> turns;
  if (threadIdx.x == 0) turns.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  int expected = static_cast<int>(threadIdx.x / 32);
  if (threadIdx.x % 32 == 0) {  // warps take turns
    while (!turns.compare_exchange_weak(expected, expected + 1)) expected = static_cast<int>(threadIdx.x / 32);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  cuda::std::array<int, 3> a{4, 5, 6};
  const auto pair = cuda::std::make_tuple(a[1], 2.5f);
  static_assert(cuda::std::is_same_v<cuda::std::remove_const_t<const int>, int>);
  out[0] = turns.load();
  out[1] = cuda::std::get<0>(pair);
  out[2] = cuda::std::numeric_limits<int>::max();
  const int before = turns.exchange(9);
  out[3] = before + turns.load();
}

/// Nobody writes what is loaded here, so clang takes it for constant.
__global__ void only_read(const int* __restrict__ counts, int* __restrict__ out) {
  const auto& count = reinterpret_cast<const cuda::atomic<int, cuda::thread_scope_device>&>(counts[threadIdx.x]);
  out[threadIdx.x] = count.load(cuda::memory_order_relaxed) + 1;
}

enum State : int { idle, raised };

int main() {
  int* x;
  CALL(cudaMallocManaged(&x, 1024));
  double* real = reinterpret_cast<double*>(x + 4);
  fold<<<8, 64>>>(x, x + 1, real, reinterpret_cast<unsigned*>(x + 2), x + 3);
  CALL(cudaDeviceSynchronize());
  CHECK(x[0] == 511 * 512 / 2 && x[1] == 511 && x[2] == 8 && x[3] == x[0]);
  CHECK(*real == 256.0);

  for (int i = 0; i < 128; ++i) x[i] = i;
  reverse<<<1, 128>>>(x);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) CHECK(x[i] == i + 1);

  facilities<<<1, 128>>>(x);
  CALL(cudaDeviceSynchronize());
  CHECK(x[0] == 4 && x[1] == 5 && x[2] == 2147483647 && x[3] == 4 + 9);

  for (int i = 0; i < 32; ++i) x[i] = 2 * i;
  only_read<<<1, 32>>>(x, x + 32);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(x[32 + i] == 2 * i + 1);

  volatile cuda::std::atomic<State> state(idle);  // <cuda/atomic> brings the standard's names
  state.store(raised, cuda::memory_order_release);
  CHECK(state.load(cuda::memory_order_acquire) == raised);
  std::puts("PASS");
}
