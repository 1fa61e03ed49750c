// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::counting_semaphore and cuda::binary_semaphore: a count that no thread takes below 0.
#include "atomic.h"

namespace cuda {
template <thread_scope S, ::std::ptrdiff_t LeastMax = 0x7fffffff>
class counting_semaphore {
  atomic<int, S> count_;

 public:
  __host__ __device__ constexpr explicit counting_semaphore(::std::ptrdiff_t count = 0)
      : count_(static_cast<int>(count)) {}
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;
  static constexpr __host__ __device__ ::std::ptrdiff_t max() { return LeastMax; }
  __host__ __device__ void release(::std::ptrdiff_t update = 1) {
    count_.fetch_add(static_cast<int>(update), memory_order_release);
  }
  __host__ __device__ bool try_acquire() {
    int seen = count_.load(memory_order_relaxed);
    while (seen > 0)
      if (count_.compare_exchange_weak(seen, seen - 1, memory_order_acquire, memory_order_relaxed)) return true;
    return false;
  }
  __host__ __device__ void acquire() {
    while (!try_acquire()) fw::pause();
  }
};
template <thread_scope S>
using binary_semaphore = counting_semaphore<S, 1>;
}  // namespace cuda
