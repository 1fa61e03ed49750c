// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Run-length encoding of the whole device. The places where runs begin are found first; a run ends where the next one
/// begins.
#include "device.h"

namespace cub {

struct __fw_begin_places {
  __fw_parallel::index_t* begins;
  __device__ void operator()(__fw_parallel::index_t i, __fw_parallel::index_t to, bool selected) const {
    if (selected) begins[to] = i;
  }
};
/// The runs of n values: where the r-th one begins, and how many there are.
struct __fw_runs {
  const __fw_parallel::index_t* begins;
  const __fw_parallel::index_t* count;
  __fw_parallel::index_t n;
  __device__ __fw_parallel::index_t length(__fw_parallel::index_t r) const {
    return (r + 1 < *count ? begins[r + 1] : n) - begins[r];
  }
};
template <class In, class Unique, class Lengths, class Count>
struct __fw_put_run {
  __fw_runs runs;
  In in;
  Unique unique;
  Lengths lengths;
  Count count;
  __device__ void operator()(__fw_parallel::index_t r) const {
    if (r == 0) *count = static_cast<__fw_value<Count>>(*runs.count);
    if (r >= *runs.count) return;
    unique[r] = in[runs.begins[r]];
    lengths[r] = static_cast<__fw_value<Lengths>>(runs.length(r));
  }
};
struct __fw_long_run {
  __fw_runs runs;
  __device__ bool operator()(__fw_parallel::index_t r) const { return r < *runs.count && runs.length(r) > 1; }
};
template <class Offsets, class Lengths>
struct __fw_put_long_run {
  __fw_runs runs;
  Offsets offsets;
  Lengths lengths;
  __device__ void operator()(__fw_parallel::index_t r, __fw_parallel::index_t to, bool selected) const {
    if (!selected) return;
    offsets[to] = static_cast<__fw_value<Offsets>>(runs.begins[r]);
    lengths[to] = static_cast<__fw_value<Lengths>>(runs.length(r));
  }
};
template <class Count>
struct __fw_put_count {
  const __fw_parallel::index_t* total;
  Count count;
  __device__ void operator()(__fw_parallel::index_t) const { *count = static_cast<__fw_value<Count>>(*total); }
};

template <class In>
inline __fw_runs __fw_find_runs(__fw_memory& parts, const void* memory, In in, __fw_parallel::index_t n,
                                cudaStream_t stream) {
  using __fw_parallel::index_t;
  auto* const begins = parts.take<index_t>(n);
  auto* const count = parts.take<index_t>(1);
  char* const temporary = parts.take(__fw_parallel::scan_bytes<index_t>(n));
  if (memory) __fw_parallel::select(temporary, n, __fw_differs<In>{in}, __fw_begin_places{begins}, count, stream);
  return {begins, count, n};
}

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Lengths, class Count>
  static cudaError_t Encode(void* memory, size_t& bytes, In in, Unique unique, Lengths lengths, Count count, long long n,
                            cudaStream_t stream = nullptr) {
    using __fw_parallel::index_t;
    const auto size = static_cast<index_t>(n);
    __fw_memory parts(memory);
    const __fw_runs runs = __fw_find_runs(parts, memory, in, size, stream);
    if (!memory) bytes = parts.used();
    else
      __fw_parallel::for_each_index(size == 0 ? 1 : size,
                                    __fw_put_run<In, Unique, Lengths, Count>{runs, in, unique, lengths, count}, stream);
    return cudaPeekAtLastError();
  }
  /// Of the runs of two values and more: where they begin, and how long they are.
  template <class In, class Offsets, class Lengths, class Count>
  static cudaError_t NonTrivialRuns(void* memory, size_t& bytes, In in, Offsets offsets, Lengths lengths, Count count,
                                    long long n, cudaStream_t stream = nullptr) {
    using __fw_parallel::index_t;
    const auto size = static_cast<index_t>(n);
    __fw_memory parts(memory);
    const __fw_runs runs = __fw_find_runs(parts, memory, in, size, stream);
    char* const temporary = parts.take(__fw_parallel::scan_bytes<index_t>(size));
    index_t* const total = parts.take<index_t>(1);
    if (!memory) {
      bytes = parts.used();
    } else {
      __fw_parallel::select(temporary, size, __fw_long_run{runs},
                            __fw_put_long_run<Offsets, Lengths>{runs, offsets, lengths}, total, stream);
      __fw_parallel::for_each_index(1, __fw_put_count<Count>{total, count}, stream);
    }
    return cudaPeekAtLastError();
  }
};

}  // namespace cub
