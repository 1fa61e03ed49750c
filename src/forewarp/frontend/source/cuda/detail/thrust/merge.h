// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Merges and set operations of sorted ranges. Each element finds its place by a binary search in the other range.
#include "algorithms.h"

namespace thrust {

/// How many of the n sorted values at `it` are before `value`; `Upper`: are not after it.
template <bool Upper, class It, class T, class Less>
__host__ __device__ __fw_index __fw_rank(It it, __fw_index n, const T& value, Less& less) {
  __fw_index low = 0, high = n;
  while (low < high) {
    const __fw_index at = (low + high) / 2;
    const bool before = Upper ? !less(value, it[at]) : less(it[at], value);
    if (before) low = at + 1;
    else high = at;
  }
  return low;
}

/// Writes one of two sorted ranges to its places among both. Of equal values, those of the first range come first.
template <class Keys, class Others, class Values, class KeysOut, class ValuesOut, class Less, bool Second>
struct __fw_merge_one {
  Keys keys;
  Others others;
  __fw_index n_others;
  Values values;
  KeysOut keys_out;
  ValuesOut values_out;
  mutable Less less;
  __host__ __device__ void operator()(__fw_index i) const {
    const __fw_index to = i + __fw_rank<Second>(others, n_others, keys[i], less);
    keys_out[to] = keys[i];
    values_out[to] = values[i];
  }
};

template <class Policy, class A, class B, class VA, class VB, class KeysOut, class ValuesOut, class Less,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<KeysOut, ValuesOut> merge_by_key(const Policy& place, A a, A a_end, B b, B b_end, VA values_a, VB values_b,
                                      KeysOut keys_out, ValuesOut values_out, Less less) {
  const std::size_t na = static_cast<std::size_t>(a_end - a), nb = static_cast<std::size_t>(b_end - b);
  const auto ua = __fw_unwrap(a);
  const auto ub = __fw_unwrap(b);
  const auto ko = __fw_unwrap(keys_out);
  const auto vo = __fw_unwrap(values_out);
  typedef __fw_unwrapped<KeysOut> Ko;
  typedef __fw_unwrapped<ValuesOut> Vo;
  place.each(na, __fw_merge_one<__fw_unwrapped<A>, __fw_unwrapped<B>, __fw_unwrapped<VA>, Ko, Vo, Less, false>{
                     ua, ub, nb, __fw_unwrap(values_a), ko, vo, less});
  place.each(nb, __fw_merge_one<__fw_unwrapped<B>, __fw_unwrapped<A>, __fw_unwrapped<VB>, Ko, Vo, Less, true>{
                     ub, ua, na, __fw_unwrap(values_b), ko, vo, less});
  return {keys_out + (na + nb), values_out + (na + nb)};
}
template <class A, class B, class VA, class VB, class KeysOut, class ValuesOut, class Less,
          class = std::enable_if_t<!__fw_is_policy<A>>>
pair<KeysOut, ValuesOut> merge_by_key(A a, A a_end, B b, B b_end, VA va, VB vb, KeysOut ko, ValuesOut vo, Less less) {
  return thrust::merge_by_key(__fw_place<A, B, KeysOut>(), a, a_end, b, b_end, va, vb, ko, vo, less);
}
template <class A, class B, class VA, class VB, class KeysOut, class ValuesOut,
          class = std::enable_if_t<!__fw_is_policy<A>>>
pair<KeysOut, ValuesOut> merge_by_key(A a, A a_end, B b, B b_end, VA va, VB vb, KeysOut ko, ValuesOut vo) {
  return thrust::merge_by_key(a, a_end, b, b_end, va, vb, ko, vo, less<>());
}

template <class Policy, class A, class B, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out merge(const Policy& place, A a, A a_end, B b, B b_end, Out out, Less less) {
  return thrust::merge_by_key(place, a, a_end, b, b_end, a, b, out, discard_iterator<>(), less).first;
}
template <class A, class B, class Out, class Less, class = std::enable_if_t<!__fw_is_policy<A>>>
Out merge(A a, A a_end, B b, B b_end, Out out, Less less) {
  return thrust::merge(__fw_place<A, B, Out>(), a, a_end, b, b_end, out, less);
}
template <class A, class B, class Out, class = std::enable_if_t<!__fw_is_policy<A>>>
Out merge(A a, A a_end, B b, B b_end, Out out) {
  return thrust::merge(a, a_end, b, b_end, out, less<>());
}

/// Whether the k-th of equal values has a partner, the k-th of those in the other range.
template <class It, class Other, class Less, bool Wanted>
struct __fw_has_partner {
  It it;
  __fw_index n;
  Other other;
  __fw_index n_other;
  mutable Less less;
  __host__ __device__ bool operator()(__fw_index i) const {
    const __fw_index before = i - __fw_rank<false>(it, n, it[i], less);
    const __fw_index equal =
        __fw_rank<true>(other, n_other, it[i], less) - __fw_rank<false>(other, n_other, it[i], less);
    return (before < equal) == Wanted;
  }
};
template <bool Wanted, class Policy, class A, class B, class Out, class Less>
Out __fw_partners(const Policy& place, A a, A a_end, B b, B b_end, Out out, Less less) {
  const auto na = static_cast<__fw_index>(a_end - a), nb = static_cast<__fw_index>(b_end - b);
  return out + place.select(na,
                            __fw_has_partner<__fw_unwrapped<A>, __fw_unwrapped<B>, Less, Wanted>{
                                __fw_unwrap(a), na, __fw_unwrap(b), nb, less},
                            __fw_keep<__fw_unwrapped<A>, __fw_unwrapped<Out>>{__fw_unwrap(a), __fw_unwrap(out)});
}

template <class Policy, class A, class B, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out set_intersection(const Policy& place, A a, A a_end, B b, B b_end, Out out, Less less) {
  return __fw_partners<true>(place, a, a_end, b, b_end, out, less);
}
template <class Policy, class A, class B, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out set_difference(const Policy& place, A a, A a_end, B b, B b_end, Out out, Less less) {
  return __fw_partners<false>(place, a, a_end, b, b_end, out, less);
}
template <class Policy, class A, class B, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out set_union(const Policy& place, A a, A a_end, B b, B b_end, Out out, Less less) {
  const typename Policy::template scratch<__fw_stored<B>> rest(static_cast<std::size_t>(b_end - b));
  auto* const end = __fw_partners<false>(place, b, b_end, a, a_end, rest.get(), less);
  return thrust::merge(place, a, a_end, rest.get(), end, out, less);
}
template <class Policy, class A, class B, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out set_symmetric_difference(const Policy& place, A a, A a_end, B b, B b_end, Out out, Less less) {
  const typename Policy::template scratch<__fw_stored<A>> own(static_cast<std::size_t>(a_end - a));
  const typename Policy::template scratch<__fw_stored<B>> rest(static_cast<std::size_t>(b_end - b));
  auto* const own_end = __fw_partners<false>(place, a, a_end, b, b_end, own.get(), less);
  auto* const rest_end = __fw_partners<false>(place, b, b_end, a, a_end, rest.get(), less);
  return thrust::merge(place, own.get(), own_end, rest.get(), rest_end, out, less);
}

#define __FW_SET_OPERATION(name)                                                                     \
  template <class A, class B, class Out, class Less, class = std::enable_if_t<!__fw_is_policy<A>>>   \
  Out name(A a, A a_end, B b, B b_end, Out out, Less less) {                                         \
    return thrust::name(__fw_place<A, B, Out>(), a, a_end, b, b_end, out, less);                     \
  }                                                                                                  \
  template <class A, class B, class Out, class = std::enable_if_t<!__fw_is_policy<A>>>               \
  Out name(A a, A a_end, B b, B b_end, Out out) {                                                    \
    return thrust::name(__fw_place<A, B, Out>(), a, a_end, b, b_end, out, less<>());                 \
  }                                                                                                  \
  template <class Policy, class A, class B, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>> \
  Out name(const Policy& place, A a, A a_end, B b, B b_end, Out out) {                               \
    return thrust::name(place, a, a_end, b, b_end, out, less<>());                                   \
  }
__FW_SET_OPERATION(set_intersection)
__FW_SET_OPERATION(set_difference)
__FW_SET_OPERATION(set_union)
__FW_SET_OPERATION(set_symmetric_difference)
#undef __FW_SET_OPERATION

}  // namespace thrust
