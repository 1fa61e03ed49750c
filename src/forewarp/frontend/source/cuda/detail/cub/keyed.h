// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Algorithms of the device over runs of equal keys: reductions (a thread folds a run), scans (of values with flags
/// where runs begin), and the first of each run; and the differences of neighbours.
#include "runs.h"
#include "sorts.h"

namespace cub {

template <class Keys, class Unique, class Values, class Sums, class Count, class Op>
struct __fw_fold_run {
  __fw_runs runs;
  Keys keys;
  Unique unique;
  Values values;
  Sums sums;
  Count count;
  Op op;
  __device__ void operator()(__fw_parallel::index_t r) const {
    if (r == 0) *count = static_cast<__fw_value<Count>>(*runs.count);
    if (r >= *runs.count) return;
    const __fw_parallel::index_t begin = runs.begins[r], end = begin + runs.length(r);
    __fw_accumulator<Op, __fw_value<Values>, Values> sum = values[begin];
    for (__fw_parallel::index_t i = begin + 1; i < end; ++i) sum = op(sum, values[i]);
    unique[r] = keys[begin];
    sums[r] = sum;
  }
};
template <class Keys, class Unique, class Values, class Sums, class Count, class Op>
cudaError_t DeviceReduce::ReduceByKey(void* memory, size_t& bytes, Keys keys, Unique unique, Values values, Sums sums,
                                      Count count, Op op, long long n, cudaStream_t stream) {
  const auto size = static_cast<__fw_parallel::index_t>(n);
  __fw_memory parts(memory);
  const __fw_runs runs = __fw_find_runs(parts, memory, keys, size, stream);
  if (!memory) bytes = parts.used();
  else
    __fw_parallel::for_each_index(size == 0 ? 1 : size,
                                  __fw_fold_run<Keys, Unique, Values, Sums, Count, Op>{runs, keys, unique, values, sums,
                                                                                      count, op},
                                  stream);
  return cudaPeekAtLastError();
}

/// The fold since the last beginning of a run, and whether there was one.
template <class T>
struct __fw_since {
  T value;
  bool begins;
};
template <class T, class Op>
struct __fw_fold_since {
  Op op;
  __device__ __fw_since<T> operator()(const __fw_since<T>& a, const __fw_since<T>& b) const {
    if (b.begins) return b;
    return {static_cast<T>(op(a.value, b.value)), a.begins};
  }
};
/// Exclusive scans fold the initial value and the values before: `shifted` is by one.
template <class Keys, class Values, class Equal, class T, bool Exclusive>
struct __fw_get_since {
  Keys keys;
  Values values;
  Equal equal;
  T init;
  __device__ __fw_since<T> operator()(__fw_parallel::index_t i) const {
    const bool begins = i == 0 || !equal(keys[i - 1], keys[i]);
    if constexpr (Exclusive) return {begins ? init : static_cast<T>(values[i - 1]), begins};
    else return {static_cast<T>(values[i]), begins};
  }
};
template <class Out>
struct __fw_put_since {
  Out out;
  template <class T>
  __device__ void operator()(__fw_parallel::index_t i, const __fw_since<T>& sum) const {
    out[i] = sum.value;
  }
};
/// Values are copied before, as the output may be where they are.
template <bool Exclusive, class T, class Keys, class Values, class Out, class Op, class Equal>
inline cudaError_t __fw_scan_by_key(void* memory, size_t& bytes, Keys keys, Values values, Out out, Op op, T init,
                                    long long n, Equal equal, cudaStream_t stream) {
  typedef __fw_value<Values> V;
  const auto size = static_cast<__fw_parallel::index_t>(n);
  __fw_memory parts(memory);
  V* const copied = parts.take<V>(size);
  char* const temporary = parts.take(__fw_parallel::scan_bytes<__fw_since<T>>(size));
  if (!memory) {
    bytes = parts.used();
    return cudaSuccess;
  }
  __fw_copy_items(values, copied, n, stream);
  __fw_parallel::scan<__fw_since<T>>(temporary, size,
                                     __fw_get_since<Keys, const V*, Equal, T, Exclusive>{keys, copied, equal, init},
                                     __fw_put_since<Out>{out}, __fw_since<T>{}, false, true,
                                     __fw_fold_since<T, Op>{op}, stream);
  return cudaPeekAtLastError();
}
template <class Keys, class Values, class Out, class Op, class T, class Equal>
cudaError_t DeviceScan::ExclusiveScanByKey(void* memory, size_t& bytes, Keys keys, Values values, Out out, Op op, T init,
                                           long long n, Equal equal, cudaStream_t stream) {
  typedef __fw_accumulator<Op, T, Values> Sum;
  return __fw_scan_by_key<true, Sum>(memory, bytes, keys, values, out, op, static_cast<Sum>(init), n, equal, stream);
}
template <class Keys, class Values, class Out, class Op, class Equal>
cudaError_t DeviceScan::InclusiveScanByKey(void* memory, size_t& bytes, Keys keys, Values values, Out out, Op op,
                                           long long n, Equal equal, cudaStream_t stream) {
  typedef __fw_accumulator<Op, __fw_value<Values>, Values> Sum;
  return __fw_scan_by_key<false, Sum>(memory, bytes, keys, values, out, op, Sum(), n, equal, stream);
}

template <class Keys, class KeysOut, class Values, class ValuesOut>
struct __fw_keep_pair {
  Keys keys;
  KeysOut keys_out;
  Values values;
  ValuesOut values_out;
  __device__ void operator()(__fw_parallel::index_t i, __fw_parallel::index_t to, bool selected) const {
    if (!selected) return;
    keys_out[to] = keys[i];
    values_out[to] = values[i];
  }
};
template <class Keys, class Values, class KeysOut, class ValuesOut, class Count>
cudaError_t DeviceSelect::UniqueByKey(void* memory, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                      ValuesOut values_out, Count count, long long n, cudaStream_t stream) {
  return __fw_select(memory, bytes, __fw_differs<Keys>{keys},
                     __fw_keep_pair<Keys, KeysOut, Values, ValuesOut>{keys, keys_out, values, values_out}, count, n,
                     stream);
}

template <class In, class Out, class Op, bool Left>
struct __fw_differ {
  In in;
  Out out;
  __fw_parallel::index_t n;
  mutable Op op;
  __device__ void operator()(__fw_parallel::index_t i) const {
    auto own = in[i];
    const bool alone = Left ? i == 0 : i + 1 == n;
    auto other = in[alone ? i : Left ? i - 1 : i + 1];
    if (alone) out[i] = own;
    else out[i] = op(own, other);
  }
};
struct DeviceAdjacentDifference {
  template <class In, class Out, class Op = Difference>
  static cudaError_t SubtractLeftCopy(void* memory, size_t& bytes, In in, Out out, long long n, Op op = {},
                                      cudaStream_t stream = nullptr) {
    return differ<true>(memory, bytes, in, out, n, op, stream);
  }
  template <class In, class Out, class Op = Difference>
  static cudaError_t SubtractRightCopy(void* memory, size_t& bytes, In in, Out out, long long n, Op op = {},
                                       cudaStream_t stream = nullptr) {
    return differ<false>(memory, bytes, in, out, n, op, stream);
  }
  template <class In, class Op = Difference>
  static cudaError_t SubtractLeft(void* memory, size_t& bytes, In in, long long n, Op op = {},
                                  cudaStream_t stream = nullptr) {
    return differ<true>(memory, bytes, in, in, n, op, stream);
  }
  template <class In, class Op = Difference>
  static cudaError_t SubtractRight(void* memory, size_t& bytes, In in, long long n, Op op = {},
                                   cudaStream_t stream = nullptr) {
    return differ<false>(memory, bytes, in, in, n, op, stream);
  }

 private:
  template <bool Left, class In, class Out, class Op>
  static cudaError_t differ(void* memory, size_t& bytes, In in, Out out, long long n, Op op, cudaStream_t stream) {
    typedef __fw_value<In> T;
    const auto size = static_cast<__fw_parallel::index_t>(n);
    __fw_memory parts(memory);
    T* const copied = parts.take<T>(size);
    if (!memory) {
      bytes = parts.used();
      return cudaSuccess;
    }
    __fw_copy_items(in, copied, n, stream);
    __fw_parallel::for_each_index(size, __fw_differ<const T*, Out, Op, Left>{copied, out, size, op}, stream);
    return cudaPeekAtLastError();
  }
};

/// Calls op with each index, or each element.
struct DeviceFor {
  template <class Index, class Op>
  static cudaError_t Bulk(Index n, Op op, cudaStream_t stream = nullptr) {
    __fw_parallel::for_each_index(static_cast<__fw_parallel::index_t>(n), __fw_call_index<Index, Op>{op}, stream);
    return cudaPeekAtLastError();
  }
  template <class In, class Op>
  static cudaError_t ForEachN(In first, long long n, Op op, cudaStream_t stream = nullptr) {
    __fw_parallel::for_each_index(static_cast<__fw_parallel::index_t>(n), __fw_call_item<In, Op>{first, op}, stream);
    return cudaPeekAtLastError();
  }
  template <class In, class Op>
  static cudaError_t ForEach(In first, In last, Op op, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, op, stream);
  }

 private:
  template <class Index, class Op>
  struct __fw_call_index {
    mutable Op op;
    __device__ void operator()(__fw_parallel::index_t i) const { op(static_cast<Index>(i)); }
  };
  template <class In, class Op>
  struct __fw_call_item {
    In in;
    mutable Op op;
    __device__ void operator()(__fw_parallel::index_t i) const { op(in[i]); }
  };
};

}  // namespace cub
