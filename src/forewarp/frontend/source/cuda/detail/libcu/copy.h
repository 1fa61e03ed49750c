// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Copies from global to shared memory that go on while the thread works (cp.async, sm_80 and later), for
/// cuda::memcpy_async, cooperative_groups::memcpy_async and the functions of <cuda_pipeline.h>. What cp.async cannot do
/// (another direction, an alignment below 4) is copied at once.
#include <cstddef>

namespace cuda {
/// A size that is a multiple of the alignment, as the two addresses are.
template <::std::size_t Alignment>
struct aligned_size_t {
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(::std::size_t size) : value(size) {}
  __host__ __device__ constexpr operator ::std::size_t() const { return value; }
};
enum class async_contract_fulfillment { none, async };

namespace fw {
/// The widest of cp.async's accesses that the alignment allows; 1 where there is none.
constexpr __host__ __device__ ::std::size_t copy_width(::std::size_t align) {
  return align % 16 == 0 ? 16 : align % 8 == 0 ? 8 : align % 4 == 0 ? 4 : 1;
}
template <::std::size_t Width>
struct alignas(Width) CopyWord {
  char bytes[Width];
};
template <class T, class Size>
constexpr ::std::size_t alignment_of = alignof(T);
template <class T, ::std::size_t A>
constexpr ::std::size_t alignment_of<T, aligned_size_t<A>> = A > alignof(T) ? A : alignof(T);

/// A copy of Width bytes, of which those from `from_bytes` on are zeros.
template <::std::size_t Width>
__FW_D void copy_word_async(void* to, const void* from, unsigned from_bytes = Width) {
  const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(to));
  const size_t source = __cvta_generic_to_global(from);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if constexpr (Width == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(source), "r"(from_bytes) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(place), "l"(source), "r"(from_bytes), "n"(Width)
                 : "memory");
#else
  for (unsigned i = 0; i < Width; ++i)
    static_cast<char*>(to)[i] = i < from_bytes ? static_cast<const char*>(from)[i] : char(0);
#endif
}

/// A copy by `threads` threads, of which this is number `rank`: each takes a word in turn.
template <::std::size_t Align>
__FW_D async_contract_fulfillment copy_async(unsigned rank, unsigned threads, char* to, const char* from,
                                             ::std::size_t bytes) {
  constexpr ::std::size_t width = copy_width(Align);
  using Word = CopyWord<width>;
  const ::std::size_t words = bytes / width;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if constexpr (width >= 4)
    if (__isShared(to) && __isGlobal(from)) {
      for (::std::size_t i = rank; i < words; i += threads) copy_word_async<width>(to + i * width, from + i * width);
      for (::std::size_t i = words * width + rank; i < bytes; i += threads) to[i] = from[i];
      return async_contract_fulfillment::async;
    }
#endif
  for (::std::size_t i = rank; i < words; i += threads)
    reinterpret_cast<Word*>(to)[i] = reinterpret_cast<const Word*>(from)[i];
  for (::std::size_t i = words * width + rank; i < bytes; i += threads) to[i] = from[i];
  return async_contract_fulfillment::none;
}

__FW_D void commit_copies() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Until all groups of copies but the last `open` are done; 8 and more count as 8, which waits longer.
__FW_D void wait_for_copies(::std::size_t open) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __FW_OPEN(n)                                          \
  case n:                                                     \
    asm volatile("cp.async.wait_group " #n ";" ::: "memory"); \
    break;
  switch (open) {
    __FW_OPEN(0)
    __FW_OPEN(1)
    __FW_OPEN(2)
    __FW_OPEN(3)
    __FW_OPEN(4)
    __FW_OPEN(5)
    __FW_OPEN(6)
    __FW_OPEN(7)
    default:
      asm volatile("cp.async.wait_group 8;" ::: "memory");
  }
#undef __FW_OPEN
#endif
}
}  // namespace fw
}  // namespace cuda
