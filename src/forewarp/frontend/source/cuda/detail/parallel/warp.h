// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Shuffles of values of any size, and reductions and scans of a warp by them.
namespace __fw_parallel {

constexpr unsigned all_lanes = 0xffffffffu;

__FW_D unsigned lane() {
#ifdef __FW_AMD__
  return __fw_lane() & 31u;
#else
  unsigned id;
  asm("mov.u32 %0, %%laneid;" : "=r"(id));
  return id;
#endif
}
__FW_D unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

/// A value as the 32-bit words that travel.
template <class T>
union words {
  static constexpr int count = (sizeof(T) + 3) / 4;
  T value;
  unsigned word[count];
  __device__ words() {}
  __device__ explicit words(const T& v) : value(v) {}
};
#define __FW_SHUFFLE(name, intrinsic)                                                   \
  template <class T>                                                                    \
  __FW_D T name(unsigned mask, const T& value, unsigned by, int width = 32) {           \
    words<T> from(value), to;                                                           \
    for (int i = 0; i < words<T>::count; ++i)                                           \
      to.word[i] = intrinsic(mask, from.word[i], static_cast<int>(by), width);          \
    return to.value;                                                                    \
  }
__FW_SHUFFLE(shuffle, __shfl_sync)
__FW_SHUFFLE(shuffle_up, __shfl_up_sync)
__FW_SHUFFLE(shuffle_down, __shfl_down_sync)
__FW_SHUFFLE(shuffle_xor, __shfl_xor_sync)
#undef __FW_SHUFFLE

/// Of the first `valid` of `Width` lanes, in the first of them.
template <int Width, class T, class Op>
__FW_D T warp_reduce(T value, Op op, int valid = Width) {
  const int rank = static_cast<int>(lane()) % Width;
  for (int step = 1; step < Width; step *= 2) {
    const T other = shuffle_down(all_lanes, value, step, Width);
    if (rank + step < valid) value = op(value, other);
  }
  return value;
}

template <int Width, class T, class Op>
__FW_D T warp_inclusive_scan(T value, Op op) {
  const int rank = static_cast<int>(lane()) % Width;
  for (int step = 1; step < Width; step *= 2) {
    const T other = shuffle_up(all_lanes, value, step, Width);
    if (rank >= step) value = op(other, value);
  }
  return value;
}

}  // namespace __fw_parallel
