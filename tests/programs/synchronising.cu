// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// libcu++: barriers with a completion function and in global memory, latches, semaphores, atomics of small types,
// pointers and structs, and of the host.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>

#include "check.h"

struct CountPhases {
  int* phases;
  __device__ void operator()() const noexcept { ++*phases; }
};

/// 64 threads, of which the second warp leaves after the first phase.
__global__ void with_completion(int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block, CountPhases>;
  alignas(Barrier) __shared__ char place[sizeof(Barrier)];
  __shared__ int phases;
  Barrier* const barrier = reinterpret_cast<Barrier*>(place);
  if (threadIdx.x == 0) {
    phases = 0;
    init(barrier, blockDim.x, CountPhases{&phases});
  }
  __syncthreads();
  barrier->arrive_and_wait();
  if (threadIdx.x >= 32) {
    barrier->arrive_and_drop();
    return;
  }
  for (int i = 0; i < 3; ++i) barrier->arrive_and_wait();
  out[threadIdx.x] = phases;
}

/// Arrivals for several threads at once, and tests by parity.
__global__ void counted(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    out[threadIdx.x / 32] = static_cast<int>(threadIdx.x);
    (void)barrier.arrive(32);
  }
  barrier.wait_parity(false);
  if (threadIdx.x == 1) out[2] = out[0] + out[1];
}

/// A barrier in global memory, which the host made.
__global__ void in_global_memory(cuda::barrier<cuda::thread_scope_device>* barrier, int* sum, int* seen) {
  atomicAdd(sum, static_cast<int>(threadIdx.x) + 1);
  barrier->arrive_and_wait();
  seen[threadIdx.x] = *const_cast<volatile int*>(sum);
}

/// At most two warps at a time hold the semaphore; the last thread to count down the latch lets all see it.
__global__ void limited(cuda::counting_semaphore<cuda::thread_scope_device>* semaphore,
                        cuda::latch<cuda::thread_scope_device>* latch, int* out) {
  if (threadIdx.x % 32 == 0) {
    semaphore->acquire();
    const int inside = atomicAdd(out, 1) + 1;
    atomicMax(out + 1, inside);
    atomicSub(out, 1);
    semaphore->release();
    latch->arrive_and_wait();
    atomicAdd(out + 2, 1);
  }
}

struct Pair {
  int a, b;
  __host__ __device__ bool operator==(const Pair& other) const { return a == other.a && b == other.b; }
};

struct Small {
  cuda::atomic<unsigned char, cuda::thread_scope_device> byte;
  cuda::atomic<short, cuda::thread_scope_device> half;
  cuda::atomic<bool, cuda::thread_scope_device> raised;
  cuda::atomic<int*, cuda::thread_scope_device> pointer;
  cuda::atomic<Pair, cuda::thread_scope_device> pair;
  cuda::atomic<float, cuda::thread_scope_device> most;
};

__global__ void small_types(Small* s, int* array) {
  s->byte.fetch_add(1);
  s->half.fetch_sub(2);
  if (threadIdx.x == 13) s->raised.store(true);
  int* const mine = s->pointer.fetch_add(1);
  *mine = static_cast<int>(mine - array);
  Pair seen = s->pair.load();
  while (!s->pair.compare_exchange_weak(seen, Pair{seen.a + 1, seen.b + 2})) {
  }
  s->most.fetch_max(static_cast<float>(threadIdx.x * 37 % 64));
}

int main() {
  int* out;
  CALL(cudaMallocManaged(&out, 1024));
  with_completion<<<1, 64>>>(out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < 32; ++t) CHECK(out[t] == 4);
  counted<<<1, 64>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 0 && out[1] == 32 && out[2] == 32);

  cuda::barrier<cuda::thread_scope_device>* barrier;
  CALL(cudaMallocManaged(&barrier, sizeof *barrier));
  init(barrier, 64);
  out[0] = 0;
  in_global_memory<<<1, 64>>>(barrier, out, out + 1);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < 64; ++t) CHECK(out[1 + t] == 64 * 65 / 2);

  cuda::counting_semaphore<cuda::thread_scope_device>* semaphore;
  cuda::latch<cuda::thread_scope_device>* latch;
  CALL(cudaMallocManaged(&semaphore, sizeof *semaphore));
  CALL(cudaMallocManaged(&latch, sizeof *latch));
  new (semaphore) cuda::counting_semaphore<cuda::thread_scope_device>(2);
  new (latch) cuda::latch<cuda::thread_scope_device>(8);
  out[0] = out[1] = out[2] = 0;
  limited<<<1, 256>>>(semaphore, latch, out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 0 && out[1] >= 1 && out[1] <= 2 && out[2] == 8);

  Small* s;
  CALL(cudaMallocManaged(&s, sizeof *s));
  new (&s->byte) cuda::atomic<unsigned char, cuda::thread_scope_device>(200);
  s->half.store(-1);
  s->raised.store(false);
  s->pointer.store(out);
  s->pair.store(Pair{0, 0});
  s->most.store(-1);
  small_types<<<1, 64>>>(s, out);
  CALL(cudaDeviceSynchronize());
  CHECK(s->byte.load() == (200 + 64) % 256 && s->half.load() == -1 - 128 && s->raised.load());
  for (int i = 0; i < 64; ++i) CHECK(out[i] == i);
  CHECK(s->pointer.load() == out + 64 && s->pair.load() == (Pair{64, 128}) && s->most.load() == 63.0f);

  cuda::std::atomic<int> of_host(5);
  CHECK(of_host.fetch_add(2) == 5 && of_host++ == 7 && of_host == 8);
  std::puts("PASS");
}
