// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Algorithms of the whole device. Each is called twice, as with CUB: without memory it says how much it needs.
#include "block.h"
#include "iterators.h"

namespace cub {

/// Memory of the caller's in parts of 256 bytes; the first call only adds up.
class __fw_memory {
 public:
  explicit __fw_memory(void* memory) : memory_(static_cast<char*>(memory)) {}
  template <class T = char>
  T* take(size_t count) {
    T* const at = memory_ ? reinterpret_cast<T*>(memory_ + used_) : nullptr;
    used_ += __fw_parallel::aligned_bytes(count * sizeof(T) + 1);
    return at;
  }
  [[nodiscard]] size_t used() const { return used_; }

 private:
  char* memory_;
  size_t used_ = 0;
};
template <class T>
__host__ __device__ T __fw_declval();
template <class It>
using __fw_value = __fw_parallel::plain<decltype(*__fw_declval<It&>())>;
/// What CUB accumulates in: the operation's own result for an initial value and an input. A sum of bools is an int.
template <class Op, class Init, class In>
using __fw_accumulator =
    __fw_parallel::plain<decltype(__fw_declval<Op&>()(__fw_declval<Init&>(), __fw_declval<__fw_value<In>&>()))>;
/// The type of an initial value that the caller does not give: the output's, where it has one.
template <class Out, class In, class = void>
struct __fw_initial {
  typedef __fw_value<In> type;
};
template <class Out, class In>
struct __fw_initial<Out, In, std::enable_if_t<std::is_arithmetic_v<__fw_value<Out>>>> {
  typedef __fw_value<Out> type;
};

template <class In>
struct __fw_at {
  In in;
  __device__ auto operator()(__fw_parallel::index_t i) const { return __fw_parallel::plain<decltype(in[i])>(in[i]); }
};
template <class In, class T>
struct __fw_at_as {
  In in;
  __device__ T operator()(__fw_parallel::index_t i) const { return static_cast<T>(in[i]); }
};
template <class In, class T>
struct __fw_indexed {
  In in;
  __device__ KeyValuePair<int, T> operator()(__fw_parallel::index_t i) const { return {static_cast<int>(i), in[i]}; }
};
template <class Out>
struct __fw_put {
  Out out;
  template <class T>
  __device__ void operator()(__fw_parallel::index_t i, const T& value) const {
    out[i] = value;
  }
};

struct DeviceReduce {
  template <class In, class Out, class Op, class T>
  static cudaError_t Reduce(void* memory, size_t& bytes, In in, Out out, long long n, Op op, T init,
                            cudaStream_t stream = nullptr) {
    typedef __fw_accumulator<Op, T, In> Sum;
    return reduce<Sum>(memory, bytes, __fw_at_as<In, Sum>{in}, out, n, op, static_cast<Sum>(init), true, stream);
  }
  template <class In, class Out>
  static cudaError_t Sum(void* memory, size_t& bytes, In in, Out out, long long n, cudaStream_t stream = nullptr) {
    typedef typename __fw_initial<Out, In>::type T;
    return Reduce(memory, bytes, in, out, n, cub::Sum(), T(), stream);
  }
  template <class In, class Out>
  static cudaError_t Min(void* memory, size_t& bytes, In in, Out out, long long n, cudaStream_t stream = nullptr) {
    typedef __fw_value<In> T;
    return reduce<T>(memory, bytes, __fw_at_as<In, T>{in}, out, n, cub::Min(), std::numeric_limits<T>::max(), true,
                     stream);
  }
  template <class In, class Out>
  static cudaError_t Max(void* memory, size_t& bytes, In in, Out out, long long n, cudaStream_t stream = nullptr) {
    typedef __fw_value<In> T;
    return reduce<T>(memory, bytes, __fw_at_as<In, T>{in}, out, n, cub::Max(), std::numeric_limits<T>::lowest(), true,
                     stream);
  }
  template <class In, class Out>
  static cudaError_t ArgMin(void* memory, size_t& bytes, In in, Out out, long long n, cudaStream_t stream = nullptr) {
    typedef __fw_value<In> T;
    return reduce<KeyValuePair<int, T>>(memory, bytes, __fw_indexed<In, T>{in}, out, n, cub::ArgMin(),
                                        KeyValuePair<int, T>{1, std::numeric_limits<T>::max()}, n == 0, stream);
  }
  template <class In, class Out>
  static cudaError_t ArgMax(void* memory, size_t& bytes, In in, Out out, long long n, cudaStream_t stream = nullptr) {
    typedef __fw_value<In> T;
    return reduce<KeyValuePair<int, T>>(memory, bytes, __fw_indexed<In, T>{in}, out, n, cub::ArgMax(),
                                        KeyValuePair<int, T>{1, std::numeric_limits<T>::lowest()}, n == 0, stream);
  }
  template <class Keys, class Unique, class Values, class Sums, class Count, class Op>
  static cudaError_t ReduceByKey(void* memory, size_t& bytes, Keys keys, Unique unique, Values values, Sums sums,
                                 Count count, Op op, long long n, cudaStream_t stream = nullptr);
  template <class In, class Out, class Op, class Transform, class T>
  static cudaError_t TransformReduce(void* memory, size_t& bytes, In in, Out out, long long n, Op op,
                                     Transform transform, T init, cudaStream_t stream = nullptr) {
    typedef __fw_parallel::plain<decltype(transform(*in))> Value;
    return Reduce(memory, bytes, TransformInputIterator<Value, Transform, In>(in, transform), out, n, op, init, stream);
  }

 private:
  template <class T, class Get, class Out, class Op>
  static cudaError_t reduce(void* memory, size_t& bytes, Get get, Out out, long long n, Op op, T init, bool with_init,
                            cudaStream_t stream) {
    __fw_memory parts(memory);
    char* const temporary = parts.take(__fw_parallel::reduce_bytes<T>());
    if (!memory) bytes = parts.used();
    else __fw_parallel::reduce<T>(temporary, n, get, out, init, with_init, op, stream);
    return cudaPeekAtLastError();
  }
};

struct DeviceScan {
  template <class In, class Out>
  static cudaError_t ExclusiveSum(void* memory, size_t& bytes, In in, Out out, long long n,
                                  cudaStream_t stream = nullptr) {
    typedef __fw_value<In> T;
    return ExclusiveScan(memory, bytes, in, out, cub::Sum(), T(), n, stream);
  }
  template <class In, class Out>
  static cudaError_t InclusiveSum(void* memory, size_t& bytes, In in, Out out, long long n,
                                  cudaStream_t stream = nullptr) {
    return InclusiveScan(memory, bytes, in, out, cub::Sum(), n, stream);
  }
  template <class In, class Out, class Op, class T>
  static cudaError_t ExclusiveScan(void* memory, size_t& bytes, In in, Out out, Op op, T init, long long n,
                                   cudaStream_t stream = nullptr) {
    typedef __fw_accumulator<Op, T, In> Sum;
    return scan<Sum>(memory, bytes, in, out, n, op, static_cast<Sum>(init), true, false, stream);
  }
  template <class In, class Out, class Op>
  static cudaError_t InclusiveScan(void* memory, size_t& bytes, In in, Out out, Op op, long long n,
                                   cudaStream_t stream = nullptr) {
    typedef __fw_accumulator<Op, __fw_value<In>, In> T;
    return scan<T>(memory, bytes, in, out, n, op, T(), false, true, stream);
  }
  // Of each run of equal keys by itself.
  template <class Keys, class Values, class Out, class Op, class T, class Equal = Equality>
  static cudaError_t ExclusiveScanByKey(void* memory, size_t& bytes, Keys keys, Values values, Out out, Op op, T init,
                                        long long n, Equal equal = {}, cudaStream_t stream = nullptr);
  template <class Keys, class Values, class Out, class Op, class Equal = Equality>
  static cudaError_t InclusiveScanByKey(void* memory, size_t& bytes, Keys keys, Values values, Out out, Op op,
                                        long long n, Equal equal = {}, cudaStream_t stream = nullptr);
  template <class Keys, class Values, class Out, class Equal = Equality>
  static cudaError_t ExclusiveSumByKey(void* memory, size_t& bytes, Keys keys, Values values, Out out, long long n,
                                       Equal equal = {}, cudaStream_t stream = nullptr) {
    return ExclusiveScanByKey(memory, bytes, keys, values, out, cub::Sum(), __fw_value<Values>(), n, equal, stream);
  }
  template <class Keys, class Values, class Out, class Equal = Equality>
  static cudaError_t InclusiveSumByKey(void* memory, size_t& bytes, Keys keys, Values values, Out out, long long n,
                                       Equal equal = {}, cudaStream_t stream = nullptr) {
    return InclusiveScanByKey(memory, bytes, keys, values, out, cub::Sum(), n, equal, stream);
  }

 private:
  template <class T, class In, class Out, class Op>
  static cudaError_t scan(void* memory, size_t& bytes, In in, Out out, long long n, Op op, T init, bool with_init,
                          bool inclusive, cudaStream_t stream) {
    __fw_memory parts(memory);
    char* const temporary = parts.take(__fw_parallel::scan_bytes<T>(n));
    if (!memory) bytes = parts.used();
    else
      __fw_parallel::scan<T>(temporary, n, __fw_at_as<In, T>{in}, __fw_put<Out>{out}, init, with_init, inclusive, op,
                             stream);
    return cudaPeekAtLastError();
  }
};

/// Each order has these four: keys alone and with values, between two arrays and within double buffers.
#define __FW_CUB_RADIX_SORT(Keys, Pairs, descending)                                                                 \
  template <class K>                                                                                                 \
  static cudaError_t Keys(void* memory, size_t& bytes, const K* in, K* out, long long n, int begin = 0,              \
                          int end = sizeof(K) * 8, cudaStream_t stream = nullptr) {                                  \
    return sort<K, char>(memory, bytes, in, out, nullptr, nullptr, n, begin, end, descending, stream);               \
  }                                                                                                                  \
  template <class K>                                                                                                 \
  static cudaError_t Keys(void* memory, size_t& bytes, DoubleBuffer<K>& keys, long long n, int begin = 0,            \
                          int end = sizeof(K) * 8, cudaStream_t stream = nullptr) {                                  \
    return sort_between<K, char>(memory, bytes, keys, nullptr, n, begin, end, descending, stream);                   \
  }                                                                                                                  \
  template <class K, class V>                                                                                        \
  static cudaError_t Pairs(void* memory, size_t& bytes, const K* in, K* out, const V* values, V* values_out,         \
                           long long n, int begin = 0, int end = sizeof(K) * 8, cudaStream_t stream = nullptr) {     \
    return sort<K, V>(memory, bytes, in, out, values, values_out, n, begin, end, descending, stream);                \
  }                                                                                                                  \
  template <class K, class V>                                                                                        \
  static cudaError_t Pairs(void* memory, size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, long long n, \
                           int begin = 0, int end = sizeof(K) * 8, cudaStream_t stream = nullptr) {                  \
    return sort_between<K, V>(memory, bytes, keys, &values, n, begin, end, descending, stream);                      \
  }

struct DeviceRadixSort {
  __FW_CUB_RADIX_SORT(SortKeys, SortPairs, false)
  __FW_CUB_RADIX_SORT(SortKeysDescending, SortPairsDescending, true)

 private:
  /// The input stays as it is: the passes go between the output and memory of the caller's, and end in the output.
  template <class K, class V>
  static cudaError_t sort(void* memory, size_t& bytes, const K* in, K* out, const V* values, V* values_out, long long n,
                          int begin, int end, bool descending, cudaStream_t stream) {
    __fw_memory parts(memory);
    char* const temporary = parts.take(__fw_parallel::radix_bytes(n));
    K* const other = parts.take<K>(n);
    V* const other_values = values ? parts.take<V>(n) : nullptr;
    if (!memory) {
      bytes = parts.used();
      return cudaSuccess;
    }
    const bool odd = (end - begin + __fw_parallel::digit_bits - 1) / __fw_parallel::digit_bits % 2 != 0;
    K* const first = odd ? other : out;
    V* const first_values = odd ? other_values : values_out;
    cudaMemcpyAsync(first, in, n * sizeof(K), cudaMemcpyDeviceToDevice, stream);
    if (values) cudaMemcpyAsync(first_values, values, n * sizeof(V), cudaMemcpyDeviceToDevice, stream);
    __fw_parallel::radix_sort<K, V>(temporary, n, first, odd ? out : other, first_values,
                                    odd ? values_out : other_values, begin, end, descending, stream);
    return cudaPeekAtLastError();
  }
  template <class K, class V>
  static cudaError_t sort_between(void* memory, size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>* values,
                                  long long n, int begin, int end, bool descending, cudaStream_t stream) {
    __fw_memory parts(memory);
    char* const temporary = parts.take(__fw_parallel::radix_bytes(n));
    if (!memory) {
      bytes = parts.used();
      return cudaSuccess;
    }
    const bool moved = __fw_parallel::radix_sort<K, V>(
        temporary, n, keys.Current(), keys.Alternate(), values ? values->Current() : nullptr,
        values ? values->Alternate() : nullptr, begin, end, descending, stream);
    if (moved) {
      keys.selector ^= 1;
      if (values) values->selector ^= 1;
    }
    return cudaPeekAtLastError();
  }
};

#undef __FW_CUB_RADIX_SORT

template <class In, class Predicate>
struct __fw_where {
  In in;
  Predicate predicate;
  __device__ bool operator()(__fw_parallel::index_t i) const { return predicate(in[i]); }
};
template <class Flags>
struct __fw_flagged {
  Flags flags;
  __device__ bool operator()(__fw_parallel::index_t i) const { return static_cast<bool>(flags[i]); }
};
template <class In>
struct __fw_differs {
  In in;
  __device__ bool operator()(__fw_parallel::index_t i) const { return i == 0 || !(in[i] == in[i - 1]); }
};
template <class In, class Out>
struct __fw_keep {
  In in;
  Out out;
  __device__ void operator()(__fw_parallel::index_t i, __fw_parallel::index_t to, bool selected) const {
    if (selected) out[to] = in[i];
  }
};
/// Selected ones in order from the front, the others backwards from the end.
template <class In, class Out>
struct __fw_divide {
  In in;
  Out out;
  __fw_parallel::index_t n;
  __device__ void operator()(__fw_parallel::index_t i, __fw_parallel::index_t to, bool selected) const {
    out[selected ? to : n - 1 - (i - to)] = in[i];
  }
};
template <class Out>
struct __fw_count_of {
  Out out;
  const __fw_parallel::index_t* count;
  __device__ void operator()(__fw_parallel::index_t) const { *out = *count; }
};
template <class Flag, class Put, class Count>
inline cudaError_t __fw_select(void* memory, size_t& bytes, Flag flag, Put put, Count count, long long n,
                               cudaStream_t stream) {
  __fw_memory parts(memory);
  char* const temporary = parts.take(__fw_parallel::scan_bytes<__fw_parallel::index_t>(n));
  auto* const total = parts.take<__fw_parallel::index_t>(1);
  if (!memory) {
    bytes = parts.used();
    return cudaSuccess;
  }
  __fw_parallel::select(temporary, n, flag, put, total, stream);
  __fw_parallel::for_each_index(1, __fw_count_of<Count>{count, total}, stream);
  return cudaPeekAtLastError();
}

struct DeviceSelect {
  template <class In, class Flags, class Out, class Count>
  static cudaError_t Flagged(void* memory, size_t& bytes, In in, Flags flags, Out out, Count count, long long n,
                             cudaStream_t stream = nullptr) {
    return __fw_select(memory, bytes, __fw_flagged<Flags>{flags}, __fw_keep<In, Out>{in, out}, count, n, stream);
  }
  template <class In, class Out, class Count, class Predicate>
  static cudaError_t If(void* memory, size_t& bytes, In in, Out out, Count count, long long n, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return __fw_select(memory, bytes, __fw_where<In, Predicate>{in, predicate}, __fw_keep<In, Out>{in, out}, count, n,
                       stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Unique(void* memory, size_t& bytes, In in, Out out, Count count, long long n,
                            cudaStream_t stream = nullptr) {
    return __fw_select(memory, bytes, __fw_differs<In>{in}, __fw_keep<In, Out>{in, out}, count, n, stream);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count>
  static cudaError_t UniqueByKey(void* memory, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Count count, long long n, cudaStream_t stream = nullptr);
};
struct DevicePartition {
  template <class In, class Flags, class Out, class Count>
  static cudaError_t Flagged(void* memory, size_t& bytes, In in, Flags flags, Out out, Count count, long long n,
                             cudaStream_t stream = nullptr) {
    return __fw_select(memory, bytes, __fw_flagged<Flags>{flags},
                       __fw_divide<In, Out>{in, out, static_cast<__fw_parallel::index_t>(n)}, count, n, stream);
  }
  template <class In, class Out, class Count, class Predicate>
  static cudaError_t If(void* memory, size_t& bytes, In in, Out out, Count count, long long n, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return __fw_select(memory, bytes, __fw_where<In, Predicate>{in, predicate},
                       __fw_divide<In, Out>{in, out, static_cast<__fw_parallel::index_t>(n)}, count, n, stream);
  }
};

template <class In, class Out, class Begins, class Ends, class Op, class T>
struct __fw_fold_segment {
  In in;
  Out out;
  Begins begins;
  Ends ends;
  Op op;
  T init;
  __device__ void operator()(__fw_parallel::index_t s) const {
    T value = init;
    for (auto i = begins[s]; i < ends[s]; ++i) value = op(value, in[i]);
    out[s] = value;
  }
};
/// One thread a segment.
struct DeviceSegmentedReduce {
  template <class In, class Out, class Begins, class Ends, class Op, class T>
  static cudaError_t Reduce(void* memory, size_t& bytes, In in, Out out, int segments, Begins begins, Ends ends, Op op,
                            T init, cudaStream_t stream = nullptr) {
    if (!memory) bytes = 1;
    else
      __fw_parallel::for_each_index(
          segments,
          __fw_fold_segment<In, Out, Begins, Ends, Op, __fw_accumulator<Op, T, In>>{in, out, begins, ends, op, init},
          stream);
    return cudaPeekAtLastError();
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Sum(void* memory, size_t& bytes, In in, Out out, int segments, Begins begins, Ends ends,
                         cudaStream_t stream = nullptr) {
    typedef typename __fw_initial<Out, In>::type T;
    return Reduce(memory, bytes, in, out, segments, begins, ends, cub::Sum(), T(), stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Min(void* memory, size_t& bytes, In in, Out out, int segments, Begins begins, Ends ends,
                         cudaStream_t stream = nullptr) {
    return Reduce(memory, bytes, in, out, segments, begins, ends, cub::Min(),
                  std::numeric_limits<__fw_value<In>>::max(), stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Max(void* memory, size_t& bytes, In in, Out out, int segments, Begins begins, Ends ends,
                         cudaStream_t stream = nullptr) {
    return Reduce(memory, bytes, in, out, segments, begins, ends, cub::Max(),
                  std::numeric_limits<__fw_value<In>>::lowest(), stream);
  }
};

template <class In, class Counter, class Level>
struct __fw_count_sample {
  In in;
  Counter* histogram;
  int bins;
  Level lower, upper;
  __device__ void operator()(__fw_parallel::index_t i) const {
    const auto sample = in[i];
    if (sample < lower || !(sample < upper)) return;
    const int bin = static_cast<int>((sample - lower) / ((upper - lower) / static_cast<Level>(bins)));
    atomicAdd(&histogram[bin < bins ? bin : bins - 1], Counter(1));
  }
};
/// Bin b has the samples from levels[b] up to levels[b + 1].
template <class In, class Counter, class Level>
struct __fw_count_within {
  In in;
  Counter* histogram;
  int bins;
  const Level* levels;
  __device__ void operator()(__fw_parallel::index_t i) const {
    const auto sample = in[i];
    if (sample < levels[0] || !(sample < levels[bins])) return;
    int low = 0, high = bins;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (sample < levels[middle]) high = middle;
      else low = middle;
    }
    atomicAdd(&histogram[low], Counter(1));
  }
};
/// One of the channels that lie beside each other.
template <class In>
struct __fw_channel {
  In in;
  int channels, channel;
  __device__ auto operator[](__fw_parallel::index_t i) const { return in[i * channels + channel]; }
};
struct DeviceHistogram {
  template <class In, class Counter, class Level>
  static cudaError_t HistogramRange(void* memory, size_t& bytes, In in, Counter* histogram, int levels,
                                    const Level* bounds, long long n, cudaStream_t stream = nullptr) {
    if (!memory) {
      bytes = 1;
      return cudaSuccess;
    }
    cudaMemsetAsync(histogram, 0, static_cast<size_t>(levels - 1) * sizeof(Counter), stream);
    __fw_parallel::for_each_index(n, __fw_count_within<In, Counter, Level>{in, histogram, levels - 1, bounds}, stream);
    return cudaPeekAtLastError();
  }
  template <int Channels, int Active, class In, class Counter, class Level>
  static cudaError_t MultiHistogramEven(void* memory, size_t& bytes, In in, Counter* (&histograms)[Active],
                                        const int (&levels)[Active], const Level (&lower)[Active],
                                        const Level (&upper)[Active], long long n, cudaStream_t stream = nullptr) {
    cudaError_t status = cudaSuccess;
    for (int c = 0; c < Active && status == cudaSuccess; ++c)
      status = HistogramEven(memory, bytes, __fw_channel<In>{in, Channels, c}, histograms[c], levels[c], lower[c],
                             upper[c], n, stream);
    return status;
  }
  template <class In, class Counter, class Level>
  static cudaError_t HistogramEven(void* memory, size_t& bytes, In in, Counter* histogram, int levels, Level lower,
                                   Level upper, long long n, cudaStream_t stream = nullptr) {
    if (!memory) {
      bytes = 1;
      return cudaSuccess;
    }
    cudaMemsetAsync(histogram, 0, static_cast<size_t>(levels - 1) * sizeof(Counter), stream);
    __fw_parallel::for_each_index(n, __fw_count_sample<In, Counter, Level>{in, histogram, levels - 1, lower, upper},
                                  stream);
    return cudaPeekAtLastError();
  }
};

}  // namespace cub
