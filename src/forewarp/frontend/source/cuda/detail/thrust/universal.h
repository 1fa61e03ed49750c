// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Vectors in managed memory, which host code reads and writes in place and algorithms use on the device.
#include "vector.h"

namespace thrust {

template <class T>
class universal_ptr : public device_ptr<T> {
  typedef device_ptr<T> Base;

 public:
  typedef T& reference;
  typedef universal_ptr pointer;
  using Base::Base;
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  __host__ __device__ universal_ptr(const universal_ptr<U>& o) : Base(o.get()) {}
  __host__ __device__ T& operator*() const { return *this->get(); }
  __host__ __device__ T* operator->() const { return this->get(); }
  __host__ __device__ T& operator[](std::ptrdiff_t i) const { return this->get()[i]; }
  __host__ __device__ universal_ptr operator+(std::ptrdiff_t by) const { return universal_ptr(this->get() + by); }
  __host__ __device__ universal_ptr operator-(std::ptrdiff_t by) const { return universal_ptr(this->get() - by); }
  __host__ __device__ std::ptrdiff_t operator-(const Base& o) const { return this->get() - o.get(); }
  __host__ __device__ universal_ptr& operator+=(std::ptrdiff_t by) { return Base::operator+=(by), *this; }
  __host__ __device__ universal_ptr& operator-=(std::ptrdiff_t by) { return Base::operator-=(by), *this; }
  __host__ __device__ universal_ptr& operator++() { return Base::operator++(), *this; }
  __host__ __device__ universal_ptr& operator--() { return Base::operator--(), *this; }
  __host__ __device__ universal_ptr operator++(int) {
    const universal_ptr before = *this;
    ++*this;
    return before;
  }
  __host__ __device__ universal_ptr operator--(int) {
    const universal_ptr before = *this;
    --*this;
    return before;
  }
};
template <class T>
struct __fw_on_device<universal_ptr<T>> : std::true_type {};

template <class T>
class universal_allocator {
 public:
  typedef T value_type;
  universal_allocator() = default;
  template <class U>
  universal_allocator(const universal_allocator<U>&) {}
  T* allocate(std::size_t n) {
    void* at = nullptr;
    __fw_check(cudaMallocManaged(&at, n * sizeof(T)));
    return static_cast<T*>(at);
  }
  void deallocate(T* at, std::size_t) { cudaFree(at); }
  template <class U>
  bool operator==(const universal_allocator<U>&) const {
    return true;
  }
  template <class U>
  bool operator!=(const universal_allocator<U>&) const {
    return false;
  }
};

/// Host code fills it. Its iterators are universal_ptr, so that algorithms without a policy run on the device.
template <class T, class Allocator = universal_allocator<T>>
class universal_vector : public std::vector<T, Allocator> {
  typedef std::vector<T, Allocator> Base;

 public:
  typedef universal_ptr<T> pointer;
  typedef universal_ptr<T> iterator;
  typedef universal_ptr<const T> const_iterator;
  using Base::Base;
  universal_vector() = default;
  template <class A>
  universal_vector(const std::vector<T, A>& o) : Base(o.begin(), o.end()) {}
  template <class A>
  universal_vector(const device_vector<T, A>& o) : Base(o.size()) {
    __fw_copy(o.begin(), o.size(), begin());
  }
  iterator begin() { return iterator(Base::data()); }
  iterator end() { return begin() + static_cast<std::ptrdiff_t>(this->size()); }
  const_iterator begin() const { return const_iterator(Base::data()); }
  const_iterator end() const { return begin() + static_cast<std::ptrdiff_t>(this->size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  pointer data() { return begin(); }
  const_iterator data() const { return begin(); }
};

}  // namespace thrust
