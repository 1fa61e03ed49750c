// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where an algorithm runs: an execution policy says so, or the iterators do. Each place offers the same few
/// operations, on which all algorithms are built.
#include <algorithm>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "../parallel/launch.h"
#include "iterators.h"

namespace thrust {

/// Names the errors of the CUDA runtime.
class __fw_cuda_category : public std::error_category {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "cuda"; }
  [[nodiscard]] std::string message(int code) const override {
    return cudaGetErrorString(static_cast<cudaError_t>(code));
  }
};
typedef std::error_category error_category;
typedef std::error_code error_code;
inline const std::error_category& cuda_category() {
  static const __fw_cuda_category category;
  return category;
}
/// An error of the runtime in an algorithm or an allocation.
class system_error : public std::system_error {
 public:
  explicit system_error(cudaError_t code) : std::system_error(static_cast<int>(code), cuda_category()) {}
  system_error(int code, const std::error_category& category) : std::system_error(code, category) {}
  system_error(int code, const std::error_category& category, const std::string& what)
      : std::system_error(code, category, what) {}
};
namespace system {
using thrust::cuda_category;
using thrust::system_error;
}  // namespace system
class __fw_bad_alloc : public std::bad_alloc {
 public:
  [[nodiscard]] const char* what() const noexcept override {
    return "std::bad_alloc: cudaErrorMemoryAllocation: out of memory";
  }
};
/// An allocation that fails leaves no error behind.
inline void __fw_check(cudaError_t status) {
  if (status == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();
    throw __fw_bad_alloc();
  }
  if (status != cudaSuccess) throw system_error(status);
}

/// Memory of the device for one algorithm.
template <class T>
class __fw_scratch {
 public:
  explicit __fw_scratch(std::size_t count) {
    if (count > 0) __fw_check(cudaMalloc(reinterpret_cast<void**>(&at_), count * sizeof(T)));
  }
  ~__fw_scratch() { cudaFree(at_); }
  __fw_scratch(const __fw_scratch&) = delete;
  __fw_scratch& operator=(const __fw_scratch&) = delete;
  [[nodiscard]] T* get() const { return at_; }

 private:
  T* at_ = nullptr;
};

struct __fw_policy {};

struct __fw_device : __fw_policy {
  cudaStream_t stream = nullptr;
  __fw_device() = default;
  explicit __fw_device(cudaStream_t s) : stream(s) {}
  [[nodiscard]] __fw_device on(cudaStream_t s) const { return __fw_device(s); }
  template <class Allocator>
  __fw_device operator()(Allocator&&) const {
    return *this;
  }

  void wait() const { __fw_check(cudaStreamSynchronize(stream)); }
  template <class F>
  void each(std::size_t n, F f) const {
    __fw_parallel::for_each_index(n, f, stream);
    wait();
  }
  /// get(i) for i < n, folded after init.
  template <class T, class Get, class Op>
  T fold(std::size_t n, Get get, T init, Op op) const {
    if (n == 0) return init;
    const __fw_scratch<char> temporary(__fw_parallel::reduce_bytes<T>());
    const __fw_scratch<T> out(1);
    __fw_parallel::reduce<T>(temporary.get(), n, get, out.get(), init, true, op, stream);
    return copied(out.get());
  }
  template <class T, class Get, class Put, class Op>
  void scan(std::size_t n, Get get, Put put, T init, bool with_init, bool inclusive, Op op) const {
    const __fw_scratch<char> temporary(__fw_parallel::scan_bytes<T>(n));
    __fw_parallel::scan<T>(temporary.get(), n, get, put, init, with_init, inclusive, op, stream);
    wait();
  }
  template <class Flag, class Put>
  std::size_t select(std::size_t n, Flag flag, Put put) const {
    using __fw_parallel::index_t;
    const __fw_scratch<char> temporary(__fw_parallel::scan_bytes<index_t>(n));
    const __fw_scratch<index_t> total(1);
    __fw_parallel::select(temporary.get(), n, flag, put, total.get(), stream);
    return copied(total.get());
  }
  /// Stable. Numbers that less<> or greater<> compares are sorted by their digits.
  template <class K, class V, class Less>
  void sort(std::size_t n, K* keys, V* values, Less less) const {
    const __fw_scratch<K> other(n);
    const __fw_scratch<V> other_values(values ? n : 0);
    constexpr bool ascending = std::is_same_v<Less, thrust::less<K>> || std::is_same_v<Less, thrust::less<void>>;
    constexpr bool descending = std::is_same_v<Less, thrust::greater<K>> || std::is_same_v<Less, thrust::greater<void>>;
    bool moved = false;
    if constexpr (std::is_arithmetic_v<K> && (ascending || descending)) {
      const __fw_scratch<char> temporary(__fw_parallel::radix_bytes(n));
      moved = __fw_parallel::radix_sort<K, V>(temporary.get(), n, keys, other.get(), values, other_values.get(), 0,
                                              sizeof(K) * 8, descending, stream);
      wait();
    } else {
      moved = __fw_parallel::merge_sort<K, V>(n, keys, other.get(), values, other_values.get(), less, stream);
      wait();
    }
    if (!moved) return;
    __fw_check(cudaMemcpy(keys, other.get(), n * sizeof(K), cudaMemcpyDeviceToDevice));
    if (values) __fw_check(cudaMemcpy(values, other_values.get(), n * sizeof(V), cudaMemcpyDeviceToDevice));
  }
  template <class T>
  T copied(const T* from) const {
    wait();
    alignas(T) char bytes[sizeof(T)];
    __fw_check(cudaMemcpy(bytes, from, sizeof(T), cudaMemcpyDeviceToHost));
    return *reinterpret_cast<T*>(bytes);
  }
  template <class T>
  using scratch = __fw_scratch<T>;
};

/// Host code, and whoever says thrust::seq there.
struct __fw_host : __fw_policy {
  template <class F>
  void each(std::size_t n, F f) const {
    for (std::size_t i = 0; i < n; ++i) f(i);
  }
  template <class T, class Get, class Op>
  T fold(std::size_t n, Get get, T init, Op op) const {
    for (std::size_t i = 0; i < n; ++i) init = op(init, get(i));
    return init;
  }
  template <class T, class Get, class Put, class Op>
  void scan(std::size_t n, Get get, Put put, T init, bool with_init, bool inclusive, Op op) const {
    T sum = init;
    bool any = with_init;
    for (std::size_t i = 0; i < n; ++i) {
      const T own = get(i), next = any ? op(sum, own) : own;
      put(i, inclusive ? next : sum);
      sum = next;
      any = true;
    }
  }
  template <class Flag, class Put>
  std::size_t select(std::size_t n, Flag flag, Put put) const {
    std::size_t before = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const bool selected = flag(i);
      put(i, before, selected);
      before += selected ? 1 : 0;
    }
    return before;
  }
  template <class K, class V, class Less>
  void sort(std::size_t n, K* keys, V* values, Less less) const {
    if (!values) return std::stable_sort(keys, keys + n, less);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return less(keys[a], keys[b]); });
    const std::vector<K> old_keys(keys, keys + n);
    const std::vector<V> old_values(values, values + n);
    for (std::size_t i = 0; i < n; ++i) {
      keys[i] = old_keys[order[i]];
      values[i] = old_values[order[i]];
    }
  }
  template <class T>
  class scratch {
   public:
    explicit scratch(std::size_t count) : values_(std::make_unique<T[]>(count)) {}
    [[nodiscard]] T* get() const { return values_.get(); }

   private:
    std::unique_ptr<T[]> values_;
  };
};

typedef __fw_device device_execution_policy;
typedef __fw_device device_system_tag;
typedef __fw_host host_system_tag;
static constexpr __fw_device device;
static constexpr __fw_host host;
static constexpr __fw_host seq;
namespace cuda {
static constexpr __fw_device par;
static constexpr __fw_device par_nosync;
}  // namespace cuda
namespace system::cuda {
static constexpr __fw_device par;
}
/// The host's other backends: results are the same, and the host's time is its own in any case.
namespace cpp {
static constexpr __fw_host par;
}
namespace omp {
static constexpr __fw_host par;
}
namespace system {
namespace cpp = thrust::cpp;
namespace omp = thrust::omp;
}  // namespace system

template <class P>
inline constexpr bool __fw_is_policy = std::is_base_of_v<__fw_policy, P>;
/// The device where any of the values lies there, or where all are computed.
template <class... It>
using __fw_place = std::conditional_t<std::disjunction_v<__fw_on_device<std::decay_t<It>>...> ||
                                          !std::disjunction_v<__fw_on_host<std::decay_t<It>>...>,
                                      __fw_device, __fw_host>;

}  // namespace thrust
