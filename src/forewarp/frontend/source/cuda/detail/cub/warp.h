// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Primitives of a warp.
#include "operators.h"

namespace cub {

template <class T, int Width = 32, int = 0>
class WarpReduce {
 public:
  struct TempStorage {};
  __device__ WarpReduce() {}
  __device__ explicit WarpReduce(TempStorage&) {}
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
  __device__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  __device__ T Min(T value) { return Reduce(value, cub::Min()); }
  __device__ T Max(T value) { return Reduce(value, cub::Max()); }
  template <class Op>
  __device__ T Reduce(T value, Op op, int valid = Width) {
    return __fw_parallel::warp_reduce<Width>(value, op, valid);
  }
};

template <class T, int Width = 32, int = 0>
class WarpScan {
 public:
  struct TempStorage {};
  __device__ WarpScan() {}
  __device__ explicit WarpScan(TempStorage&) {}
  __device__ void InclusiveSum(T value, T& out) { InclusiveScan(value, out, cub::Sum()); }
  __device__ void InclusiveSum(T value, T& out, T& total) { InclusiveScan(value, out, cub::Sum(), total); }
  __device__ void ExclusiveSum(T value, T& out) { ExclusiveScan(value, out, T(), cub::Sum()); }
  __device__ void ExclusiveSum(T value, T& out, T& total) { ExclusiveScan(value, out, T(), cub::Sum(), total); }
  template <class Op>
  __device__ void InclusiveScan(T value, T& out, Op op) {
    out = __fw_parallel::warp_inclusive_scan<Width>(value, op);
  }
  template <class Op>
  __device__ void InclusiveScan(T value, T& out, Op op, T& total) {
    InclusiveScan(value, out, op);
    total = __fw_parallel::shuffle(__fw_parallel::all_lanes, out, Width - 1, Width);
  }
  template <class Op>
  __device__ void ExclusiveScan(T value, T& out, T init, Op op) {
    T total;
    ExclusiveScan(value, out, init, op, total);
  }
  template <class Op>
  __device__ void ExclusiveScan(T value, T& out, T init, Op op, T& total) {
    T inclusive;
    InclusiveScan(value, inclusive, op, total);
    const T before = __fw_parallel::shuffle_up(__fw_parallel::all_lanes, inclusive, 1, Width);
    out = __fw_parallel::lane() % Width == 0 ? init : op(init, before);
  }
  __device__ T Broadcast(T value, unsigned from) {
    return __fw_parallel::shuffle(__fw_parallel::all_lanes, value, from, Width);
  }
};

template <class T, int PerThread, int Width = 32, int = 0>
class WarpExchange {
 public:
  struct TempStorage {
    __fw_parallel::raw_array<T, PerThread * Width> items;
  };
  __device__ explicit WarpExchange(TempStorage& storage) : storage_(storage) {}
  template <class Out>
  __device__ void BlockedToStriped(const T (&in)[PerThread], Out (&out)[PerThread]) {
    exchange(in, out, true);
  }
  template <class Out>
  __device__ void StripedToBlocked(const T (&in)[PerThread], Out (&out)[PerThread]) {
    exchange(in, out, false);
  }

 private:
  template <class Out>
  __device__ void exchange(const T (&in)[PerThread], Out (&out)[PerThread], bool from_blocked) {
    const int rank = static_cast<int>(__fw_parallel::lane()) % Width;
    const auto place = [&](int i, bool blocked) { return blocked ? rank * PerThread + i : i * Width + rank; };
    for (int i = 0; i < PerThread; ++i) storage_.items[place(i, from_blocked)] = in[i];
    __syncwarp();
    for (int i = 0; i < PerThread; ++i) out[i] = storage_.items[place(i, !from_blocked)];
    __syncwarp();
  }
  TempStorage& storage_;
};

}  // namespace cub
