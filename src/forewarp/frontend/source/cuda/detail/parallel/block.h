// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Reductions, scans, exchanges and sorts of a block: what stands behind cub:: and the algorithms of thrust::.
#include "warp.h"

namespace __fw_parallel {

/// Shared memory for values that may have constructors.
template <class T, int Count>
struct __attribute__((aligned(16))) raw_array {
  char bytes[sizeof(T) * Count];
  __device__ T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

template <class T, int Threads>
struct block_storage {
  raw_array<T, (Threads + 31) / 32> warps;
  raw_array<T, 1> whole;
};

/// The result is thread 0's. With fewer than Threads values, the first `valid` threads have them.
template <int Threads, class T, class Op>
__FW_D T block_reduce(block_storage<T, Threads>& storage, T value, Op op, int valid = Threads) {
  constexpr int warps = (Threads + 31) / 32;
  const int rank = static_cast<int>(thread_rank()), warp = rank / 32;
  const int of_warp = valid - warp * 32;
  value = warp_reduce<32>(value, op, of_warp < 32 ? of_warp : 32);
  if (rank % 32 == 0) storage.warps[warp] = value;
  __syncthreads();
  if (rank == 0)
    for (int w = 1; w < warps && w * 32 < valid; ++w) value = op(value, storage.warps[w]);
  return value;
}

/// The scan up to and with this thread; `before` becomes what all earlier warps have, where there are any.
template <int Threads, class T, class Op>
__FW_D T block_inclusive_scan(block_storage<T, Threads>& storage, T value, Op op, T& total) {
  constexpr int warps = (Threads + 31) / 32;
  const int rank = static_cast<int>(thread_rank()), warp = rank / 32;
  value = warp_inclusive_scan<32>(value, op);
  if (rank % 32 == 31 || rank == Threads - 1) storage.warps[warp] = value;
  __syncthreads();
  T before = storage.warps[0];
  total = before;
  for (int w = 1; w < warps; ++w) {
    if (w == warp) before = total;
    total = op(total, storage.warps[w]);
  }
  return warp > 0 ? op(before, value) : value;
}

/// The scan up to this thread, without its own value; thread 0's is not defined.
template <int Threads, class T, class Op>
__FW_D T block_exclusive_scan(block_storage<T, Threads>& storage, T value, Op op, T& total) {
  const int rank = static_cast<int>(thread_rank()), warp = rank / 32;
  const T inclusive = warp_inclusive_scan<32>(value, op);
  if (rank % 32 == 31 || rank == Threads - 1) storage.warps[warp] = inclusive;
  __syncthreads();
  const T own = shuffle_up(all_lanes, inclusive, 1);
  T before = storage.warps[0];
  total = before;
  for (int w = 1; w < (Threads + 31) / 32; ++w) {
    if (w == warp) before = total;
    total = op(total, storage.warps[w]);
  }
  if (warp == 0) return own;
  return rank % 32 == 0 ? before : op(before, own);
}

/// Threads that read or write places in strides of 8, 16 or 32 words meet in few banks, unless a word in 32 is left
/// out.
template <int Items>
inline constexpr bool exchange_is_padded = Items > 4 && (Items & (Items - 1)) == 0;
template <int Items>
__FW_D int exchange_place(int place) {
  return exchange_is_padded<Items> ? place + (place >> 5) : place;
}
template <class T, int Threads, int Items>
using exchange_storage = raw_array<T, Threads * Items + (exchange_is_padded<Items> ? Threads * Items / 32 : 0)>;

/// Moves the items of a block to other places: rank[i] says where item i goes, then every thread takes the items of its
/// own places (blocked: thread t has t * Items and following; striped: t, t + Threads, ...).
template <int Threads, int Items, class T>
__FW_D void block_permute(exchange_storage<T, Threads, Items>& storage, T (&items)[Items], const int (&rank)[Items],
                          bool striped) {
  const int t = static_cast<int>(thread_rank());
  _Pragma("unroll") for (int i = 0; i < Items; ++i) storage[exchange_place<Items>(rank[i])] = items[i];
  __syncthreads();
  _Pragma("unroll") for (int i = 0; i < Items; ++i) items[i] =
      storage[exchange_place<Items>(striped ? i * Threads + t : t * Items + i)];
  __syncthreads();
}

}  // namespace __fw_parallel
