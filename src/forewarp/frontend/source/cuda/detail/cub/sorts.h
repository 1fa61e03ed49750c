// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sorts by comparisons, of warps, blocks and the device, and sorts of segments. All of them are stable: runs of twice
/// the width come of each pass, in which every item finds its place by a binary search in the other run.
#include "device.h"

namespace cub {

template <class K, class V, int Count>
struct __fw_sort_storage {
  __fw_parallel::raw_array<K, Count> keys[2];
  __fw_parallel::raw_array<V, Count> values[2];
};
/// Keys and values of `Threads` threads, N each. `wait` lets all of them come to one point.
template <int Threads, int N, class K, class V, class Less, class Wait>
__FW_D void __fw_sort_together(__fw_sort_storage<K, V, Threads * N>& storage, K (&keys)[N], V* values, int rank, int valid,
                               Less less, Wait wait) {
  const bool with_values = values != nullptr;
  wait();
  for (int i = 0; i < N; ++i) {
    storage.keys[0][rank * N + i] = keys[i];
    if (with_values) storage.values[0][rank * N + i] = values[i];
  }
  wait();
  int from = 0;
  for (int width = 1; width < valid; width *= 2, from ^= 1) {
    for (int i = rank; i < valid; i += Threads) {
      const auto place = static_cast<int>(__fw_parallel::merged_place<K>(valid, &storage.keys[from][0], i, width, less));
      storage.keys[from ^ 1][place] = storage.keys[from][i];
      if (with_values) storage.values[from ^ 1][place] = storage.values[from][i];
    }
    wait();
  }
  for (int i = 0; i < N && rank * N + i < valid; ++i) {
    keys[i] = storage.keys[from][rank * N + i];
    if (with_values) values[i] = storage.values[from][rank * N + i];
  }
}

/// Sort and StableSort of keys, alone and with values, all of them or the first ones.
#define __FW_CUB_MERGE_SORT(Name)                                            \
  template <class Less>                                                      \
  __device__ void Name(K (&keys)[N], Less less) {                            \
    sort(keys, nullptr, threads * N, less);                                  \
  }                                                                          \
  template <class Less>                                                      \
  __device__ void Name(K (&keys)[N], Less less, int valid, K other) {        \
    fill(keys, valid, other);                                                \
    sort(keys, nullptr, valid, less);                                        \
  }                                                                          \
  template <class Less>                                                      \
  __device__ void Name(K (&keys)[N], V (&values)[N], Less less) {            \
    sort(keys, values, threads * N, less);                                   \
  }                                                                          \
  template <class Less>                                                      \
  __device__ void Name(K (&keys)[N], V (&values)[N], Less less, int valid, K other) { \
    fill(keys, valid, other);                                                \
    sort(keys, values, valid, less);                                         \
  }
#define __FW_CUB_MERGE_SORTS                                       \
  __FW_CUB_MERGE_SORT(Sort)                                        \
  __FW_CUB_MERGE_SORT(StableSort)                                  \
                                                                   \
 private:                                                          \
  __device__ static void fill(K (&keys)[N], int valid, const K& other) { \
    for (int i = 0; i < N; ++i)                                    \
      if (rank() * N + i >= valid) keys[i] = other;                \
  }

template <class K, int X, int N, class V = NullType, int Y = 1, int Z = 1>
class BlockMergeSort {
  static constexpr int threads = X * Y * Z;
  __device__ static int rank() { return static_cast<int>(__fw_parallel::thread_rank()); }

 public:
  typedef __fw_sort_storage<K, V, threads * N> TempStorage;
  __FW_CUB_STORAGE(BlockMergeSort)
  __FW_CUB_MERGE_SORTS
  template <class Less>
  __device__ void sort(K (&keys)[N], V* values, int valid, Less less) {
    __fw_sort_together<threads>(storage_, keys, values, rank(), valid, less, [] { __syncthreads(); });
  }
};

template <class K, int N, int Width = 32, class V = NullType, int = 1>
class WarpMergeSort {
  static constexpr int threads = Width;
  __device__ static int rank() { return static_cast<int>(__fw_parallel::lane()) % Width; }

 public:
  typedef __fw_sort_storage<K, V, Width * N> TempStorage;
  __device__ explicit WarpMergeSort(TempStorage& storage) : storage_(storage) {}
  __FW_CUB_MERGE_SORTS
  template <class Less>
  __device__ void sort(K (&keys)[N], V* values, int valid, Less less) {
    const unsigned lanes = Width == 32 ? ~0u : ((1u << (Width & 31)) - 1u) << __fw_parallel::lane() / Width * Width;
    __fw_sort_together<Width>(storage_, keys, values, rank(), valid, less, [=] { __syncwarp(lanes); });
  }
  TempStorage& storage_;
};
#undef __FW_CUB_MERGE_SORTS
#undef __FW_CUB_MERGE_SORT

template <class In, class Out>
struct __fw_copy_item {
  In in;
  Out out;
  __device__ void operator()(__fw_parallel::index_t i) const { out[i] = in[i]; }
};
template <class In, class Out>
inline void __fw_copy_items(In in, Out out, long long n, cudaStream_t stream) {
  __fw_parallel::for_each_index(static_cast<__fw_parallel::index_t>(n), __fw_copy_item<In, Out>{in, out}, stream);
}

struct DeviceMergeSort {
  template <class Keys, class KeysOut, class Values, class ValuesOut, class Less>
  static cudaError_t SortPairsCopy(void* memory, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                   ValuesOut values_out, long long n, Less less, cudaStream_t stream = nullptr) {
    typedef __fw_value<Values> V;
    __fw_memory parts(memory);
    V *const own = parts.take<V>(n), *const other = parts.take<V>(n);
    if (memory) __fw_copy_items(values, own, n, stream);
    const bool moved = sort(parts, memory, keys, keys_out, own, other, n, less, stream);
    if (!memory) bytes = parts.used();
    else __fw_copy_items(moved ? other : own, values_out, n, stream);
    return cudaPeekAtLastError();
  }
  template <class Keys, class KeysOut, class Less>
  static cudaError_t SortKeysCopy(void* memory, size_t& bytes, Keys keys, KeysOut keys_out, long long n, Less less,
                                  cudaStream_t stream = nullptr) {
    __fw_memory parts(memory);
    char* const none = nullptr;
    sort(parts, memory, keys, keys_out, none, none, n, less, stream);
    if (!memory) bytes = parts.used();
    return cudaPeekAtLastError();
  }
  template <class Keys, class Values, class Less>
  static cudaError_t SortPairs(void* memory, size_t& bytes, Keys keys, Values values, long long n, Less less,
                               cudaStream_t stream = nullptr) {
    return SortPairsCopy(memory, bytes, keys, values, keys, values, n, less, stream);
  }
  template <class Keys, class Less>
  static cudaError_t SortKeys(void* memory, size_t& bytes, Keys keys, long long n, Less less,
                              cudaStream_t stream = nullptr) {
    return SortKeysCopy(memory, bytes, keys, keys, n, less, stream);
  }
  template <class Keys, class Values, class Less>
  static cudaError_t StableSortPairs(void* memory, size_t& bytes, Keys keys, Values values, long long n, Less less,
                                     cudaStream_t stream = nullptr) {
    return SortPairs(memory, bytes, keys, values, n, less, stream);
  }
  template <class Keys, class Less>
  static cudaError_t StableSortKeys(void* memory, size_t& bytes, Keys keys, long long n, Less less,
                                    cudaStream_t stream = nullptr) {
    return SortKeys(memory, bytes, keys, n, less, stream);
  }

 private:
  template <class Keys, class KeysOut, class V, class Less>
  static bool sort(__fw_memory& parts, const void* memory, Keys keys, KeysOut keys_out, V* values, V* other_values,
                   long long n, Less less, cudaStream_t stream) {
    typedef __fw_value<Keys> K;
    K *const own = parts.take<K>(n), *const other = parts.take<K>(n);
    if (!memory) return false;
    __fw_copy_items(keys, own, n, stream);
    const bool moved = __fw_parallel::merge_sort<K, V>(static_cast<__fw_parallel::index_t>(n), own, other, values,
                                                       other_values, less, stream);
    __fw_copy_items(moved ? other : own, keys_out, n, stream);
    return moved;
  }
};

/// A key, and where its segment begins: items of one segment are beside each other, at the segment's place. An item
/// of none is a segment by itself.
struct __fw_place_of_key {
  __fw_parallel::index_t segment, item;
  unsigned long long bits;
  __fw_parallel::index_t sorted;  // 1: of a segment (no padding, which copies would read)
};
struct __fw_place_before {
  __device__ bool operator()(const __fw_place_of_key& a, const __fw_place_of_key& b) const {
    return a.segment != b.segment ? a.segment < b.segment : a.bits < b.bits;
  }
};
template <class K>
struct __fw_begin_places_of_keys {
  const K* keys;
  __fw_place_of_key* places;
  int begin_bit;
  unsigned long long mask;
  bool descending;
  __device__ void operator()(__fw_parallel::index_t i) const {
    places[i] = {i, i, __fw_parallel::radix_bits(keys[i], descending) >> begin_bit & mask, 0};
  }
};
template <class Begins, class Ends>
struct __fw_name_segment {
  Begins begins;
  Ends ends;
  __fw_place_of_key* places;
  __device__ void operator()(__fw_parallel::index_t s) const {
    for (auto i = begins[s]; i < ends[s]; ++i) {
      places[i].segment = static_cast<__fw_parallel::index_t>(begins[s]);
      places[i].sorted = 1;
    }
  }
};
template <class K, class V>
struct __fw_put_place {
  const __fw_place_of_key* places;
  const K* keys;
  K* keys_out;
  const V* values;
  V* values_out;
  __device__ void operator()(__fw_parallel::index_t i) const {
    if (!places[i].sorted) return;
    keys_out[i] = keys[places[i].item];
    if (values) values_out[i] = values[places[i].item];
  }
};
template <class K, class V, class Begins, class Ends>
inline cudaError_t __fw_sort_segments(void* memory, size_t& bytes, const K* keys, K* keys_out, const V* values,
                                      V* values_out, long long n, int segments, Begins begins, Ends ends, int begin_bit,
                                      int end_bit, bool descending, cudaStream_t stream) {
  const auto size = static_cast<__fw_parallel::index_t>(n);
  __fw_memory parts(memory);
  auto *const places = parts.take<__fw_place_of_key>(size), *const other = parts.take<__fw_place_of_key>(size);
  if (!memory) {
    bytes = parts.used();
    return cudaSuccess;
  }
  const int wide = end_bit - begin_bit;
  const unsigned long long mask = wide >= 64 ? ~0ull : (1ull << wide) - 1ull;
  __fw_parallel::for_each_index(size, __fw_begin_places_of_keys<K>{keys, places, begin_bit, mask, descending}, stream);
  __fw_parallel::for_each_index(static_cast<__fw_parallel::index_t>(segments),
                                __fw_name_segment<Begins, Ends>{begins, ends, places}, stream);
  char* const none = nullptr;
  const bool moved = __fw_parallel::merge_sort<__fw_place_of_key, char>(size, places, other, none, none,
                                                                        __fw_place_before{}, stream);
  __fw_parallel::for_each_index(
      size, __fw_put_place<K, V>{moved ? other : places, keys, keys_out, values, values_out}, stream);
  return cudaPeekAtLastError();
}
/// Each order has these four: keys alone and with values, between two arrays and within double buffers. `bits` and
/// `of_bits` are the parameters and arguments of the sort by digits, which has two more.
#define __FW_CUB_SEGMENTED_SORT(Keys, Pairs, descending, bits, of_bits)                                               \
  template <class K, class Begins, class Ends>                                                                        \
  static cudaError_t Keys(void* memory, size_t& bytes, const K* in, K* out, long long n, int segments, Begins begins, \
                          Ends ends bits, cudaStream_t stream = nullptr) {                                            \
    const char* const none = nullptr;                                                                                 \
    return __fw_sort_segments(memory, bytes, in, out, none, const_cast<char*>(none), n, segments, begins, ends,       \
                              of_bits, descending, stream);                                                           \
  }                                                                                                                   \
  template <class K, class V, class Begins, class Ends>                                                               \
  static cudaError_t Pairs(void* memory, size_t& bytes, const K* in, K* out, const V* values, V* values_out,          \
                           long long n, int segments, Begins begins, Ends ends bits, cudaStream_t stream = nullptr) { \
    return __fw_sort_segments(memory, bytes, in, out, values, values_out, n, segments, begins, ends, of_bits,         \
                              descending, stream);                                                                    \
  }                                                                                                                   \
  template <class K, class Begins, class Ends>                                                                        \
  static cudaError_t Keys(void* memory, size_t& bytes, DoubleBuffer<K>& keys, long long n, int segments,              \
                          Begins begins, Ends ends bits, cudaStream_t stream = nullptr) {                             \
    const char* const none = nullptr;                                                                                 \
    const K* const from = keys.Current();                                                                             \
    if (memory) keys.selector ^= 1;                                                                                   \
    return __fw_sort_segments(memory, bytes, from, keys.Current(), none, const_cast<char*>(none), n, segments,        \
                              begins, ends, of_bits, descending, stream);                                             \
  }                                                                                                                   \
  template <class K, class V, class Begins, class Ends>                                                               \
  static cudaError_t Pairs(void* memory, size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, long long n,  \
                           int segments, Begins begins, Ends ends bits, cudaStream_t stream = nullptr) {              \
    const K* const from = keys.Current();                                                                             \
    const V* const from_values = values.Current();                                                                    \
    if (memory) {                                                                                                     \
      keys.selector ^= 1;                                                                                             \
      values.selector ^= 1;                                                                                           \
    }                                                                                                                 \
    return __fw_sort_segments(memory, bytes, from, keys.Current(), from_values, values.Current(), n, segments,        \
                              begins, ends, of_bits, descending, stream);                                             \
  }
#define __FW_CUB_DIGITS , int begin_bit = 0, int end_bit = sizeof(K) * 8
#define __FW_CUB_OF_DIGITS begin_bit, end_bit
#define __FW_CUB_ALL_DIGITS
#define __FW_CUB_OF_ALL_DIGITS 0, static_cast<int>(sizeof(K) * 8)
struct DeviceSegmentedRadixSort {
  __FW_CUB_SEGMENTED_SORT(SortKeys, SortPairs, false, __FW_CUB_DIGITS, __FW_CUB_OF_DIGITS)
  __FW_CUB_SEGMENTED_SORT(SortKeysDescending, SortPairsDescending, true, __FW_CUB_DIGITS, __FW_CUB_OF_DIGITS)
};
struct DeviceSegmentedSort {
  __FW_CUB_SEGMENTED_SORT(SortKeys, SortPairs, false, __FW_CUB_ALL_DIGITS, __FW_CUB_OF_ALL_DIGITS)
  __FW_CUB_SEGMENTED_SORT(SortKeysDescending, SortPairsDescending, true, __FW_CUB_ALL_DIGITS, __FW_CUB_OF_ALL_DIGITS)
  __FW_CUB_SEGMENTED_SORT(StableSortKeys, StableSortPairs, false, __FW_CUB_ALL_DIGITS, __FW_CUB_OF_ALL_DIGITS)
  __FW_CUB_SEGMENTED_SORT(StableSortKeysDescending, StableSortPairsDescending, true, __FW_CUB_ALL_DIGITS,
                          __FW_CUB_OF_ALL_DIGITS)
};
#undef __FW_CUB_OF_ALL_DIGITS
#undef __FW_CUB_ALL_DIGITS
#undef __FW_CUB_OF_DIGITS
#undef __FW_CUB_DIGITS
#undef __FW_CUB_SEGMENTED_SORT

}  // namespace cub
