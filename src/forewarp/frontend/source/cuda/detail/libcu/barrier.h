// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::barrier. That of a block without a completion function lies in shared memory and is the mbarrier of PTX (sm_80
/// and later). All others are one word that the threads change by atomics.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "atomic.h"

namespace cuda {
namespace fw {
struct NoCompletion {
  __host__ __device__ void operator()() const noexcept {}
};
}  // namespace fw

/// The word: bits 0 to 20 are the arrivals that the phase still waits for, 21 to 41 those that a phase expects, 42 to
/// 63 the number of the phase. Example, of 2 threads: 2 | 2 << 21; one arrives: 1 | 2 << 21; the other: 2 | 2 << 21 | 1
/// << 42.
template <thread_scope S, class Completion = fw::NoCompletion>
class barrier {
  using Word = unsigned long long;
  static constexpr Word one_expected = 1ull << 21, one_phase = 1ull << 42, most = one_expected - 1;

  atomic<Word, S> state_;
  Completion completion_;

  /// `word` is the state after an arrival.
  __host__ __device__ void complete_when_due(Word word) {
    if ((word & most) != 0) return;
    atomic_thread_fence(memory_order_acquire, S);
    completion_();
    const Word phase = word & ~(one_phase - 1), expected = word / one_expected & most;
    state_.store((phase + one_phase) | expected * one_expected | expected, memory_order_release);
  }
  __host__ __device__ void set(::std::ptrdiff_t expected) {
    const Word count = static_cast<Word>(expected) & most;
    state_.store(count * one_expected | count, memory_order_relaxed);
  }

 public:
  using arrival_token = Word;
  barrier() = default;
  __host__ __device__ explicit barrier(::std::ptrdiff_t expected, Completion completion = Completion())
      : completion_(completion) {
    set(expected);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  __host__ __device__ friend void init(barrier* b, ::std::ptrdiff_t expected) { b->set(expected); }
  __host__ __device__ friend void init(barrier* b, ::std::ptrdiff_t expected, Completion completion) {
    b->completion_ = completion;
    b->set(expected);
  }
  static constexpr __host__ __device__ ::std::ptrdiff_t max() { return most; }
  [[nodiscard]] __host__ __device__ arrival_token arrive(::std::ptrdiff_t count = 1) {
    const Word before = state_.fetch_sub(static_cast<Word>(count), memory_order_acq_rel);
    complete_when_due(before - static_cast<Word>(count));
    return before / one_phase;
  }
  __host__ __device__ bool fw_passed(Word phase) const {
    return state_.load(memory_order_acquire) / one_phase != phase;
  }
  __host__ __device__ void wait(arrival_token&& token) const {
    while (!fw_passed(token)) fw::pause();
  }
  __host__ __device__ void wait_parity(bool parity) const {
    while ((state_.load(memory_order_acquire) / one_phase & 1) == parity) fw::pause();
  }
  __host__ __device__ void arrive_and_wait() { wait(arrive()); }
  __host__ __device__ void arrive_and_drop() {
    const Word before = state_.fetch_sub(one_expected + 1, memory_order_acq_rel);
    complete_when_due(before - one_expected - 1);
  }
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
template <>
class barrier<thread_scope_block, fw::NoCompletion> {
  alignas(8) unsigned long long state_;

 public:
  using arrival_token = unsigned long long;
  barrier() = default;
  __device__ explicit barrier(::std::ptrdiff_t expected) { init(this, expected); }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  __device__ unsigned fw_place() const { return static_cast<unsigned>(__cvta_generic_to_shared(&state_)); }
  __host__ __device__ unsigned long long* fw_native() { return &state_; }
  __device__ friend void init(barrier* b, ::std::ptrdiff_t expected) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b->fw_place()), "r"(static_cast<unsigned>(expected))
                 : "memory");
  }
  __device__ friend void init(barrier* b, ::std::ptrdiff_t expected, fw::NoCompletion) { init(b, expected); }
  static constexpr __host__ __device__ ::std::ptrdiff_t max() { return (1 << 20) - 1; }
  [[nodiscard]] __device__ arrival_token arrive(::std::ptrdiff_t count = 1) {
    arrival_token token = 0;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
    if (count > 1)
      asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                   : "=l"(token)
                   : "r"(fw_place()), "r"(static_cast<unsigned>(count - 1))
                   : "memory");
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(fw_place()) : "memory");
#else
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;"
                 : "=l"(token)
                 : "r"(fw_place()), "r"(static_cast<unsigned>(count))
                 : "memory");
#endif
    return token;
  }
// From sm_90 the test itself may wait for a while.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define __FW_MBARRIER_TEST "test_wait"
#else
#define __FW_MBARRIER_TEST "try_wait"
#endif
  __device__ bool fw_passed(arrival_token token) const {
    unsigned done;
    asm volatile("{ .reg .pred p; mbarrier." __FW_MBARRIER_TEST ".shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(fw_place()), "l"(token)
                 : "memory");
    return done;
  }
  __device__ bool fw_passed_parity(bool parity) const {
    unsigned done;
    asm volatile("{ .reg .pred p; mbarrier." __FW_MBARRIER_TEST
                 ".parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(fw_place()), "r"(static_cast<unsigned>(parity))
                 : "memory");
    return done;
  }
#undef __FW_MBARRIER_TEST
  __device__ void wait(arrival_token&& token) const {
    while (!fw_passed(token)) {
    }
  }
  __device__ void wait_parity(bool parity) const {
    while (!fw_passed_parity(parity)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    asm volatile("{ .reg .b64 t; mbarrier.arrive_drop.shared.b64 t, [%0]; }" ::"r"(fw_place()) : "memory");
  }
};
#endif

namespace device {
__FW_HD unsigned long long* barrier_native_handle(barrier<thread_scope_block>& b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  return b.fw_native();
#else
  return reinterpret_cast<unsigned long long*>(&b);
#endif
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// Arrives, after `bytes` more were added to what the phase waits for.
[[nodiscard]] __FW_D barrier<thread_scope_block>::arrival_token barrier_arrive_tx(barrier<thread_scope_block>& b,
                                                                                  ::std::ptrdiff_t count,
                                                                                  ::std::ptrdiff_t bytes) {
  if (count > 1) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(b.fw_place()),
                 "r"(static_cast<unsigned>(bytes))
                 : "memory");
    return b.arrive(count);
  }
  unsigned long long token;
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], %2;"
               : "=l"(token)
               : "r"(b.fw_place()), "r"(static_cast<unsigned>(bytes))
               : "memory");
  return token;
}
__FW_D void barrier_expect_tx(barrier<thread_scope_block>& b, ::std::ptrdiff_t bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(b.fw_place()),
               "r"(static_cast<unsigned>(bytes))
               : "memory");
}
#endif
}  // namespace device
}  // namespace cuda
