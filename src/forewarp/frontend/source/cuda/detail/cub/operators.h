// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The functors and small types of CUB's util headers.
#include <limits>
#include <type_traits>

#include "../parallel/launch.h"

namespace cub {

#define __FW_CUB_OPERATOR(name, result)                          \
  struct name {                                                  \
    template <class A, class B>                                  \
    __host__ __device__ auto operator()(A a, B b) const {        \
      return result;                                             \
    }                                                            \
  };
__FW_CUB_OPERATOR(Sum, a + b)
__FW_CUB_OPERATOR(Difference, a - b)
__FW_CUB_OPERATOR(Division, a / b)
__FW_CUB_OPERATOR(Equality, a == b)
__FW_CUB_OPERATOR(Inequality, a != b)
__FW_CUB_OPERATOR(Min, b < a ? b : a)
__FW_CUB_OPERATOR(Max, a < b ? b : a)
#undef __FW_CUB_OPERATOR

template <class K, class V>
struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  Key key;
  Value value;
};
struct ArgMin {
  template <class K, class V>
  __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMax {
  template <class K, class V>
  __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  __host__ __device__ DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  __host__ __device__ T* Current() { return d_buffers[selector]; }
  __host__ __device__ T* Alternate() { return d_buffers[selector ^ 1]; }
};
struct NullType {};

__FW_D unsigned LaneId() { return __fw_parallel::lane(); }
__FW_D unsigned WarpId() { return __fw_parallel::thread_rank() / 32; }
__FW_D int RowMajorTid(int x, int y, int) { return static_cast<int>((threadIdx.z * y + threadIdx.y) * x + threadIdx.x); }

}  // namespace cub
