// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Extremes of two values, searches for one value, and comparisons that say where.
#include "merge.h"

namespace thrust {

template <class T>
__host__ __device__ const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T, class Less>
__host__ __device__ const T& min(const T& a, const T& b, Less less) {
  return less(b, a) ? b : a;
}
template <class T>
__host__ __device__ const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Less>
__host__ __device__ const T& max(const T& a, const T& b, Less less) {
  return less(a, b) ? b : a;
}
template <class T>
__host__ __device__ void swap(T& a, T& b) {
  const T old = a;
  a = b;
  b = old;
}

/// One search on the device, with its answer brought to the host.
template <bool Upper, class Policy, class It, class T, class Less>
__fw_index __fw_search(const Policy& place, It first, It last, const T& value, Less less) {
  typedef constant_iterator<T> One;
  const typename Policy::template scratch<__fw_index> out(1);
  place.each(1, __fw_bound_one<__fw_unwrapped<It>, One, __fw_index*, Less, Upper>{
                    __fw_unwrap(first), static_cast<__fw_index>(last - first), One(value), out.get(), less});
  if constexpr (std::is_same_v<Policy, __fw_device>) return place.copied(out.get());
  else return *out.get();
}
template <class It, class T, class Less = thrust::less<>,
          class = std::enable_if_t<!__fw_is_policy<It> && !__fw_is_std_iterator<Less>::value>>
It lower_bound(It first, It last, const T& value, Less less = {}) {
  return first + __fw_search<false>(__fw_place<It>(), first, last, value, less);
}
template <class It, class T, class Less = thrust::less<>,
          class = std::enable_if_t<!__fw_is_policy<It> && !__fw_is_std_iterator<Less>::value>>
It upper_bound(It first, It last, const T& value, Less less = {}) {
  return first + __fw_search<true>(__fw_place<It>(), first, last, value, less);
}
template <class It, class T, class Less = thrust::less<>,
          class = std::enable_if_t<!__fw_is_policy<It> && !__fw_is_std_iterator<Less>::value>>
pair<It, It> equal_range(It first, It last, const T& value, Less less = {}) {
  return {thrust::lower_bound(first, last, value, less), thrust::upper_bound(first, last, value, less)};
}
template <class It, class T, class Less = thrust::less<>,
          class = std::enable_if_t<!__fw_is_policy<It> && !__fw_is_std_iterator<Less>::value>>
bool binary_search(It first, It last, const T& value, Less less = {}) {
  return thrust::lower_bound(first, last, value, less) != thrust::upper_bound(first, last, value, less);
}
template <class It, class Values, class Out, class Less>
struct __fw_found_one {
  It it;
  __fw_index n;
  Values values;
  Out out;
  mutable Less less;
  __host__ __device__ void operator()(__fw_index i) const {
    out[i] = __fw_rank<false>(it, n, values[i], less) != __fw_rank<true>(it, n, values[i], less);
  }
};
template <class It, class Values, class Out, class Less = thrust::less<>,
          class = std::enable_if_t<!__fw_is_policy<It> && __fw_is_std_iterator<Out>::value>>
Out binary_search(It first, It last, Values values, Values values_end, Out out, Less less = {}) {
  const std::size_t n = static_cast<std::size_t>(values_end - values);
  __fw_place<It, Values, Out>().each(
      n, __fw_found_one<__fw_unwrapped<It>, __fw_unwrapped<Values>, __fw_unwrapped<Out>, Less>{
             __fw_unwrap(first), static_cast<__fw_index>(last - first), __fw_unwrap(values), __fw_unwrap(out), less});
  return out + n;
}

/// The first place where two ranges differ.
template <class A, class B, class Equal = equal_to<>>
pair<A, B> mismatch(A first, A last, B other, Equal same = {}) {
  const auto n = static_cast<__fw_index>(last - first);
  const __fw_index at = __fw_place<A, B>().fold(
      n, __fw_place_differs<__fw_unwrapped<A>, __fw_unwrapped<B>, Equal>{__fw_unwrap(first), __fw_unwrap(other), same, n},
      n, minimum<__fw_index>());
  return {first + at, other + at};
}
template <class A, class B>
struct __fw_swap_one {
  A a;
  B b;
  __host__ __device__ void operator()(__fw_index i) const {
    const auto value = __fw_stored<A>(a[i]);
    a[i] = b[i];
    b[i] = value;
  }
};
template <class A, class B>
B swap_ranges(A first, A last, B other) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  __fw_place<A, B>().each(
      n, __fw_swap_one<__fw_unwrapped<A>, __fw_unwrapped<B>>{__fw_unwrap(first), __fw_unwrap(other)});
  return other + n;
}
template <class In, class Out>
Out uninitialized_copy(In first, In last, Out out) {
  return thrust::copy(first, last, out);
}
template <class It, class T>
void uninitialized_fill(It first, It last, const T& value) {
  thrust::fill(first, last, value);
}

}  // namespace thrust
