// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Pointers to device memory and iterators that compute. Kernels get them unwrapped: device_ptr as a plain pointer.
#include <cstddef>
#include <iterator>

#include "functional.h"
#include "tuple.h"

namespace thrust {

template <class T>
class device_ptr;

/// Stands for a value of device memory in host code, which reads and writes it by copies.
template <class T>
class device_reference {
 public:
  __host__ __device__ explicit device_reference(T* at) : at_(at) {}
  __host__ __device__ operator std::remove_cv_t<T>() const {
#ifdef __CUDA_ARCH__
    return *at_;
#else
    std::remove_cv_t<T> value;
    cudaMemcpy(&value, at_, sizeof(T), cudaMemcpyDeviceToHost);
    return value;
#endif
  }
  __host__ __device__ device_reference& operator=(const T& value) {
#ifdef __CUDA_ARCH__
    *at_ = value;
#else
    cudaMemcpy(const_cast<std::remove_cv_t<T>*>(at_), &value, sizeof(T), cudaMemcpyHostToDevice);
#endif
    return *this;
  }
  __host__ __device__ device_reference& operator=(const device_reference& o) {
    return *this = static_cast<std::remove_cv_t<T>>(o);
  }
  template <class U>
  __host__ __device__ device_reference& operator+=(const U& by) {
    return *this = static_cast<T>(static_cast<T>(*this) + by);
  }
  __host__ __device__ device_ptr<T> operator&() const { return device_ptr<T>(at_); }

 private:
  T* at_;
};

template <class T>
class device_ptr {
 public:
  typedef std::remove_cv_t<T> value_type;
  typedef device_reference<T> reference;
  typedef device_ptr pointer;
  typedef std::ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  __host__ __device__ device_ptr() : at_(nullptr) {}
  __host__ __device__ device_ptr(std::nullptr_t) : at_(nullptr) {}
  __host__ __device__ explicit device_ptr(T* at) : at_(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  __host__ __device__ device_ptr(const device_ptr<U>& o) : at_(o.get()) {}
  __host__ __device__ T* get() const { return at_; }
  __host__ __device__ T* unwrapped() const { return at_; }
  __host__ __device__ reference operator*() const { return reference(at_); }
  __host__ __device__ reference operator[](std::ptrdiff_t i) const { return reference(at_ + i); }
  __host__ __device__ device_ptr operator+(std::ptrdiff_t by) const { return device_ptr(at_ + by); }
  __host__ __device__ device_ptr operator-(std::ptrdiff_t by) const { return device_ptr(at_ - by); }
  __host__ __device__ std::ptrdiff_t operator-(const device_ptr& o) const { return at_ - o.at_; }
  __host__ __device__ device_ptr& operator+=(std::ptrdiff_t by) { return at_ += by, *this; }
  __host__ __device__ device_ptr& operator-=(std::ptrdiff_t by) { return at_ -= by, *this; }
  __host__ __device__ device_ptr& operator++() { return ++at_, *this; }
  __host__ __device__ device_ptr& operator--() { return --at_, *this; }
  __host__ __device__ device_ptr operator++(int) { return device_ptr(at_++); }
  __host__ __device__ device_ptr operator--(int) { return device_ptr(at_--); }
  __host__ __device__ bool operator==(const device_ptr& o) const { return at_ == o.at_; }
  __host__ __device__ bool operator!=(const device_ptr& o) const { return at_ != o.at_; }
  __host__ __device__ bool operator<(const device_ptr& o) const { return at_ < o.at_; }

 private:
  T* at_;
};
template <class T>
__host__ __device__ device_ptr<T> device_pointer_cast(T* at) {
  return device_ptr<T>(at);
}
template <class T>
__host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T>& at) {
  return at;
}
template <class T>
__host__ __device__ T* raw_pointer_cast(const device_ptr<T>& at) {
  return at.get();
}
template <class T>
__host__ __device__ T* raw_pointer_cast(T* at) {
  return at;
}
template <class T>
__host__ __device__ T& raw_reference_cast(T& value) {
  return value;
}
template <class T>
__host__ __device__ T& raw_reference_cast(const device_reference<T>& value) {
  return *(&value).get();
}
template <class T = char>
inline device_ptr<T> device_malloc(std::size_t count) {
  void* at = nullptr;
  cudaMalloc(&at, count * sizeof(T));
  return device_ptr<T>(static_cast<T*>(at));
}
template <class T>
inline void device_free(device_ptr<T> at) {
  cudaFree(at.get());
}

/// Whether the values lie in device memory.
template <class It>
struct __fw_on_device : std::false_type {};
template <class T>
struct __fw_on_device<device_ptr<T>> : std::true_type {};

/// Whether the values lie in memory of the host. Values that are computed lie nowhere: algorithms on them alone run on the
/// device, as in Thrust.
template <class It>
struct __fw_on_host : std::true_type {};
template <class T>
struct __fw_on_host<device_ptr<T>> : std::false_type {};

template <class It, class = void>
struct __fw_unwraps : std::false_type {};
template <class It>
struct __fw_unwraps<It, std::void_t<decltype(std::declval<const It&>().unwrapped())>> : std::true_type {};
/// An iterator of std::vector, whose memory a kernel may reach (cudaMallocManaged).
template <class It>
struct __fw_is_of_vector : std::false_type {};
#ifdef __GLIBCXX__
template <class T, class Vector>
struct __fw_is_of_vector<__gnu_cxx::__normal_iterator<T*, Vector>> : std::true_type {};
#endif
template <class It>
__host__ __device__ auto __fw_unwrap(const It& it) {
  if constexpr (__fw_unwraps<It>::value) return it.unwrapped();
  else if constexpr (__fw_is_of_vector<It>::value) return it.base();
  else return it;
}
template <class It>
using __fw_unwrapped = decltype(__fw_unwrap(std::declval<const It&>()));
template <class It>
using __fw_value_of = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<const __fw_unwrapped<It>&>())>>;
template <class It>
struct iterator_traits : std::iterator_traits<It> {};
template <class It>
struct iterator_value {
  typedef __fw_value_of<It> type;
};
template <class It>
struct iterator_difference {
  typedef std::ptrdiff_t type;
};
template <class It>
struct iterator_reference {
  typedef decltype(*std::declval<const It&>()) type;
};
template <class It>
struct iterator_pointer {
  typedef typename std::iterator_traits<It>::pointer type;
};

/// What iterators that compute share: `Self` has dereference() and advance(n).
template <class Self, class Reference>
struct __fw_iterator {
  typedef std::remove_cv_t<std::remove_reference_t<Reference>> value_type;
  typedef Reference reference;
  typedef void pointer;
  typedef std::ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;
  __host__ __device__ Reference operator*() const { return self().dereference(); }
  __host__ __device__ Reference operator[](std::ptrdiff_t i) const { return *(self() + i); }
  __host__ __device__ Self operator+(std::ptrdiff_t by) const {
    Self moved = self();
    moved.advance(by);
    return moved;
  }
  __host__ __device__ Self operator-(std::ptrdiff_t by) const { return self() + -by; }
  __host__ __device__ Self& operator+=(std::ptrdiff_t by) { return mine().advance(by), mine(); }
  __host__ __device__ Self& operator-=(std::ptrdiff_t by) { return mine().advance(-by), mine(); }
  __host__ __device__ Self& operator++() { return *this += 1; }
  __host__ __device__ Self& operator--() { return *this -= 1; }
  __host__ __device__ Self operator++(int) {
    const Self before = self();
    *this += 1;
    return before;
  }
  __host__ __device__ std::ptrdiff_t operator-(const Self& o) const { return o.distance_to(self()); }
  __host__ __device__ bool operator==(const Self& o) const { return o.distance_to(self()) == 0; }
  __host__ __device__ bool operator!=(const Self& o) const { return o.distance_to(self()) != 0; }
  __host__ __device__ bool operator<(const Self& o) const { return self().distance_to(o) > 0; }

 private:
  __host__ __device__ const Self& self() const { return static_cast<const Self&>(*this); }
  __host__ __device__ Self& mine() { return static_cast<Self&>(*this); }
};

// The further parameters of Thrust's iterators (system, traversal, difference) change nothing here.
template <class T, class System = void, class Traversal = void, class Difference = void>
class counting_iterator : public __fw_iterator<counting_iterator<T, System, Traversal, Difference>, T> {
 public:
  __host__ __device__ counting_iterator() : at_() {}
  __host__ __device__ explicit counting_iterator(T at) : at_(at) {}
  __host__ __device__ T dereference() const { return at_; }
  __host__ __device__ void advance(std::ptrdiff_t by) { at_ = static_cast<T>(at_ + by); }
  __host__ __device__ std::ptrdiff_t distance_to(const counting_iterator& o) const {
    return static_cast<std::ptrdiff_t>(o.at_) - static_cast<std::ptrdiff_t>(at_);
  }

 private:
  T at_;
};
struct __fw_host;
template <class T, class System, class Traversal, class Difference>
struct __fw_on_host<counting_iterator<T, System, Traversal, Difference>> : std::is_same<System, __fw_host> {};
template <class T>
__host__ __device__ counting_iterator<T> make_counting_iterator(T at) {
  return counting_iterator<T>(at);
}

template <class T, class Difference = void, class System = void>
class constant_iterator : public __fw_iterator<constant_iterator<T, Difference, System>, T> {
 public:
  __host__ __device__ explicit constant_iterator(const T& value, std::ptrdiff_t at = 0) : value_(value), at_(at) {}
  __host__ __device__ T dereference() const { return value_; }
  __host__ __device__ void advance(std::ptrdiff_t by) { at_ += by; }
  __host__ __device__ std::ptrdiff_t distance_to(const constant_iterator& o) const { return o.at_ - at_; }

 private:
  T value_;
  std::ptrdiff_t at_;
};
template <class T, class Difference, class System>
struct __fw_on_host<constant_iterator<T, Difference, System>> : std::is_same<System, __fw_host> {};
template <class T>
__host__ __device__ constant_iterator<T> make_constant_iterator(const T& value, std::ptrdiff_t at = 0) {
  return constant_iterator<T>(value, at);
}

template <class System = void>
class discard_iterator : public __fw_iterator<discard_iterator<System>, int&> {
 public:
  struct nothing {
    template <class T>
    __host__ __device__ const nothing& operator=(const T&) const {
      return *this;
    }
  };
  __host__ __device__ explicit discard_iterator(std::ptrdiff_t at = 0) : at_(at) {}
  __host__ __device__ nothing operator*() const { return {}; }
  __host__ __device__ nothing operator[](std::ptrdiff_t) const { return {}; }
  __host__ __device__ void advance(std::ptrdiff_t by) { at_ += by; }
  __host__ __device__ std::ptrdiff_t distance_to(const discard_iterator& o) const { return o.at_ - at_; }

 private:
  std::ptrdiff_t at_;
};
template <class System>
struct __fw_on_host<discard_iterator<System>> : std::is_same<System, __fw_host> {};
inline discard_iterator<> make_discard_iterator() { return discard_iterator<>(); }

template <class F, class It>
using __fw_result_of = std::decay_t<decltype(std::declval<F&>()(*std::declval<const __fw_unwrapped<It>&>()))>;
template <class F, class It, class R = void, class = void>
class transform_iterator
    : public __fw_iterator<transform_iterator<F, It, R>,
                           std::conditional_t<std::is_void_v<R>, __fw_result_of<F, It>, R>> {
 public:
  __host__ __device__ transform_iterator(It it, F f) : it_(it), f_(f) {}
  __host__ __device__ explicit transform_iterator(It it) : it_(it), f_() {}
  __host__ __device__ auto dereference() const { return f_(*it_); }
  __host__ __device__ void advance(std::ptrdiff_t by) { it_ += by; }
  __host__ __device__ std::ptrdiff_t distance_to(const transform_iterator& o) const { return o.it_ - it_; }
  __host__ __device__ It base() const { return it_; }
  __host__ __device__ auto unwrapped() const {
    return transform_iterator<F, __fw_unwrapped<It>, R>(__fw_unwrap(it_), f_);
  }

 private:
  It it_;
  mutable F f_;
};
template <class F, class It, class R, class X>
struct __fw_on_device<transform_iterator<F, It, R, X>> : __fw_on_device<It> {};
template <class F, class It, class R, class X>
struct __fw_on_host<transform_iterator<F, It, R, X>> : __fw_on_host<It> {};
template <class It, class F>
__host__ __device__ transform_iterator<F, It> make_transform_iterator(It it, F f) {
  return transform_iterator<F, It>(it, f);
}

template <class It, class Index>
class permutation_iterator
    : public __fw_iterator<permutation_iterator<It, Index>, decltype(std::declval<const It&>()[0])> {
 public:
  __host__ __device__ permutation_iterator(It it, Index index) : it_(it), index_(index) {}
  __host__ __device__ decltype(auto) dereference() const { return it_[*index_]; }
  __host__ __device__ void advance(std::ptrdiff_t by) { index_ += by; }
  __host__ __device__ std::ptrdiff_t distance_to(const permutation_iterator& o) const { return o.index_ - index_; }
  __host__ __device__ auto unwrapped() const {
    return permutation_iterator<__fw_unwrapped<It>, __fw_unwrapped<Index>>(__fw_unwrap(it_), __fw_unwrap(index_));
  }

 private:
  It it_;
  Index index_;
};
template <class It, class Index>
struct __fw_on_device<permutation_iterator<It, Index>> : __fw_on_device<It> {};
template <class It, class Index>
struct __fw_on_host<permutation_iterator<It, Index>> : std::disjunction<__fw_on_host<It>, __fw_on_host<Index>> {};
template <class It, class Index>
__host__ __device__ permutation_iterator<It, Index> make_permutation_iterator(It it, Index index) {
  return {it, index};
}

template <class It>
class reverse_iterator : public __fw_iterator<reverse_iterator<It>, decltype(std::declval<const It&>()[0])> {
 public:
  __host__ __device__ explicit reverse_iterator(It it) : it_(it) {}
  __host__ __device__ decltype(auto) dereference() const { return it_[-1]; }
  __host__ __device__ void advance(std::ptrdiff_t by) { it_ -= by; }
  __host__ __device__ std::ptrdiff_t distance_to(const reverse_iterator& o) const { return it_ - o.it_; }
  __host__ __device__ auto unwrapped() const { return reverse_iterator<__fw_unwrapped<It>>(__fw_unwrap(it_)); }

 private:
  It it_;
};
template <class It>
struct __fw_on_device<reverse_iterator<It>> : __fw_on_device<It> {};
template <class It>
struct __fw_on_host<reverse_iterator<It>> : __fw_on_host<It> {};
template <class It>
__host__ __device__ reverse_iterator<It> make_reverse_iterator(It it) {
  return reverse_iterator<It>(it);
}

template <class Tuple>
class zip_iterator;
template <class... It>
class zip_iterator<tuple<It...>>
    : public __fw_iterator<zip_iterator<tuple<It...>>, tuple<decltype(std::declval<const It&>()[0])...>> {
 public:
  typedef tuple<__fw_value_of<It>...> value_type;
  __host__ __device__ explicit zip_iterator(const tuple<It...>& its) : its_(its) {}
  __host__ __device__ auto dereference() const { return dereference(std::index_sequence_for<It...>()); }
  __host__ __device__ void advance(std::ptrdiff_t by) { advance(by, std::index_sequence_for<It...>()); }
  __host__ __device__ std::ptrdiff_t distance_to(const zip_iterator& o) const { return get<0>(o.its_) - get<0>(its_); }
  __host__ __device__ const tuple<It...>& get_iterator_tuple() const { return its_; }
  __host__ __device__ auto unwrapped() const { return unwrapped(std::index_sequence_for<It...>()); }

 private:
  template <std::size_t... I>
  __host__ __device__ auto dereference(std::index_sequence<I...>) const {
    return tuple<decltype(std::declval<const It&>()[0])...>(get<I>(its_)[0]...);
  }
  template <std::size_t... I>
  __host__ __device__ void advance(std::ptrdiff_t by, std::index_sequence<I...>) {
    ((get<I>(its_) += by), ...);
  }
  template <std::size_t... I>
  __host__ __device__ auto unwrapped(std::index_sequence<I...>) const {
    typedef tuple<__fw_unwrapped<It>...> Plain;
    return zip_iterator<Plain>(Plain(__fw_unwrap(get<I>(its_))...));
  }
  tuple<It...> its_;
};
template <class... It>
struct __fw_on_device<zip_iterator<tuple<It...>>> : std::disjunction<__fw_on_device<It>...> {};
template <class... It>
struct __fw_on_host<zip_iterator<tuple<It...>>> : std::disjunction<__fw_on_host<It>...> {};
template <class... It>
struct iterator_value<zip_iterator<tuple<It...>>> {
  typedef tuple<__fw_value_of<It>...> type;
};
template <class... It>
__host__ __device__ zip_iterator<tuple<It...>> make_zip_iterator(const tuple<It...>& its) {
  return zip_iterator<tuple<It...>>(its);
}
template <class... It>
__host__ __device__ zip_iterator<tuple<It...>> make_zip_iterator(It... its) {
  return zip_iterator<tuple<It...>>(tuple<It...>(its...));
}

/// The type that a copy of *it has.
template <class It>
using __fw_stored = typename iterator_value<It>::type;

template <class It>
__FW_HD std::ptrdiff_t distance(It first, It last) {
  return last - first;
}
template <class It>
__FW_HD void advance(It& it, std::ptrdiff_t by) {
  it += by;
}

}  // namespace thrust
