// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::annotated_ptr and access properties. They are advice to the L2 cache, which results do not depend on; the
/// model of the caches does not know it.
#include <cstddef>
#include <type_traits>

#include "copy.h"

namespace cuda {
struct access_property {
  struct shared {};
  struct global {};
  struct normal {};
  struct streaming {};
  struct persisting {};
  access_property() = default;
  template <class P>
  __host__ __device__ constexpr access_property(P) {}
  template <class P>
  __host__ __device__ constexpr access_property(P, float) {}
  template <class P, class Q>
  __host__ __device__ constexpr access_property(P, float, Q) {}
  template <class P>
  __host__ __device__ constexpr access_property(void*, ::std::size_t, ::std::size_t, P) {}
};

template <class T, class Property = access_property>
class annotated_ptr {
  T* pointer_ = nullptr;

 public:
  using value_type = T;
  using pointer = T*;
  using reference = T&;
  constexpr annotated_ptr() = default;
  __host__ __device__ constexpr explicit annotated_ptr(T* p) : pointer_(p) {}
  template <class P>
  __host__ __device__ constexpr annotated_ptr(T* p, P) : pointer_(p) {}
  template <class U, class P, class = ::std::enable_if_t<::std::is_convertible_v<U*, T*>>>
  __host__ __device__ constexpr annotated_ptr(const annotated_ptr<U, P>& other) : pointer_(other.get()) {}
  __host__ __device__ constexpr T* get() const { return pointer_; }
  __host__ __device__ constexpr T* operator->() const { return pointer_; }
  __host__ __device__ constexpr T& operator*() const { return *pointer_; }
  __host__ __device__ constexpr T& operator[](::std::ptrdiff_t i) const { return pointer_[i]; }
  __host__ __device__ constexpr explicit operator bool() const { return pointer_ != nullptr; }
  __host__ __device__ constexpr ::std::ptrdiff_t operator-(const annotated_ptr& other) const {
    return pointer_ - other.pointer_;
  }
};

template <class T, class P>
__FW_HD T* associate_access_property(T* p, P) {
  return p;
}
template <class Shape, class P>
__FW_HD void apply_access_property(const volatile void*, Shape, P) {}
__FW_HD void discard_memory(volatile void*, ::std::size_t) {}
}  // namespace cuda
