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
  /// Of segments that begin at lanes with a flag, in the first lane of each.
  template <class Flag, class Op>
  __device__ T HeadSegmentedReduce(T value, Flag is_head, Op op) {
    return reduced_to_end(value, flags_of(is_head) >> 1, op);
  }
  template <class Flag>
  __device__ T HeadSegmentedSum(T value, Flag is_head) {
    return HeadSegmentedReduce(value, is_head, cub::Sum());
  }
  /// The same of segments that end at lanes with a flag.
  template <class Flag, class Op>
  __device__ T TailSegmentedReduce(T value, Flag is_tail, Op op) {
    return reduced_to_end(value, flags_of(is_tail), op);
  }
  template <class Flag>
  __device__ T TailSegmentedSum(T value, Flag is_tail) {
    return TailSegmentedReduce(value, is_tail, cub::Sum());
  }

 private:
  __device__ static unsigned rank() { return __fw_parallel::lane() % Width; }
  /// Those of this logical warp, its first lane in bit 0.
  template <class Flag>
  __device__ static unsigned flags_of(Flag flag) {
    const unsigned all = __ballot_sync(__fw_parallel::all_lanes, flag ? 1 : 0) >> (__fw_parallel::lane() - rank());
    return all & (__fw_parallel::all_lanes >> (32 - Width));
  }
  /// From this lane to the first one behind it, or itself, that `ends` names; the last lane ends the last segment.
  template <class Op>
  __device__ static T reduced_to_end(T value, unsigned ends, Op op) {
    const unsigned own = rank(), last = own + __ffs(static_cast<int>(ends >> own | 1u << (Width - 1 - own))) - 1;
    for (unsigned step = 1; step < Width; step *= 2) {
      const T other = __fw_parallel::shuffle_down(__fw_parallel::all_lanes, value, step, Width);
      if (own + step <= last) value = op(value, other);
    }
    return value;
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
  /// Without an initial value the first lane's output is undefined.
  template <class Op>
  __device__ void ExclusiveScan(T value, T& out, Op op) {
    T inclusive;
    Scan(value, inclusive, out, op);
  }
  template <class Op>
  __device__ void ExclusiveScan(T value, T& out, Op op, T& total) {
    T inclusive;
    Scan(value, inclusive, out, op);
    total = __fw_parallel::shuffle(__fw_parallel::all_lanes, inclusive, Width - 1, Width);
  }
  /// Both scans.
  template <class Op>
  __device__ void Scan(T value, T& inclusive, T& exclusive, Op op) {
    InclusiveScan(value, inclusive, op);
    exclusive = __fw_parallel::shuffle_up(__fw_parallel::all_lanes, inclusive, 1, Width);
  }
  template <class Op>
  __device__ void Scan(T value, T& inclusive, T& exclusive, T init, Op op) {
    Scan(value, inclusive, exclusive, op);
    inclusive = op(init, inclusive);
    exclusive = __fw_parallel::lane() % Width == 0 ? init : op(init, exclusive);
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
