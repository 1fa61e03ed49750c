// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Primitives of a block. A primitive without storage of the caller's has its own in shared memory.
#include "warp.h"

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/// Which item of the block the thread's i-th one is: striped, i * threads + thread, else thread * N + i.
template <int Threads, int N>
__device__ int __fw_item_number(int i, bool striped) {
  const int t = static_cast<int>(__fw_parallel::thread_rank());
  return striped ? i * Threads + t : t * N + i;
}

/// The same of a thread whose warp's items lie together, striped within the warp, which has Width lanes.
template <int N, int Width = 32>
__device__ int __fw_warp_item_number(int thread, int i) {
  return thread / Width * Width * N + i * Width + thread % Width;
}

#define __FW_CUB_STORAGE(Class)                                          \
  __device__ Class() : storage_(own()) {}                                \
  __device__ explicit Class(TempStorage& storage) : storage_(storage) {} \
                                                                         \
 private:                                                                \
  __device__ static TempStorage& own() {                                 \
    __shared__ TempStorage storage;                                      \
    return storage;                                                      \
  }                                                                      \
  TempStorage& storage_;                                                 \
                                                                         \
 public:

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
class BlockReduce {
  static constexpr int threads = X * Y * Z;

 public:
  typedef __fw_parallel::block_storage<T, threads> TempStorage;
  __FW_CUB_STORAGE(BlockReduce)
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
  __device__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  template <class Op>
  __device__ T Reduce(T value, Op op) {
    return __fw_parallel::block_reduce<threads>(storage_, value, op);
  }
  template <class Op>
  __device__ T Reduce(T value, Op op, int valid) {
    return __fw_parallel::block_reduce<threads>(storage_, value, op, valid);
  }
  template <int N, class Op>
  __device__ T Reduce(T (&values)[N], Op op) {
    T value = values[0];
    for (int i = 1; i < N; ++i) value = op(value, values[i]);
    return Reduce(value, op);
  }
  template <int N>
  __device__ T Sum(T (&values)[N]) {
    return Reduce(values, cub::Sum());
  }
};

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
  static constexpr int threads = X * Y * Z;

 public:
  typedef __fw_parallel::block_storage<T, threads> TempStorage;
  __FW_CUB_STORAGE(BlockScan)
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op, T& total) {
    out = __fw_parallel::block_inclusive_scan<threads>(storage_, in, op, total);
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T init, Op op, T& total) {
    const T before = __fw_parallel::block_exclusive_scan<threads>(storage_, in, op, total);
    out = __fw_parallel::thread_rank() == 0 ? init : op(init, before);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T init, Op op) {
    T total;
    ExclusiveScan(in, out, init, op, total);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, Op op) {
    T total;
    const T before = __fw_parallel::block_exclusive_scan<threads>(storage_, in, op, total);
    if (__fw_parallel::thread_rank() != 0) out = before;
  }
  /// prefix(total of this call) is called by the first warp; what lane 0 gets comes before all values.
  template <class Op, class Prefix>
  __device__ void ExclusiveScanPrefix(T in, T& out, Op op, Prefix& prefix, bool inclusive) {
    T total;
    const T before = __fw_parallel::block_exclusive_scan<threads>(storage_, in, op, total);
    const unsigned rank = __fw_parallel::thread_rank();
    if (rank < 32) {
      const T first = prefix(total);
      if (rank == 0) storage_.whole[0] = first;
    }
    __syncthreads();
    const T begin = storage_.whole[0];
    const T exclusive = rank == 0 ? begin : op(begin, before);
    out = inclusive ? op(exclusive, in) : exclusive;
  }
  template <class Prefix>
  __device__ void ExclusiveSum(T in, T& out, Prefix& prefix) {
    if constexpr (__is_same(Prefix, T))
      ExclusiveScan(in, out, T(), cub::Sum(), prefix);
    else
      ExclusiveScanPrefix(in, out, cub::Sum(), prefix, false);
  }
  template <class Prefix>
  __device__ void InclusiveSum(T in, T& out, Prefix& prefix) {
    if constexpr (__is_same(Prefix, T))
      InclusiveScan(in, out, cub::Sum(), prefix);
    else
      ExclusiveScanPrefix(in, out, cub::Sum(), prefix, true);
  }
  __device__ void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(), cub::Sum()); }

  // Several values a thread: the thread's fold takes part, then each value gets what is before it.
  template <int N, class Op>
  __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op, T& total) {
    T own = in[0];
    for (int i = 1; i < N; ++i) own = op(own, in[i]);
    const T before = __fw_parallel::block_exclusive_scan<threads>(storage_, own, op, total);
    T sum = __fw_parallel::thread_rank() == 0 ? in[0] : op(before, in[0]);
    out[0] = sum;
    for (int i = 1; i < N; ++i) out[i] = sum = op(sum, in[i]);
  }
  template <int N, class Op>
  __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T init, Op op, T& total) {
    T own = in[0];
    for (int i = 1; i < N; ++i) own = op(own, in[i]);
    const T before = __fw_parallel::block_exclusive_scan<threads>(storage_, own, op, total);
    T sum = __fw_parallel::thread_rank() == 0 ? init : op(init, before);
    for (int i = 0; i < N; ++i) {
      const T value = in[i];
      out[i] = sum;
      sum = op(sum, value);
    }
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T init, Op op) {
    T total;
    ExclusiveScan(in, out, init, op, total);
  }
  /// Without an initial value the first output of the block is undefined.
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], Op op, T& total) {
    T own = in[0];
    for (int i = 1; i < N; ++i) own = op(own, in[i]);
    const T before = __fw_parallel::block_exclusive_scan<threads>(storage_, own, op, total);
    const bool is_first = __fw_parallel::thread_rank() == 0;
    T sum = is_first ? in[0] : op(before, in[0]);
    if (!is_first) out[0] = before;
    for (int i = 1; i < N; ++i) {
      const T value = in[i];
      out[i] = sum;
      sum = op(sum, value);
    }
  }
  template <int N, class Op>
  __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], Op op) {
    T total;
    ExclusiveScan(in, out, op, total);
  }
  /// prefix as above, of one value a thread.
  template <int N, class Op, class Prefix>
  __device__ void ScanPrefix(T (&in)[N], T (&out)[N], Op op, Prefix& prefix, bool inclusive) {
    T own = in[0];
    for (int i = 1; i < N; ++i) own = op(own, in[i]);
    T sum;
    ExclusiveScanPrefix(own, sum, op, prefix, false);
    for (int i = 0; i < N; ++i) {
      const T value = in[i], next = op(sum, value);
      out[i] = inclusive ? next : sum;
      sum = next;
    }
  }
  template <int N, class Op, class Prefix, class = decltype(static_cast<T>((*static_cast<Prefix*>(nullptr))(T())))>
  __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op, Prefix& prefix) {
    ScanPrefix(in, out, op, prefix, true);
  }
  template <int N, class Op, class Prefix, class = decltype(static_cast<T>((*static_cast<Prefix*>(nullptr))(T())))>
  __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], Op op, Prefix& prefix) {
    ScanPrefix(in, out, op, prefix, false);
  }
  template <class Op, class Prefix, class = decltype(static_cast<T>((*static_cast<Prefix*>(nullptr))(T())))>
  __device__ void InclusiveScan(T in, T& out, Op op, Prefix& prefix) {
    ExclusiveScanPrefix(in, out, op, prefix, true);
  }
  template <class Op, class Prefix, class = decltype(static_cast<T>((*static_cast<Prefix*>(nullptr))(T())))>
  __device__ void ExclusiveScan(T in, T& out, Op op, Prefix& prefix) {
    ExclusiveScanPrefix(in, out, op, prefix, false);
  }
  template <int N, class Prefix, class = decltype(static_cast<T>((*static_cast<Prefix*>(nullptr))(T())))>
  __device__ void InclusiveSum(T (&in)[N], T (&out)[N], Prefix& prefix) {
    ScanPrefix(in, out, cub::Sum(), prefix, true);
  }
  template <int N, class Prefix, class = decltype(static_cast<T>((*static_cast<Prefix*>(nullptr))(T())))>
  __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], Prefix& prefix) {
    ScanPrefix(in, out, cub::Sum(), prefix, false);
  }
  template <int N>
  __device__ void InclusiveSum(T (&in)[N], T (&out)[N]) {
    InclusiveScan(in, out, cub::Sum());
  }
  template <int N>
  __device__ void InclusiveSum(T (&in)[N], T (&out)[N], T& total) {
    InclusiveScan(in, out, cub::Sum(), total);
  }
  template <int N>
  __device__ void ExclusiveSum(T (&in)[N], T (&out)[N]) {
    ExclusiveScan(in, out, T(), cub::Sum());
  }
  template <int N>
  __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], T& total) {
    ExclusiveScan(in, out, T(), cub::Sum(), total);
  }
};

template <class T, int X, int N, bool = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange {
  static constexpr int threads = X * Y * Z;

 public:
  typedef __fw_parallel::exchange_storage<T, threads, N> TempStorage;
  __FW_CUB_STORAGE(BlockExchange)
  __device__ __forceinline__ void StripedToBlocked(const T (&in)[N], T (&out)[N]) { move(in, out, true, false); }
  __device__ __forceinline__ void StripedToBlocked(T (&items)[N]) { move(items, items, true, false); }
  __device__ __forceinline__ void BlockedToStriped(const T (&in)[N], T (&out)[N]) { move(in, out, false, true); }
  __device__ __forceinline__ void BlockedToStriped(T (&items)[N]) { move(items, items, false, true); }
  template <class Offset>
  __device__ __forceinline__ void ScatterToBlocked(T (&items)[N], Offset (&ranks)[N]) {
    scatter(items, ranks, false);
  }
  template <class Offset>
  __device__ __forceinline__ void ScatterToStriped(T (&items)[N], Offset (&ranks)[N]) {
    scatter(items, ranks, true);
  }
  template <class Offset>
  __device__ __forceinline__ void ScatterToBlocked(const T (&in)[N], T (&out)[N], Offset (&ranks)[N]) {
    for (int i = 0; i < N; ++i) out[i] = in[i];
    scatter(out, ranks, false);
  }
  template <class Offset>
  __device__ __forceinline__ void ScatterToStriped(const T (&in)[N], T (&out)[N], Offset (&ranks)[N]) {
    for (int i = 0; i < N; ++i) out[i] = in[i];
    scatter(out, ranks, true);
  }
  /// Items with a negative rank are left out.
  template <class Offset>
  __device__ __forceinline__ void ScatterToStripedGuarded(const T (&in)[N], T (&out)[N], Offset (&ranks)[N]) {
    scatter_where(in, out, ranks, [&](int i) { return ranks[i] >= 0; });
  }
  template <class Offset>
  __device__ __forceinline__ void ScatterToStripedGuarded(T (&items)[N], Offset (&ranks)[N]) {
    ScatterToStripedGuarded(items, items, ranks);
  }
  template <class Offset, class Valid>
  __device__ __forceinline__ void ScatterToStripedFlagged(const T (&in)[N], T (&out)[N], Offset (&ranks)[N],
                                                          Valid (&is_valid)[N]) {
    scatter_where(in, out, ranks, [&](int i) { return static_cast<bool>(is_valid[i]); });
  }
  template <class Offset, class Valid>
  __device__ __forceinline__ void ScatterToStripedFlagged(T (&items)[N], Offset (&ranks)[N], Valid (&is_valid)[N]) {
    ScatterToStripedFlagged(items, items, ranks, is_valid);
  }
  /// Striped within each warp: its items lie together.
  __device__ __forceinline__ void WarpStripedToBlocked(const T (&in)[N], T (&out)[N]) {
    int ranks[N];
    for (int i = 0; i < N; ++i) ranks[i] = warp_place(i);
    for (int i = 0; i < N; ++i) out[i] = in[i];
    __fw_parallel::block_permute<threads, N>(storage_, out, ranks, false);
  }
  __device__ __forceinline__ void WarpStripedToBlocked(T (&items)[N]) { WarpStripedToBlocked(items, items); }
  __device__ __forceinline__ void BlockedToWarpStriped(const T (&in)[N], T (&out)[N]) {
    T moved[N];
    for (int i = 0; i < N; ++i) moved[i] = in[i];
    for (int i = 0; i < N; ++i)
      storage_[__fw_parallel::exchange_place<N>(__fw_item_number<threads, N>(i, false))] = moved[i];
    __syncthreads();
    for (int i = 0; i < N; ++i) out[i] = storage_[__fw_parallel::exchange_place<N>(warp_place(i))];
    __syncthreads();
  }
  __device__ __forceinline__ void BlockedToWarpStriped(T (&items)[N]) { BlockedToWarpStriped(items, items); }

 private:
  __device__ static int warp_place(int i) {
    return __fw_warp_item_number<N, threads < 32 ? threads : 32>(static_cast<int>(__fw_parallel::thread_rank()), i);
  }
  template <class Offset, class Where>
  __device__ __forceinline__ void scatter_where(const T (&in)[N], T (&out)[N], Offset (&to)[N], Where where) {
    for (int i = 0; i < N; ++i)
      if (where(i)) storage_[__fw_parallel::exchange_place<N>(static_cast<int>(to[i]))] = in[i];
    __syncthreads();
    for (int i = 0; i < N; ++i) out[i] = storage_[__fw_parallel::exchange_place<N>(__fw_item_number<threads, N>(i, true))];
    __syncthreads();
  }
  __device__ __forceinline__ void move(const T (&in)[N], T (&out)[N], bool from_striped, bool to_striped) {
    int ranks[N];
    for (int i = 0; i < N; ++i) ranks[i] = __fw_item_number<threads, N>(i, from_striped);
    for (int i = 0; i < N; ++i) out[i] = in[i];
    __fw_parallel::block_permute<threads, N>(storage_, out, ranks, to_striped);
  }
  template <class Offset>
  __device__ __forceinline__ void scatter(T (&items)[N], Offset (&to)[N], bool striped) {
    int ranks[N];
    for (int i = 0; i < N; ++i) ranks[i] = static_cast<int>(to[i]);
    __fw_parallel::block_permute<threads, N>(storage_, items, ranks, striped);
  }
};

/// Transposing algorithms load striped, coalesced, and exchange; the others load what they keep.
template <class T, int X, int N, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
  static constexpr bool striped = Algorithm != BLOCK_LOAD_DIRECT && Algorithm != BLOCK_LOAD_VECTORIZE;
  static constexpr bool transposes = striped && Algorithm != BLOCK_LOAD_STRIPED;
  typedef BlockExchange<T, X, N, false, Y, Z> Exchange;
  __device__ static int place(int i) { return __fw_item_number<X * Y * Z, N>(i, striped); }

 public:
  typedef typename Exchange::TempStorage TempStorage;
  __FW_CUB_STORAGE(BlockLoad)
  template <class In>
  __device__ void Load(In from, T (&items)[N]) {
    Load(from, items, X * Y * Z * N);
  }
  template <class In>
  __device__ void Load(In from, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
      if (place(i) < valid) items[i] = from[place(i)];
    if constexpr (transposes) Exchange(storage_).StripedToBlocked(items);
  }
  template <class In, class Default>
  __device__ void Load(In from, T (&items)[N], int valid, Default other) {
    for (int i = 0; i < N; ++i) items[i] = place(i) < valid ? static_cast<T>(from[place(i)]) : static_cast<T>(other);
    if constexpr (transposes) Exchange(storage_).StripedToBlocked(items);
  }
};

template <class T, int X, int N, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
  static constexpr int threads = X * Y * Z;
  static constexpr bool striped = Algorithm != BLOCK_STORE_DIRECT && Algorithm != BLOCK_STORE_VECTORIZE;
  static constexpr bool transposes = striped && Algorithm != BLOCK_STORE_STRIPED;
  typedef BlockExchange<T, X, N, false, Y, Z> Exchange;

 public:
  typedef typename Exchange::TempStorage TempStorage;
  __FW_CUB_STORAGE(BlockStore)
  template <class Out>
  __device__ void Store(Out to, T (&items)[N]) {
    Store(to, items, threads * N);
  }
  template <class Out>
  __device__ void Store(Out to, T (&items)[N], int valid) {
    if constexpr (transposes) Exchange(storage_).BlockedToStriped(items);
    for (int i = 0; i < N; ++i) {
      const int place = __fw_item_number<threads, N>(i, striped);
      if (place < valid) to[place] = items[i];
    }
  }
};

/// Stable: four bits after one another. Each thread counts its own keys by digit, digits 0 to 7 in the low half of a
/// word and 8 to 15 in the high half; the scan of these words, rows first, gives the places. The ninth row stays zero,
/// so that the stretches of nine words which the threads scan begin in different banks.
template <class K, int X, int N, class V = NullType, int = 4, bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          int = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort {
  static constexpr int threads = X * Y * Z, key_bits = sizeof(K) * 8, digit_bits = 4, rows = 9;
  struct Counters {
    __fw_parallel::block_storage<unsigned, threads> scan;
    unsigned words[rows * threads];
  };

 public:
  struct TempStorage {
    union {
      Counters counters;
      __fw_parallel::exchange_storage<K, threads, N> keys;
      __fw_parallel::exchange_storage<V, threads, N> values;
    };
  };
  __FW_CUB_STORAGE(BlockRadixSort)
  __device__ __forceinline__ void Sort(K (&keys)[N], int begin = 0, int end = key_bits) {
    sort(keys, no_values{}, begin, end, false, false);
  }
  __device__ __forceinline__ void SortDescending(K (&keys)[N], int begin = 0, int end = key_bits) {
    sort(keys, no_values{}, begin, end, true, false);
  }
  __device__ __forceinline__ void Sort(K (&keys)[N], V (&values)[N], int begin = 0, int end = key_bits) {
    sort(keys, values, begin, end, false, false);
  }
  __device__ __forceinline__ void SortDescending(K (&keys)[N], V (&values)[N], int begin = 0, int end = key_bits) {
    sort(keys, values, begin, end, true, false);
  }
  __device__ __forceinline__ void SortBlockedToStriped(K (&keys)[N], int begin = 0, int end = key_bits) {
    sort(keys, no_values{}, begin, end, false, true);
  }
  __device__ __forceinline__ void SortBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0,
                                                       int end = key_bits) {
    sort(keys, values, begin, end, false, true);
  }
  __device__ __forceinline__ void SortDescendingBlockedToStriped(K (&keys)[N], int begin = 0, int end = key_bits) {
    sort(keys, no_values{}, begin, end, true, true);
  }
  __device__ __forceinline__ void SortDescendingBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0,
                                                                 int end = key_bits) {
    sort(keys, values, begin, end, true, true);
  }

 private:
  struct no_values {};
  /// Digits from 8 on come after all of those below.
  __device__ __forceinline__ void scan_counters(int t) {
    unsigned* const own = storage_.counters.words + t * rows;
    unsigned sum = 0, total = 0, words[rows];
    _Pragma("unroll") for (int row = 0; row < rows; ++row) sum += words[row] = own[row];
    unsigned before = __fw_parallel::block_exclusive_scan<threads>(storage_.counters.scan, sum, cub::Sum(), total);
    before = (t == 0 ? 0 : before) + (total << 16);
    _Pragma("unroll") for (int row = 0; row < rows; ++row) {
      own[row] = before;
      before += words[row];
    }
  }
  template <class Values>
  __device__ __forceinline__ void sort(K (&keys)[N], Values&& values, int begin, int end, bool descending,
                                       bool striped) {
    const int t = static_cast<int>(__fw_parallel::thread_rank());
    for (int bit = begin; bit < end; bit += digit_bits) {
      const unsigned mask = (1u << (end - bit < digit_bits ? end - bit : digit_bits)) - 1;
      unsigned short* const halves = reinterpret_cast<unsigned short*>(storage_.counters.words);
      unsigned short* place[N];
      int ranks[N];
      _Pragma("unroll") for (int row = 0; row < rows; ++row) storage_.counters.words[row * threads + t] = 0;
      _Pragma("unroll") for (int i = 0; i < N; ++i) {
        const unsigned digit = static_cast<unsigned>(__fw_parallel::radix_bits(keys[i], descending) >> bit) & mask;
        place[i] = halves + 2 * ((digit & 7) * threads + t) + (digit >> 3);
        ranks[i] = *place[i];
        *place[i] = static_cast<unsigned short>(ranks[i] + 1);
      }
      __syncthreads();
      scan_counters(t);
      __syncthreads();
      _Pragma("unroll") for (int i = 0; i < N; ++i) ranks[i] += *place[i];
      __syncthreads();
      const bool last = striped && bit + digit_bits >= end;
      __fw_parallel::block_permute<threads, N>(storage_.keys, keys, ranks, last);
      if constexpr (!__is_same(__fw_parallel::plain<Values>, no_values))
        __fw_parallel::block_permute<threads, N>(storage_.values, values, ranks, last);
    }
  }
};

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int X, int N, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int = 0>
class BlockHistogram {
 public:
  struct TempStorage {};
  __FW_CUB_STORAGE(BlockHistogram)
  template <class Counter>
  __device__ void InitHistogram(Counter (&histogram)[Bins]) {
    for (unsigned i = __fw_parallel::thread_rank(); i < Bins; i += X * Y * Z) histogram[i] = 0;
    __syncthreads();
  }
  template <class Counter>
  __device__ void Composite(T (&items)[N], Counter (&histogram)[Bins]) {
    for (int i = 0; i < N; ++i) atomicAdd(&histogram[items[i]], Counter(1));
  }
  template <class Counter>
  __device__ void Histogram(T (&items)[N], Counter (&histogram)[Bins]) {
    InitHistogram(histogram);
    Composite(items, histogram);
  }
};

template <class T, int N, class In>
__FW_D void LoadDirectBlocked(int thread, In from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[thread * N + i];
}
template <int Threads, class T, int N, class In>
__FW_D void LoadDirectStriped(int thread, In from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[i * Threads + thread];
}
template <class T, int N, class Out>
__FW_D void StoreDirectBlocked(int thread, Out to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[thread * N + i] = items[i];
}
template <int Threads, class T, int N, class Out>
__FW_D void StoreDirectStriped(int thread, Out to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[i * Threads + thread] = items[i];
}

// Of the first `valid` items of the block; the others keep what they have, or get a value.
#define __FW_CUB_DIRECT(Arrangement, parameters, place)                                    \
  template <parameters class T, int N, class In>                                           \
  __FW_D void LoadDirect##Arrangement(int thread, In from, T (&items)[N], int valid) {     \
    for (int i = 0; i < N; ++i)                                                            \
      if (place < valid) items[i] = from[place];                                           \
  }                                                                                        \
  template <parameters class T, class Default, int N, class In>                            \
  __FW_D void LoadDirect##Arrangement(int thread, In from, T (&items)[N], int valid, Default other) { \
    for (int i = 0; i < N; ++i)                                                            \
      items[i] = place < valid ? static_cast<T>(from[place]) : static_cast<T>(other);      \
  }                                                                                        \
  template <parameters class T, int N, class Out>                                          \
  __FW_D void StoreDirect##Arrangement(int thread, Out to, T (&items)[N], int valid) {     \
    for (int i = 0; i < N; ++i)                                                            \
      if (place < valid) to[place] = items[i];                                             \
  }
#define __FW_CUB_NONE
#define __FW_CUB_THREADS int Threads,
__FW_CUB_DIRECT(Blocked, __FW_CUB_NONE, thread* N + i)
__FW_CUB_DIRECT(Striped, __FW_CUB_THREADS, i* Threads + thread)
__FW_CUB_DIRECT(WarpStriped, __FW_CUB_NONE, __fw_warp_item_number<N>(thread, i))
#undef __FW_CUB_DIRECT
#undef __FW_CUB_NONE
#undef __FW_CUB_THREADS
template <class T, int N, class In>
__FW_D void LoadDirectWarpStriped(int thread, In from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[__fw_warp_item_number<N>(thread, i)];
}
template <class T, int N, class Out>
__FW_D void StoreDirectWarpStriped(int thread, Out to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[__fw_warp_item_number<N>(thread, i)] = items[i];
}
/// A thread's items as one piece of memory, aligned by the largest power of two in its size, up to 16.
template <class T, int N>
struct __fw_items {
  static constexpr unsigned long bytes = sizeof(T) * N, power = bytes & -bytes;
  alignas(power < 16 ? power : 16) T items[N];
};
template <class T, int N>
__FW_D void LoadDirectBlockedVectorized(int thread, T* from, T (&items)[N]) {
  const __fw_items<T, N> all = reinterpret_cast<const __fw_items<T, N>*>(from)[thread];
  for (int i = 0; i < N; ++i) items[i] = all.items[i];
}
template <class T, int N>
__FW_D void StoreDirectBlockedVectorized(int thread, T* to, T (&items)[N]) {
  __fw_items<T, N> all;
  for (int i = 0; i < N; ++i) all.items[i] = items[i];
  reinterpret_cast<__fw_items<T, N>*>(to)[thread] = all;
}

}  // namespace cub
