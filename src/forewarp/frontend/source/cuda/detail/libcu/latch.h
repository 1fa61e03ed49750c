// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::latch: a count that goes down to 0 once.
#include "atomic.h"

namespace cuda {
template <thread_scope S>
class latch {
  atomic<long long, S> missing_;

 public:
  __host__ __device__ constexpr explicit latch(::std::ptrdiff_t expected = 0) : missing_(expected) {}
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;
  __host__ __device__ friend void init(latch* l, ::std::ptrdiff_t expected) {
    l->missing_.store(expected, memory_order_relaxed);
  }
  static constexpr __host__ __device__ ::std::ptrdiff_t max() { return 0x7fffffffffffffff; }
  __host__ __device__ void count_down(::std::ptrdiff_t update = 1) { missing_.fetch_sub(update, memory_order_release); }
  __host__ __device__ bool try_wait() const { return missing_.load(memory_order_acquire) == 0; }
  __host__ __device__ void wait() const {
    while (!try_wait()) fw::pause();
  }
  __host__ __device__ void arrive_and_wait(::std::ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }
};
}  // namespace cuda
