// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::memcpy_async with a barrier: the barrier's phase ends no sooner than the copy. From sm_90 one thread copies
/// what is aligned to 16 bytes (cp.async.bulk), as NVIDIA's library does.
#include "barrier.h"
#include "copy.h"

namespace cuda {
namespace fw {
struct OneThread {
  static constexpr __host__ __device__ unsigned thread_rank() { return 0; }
  static constexpr __host__ __device__ unsigned size() { return 1; }
};

/// The barrier waits for the copies that this thread began.
template <thread_scope S, class Completion>
__FW_D void bind_copies(barrier<S, Completion>& b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if constexpr (::std::is_same_v<barrier<S, Completion>, barrier<thread_scope_block>>)
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(b.fw_place()) : "memory");
  else
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

template <::std::size_t Align, class Group, thread_scope S, class Completion>
__FW_D async_contract_fulfillment copy_for(const Group& group, char* to, const char* from, ::std::size_t bytes,
                                           barrier<S, Completion>& b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  if constexpr (Align % 16 == 0 && ::std::is_same_v<barrier<S, Completion>, barrier<thread_scope_block>>)
    if (__isShared(to) && __isGlobal(from)) {
      if (group.thread_rank() == 0) {
        device::barrier_expect_tx(b, static_cast<::std::ptrdiff_t>(bytes));
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         static_cast<unsigned>(__cvta_generic_to_shared(to))),
                     "l"(__cvta_generic_to_global(from)), "r"(static_cast<unsigned>(bytes)), "r"(b.fw_place())
                     : "memory");
      }
      return async_contract_fulfillment::async;
    }
#endif
  const async_contract_fulfillment done = copy_async<Align>(static_cast<unsigned>(group.thread_rank()),
                                                            static_cast<unsigned>(group.size()), to, from, bytes);
  if (done == async_contract_fulfillment::async) bind_copies(b);
  return done;
}
}  // namespace fw

template <class Group, class T, class Size, thread_scope S, class Completion>
__FW_D async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from, Size size,
                                               barrier<S, Completion>& b) {
  return fw::copy_for<fw::alignment_of<T, Size>>(group, reinterpret_cast<char*>(to),
                                                 reinterpret_cast<const char*>(from), size, b);
}
template <class Group, class Size, thread_scope S, class Completion>
__FW_D async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size size,
                                               barrier<S, Completion>& b) {
  return memcpy_async(group, static_cast<char*>(to), static_cast<const char*>(from), size, b);
}
template <class T, class Size, thread_scope S, class Completion>
__FW_D async_contract_fulfillment memcpy_async(T* to, const T* from, Size size, barrier<S, Completion>& b) {
  return memcpy_async(fw::OneThread(), to, from, size, b);
}
template <class Size, thread_scope S, class Completion>
__FW_D async_contract_fulfillment memcpy_async(void* to, const void* from, Size size, barrier<S, Completion>& b) {
  return memcpy_async(fw::OneThread(), static_cast<char*>(to), static_cast<const char*>(from), size, b);
}

namespace device {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// A copy whose bytes the caller adds to what the barrier waits for.
template <class T, ::std::size_t Align>
__FW_D async_contract_fulfillment memcpy_async_tx(T* to, const T* from, aligned_size_t<Align> size,
                                                  barrier<thread_scope_block>& b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(__cvta_generic_to_global(from)), "r"(static_cast<unsigned>(size.value)), "r"(b.fw_place())
               : "memory");
  return async_contract_fulfillment::async;
}
#endif
}  // namespace device
}  // namespace cuda
