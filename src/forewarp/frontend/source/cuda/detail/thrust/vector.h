// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Vectors of the host and of the device, and copies between the two.
#include <initializer_list>
#include <vector>

#include "execution.h"

namespace thrust {

template <class T>
struct __fw_fill_one {
  T* at;
  T value;
  __host__ __device__ void operator()(__fw_parallel::index_t i) const { at[i] = value; }
};
template <class In, class T>
struct __fw_take_one {
  In in;
  T* at;
  __host__ __device__ void operator()(__fw_parallel::index_t i) const { at[i] = in[i]; }
};
template <class In, class Out>
struct __fw_move_one {
  In in;
  Out out;
  __host__ __device__ void operator()(__fw_parallel::index_t i) const { out[i] = in[i]; }
};

template <class It, class = void>
struct __fw_is_std_iterator : std::false_type {};
template <class It>
struct __fw_is_std_iterator<It, std::void_t<typename std::iterator_traits<It>::iterator_category>> : std::true_type {};

template <class It>
struct __fw_random_access
    : std::is_convertible<typename std::iterator_traits<It>::iterator_category, std::random_access_iterator_tag> {};

/// Between places, through memory of the host where the values are not in one piece. Returns the end of what is written,
/// which may be any output iterator of the host.
template <class In, class Out>
inline Out __fw_copy(In in, std::size_t n, Out out) {
  constexpr bool to_device = __fw_on_device<Out>::value || !__fw_on_host<Out>::value;
  constexpr bool from_device = __fw_on_device<In>::value || (to_device && !__fw_on_host<In>::value);
  if (n == 0) return out;
  if constexpr (from_device && to_device) {
    __fw_device().each(n, __fw_move_one<__fw_unwrapped<In>, __fw_unwrapped<Out>>{__fw_unwrap(in), __fw_unwrap(out)});
    return out + n;
  } else if constexpr (from_device) {
    typedef __fw_stored<In> T;
    const __fw_scratch<T> staged(n);
    __fw_device().each(n, __fw_take_one<__fw_unwrapped<In>, T>{__fw_unwrap(in), staged.get()});
    auto host = std::make_unique<T[]>(n);
    __fw_check(cudaMemcpy(host.get(), staged.get(), n * sizeof(T), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < n; ++i, ++out) *out = host[i];
    return out;
  } else if constexpr (to_device) {
    typedef __fw_stored<Out> T;
    auto host = std::make_unique<T[]>(n);
    for (std::size_t i = 0; i < n; ++i, ++in) host[i] = static_cast<T>(*in);
    if constexpr (std::is_pointer_v<__fw_unwrapped<Out>>) {
      __fw_check(cudaMemcpy(__fw_unwrap(out), host.get(), n * sizeof(T), cudaMemcpyHostToDevice));
    } else {
      const __fw_scratch<T> staged(n);
      __fw_check(cudaMemcpy(staged.get(), host.get(), n * sizeof(T), cudaMemcpyHostToDevice));
      __fw_device().each(n, __fw_move_one<T*, __fw_unwrapped<Out>>{staged.get(), __fw_unwrap(out)});
    }
    return out + n;
  } else {
    for (std::size_t i = 0; i < n; ++i, ++in, ++out) *out = *in;
    return out;
  }
}

template <class T>
class device_allocator {
 public:
  typedef T value_type;
};

template <class T, class = device_allocator<T>>
class device_vector {
 public:
  typedef T value_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef device_ptr<T> pointer;
  typedef device_ptr<T> iterator;
  typedef device_ptr<const T> const_iterator;
  typedef device_reference<T> reference;
  typedef device_reference<const T> const_reference;

  device_vector() = default;
  explicit device_vector(std::size_t n) : device_vector(n, T()) {}
  device_vector(std::size_t n, const T& value) { resize(n, value); }
  template <class It, class = std::enable_if_t<__fw_is_std_iterator<It>::value>>
  device_vector(It first, It last) {
    assign(first, last);
  }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  device_vector(const device_vector& o) { assign(o.begin(), o.end()); }
  device_vector(device_vector&& o) noexcept { swap(o); }
  template <class A>
  device_vector(const std::vector<T, A>& o) {
    assign(o.begin(), o.end());
  }
  ~device_vector() { cudaFree(at_); }
  device_vector& operator=(const device_vector& o) {
    if (this != &o) assign(o.begin(), o.end());
    return *this;
  }
  device_vector& operator=(device_vector&& o) noexcept {
    swap(o);
    return *this;
  }
  template <class A>
  device_vector& operator=(const std::vector<T, A>& o) {
    assign(o.begin(), o.end());
    return *this;
  }
  template <class It, class = std::enable_if_t<__fw_is_std_iterator<It>::value>>
  void assign(It first, It last) {
    const auto n = static_cast<std::size_t>(std::distance(first, last));
    set_size(n, false);
    __fw_copy(first, n, begin());
  }
  void assign(std::size_t n, const T& value) {
    clear();
    resize(n, value);
  }
  void resize(std::size_t n, const T& value = T()) {
    const std::size_t before = size_;
    set_size(n, true);
    if (n > before) __fw_device().each(n - before, __fw_fill_one<T>{at_ + before, value});
  }
  void reserve(std::size_t n) {
    if (n > capacity_) grow(n, true);
  }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  void push_back(const T& value) { resize(size_ + 1, value); }
  void pop_back() { --size_; }
  iterator erase(iterator first, iterator last) {
    const device_vector rest(last, end());
    __fw_copy(rest.begin(), rest.size(), first);
    size_ -= static_cast<std::size_t>(last - first);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class It>
  void insert(iterator at, It first, It last) {
    const std::ptrdiff_t before = at - begin();
    const device_vector rest(at, end());
    const auto n = static_cast<std::size_t>(last - first);
    set_size(size_ + n, true);
    __fw_copy(first, n, begin() + before);
    __fw_copy(rest.begin(), rest.size(), begin() + before + static_cast<std::ptrdiff_t>(n));
  }
  void swap(device_vector& o) noexcept {
    std::swap(at_, o.at_);
    std::swap(size_, o.size_);
    std::swap(capacity_, o.capacity_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  iterator begin() { return iterator(at_); }
  iterator end() { return iterator(at_ + size_); }
  const_iterator begin() const { return const_iterator(at_); }
  const_iterator end() const { return const_iterator(at_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  auto rbegin() { return make_reverse_iterator(end()); }
  auto rend() { return make_reverse_iterator(begin()); }
  auto rbegin() const { return make_reverse_iterator(end()); }
  auto rend() const { return make_reverse_iterator(begin()); }
  auto crbegin() const { return rbegin(); }
  auto crend() const { return rend(); }
  pointer data() { return pointer(at_); }
  device_ptr<const T> data() const { return device_ptr<const T>(at_); }
  reference operator[](std::size_t i) { return reference(at_ + i); }
  const_reference operator[](std::size_t i) const { return const_reference(at_ + i); }
  reference front() { return reference(at_); }
  reference back() { return reference(at_ + size_ - 1); }
  const_reference front() const { return const_reference(at_); }
  const_reference back() const { return const_reference(at_ + size_ - 1); }

 private:
  void grow(std::size_t n, bool keep) {
    T* at = nullptr;
    __fw_check(cudaMalloc(reinterpret_cast<void**>(&at), n * sizeof(T)));
    if (keep && size_ > 0) __fw_check(cudaMemcpy(at, at_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
    cudaFree(at_);
    at_ = at;
    capacity_ = n;
  }
  void set_size(std::size_t n, bool keep) {
    if (n > capacity_) grow(keep && n < 2 * capacity_ ? 2 * capacity_ : n, keep);
    size_ = n;
  }
  T* at_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
  typedef std::vector<T, Allocator> Base;

 public:
  using Base::Base;
  host_vector() = default;
  host_vector(const Base& o) : Base(o) {}
  template <class A>
  host_vector(const device_vector<T, A>& o) : Base(o.size()) {
    __fw_copy(o.begin(), o.size(), this->begin());
  }
  host_vector(device_ptr<T> first, device_ptr<T> last) : Base(static_cast<std::size_t>(last - first)) {
    __fw_copy(first, this->size(), this->begin());
  }
  template <class A>
  host_vector& operator=(const device_vector<T, A>& o) {
    this->resize(o.size());
    __fw_copy(o.begin(), o.size(), this->begin());
    return *this;
  }
};

template <class T, class A>
inline bool operator==(const device_vector<T, A>& a, const device_vector<T, A>& b) {
  return static_cast<const std::vector<T>&>(host_vector<T>(a)) == static_cast<const std::vector<T>&>(host_vector<T>(b));
}
template <class T, class A>
inline bool operator==(const host_vector<T>& a, const device_vector<T, A>& b) {
  return static_cast<const std::vector<T>&>(a) == static_cast<const std::vector<T>&>(host_vector<T>(b));
}
template <class T, class A>
inline bool operator==(const device_vector<T, A>& a, const host_vector<T>& b) {
  return b == a;
}
namespace cuda {
using thrust::device_vector;
template <class T>
using vector = thrust::device_vector<T>;
template <class T>
using pointer = device_ptr<T>;
template <class T>
inline device_ptr<T> malloc(std::size_t count) {
  const device_ptr<T> at = device_malloc<T>(count);
  if (count > 0 && !at.get()) throw std::bad_alloc();
  return at;
}
template <class T>
inline void free(device_ptr<T> at) {
  device_free(at);
}
}  // namespace cuda

template <class T, class A>
inline T* raw_pointer_cast(device_vector<T, A>&) = delete;  // of data() or of &v[0]

}  // namespace thrust
