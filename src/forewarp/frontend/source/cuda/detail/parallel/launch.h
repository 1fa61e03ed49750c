// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whole-device algorithms: element by element, reduction in two kernels, scan and partition in three, stable radix sort
/// (four bits a pass) and stable merge sort. They do what CUB's do; their launches are simpler than CUB's.
#include "block.h"
#include "radix.h"

namespace __fw_parallel {

typedef unsigned long long index_t;
constexpr int threads = 256, items = 4, tile = threads * items;
constexpr index_t max_blocks = 65535;
template <class T>
using plain = __remove_cv(__remove_reference_t(T));

inline index_t blocks_for(index_t n, index_t per_block) {
  const index_t blocks = (n + per_block - 1) / per_block;
  return blocks < max_blocks ? blocks : max_blocks;
}

template <class F>
__global__ void each_kernel(index_t n, F f) {
  for (index_t i = static_cast<index_t>(blockIdx.x) * threads + threadIdx.x; i < n;
       i += static_cast<index_t>(gridDim.x) * threads)
    f(i);
}
template <class F>
inline void for_each_index(index_t n, F f, cudaStream_t stream = nullptr) {
  if (n > 0) each_kernel<<<static_cast<unsigned>(blocks_for(n, threads)), threads, 0, stream>>>(n, f);
}

/// Block b folds a run of values of its own, so that operations need not commute.
template <class In, class T, class Op>
__global__ void reduce_kernel(index_t n, index_t run, In in, T* out, Op op) {
  __shared__ block_storage<T, threads> storage;
  const index_t begin = blockIdx.x * run, end = begin + run < n ? begin + run : n;
  T folded = in(begin);
  bool any = false;
  for (index_t base = begin; base < end; base += threads) {
    const int valid = end - base < threads ? static_cast<int>(end - base) : threads;
    T value = in(base + (threadIdx.x < valid ? threadIdx.x : 0));
    value = block_reduce<threads>(storage, value, op, valid);
    folded = any ? op(folded, value) : value;
    any = true;
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = folded;
}
template <class T>
struct from_memory {
  const T* values;
  __device__ T operator()(index_t i) const { return values[i]; }
};
constexpr index_t reduce_blocks = 128;
/// One block folds what the others left, a part a thread.
template <class T, class Op, class Out>
__global__ void finish_kernel(index_t n, const T* parts, Out out, T init, bool with_init, Op op) {
  __shared__ block_storage<T, reduce_blocks> storage;
  T value = parts[threadIdx.x < n ? threadIdx.x : 0];
  value = block_reduce<reduce_blocks>(storage, value, op, static_cast<int>(n));
  if (threadIdx.x == 0) *out = with_init ? op(init, value) : value;
}
template <class T, class Out>
__global__ void set_kernel(Out out, T value) {
  *out = value;
}
template <class T>
inline size_t reduce_bytes() {
  return reduce_blocks * sizeof(T);
}
/// in(i) for i < n, folded; *out where out may be any iterator of device memory.
template <class T, class In, class Out, class Op>
inline void reduce(void* temporary, index_t n, In in, Out out, T init, bool with_init, Op op,
                   cudaStream_t stream = nullptr) {
  if (n == 0) {
    if (with_init) set_kernel<<<1, 1, 0, stream>>>(out, init);
    return;
  }
  const index_t wanted = (n + tile - 1) / tile, blocks = wanted < reduce_blocks ? wanted : reduce_blocks;
  const index_t run = (n + blocks - 1) / blocks, used = (n + run - 1) / run;
  T* const parts = static_cast<T*>(temporary);
  reduce_kernel<<<static_cast<unsigned>(used), threads, 0, stream>>>(n, run, in, parts, op);
  finish_kernel<<<1, reduce_blocks, 0, stream>>>(used, parts, out, init, with_init, op);
}

template <class In, class T, class Op>
__global__ void scan_parts_kernel(index_t n, In in, T* parts, Op op) {
  __shared__ block_storage<T, threads> storage;
  for (index_t part = blockIdx.x; part * tile < n; part += gridDim.x) {
    const index_t base = part * tile, mine = base + threadIdx.x * items;
    const index_t count = n - base < tile ? n - base : tile;
    const int with_values = static_cast<int>((count + items - 1) / items);
    T value = in(mine < n ? mine : base);
    for (int i = 1; i < items; ++i)
      if (mine + i < n) value = op(value, in(mine + i));
    value = block_reduce<threads>(storage, value, op, with_values);
    if (threadIdx.x == 0) parts[part] = value;
    __syncthreads();
  }
}
/// Each part becomes the fold of all before it (the first one's is not defined unless there is an initial value). One
/// block takes as many parts at a time as it has threads.
template <class T, class Op>
__global__ void scan_middle_kernel(index_t parts_count, T* parts, T init, bool with_init, Op op) {
  __shared__ block_storage<T, threads> storage;
  T earlier = init;
  bool any = with_init;
  for (index_t base = 0; base < parts_count; base += threads) {
    const index_t i = base + threadIdx.x;
    const T own = parts[i < parts_count ? i : base];
    T total;
    const T before = block_exclusive_scan<threads>(storage, own, op, total);
    if (i < parts_count && (any || threadIdx.x > 0))
      parts[i] = threadIdx.x == 0 ? earlier : any ? op(earlier, before) : before;
    earlier = any ? op(earlier, total) : total;
    any = true;
    __syncthreads();
  }
}
template <class In, class T, class Out, class Op>
__global__ void scan_finish_kernel(index_t n, In in, const T* parts, Out out, bool inclusive, bool with_init, Op op) {
  __shared__ block_storage<T, threads> storage;
  for (index_t part = blockIdx.x; part * tile < n; part += gridDim.x) {
    const index_t base = part * tile, mine = base + threadIdx.x * items;
    T values[items];
    for (int i = 0; i < items; ++i) values[i] = in(mine + i < n ? mine + i : base);
    T own = values[0], total;
    for (int i = 1; i < items; ++i)
      if (mine + i < n) own = op(own, values[i]);
    T sum = block_exclusive_scan<threads>(storage, own, op, total);
    bool any = threadIdx.x > 0;
    if (part > 0 || with_init) {
      sum = any ? op(parts[part], sum) : parts[part];
      any = true;
    }
    for (int i = 0; i < items && mine + i < n; ++i) {
      const T with_own = any ? op(sum, values[i]) : values[i];
      if (inclusive) out(mine + i, with_own);
      else out(mine + i, any ? sum : with_own);
      sum = with_own;
      any = true;
    }
    __syncthreads();
  }
}
template <class T>
inline size_t scan_bytes(index_t n) {
  return ((n + tile - 1) / tile + 1) * sizeof(T);
}
/// out(i, fold of in(0) ... in(i)); exclusive scans need an initial value.
template <class T, class In, class Out, class Op>
inline void scan(void* temporary, index_t n, In in, Out out, T init, bool with_init, bool inclusive, Op op,
                 cudaStream_t stream = nullptr) {
  if (n == 0) return;
  T* const parts = static_cast<T*>(temporary);
  const index_t count = (n + tile - 1) / tile;
  const auto blocks = static_cast<unsigned>(blocks_for(n, tile));
  scan_parts_kernel<<<blocks, threads, 0, stream>>>(n, in, parts, op);
  scan_middle_kernel<<<1, threads, 0, stream>>>(count, parts, init, with_init, op);
  scan_finish_kernel<<<blocks, threads, 0, stream>>>(n, in, parts, out, inclusive, with_init, op);
}

struct add_indices {
  __device__ index_t operator()(index_t a, index_t b) const { return a + b; }
};
template <class Flag>
struct flag_count {
  Flag flag;
  __device__ index_t operator()(index_t i) const { return flag(i) ? 1 : 0; }
};
template <class Flag, class Put>
struct put_selected {
  Flag flag;
  Put put;
  index_t n;
  index_t* total;
  __device__ void operator()(index_t i, index_t before) const {
    const bool selected = flag(i);
    put(i, before, selected);
    if (i + 1 == n) *total = before + (selected ? 1 : 0);
  }
};
/// put(i, number of selected ones before i, whether i is selected) for every i; *total: how many are selected.
template <class Flag, class Put>
inline void select(void* temporary, index_t n, Flag flag, Put put, index_t* total, cudaStream_t stream = nullptr) {
  if (n == 0) {
    set_kernel<<<1, 1, 0, stream>>>(total, index_t{0});
    return;
  }
  scan<index_t>(temporary, n, flag_count<Flag>{flag}, put_selected<Flag, Put>{flag, put, n, total}, index_t{0}, true,
                false, add_indices{}, stream);
}

constexpr int digit_bits = 4, digits = 1 << digit_bits, radix_tile = threads;

template <class K>
__global__ void digits_kernel(index_t n, const K* keys, int shift, unsigned mask, bool descending, index_t tiles,
                              unsigned* counts) {
  __shared__ unsigned found[digits];
  for (index_t part = blockIdx.x; part < tiles; part += gridDim.x) {
    if (threadIdx.x < digits) found[threadIdx.x] = 0;
    __syncthreads();
    const index_t i = part * radix_tile + threadIdx.x;
    if (i < n) atomicAdd(&found[(radix_bits(keys[i], descending) >> shift) & mask], 1u);
    __syncthreads();
    if (threadIdx.x < digits) counts[threadIdx.x * tiles + part] = found[threadIdx.x];
    __syncthreads();
  }
}
/// A key's place among the equal digits of its tile: those of earlier warps, then of earlier lanes.
template <class K, class V>
__global__ void scatter_kernel(index_t n, const K* keys, K* keys_out, const V* values, V* values_out, int shift,
                               unsigned mask, bool descending, index_t tiles, const unsigned* starts) {
  __shared__ unsigned found[threads / 32][digits];
  for (index_t part = blockIdx.x; part < tiles; part += gridDim.x) {
    for (int j = threadIdx.x; j < threads / 32 * digits; j += threads) found[j / digits][j % digits] = 0;
    __syncthreads();
    const index_t i = part * radix_tile + threadIdx.x;
    const unsigned digit = i < n ? (radix_bits(keys[i], descending) >> shift) & mask : digits;
    unsigned same = all_lanes;
    for (int bit = 0; bit <= digit_bits; ++bit) {
      const bool set = (digit >> bit & 1u) != 0;
      const unsigned having = __ballot_sync(all_lanes, set);
      same &= set ? having : ~having;
    }
    const unsigned before = __popc(same & ((1u << lane()) - 1u)), warp = threadIdx.x / 32;
    if (before == 0 && digit < digits) found[warp][digit] = __popc(same);
    __syncthreads();
    if (i < n) {
      index_t to = starts[digit * tiles + part] + before;
      for (unsigned w = 0; w < warp; ++w) to += found[w][digit];
      keys_out[to] = keys[i];
      if (values) values_out[to] = values[i];
    }
    __syncthreads();
  }
}
struct unsigned_at {
  const unsigned* values;
  __device__ unsigned operator()(index_t i) const { return values[i]; }
};
struct put_unsigned {
  unsigned* values;
  __device__ void operator()(index_t i, unsigned v) const { values[i] = v; }
};
struct add_unsigned {
  __device__ unsigned operator()(unsigned a, unsigned b) const { return a + b; }
};
inline size_t aligned_bytes(size_t bytes) { return (bytes + 255) / 256 * 256; }
inline index_t radix_tiles(index_t n) { return (n + radix_tile - 1) / radix_tile; }
/// Two tables of counts and the scan's own memory.
inline size_t radix_bytes(index_t n) {
  const index_t counts = radix_tiles(n) * digits;
  return 2 * aligned_bytes(counts * sizeof(unsigned)) + aligned_bytes(scan_bytes<unsigned>(counts));
}
/// Sorts by the bits [begin, end) of the keys between two pairs of buffers; whether the result is in the second pair.
template <class K, class V>
inline bool radix_sort(void* temporary, index_t n, K* keys, K* other_keys, V* values, V* other_values, int begin, int end,
                       bool descending, cudaStream_t stream = nullptr) {
  bool in_other = false;
  if (n == 0) return false;
  const index_t tiles = radix_tiles(n), table = tiles * digits;
  auto* const counts = static_cast<unsigned*>(temporary);
  auto* const starts = reinterpret_cast<unsigned*>(static_cast<char*>(temporary) + aligned_bytes(table * sizeof(unsigned)));
  void* const rest = static_cast<char*>(temporary) + 2 * aligned_bytes(table * sizeof(unsigned));
  const auto blocks = static_cast<unsigned>(blocks_for(tiles, 1));
  for (int shift = begin; shift < end; shift += digit_bits) {
    const unsigned mask = (1u << (end - shift < digit_bits ? end - shift : digit_bits)) - 1u;
    const K* const from = in_other ? other_keys : keys;
    const V* const from_values = in_other ? other_values : values;
    digits_kernel<<<blocks, threads, 0, stream>>>(n, from, shift, mask, descending, tiles, counts);
    scan<unsigned>(rest, table, unsigned_at{counts}, put_unsigned{starts}, 0u, true, false, add_unsigned{}, stream);
    scatter_kernel<<<blocks, threads, 0, stream>>>(n, from, in_other ? keys : other_keys, from_values,
                                                   in_other ? values : other_values, shift, mask, descending, tiles, starts);
    in_other = !in_other;
  }
  return in_other;
}

/// The place of element i in the merge of the two sorted runs of `width` that it is in: its place in its own run and
/// how many of the other run come before it.
template <class T, class Less>
__FW_D index_t merged_place(index_t n, const T* from, index_t i, index_t width, Less less) {
  const index_t pair = i / (2 * width) * (2 * width), middle = pair + width < n ? pair + width : n;
  const index_t end = middle + width < n ? middle + width : n;
  const bool left = i < middle;
  index_t low = left ? middle : pair, high = left ? end : middle;
  const index_t first = low;
  while (low < high) {
    const index_t at = (low + high) / 2;
    const bool before = left ? less(from[at], from[i]) : !less(from[i], from[at]);
    if (before) low = at + 1;
    else high = at;
  }
  return (left ? i : pair + (i - middle)) + (low - first);
}
template <class T, class V, class Less>
struct merge_pass {
  index_t n, width;
  const T* from;
  T* to;
  const V* values;
  V* values_to;
  Less less;
  __device__ void operator()(index_t i) const {
    const index_t place = merged_place(n, from, i, width, less);
    to[place] = from[i];
    if (values) values_to[place] = values[i];
  }
};
/// Stable; whether the result is in the second pair of buffers.
template <class T, class V, class Less>
inline bool merge_sort(index_t n, T* keys, T* other_keys, V* values, V* other_values, Less less,
                       cudaStream_t stream = nullptr) {
  bool in_other = false;
  for (index_t width = 1; width < n; width *= 2) {
    for_each_index(n,
                   merge_pass<T, V, Less>{n, width, in_other ? other_keys : keys, in_other ? keys : other_keys,
                                          in_other ? other_values : values, in_other ? values : other_values, less},
                   stream);
    in_other = !in_other;
  }
  return in_other;
}

}  // namespace __fw_parallel
