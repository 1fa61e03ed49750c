// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Iterators that compute what they yield.
#include <cstddef>
#include <iterator>

#include "thread.h"

namespace cub {

#define __FW_CUB_ITERATOR(Class, Value)                                                                   \
  typedef Value value_type;                                                                               \
  typedef Value reference;                                                                                \
  typedef Value* pointer;                                                                                 \
  typedef std::ptrdiff_t difference_type;                                                                 \
  typedef std::random_access_iterator_tag iterator_category;                                              \
  __host__ __device__ Class& operator++() { return *this += 1; }                                          \
  __host__ __device__ Class operator++(int) {                                                             \
    Class before = *this;                                                                                 \
    *this += 1;                                                                                           \
    return before;                                                                                        \
  }                                                                                                       \
  template <class D>                                                                                      \
  __host__ __device__ Class operator+(D by) const {                                                       \
    Class moved = *this;                                                                                  \
    return moved += by;                                                                                   \
  }                                                                                                       \
  template <class D>                                                                                      \
  __host__ __device__ Class operator-(D by) const {                                                       \
    Class moved = *this;                                                                                  \
    return moved += -static_cast<std::ptrdiff_t>(by);                                                     \
  }                                                                                                       \
  template <class D>                                                                                      \
  __host__ __device__ Value operator[](D by) const {                                                      \
    return *(*this + by);                                                                                 \
  }

/// Of an iterator that is the same everywhere.
#define __FW_CUB_STILL_ITERATOR(Class, Value) \
  __FW_CUB_ITERATOR(Class, Value)             \
  template <class D>                          \
  __host__ __device__ Class& operator+=(D) {  \
    return *this;                             \
  }

template <class T, class = std::ptrdiff_t>
class CountingInputIterator {
 public:
  __FW_CUB_ITERATOR(CountingInputIterator, T)
  __host__ __device__ explicit CountingInputIterator(const T& first) : at_(first) {}
  __host__ __device__ T operator*() const { return at_; }
  template <class D>
  __host__ __device__ CountingInputIterator& operator+=(D by) {
    at_ += static_cast<T>(by);
    return *this;
  }

 private:
  T at_;
};

template <class T, class = std::ptrdiff_t>
class ConstantInputIterator {
 public:
  __FW_CUB_STILL_ITERATOR(ConstantInputIterator, T)
  __host__ __device__ explicit ConstantInputIterator(const T& value) : value_(value) {}
  __host__ __device__ T operator*() const { return value_; }

 private:
  T value_;
};

template <class T, class Function, class In, class = std::ptrdiff_t>
class TransformInputIterator {
 public:
  __FW_CUB_ITERATOR(TransformInputIterator, T)
  __host__ __device__ TransformInputIterator(In in, Function f) : in_(in), f_(f) {}
  __host__ __device__ T operator*() const { return f_(*in_); }
  template <class D>
  __host__ __device__ TransformInputIterator& operator+=(D by) {
    in_ = in_ + by;
    return *this;
  }

 private:
  In in_;
  Function f_;
};

/// A pointer whose loads have the operator.
template <CacheLoadModifier Modifier, class T, class = std::ptrdiff_t>
class CacheModifiedInputIterator {
 public:
  __FW_CUB_ITERATOR(CacheModifiedInputIterator, T)
  __host__ __device__ CacheModifiedInputIterator(const T* at) : at_(at) {}
  __device__ T operator*() const { return ThreadLoad<Modifier>(at_); }
  template <class D>
  __host__ __device__ CacheModifiedInputIterator& operator+=(D by) {
    at_ += by;
    return *this;
  }

 private:
  const T* at_;
};

class DiscardOutputIterator {
 public:
  struct nothing {
    template <class T>
    __host__ __device__ const nothing& operator=(const T&) const {
      return *this;
    }
  };
  __FW_CUB_STILL_ITERATOR(DiscardOutputIterator, nothing)
  __host__ __device__ nothing operator*() const { return {}; }
};
#undef __FW_CUB_STILL_ITERATOR
#undef __FW_CUB_ITERATOR

}  // namespace cub
