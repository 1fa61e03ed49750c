// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Algorithms that kernels call: the thread does all of the work, whatever the policy says, as with NVIDIA's Thrust.
#include "algorithms.h"

namespace thrust {
namespace __fw_seq {

/// What functions get, that take an element by reference.
template <class T>
__device__ T&& raw(T&& value) {
  return static_cast<T&&>(value);
}
template <class T>
__device__ T& raw(device_reference<T>&& value) {
  return *(&value).get();
}
template <class It, class F>
__device__ It for_each(It first, It last, F f) {
  for (; first != last; ++first) f(raw(*first));
  return first;
}
template <class It, class Size, class F>
__device__ It for_each_n(It first, Size n, F f) {
  for (Size i = 0; i < n; ++i, ++first) f(raw(*first));
  return first;
}
template <class In, class Out, class F>
__device__ Out transform(In first, In last, Out out, F f) {
  for (; first != last; ++first, ++out) *out = f(*first);
  return out;
}
template <class A, class B, class Out, class F>
__device__ Out transform(A first, A last, B other, Out out, F f) {
  for (; first != last; ++first, ++other, ++out) *out = f(*first, *other);
  return out;
}
template <class In, class Out>
__device__ Out copy(In first, In last, Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class In, class Size, class Out>
__device__ Out copy_n(In first, Size n, Out out) {
  for (Size i = 0; i < n; ++i, ++first, ++out) *out = *first;
  return out;
}
template <class In, class Out, class Predicate>
__device__ Out copy_if(In first, In last, Out out, Predicate predicate) {
  for (; first != last; ++first)
    if (predicate(*first)) {
      *out = *first;
      ++out;
    }
  return out;
}
template <class It, class T>
__device__ void fill(It first, It last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class It>
__device__ void sequence(It first, It last) {
  for (__fw_value_of<It> value(0); first != last; ++first, ++value) *first = value;
}
template <class It, class T>
__device__ void sequence(It first, It last, T value) {
  for (; first != last; ++first, ++value) *first = value;
}
template <class It, class T>
__device__ void sequence(It first, It last, T value, T step) {
  for (; first != last; ++first, value += step) *first = value;
}

template <class In, class T, class Op>
__device__ T reduce(In first, In last, T sum, Op op) {
  for (; first != last; ++first) sum = op(sum, *first);
  return sum;
}
template <class In, class T>
__device__ T reduce(In first, In last, T sum) {
  return reduce(first, last, sum, plus<>());
}
template <class In>
__device__ __fw_value_of<In> reduce(In first, In last) {
  return reduce(first, last, __fw_value_of<In>(), plus<>());
}
template <class In, class F, class T, class Op>
__device__ T transform_reduce(In first, In last, F f, T sum, Op op) {
  for (; first != last; ++first) sum = op(sum, f(*first));
  return sum;
}
template <class A, class B, class T>
__device__ T inner_product(A first, A last, B other, T sum) {
  for (; first != last; ++first, ++other) sum = sum + *first * *other;
  return sum;
}
template <class In, class Predicate>
__device__ std::ptrdiff_t count_if(In first, In last, Predicate predicate) {
  std::ptrdiff_t found = 0;
  for (; first != last; ++first) found += predicate(*first) ? 1 : 0;
  return found;
}
template <class In, class T>
__device__ std::ptrdiff_t count(In first, In last, const T& value) {
  std::ptrdiff_t found = 0;
  for (; first != last; ++first) found += *first == value ? 1 : 0;
  return found;
}
template <class In, class Predicate>
__device__ In find_if(In first, In last, Predicate predicate) {
  while (first != last && !predicate(*first)) ++first;
  return first;
}
template <class In, class T>
__device__ In find(In first, In last, const T& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class In, class Predicate>
__device__ bool any_of(In first, In last, Predicate predicate) {
  return find_if(first, last, predicate) != last;
}
template <class In, class Predicate>
__device__ bool none_of(In first, In last, Predicate predicate) {
  return !any_of(first, last, predicate);
}
template <class In, class Predicate>
__device__ bool all_of(In first, In last, Predicate predicate) {
  while (first != last && predicate(*first)) ++first;
  return first == last;
}
template <class It, class Less>
__device__ It min_element(It first, It last, Less less) {
  It best = first;
  for (; first != last; ++first)
    if (less(*first, *best)) best = first;
  return best;
}
template <class It, class Less>
__device__ It max_element(It first, It last, Less less) {
  It best = first;
  for (; first != last; ++first)
    if (less(*best, *first)) best = first;
  return best;
}
template <class It>
__device__ It min_element(It first, It last) {
  return min_element(first, last, less<>());
}
template <class It>
__device__ It max_element(It first, It last) {
  return max_element(first, last, less<>());
}

template <class In, class Out, class Op>
__device__ Out inclusive_scan(In first, In last, Out out, Op op) {
  if (first == last) return out;
  __fw_value_of<In> sum = *first;
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) *out = sum = op(sum, *first);
  return out;
}
template <class In, class Out>
__device__ Out inclusive_scan(In first, In last, Out out) {
  return inclusive_scan(first, last, out, plus<>());
}
template <class In, class Out, class T, class Op>
__device__ Out exclusive_scan(In first, In last, Out out, T sum, Op op) {
  for (; first != last; ++first, ++out) {
    const T next = op(sum, *first);
    *out = sum;
    sum = next;
  }
  return out;
}
template <class In, class Out, class T>
__device__ Out exclusive_scan(In first, In last, Out out, T sum) {
  return exclusive_scan(first, last, out, sum, plus<>());
}
template <class In, class Out>
__device__ Out exclusive_scan(In first, In last, Out out) {
  return exclusive_scan(first, last, out, __fw_value_of<In>(), plus<>());
}

template <class It, class T, class Less>
__device__ It lower_bound(It first, It last, const T& value, Less less) {
  for (std::ptrdiff_t n = last - first; n > 0;) {
    const std::ptrdiff_t half = n / 2;
    if (less(*(first + half), value)) {
      first = first + (half + 1);
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return first;
}
template <class It, class T, class Less>
__device__ It upper_bound(It first, It last, const T& value, Less less) {
  for (std::ptrdiff_t n = last - first; n > 0;) {
    const std::ptrdiff_t half = n / 2;
    if (less(value, *(first + half))) {
      n = half;
    } else {
      first = first + (half + 1);
      n -= half + 1;
    }
  }
  return first;
}
template <class It, class T>
__device__ It lower_bound(It first, It last, const T& value) {
  return lower_bound(first, last, value, less<>());
}
template <class It, class T>
__device__ It upper_bound(It first, It last, const T& value) {
  return upper_bound(first, last, value, less<>());
}
template <class It, class T>
__device__ bool binary_search(It first, It last, const T& value) {
  const It at = lower_bound(first, last, value, less<>());
  return at != last && !(value < *at);
}

/// Stands for values where keys are sorted alone.
struct __fw_no_values {
  __device__ int operator[](std::ptrdiff_t) const { return 0; }
};
/// Stable, in place: each item moves to its place among those before it.
template <class K, class V, class Less>
__device__ void __fw_sort_in_kernel(K keys, V values, std::ptrdiff_t n, Less less) {
  constexpr bool with_values = !std::is_same_v<V, __fw_no_values>;
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    const __fw_value_of<K> key = keys[i];
    const auto value = values[i];
    std::ptrdiff_t low = 0, high = i;
    while (low < high) {
      const std::ptrdiff_t middle = (low + high) / 2;
      if (less(key, keys[middle]))
        high = middle;
      else
        low = middle + 1;
    }
    for (std::ptrdiff_t j = i; j > low; --j) {
      keys[j] = keys[j - 1];
      if constexpr (with_values) values[j] = values[j - 1];
    }
    keys[low] = key;
    if constexpr (with_values) values[low] = value;
  }
}
#define __FW_SEQ_SORT(name)                                               \
  template <class It, class Less>                                         \
  __device__ void name(It first, It last, Less less) {                    \
    __fw_sort_in_kernel(first, __fw_no_values{}, last - first, less);     \
  }                                                                       \
  template <class It>                                                     \
  __device__ void name(It first, It last) {                               \
    __fw_sort_in_kernel(first, __fw_no_values{}, last - first, less<>()); \
  }                                                                       \
  template <class K, class V, class Less>                                 \
  __device__ void name##_by_key(K first, K last, V values, Less less) {   \
    __fw_sort_in_kernel(first, values, last - first, less);               \
  }                                                                       \
  template <class K, class V>                                             \
  __device__ void name##_by_key(K first, K last, V values) {              \
    __fw_sort_in_kernel(first, values, last - first, less<>());           \
  }
__FW_SEQ_SORT(sort)
__FW_SEQ_SORT(stable_sort)
#undef __FW_SEQ_SORT

template <class It>
__device__ It unique(It first, It last) {
  if (first == last) return last;
  It kept = first;
  for (++first; first != last; ++first)
    if (!(*kept == *first)) *++kept = *first;
  return ++kept;
}
template <class It, class Predicate>
__device__ It remove_if(It first, It last, Predicate predicate) {
  It kept = first;
  for (; first != last; ++first)
    if (!predicate(*first)) {
      *kept = *first;
      ++kept;
    }
  return kept;
}
template <class It>
__device__ void reverse(It first, It last) {
  for (std::ptrdiff_t i = 0, j = last - first - 1; i < j; ++i, --j) {
    const __fw_value_of<It> held = first[i];
    first[i] = first[j];
    first[j] = held;
  }
}
template <class A, class B>
__device__ bool equal(A first, A last, B other) {
  for (; first != last; ++first, ++other)
    if (!(*first == *other)) return false;
  return true;
}
template <class It>
__device__ bool is_sorted(It first, It last) {
  for (It next = first; first != last; first = next)
    if (++next != last && *next < *first) return false;
  return true;
}

}  // namespace __fw_seq

/// With a policy and without. They are less special than the host's functions of these names, and `__host__ __device__`
/// by the pragma alone: so kernels call them, but not lambdas of the host, which clang takes for functions of both
/// sides, too.
#define __FW_SEQ(name)                                                                     \
  template <class First, class... Rest, class = std::enable_if_t<!__fw_is_policy<First>>>  \
  auto name(First first, Rest... rest) {                                                   \
    return __fw_seq::name(first, rest...);                                                 \
  }                                                                                        \
  template <class Policy, class... Rest, class = std::enable_if_t<__fw_is_policy<Policy>>> \
  auto name(const Policy&, Rest... rest) {                                                 \
    return __fw_seq::name(rest...);                                                        \
  }
#pragma clang force_cuda_host_device begin
__FW_SEQ(for_each)
__FW_SEQ(for_each_n)
__FW_SEQ(transform)
__FW_SEQ(copy)
__FW_SEQ(copy_n)
__FW_SEQ(copy_if)
__FW_SEQ(fill)
__FW_SEQ(sequence)
__FW_SEQ(reduce)
__FW_SEQ(transform_reduce)
__FW_SEQ(inner_product)
__FW_SEQ(count_if)
__FW_SEQ(count)
__FW_SEQ(find_if)
__FW_SEQ(find)
__FW_SEQ(any_of)
__FW_SEQ(none_of)
__FW_SEQ(all_of)
__FW_SEQ(min_element)
__FW_SEQ(max_element)
__FW_SEQ(inclusive_scan)
__FW_SEQ(exclusive_scan)
__FW_SEQ(lower_bound)
__FW_SEQ(upper_bound)
__FW_SEQ(binary_search)
__FW_SEQ(unique)
__FW_SEQ(remove_if)
__FW_SEQ(reverse)
__FW_SEQ(equal)
__FW_SEQ(is_sorted)
__FW_SEQ(sort)
__FW_SEQ(sort_by_key)
__FW_SEQ(stable_sort)
__FW_SEQ(stable_sort_by_key)
#pragma clang force_cuda_host_device end
#undef __FW_SEQ

}  // namespace thrust
