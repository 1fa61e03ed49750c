// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Primitives of a block between items and those beside them: differences, flags where runs begin and end, shifts.
#include "block.h"

namespace cub {

/// What a block's thread hands to its neighbours: one value for each thread.
template <class T, int Threads>
using __fw_handed = __fw_parallel::raw_array<T, Threads>;

#define __FW_CUB_NEIGHBOURS(Class)                                                                                 \
  static constexpr int threads = X * Y * Z;                                                                        \
  __device__ static int rank() { return static_cast<int>(__fw_parallel::thread_rank()); }                          \
                                                                                                                   \
 public:                                                                                                           \
  typedef __fw_handed<T, threads> TempStorage;                                                                     \
  __FW_CUB_STORAGE(Class)                                                                                          \
                                                                                                                   \
 private:                                                                                                          \
  /* The thread's value is there for the others until the next call. */                                            \
  __device__ void hand(const T& value) {                                                                           \
    __syncthreads();                                                                                               \
    storage_[rank()] = value;                                                                                      \
    __syncthreads();                                                                                               \
  }

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockAdjacentDifference {
  __FW_CUB_NEIGHBOURS(BlockAdjacentDifference)
  /// out[i] = op(in[i], the one before it) for the items first .. valid - 1 of the block, the others as they are.
  template <int N, class Out, class Op>
  __device__ void left(T (&in)[N], Out (&out)[N], Op op, int first, int valid, const T* before_all) {
    hand(in[N - 1]);
    for (int i = N - 1; i >= 0; --i) {
      const int place = rank() * N + i;
      T before = i > 0 ? in[i - 1] : rank() > 0 ? storage_[rank() - 1] : before_all ? *before_all : in[0];
      if (place >= first && place < valid) out[i] = op(in[i], before);
      else out[i] = in[i];
    }
  }
  template <int N, class Out, class Op>
  __device__ void right(T (&in)[N], Out (&out)[N], Op op, int valid, const T* after_all) {
    hand(in[0]);
    for (int i = 0; i < N; ++i) {
      const int place = rank() * N + i;
      const bool last = place + 1 == threads * N;
      T after = i + 1 < N ? in[i + 1] : !last ? storage_[rank() + 1] : after_all ? *after_all : in[i];
      if (place + 1 < valid || (last && after_all)) out[i] = op(in[i], after);
      else out[i] = in[i];
    }
  }

 public:
  template <int N, class Out, class Op>
  __device__ void SubtractLeft(T (&in)[N], Out (&out)[N], Op op) {
    left(in, out, op, 1, threads * N, nullptr);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractLeft(T (&in)[N], Out (&out)[N], Op op, T predecessor) {
    left(in, out, op, 0, threads * N, &predecessor);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractLeftPartialTile(T (&in)[N], Out (&out)[N], Op op, int valid) {
    left(in, out, op, 1, valid, nullptr);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractLeftPartialTile(T (&in)[N], Out (&out)[N], Op op, int valid, T predecessor) {
    left(in, out, op, 0, valid, &predecessor);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractRight(T (&in)[N], Out (&out)[N], Op op) {
    right(in, out, op, threads * N, nullptr);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractRight(T (&in)[N], Out (&out)[N], Op op, T successor) {
    right(in, out, op, threads * N, &successor);
  }
  template <int N, class Out, class Op>
  __device__ void SubtractRightPartialTile(T (&in)[N], Out (&out)[N], Op op, int valid) {
    right(in, out, op, valid, nullptr);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity {
  __FW_CUB_NEIGHBOURS(BlockDiscontinuity)
  template <int N, class Flag, class Op>
  __device__ void heads(Flag (&flags)[N], T (&in)[N], Op op, const T* before_all) {
    hand(in[N - 1]);
    for (int i = 0; i < N; ++i) {
      if (i > 0) flags[i] = static_cast<Flag>(op(in[i - 1], in[i]));
      else if (rank() > 0) flags[i] = static_cast<Flag>(op(storage_[rank() - 1], in[i]));
      else flags[i] = before_all ? static_cast<Flag>(op(*before_all, in[i])) : static_cast<Flag>(1);
    }
  }
  template <int N, class Flag, class Op>
  __device__ void tails(Flag (&flags)[N], T (&in)[N], Op op, const T* after_all) {
    hand(in[0]);
    for (int i = 0; i < N; ++i) {
      if (i + 1 < N) flags[i] = static_cast<Flag>(op(in[i], in[i + 1]));
      else if (rank() + 1 < threads) flags[i] = static_cast<Flag>(op(in[i], storage_[rank() + 1]));
      else flags[i] = after_all ? static_cast<Flag>(op(in[i], *after_all)) : static_cast<Flag>(1);
    }
  }

 public:
  template <int N, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[N], T (&in)[N], Op op) {
    heads(flags, in, op, nullptr);
  }
  template <int N, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[N], T (&in)[N], Op op, T predecessor) {
    heads(flags, in, op, &predecessor);
  }
  template <int N, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[N], T (&in)[N], Op op) {
    tails(flags, in, op, nullptr);
  }
  template <int N, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[N], T (&in)[N], Op op, T successor) {
    tails(flags, in, op, &successor);
  }
  template <int N, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&head_flags)[N], Flag (&tail_flags)[N], T (&in)[N], Op op) {
    heads(head_flags, in, op, nullptr);
    tails(tail_flags, in, op, nullptr);
  }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockShuffle {
  __FW_CUB_NEIGHBOURS(BlockShuffle)

 public:
  /// A thread whose source lies outside of the block keeps what it has.
  __device__ void Offset(T in, T& out, int distance = 1) {
    hand(in);
    const int from = rank() + distance;
    if (from >= 0 && from < threads) out = storage_[from];
  }
  __device__ void Rotate(T in, T& out, unsigned distance = 1) {
    hand(in);
    out = storage_[(rank() + static_cast<int>(distance)) % threads];
  }
  template <int N>
  __device__ void Up(T (&in)[N], T (&previous)[N]) {
    hand(in[N - 1]);
    for (int i = N - 1; i > 0; --i) previous[i] = in[i - 1];
    if (rank() > 0) previous[0] = storage_[rank() - 1];
  }
  template <int N>
  __device__ void Up(T (&in)[N], T (&previous)[N], T& last) {
    Up(in, previous);
    last = storage_[threads - 1];
  }
  template <int N>
  __device__ void Down(T (&in)[N], T (&next)[N]) {
    hand(in[0]);
    for (int i = 0; i + 1 < N; ++i) next[i] = in[i + 1];
    if (rank() + 1 < threads) next[N - 1] = storage_[rank() + 1];
  }
  template <int N>
  __device__ void Down(T (&in)[N], T (&next)[N], T& first) {
    Down(in, next);
    first = storage_[0];
  }
};
#undef __FW_CUB_NEIGHBOURS

}  // namespace cub
