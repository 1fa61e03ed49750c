// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::barrier of a block, in shared memory: the mbarrier of PTX, so for sm_80 and later.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "atomic.h"

namespace cuda {
template <thread_scope S>
class barrier {
  static_assert(S == thread_scope_block, "forewarp's cuda::barrier has the scope of a block");
  alignas(8) unsigned long long state_;

  __device__ unsigned place() const { return static_cast<unsigned>(__cvta_generic_to_shared(&state_)); }

 public:
  using arrival_token = unsigned long long;
  barrier() = default;
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  __device__ friend void init(barrier* b, ::std::ptrdiff_t expected) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b->place()), "r"(static_cast<unsigned>(expected))
                 : "memory");
  }
  [[nodiscard]] __device__ arrival_token arrive(::std::ptrdiff_t count = 1) {
    arrival_token token = 0;
    for (; count > 0; --count)
      asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(place()) : "memory");
    return token;
  }
  __device__ void wait(arrival_token&& token) const {
    unsigned done = 0;
    while (!done)
      asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(place()), "l"(token)
                   : "memory");
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    asm volatile("{ .reg .b64 t; mbarrier.arrive_drop.shared.b64 t, [%0]; }" ::"r"(place()) : "memory");
  }
};
}  // namespace cuda
