// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The algorithms, each from the few operations of a place (execution.h). A form without a policy runs where its
/// iterators point to.
#include "execution.h"
#include "vector.h"

namespace thrust {

#define __FW_HD_CALL __host__ __device__
typedef __fw_parallel::index_t __fw_index;

// Function objects are mutable: a program's operator() need not be const.

template <class In, class Out>
struct __fw_copy_one {
  In in;
  Out out;
  __FW_HD_CALL void operator()(__fw_index i) const { out[i] = in[i]; }
};
template <class In, class Out, class F>
struct __fw_map_one {
  In in;
  Out out;
  mutable F f;
  __FW_HD_CALL void operator()(__fw_index i) const { out[i] = f(in[i]); }
};
template <class A, class B, class Out, class F>
struct __fw_map_two {
  A a;
  B b;
  Out out;
  mutable F f;
  __FW_HD_CALL void operator()(__fw_index i) const { out[i] = f(a[i], b[i]); }
};
template <class In, class Stencil, class Out, class F, class Predicate>
struct __fw_map_where {
  In in;
  Stencil stencil;
  Out out;
  mutable F f;
  mutable Predicate predicate;
  __FW_HD_CALL void operator()(__fw_index i) const {
    if (predicate(stencil[i])) out[i] = f(in[i]);
  }
};
template <class It, class F>
struct __fw_call_one {
  It it;
  mutable F f;
  __FW_HD_CALL void operator()(__fw_index i) const {
    F own = f;
    own(it[i]);
  }
};
template <class It, class F>
struct __fw_call_index {
  It it;
  mutable F f;
  __FW_HD_CALL void operator()(__fw_index i) const { it[i] = f(i); }
};
template <class It, class F>
struct __fw_generate_one {
  It it;
  mutable F f;
  __FW_HD_CALL void operator()(__fw_index i) const {
    F own = f;
    it[i] = own();
  }
};
template <class It, class T>
struct __fw_set_one {
  It it;
  T value;
  __FW_HD_CALL void operator()(__fw_index i) const { it[i] = value; }
};
template <class It, class T>
struct __fw_sequence_one {
  It it;
  T first, step;
  __FW_HD_CALL void operator()(__fw_index i) const { it[i] = static_cast<T>(first + static_cast<T>(i) * step); }
};
template <class It, class Predicate, class T>
struct __fw_replace_one {
  It it;
  mutable Predicate predicate;
  T value;
  __FW_HD_CALL void operator()(__fw_index i) const {
    if (predicate(it[i])) it[i] = value;
  }
};
template <class In, class Map, class Out>
struct __fw_gather_one {
  In in;
  Map map;
  Out out;
  __FW_HD_CALL void operator()(__fw_index i) const { out[i] = in[map[i]]; }
};
template <class In, class Map, class Stencil, class Out, class Predicate, bool Gathers>
struct __fw_move_where {
  In in;
  Map map;
  Stencil stencil;
  Out out;
  mutable Predicate predicate;
  __FW_HD_CALL void operator()(__fw_index i) const {
    if (!predicate(stencil[i])) return;
    if constexpr (Gathers) out[i] = in[map[i]];
    else out[map[i]] = in[i];
  }
};
template <class In, class Map, class Out>
struct __fw_scatter_one {
  In in;
  Map map;
  Out out;
  __FW_HD_CALL void operator()(__fw_index i) const { out[map[i]] = in[i]; }
};
template <class In, class Out, class F>
struct __fw_difference_one {
  In in;
  Out out;
  mutable F f;
  __FW_HD_CALL void operator()(__fw_index i) const {
    if (i == 0)
      out[i] = in[i];
    else
      out[i] = f(in[i], in[i - 1]);
  }
};
template <class It>
struct __fw_swap_ends {
  It it;
  __fw_index n;
  __FW_HD_CALL void operator()(__fw_index i) const {
    const auto value = __fw_stored<It>(it[i]);
    it[i] = it[n - 1 - i];
    it[n - 1 - i] = value;
  }
};
/// How many values of a sorted range are before each value; `Upper`: are not after it.
template <class It, class Values, class Out, class Less, bool Upper>
struct __fw_bound_one {
  It it;
  __fw_index n;
  Values values;
  Out out;
  mutable Less less;
  __FW_HD_CALL void operator()(__fw_index i) const {
    __fw_index low = 0, high = n;
    while (low < high) {
      const __fw_index at = (low + high) / 2;
      const bool before = Upper ? !less(values[i], it[at]) : less(it[at], values[i]);
      if (before)
        low = at + 1;
      else
        high = at;
    }
    out[i] = low;
  }
};

// What folds and scans read and write.
template <class In, class T>
struct __fw_get {
  In in;
  __FW_HD_CALL T operator()(__fw_index i) const { return static_cast<T>(in[i]); }
};
template <class In, class F, class T>
struct __fw_get_mapped {
  In in;
  mutable F f;
  __FW_HD_CALL T operator()(__fw_index i) const { return static_cast<T>(f(in[i])); }
};
template <class A, class B, class F, class T>
struct __fw_get_two {
  A a;
  B b;
  mutable F f;
  __FW_HD_CALL T operator()(__fw_index i) const { return static_cast<T>(f(a[i], b[i])); }
};
template <class Out>
struct __fw_put_value {
  Out out;
  template <class T>
  __FW_HD_CALL void operator()(__fw_index i, const T& value) const {
    out[i] = value;
  }
};

// What selections ask and do.
template <class In, class Predicate, bool Wanted>
struct __fw_test {
  In in;
  mutable Predicate predicate;
  __FW_HD_CALL bool operator()(__fw_index i) const { return static_cast<bool>(predicate(in[i])) == Wanted; }
};
template <class In, class Equal>
struct __fw_first_of_run {
  In in;
  mutable Equal equal;
  __FW_HD_CALL bool operator()(__fw_index i) const { return i == 0 || !equal(in[i - 1], in[i]); }
};
template <class In, class Out>
struct __fw_keep {
  In in;
  Out out;
  __FW_HD_CALL void operator()(__fw_index i, __fw_index to, bool selected) const {
    if (selected) out[to] = in[i];
  }
};
template <class K, class KeysOut, class V, class ValuesOut>
struct __fw_keep_pair {
  K keys;
  KeysOut keys_out;
  V values;
  ValuesOut values_out;
  __FW_HD_CALL void operator()(__fw_index i, __fw_index to, bool selected) const {
    if (!selected) return;
    keys_out[to] = keys[i];
    values_out[to] = values[i];
  }
};
template <class In, class Yes, class No>
struct __fw_part {
  In in;
  Yes yes;
  No no;
  __FW_HD_CALL void operator()(__fw_index i, __fw_index to, bool selected) const {
    if (selected)
      yes[to] = in[i];
    else
      no[i - to] = in[i];
  }
};
/// An integer with the alignment of a value.
template <unsigned long Align>
struct __fw_mark {
  typedef __int128 type;
};
template <>
struct __fw_mark<8> {
  typedef long long type;
};
template <>
struct __fw_mark<1> {
  typedef char type;
};
template <>
struct __fw_mark<2> {
  typedef short type;
};
template <>
struct __fw_mark<4> {
  typedef int type;
};
/// A value with a mark where a run of equal keys begins: folds of such pairs do not reach over the mark.
template <class T>
struct __fw_marked {
  T value;
  /// Of the value's alignment, so that no byte of a pair is padding, which "--check init" would find unwritten.
  typename __fw_mark<__alignof__(T)>::type begins;
};
template <class T, class Op>
struct __fw_marked_fold {
  mutable Op op;
  __FW_HD_CALL __fw_marked<T> operator()(const __fw_marked<T>& a, const __fw_marked<T>& b) const {
    return {b.begins ? b.value : static_cast<T>(op(a.value, b.value)), a.begins || b.begins};
  }
};
template <class K, class V, class T, class Equal>
struct __fw_get_marked {
  K keys;
  V values;
  mutable Equal equal;
  __FW_HD_CALL __fw_marked<T> operator()(__fw_index i) const {
    return {static_cast<T>(values[i]), i == 0 || !equal(keys[i - 1], keys[i])};
  }
};
template <class Out>
struct __fw_put_marked {
  Out out;
  template <class T>
  __FW_HD_CALL void operator()(__fw_index i, const __fw_marked<T>& m) const {
    out[i] = m.value;
  }
};
/// An exclusive scan by key from an inclusive one: what the element before has, or the initial value.
template <class K, class T, class Out, class Equal, class Op>
struct __fw_shift_by_key {
  K keys;
  const T* sums;
  Out out;
  T init;
  mutable Equal equal;
  mutable Op op;
  __FW_HD_CALL void operator()(__fw_index i) const {
    const bool begins = i == 0 || !equal(keys[i - 1], keys[i]);
    if (begins)
      out[i] = init;
    else
      out[i] = op(init, sums[i - 1]);
  }
};
template <class K, class Equal>
struct __fw_last_of_run {
  K keys;
  __fw_index n;
  mutable Equal equal;
  __FW_HD_CALL bool operator()(__fw_index i) const { return i + 1 == n || !equal(keys[i], keys[i + 1]); }
};
/// The place of an extreme value: the first of equal ones.
template <class It, class Less, bool Largest>
struct __fw_better_place {
  It it;
  mutable Less less;
  __fw_index n;
  __FW_HD_CALL __fw_index operator()(__fw_index a, __fw_index b) const {
    if (a >= n || b >= n) return a < b ? a : b;
    const bool other = Largest ? less(it[a], it[b]) : less(it[b], it[a]);
    const bool same = !(Largest ? less(it[b], it[a]) : less(it[a], it[b]));
    if (other) return b;
    return same && b < a ? b : a;
  }
};
struct __fw_own_index {
  __FW_HD_CALL __fw_index operator()(__fw_index i) const { return i; }
};
/// The place of the first value that fulfils a condition, else n.
template <class In, class Predicate, bool Wanted>
struct __fw_place_if {
  In in;
  mutable Predicate predicate;
  __fw_index n;
  __FW_HD_CALL __fw_index operator()(__fw_index i) const {
    return static_cast<bool>(predicate(in[i])) == Wanted ? i : n;
  }
};
template <class T, class Equal = equal_to<>>
struct __fw_equals {
  T value;
  template <class U>
  __FW_HD_CALL bool operator()(const U& x) const {
    return x == value;
  }
};
template <class A, class B, class Equal>
struct __fw_place_differs {
  A a;
  B b;
  mutable Equal equal;
  __fw_index n;
  __FW_HD_CALL __fw_index operator()(__fw_index i) const { return equal(a[i], b[i]) ? n : i; }
};
#undef __FW_HD_CALL

template <class Policy, class In, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out copy(const Policy& place, In first, In last, Out out) {
  if constexpr (!__fw_random_access<In>::value) {
    const std::vector<__fw_stored<In>> values(first, last);
    return thrust::copy(place, values.begin(), values.end(), out);
  } else {
    const std::size_t n = static_cast<std::size_t>(last - first);
    return __fw_copy(first, n, out);
  }
}
template <class In, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
Out copy(In first, In last, Out out) {
  return thrust::copy(__fw_place<In, Out>(), first, last, out);
}

template <class Policy, class In, class Size, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out copy_n(const Policy& place, In first, Size n, Out out) {
  return thrust::copy(place, first, first + n, out);
}
template <class In, class Size, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
Out copy_n(In first, Size n, Out out) {
  return thrust::copy(first, first + n, out);
}

template <class Policy, class In, class Out, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out transform(const Policy& place, In first, In last, Out out, F f) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.each(n, __fw_map_one<__fw_unwrapped<In>, __fw_unwrapped<Out>, F>{__fw_unwrap(first), __fw_unwrap(out), f});
  return out + n;
}
template <class In, class Out, class F, class = std::enable_if_t<!__fw_is_policy<In>>>
Out transform(In first, In last, Out out, F f) {
  return thrust::transform(__fw_place<In, Out>(), first, last, out, f);
}

template <class Policy, class A, class B, class Out, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out transform(const Policy& place, A first, A last, B other, Out out, F f) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.each(n, __fw_map_two<__fw_unwrapped<A>, __fw_unwrapped<B>, __fw_unwrapped<Out>, F>{
                    __fw_unwrap(first), __fw_unwrap(other), __fw_unwrap(out), f});
  return out + n;
}
template <class A, class B, class Out, class F, class = std::enable_if_t<!__fw_is_policy<A>>>
Out transform(A first, A last, B other, Out out, F f) {
  return thrust::transform(__fw_place<A, B, Out>(), first, last, other, out, f);
}

template <class Policy, class In, class Stencil, class Out, class F, class Predicate,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
Out transform_if(const Policy& place, In first, In last, Stencil stencil, Out out, F f, Predicate predicate) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.each(n, __fw_map_where<__fw_unwrapped<In>, __fw_unwrapped<Stencil>, __fw_unwrapped<Out>, F, Predicate>{
                    __fw_unwrap(first), __fw_unwrap(stencil), __fw_unwrap(out), f, predicate});
  return out + n;
}
template <class In, class Stencil, class Out, class F, class Predicate, class = std::enable_if_t<!__fw_is_policy<In>>>
Out transform_if(In first, In last, Stencil stencil, Out out, F f, Predicate predicate) {
  return thrust::transform_if(__fw_place<In, Stencil, Out>(), first, last, stencil, out, f, predicate);
}

template <class Policy, class It, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
It for_each(const Policy& place, It first, It last, F f) {
  place.each(static_cast<std::size_t>(last - first), __fw_call_one<__fw_unwrapped<It>, F>{__fw_unwrap(first), f});
  return last;
}
template <class It, class F, class = std::enable_if_t<!__fw_is_policy<It>>>
It for_each(It first, It last, F f) {
  return thrust::for_each(__fw_place<It>(), first, last, f);
}

template <class Policy, class It, class Size, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
It for_each_n(const Policy& place, It first, Size n, F f) {
  place.each(static_cast<std::size_t>(n), __fw_call_one<__fw_unwrapped<It>, F>{__fw_unwrap(first), f});
  return first + n;
}
template <class It, class Size, class F, class = std::enable_if_t<!__fw_is_policy<It>>>
It for_each_n(It first, Size n, F f) {
  return thrust::for_each_n(__fw_place<It>(), first, n, f);
}

template <class Policy, class It, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
void fill(const Policy& place, It first, It last, const T& value) {
  typedef __fw_stored<It> V;
  place.each(static_cast<std::size_t>(last - first),
             __fw_set_one<__fw_unwrapped<It>, V>{__fw_unwrap(first), static_cast<V>(value)});
}
template <class It, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
void fill(It first, It last, const T& value) {
  return thrust::fill(__fw_place<It>(), first, last, value);
}

template <class Policy, class It, class Size, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
It fill_n(const Policy& place, It first, Size n, const T& value) {
  typedef __fw_stored<It> V;
  place.each(static_cast<std::size_t>(n),
             __fw_set_one<__fw_unwrapped<It>, V>{__fw_unwrap(first), static_cast<V>(value)});
  return first + n;
}
template <class It, class Size, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
It fill_n(It first, Size n, const T& value) {
  return thrust::fill_n(__fw_place<It>(), first, n, value);
}

template <class Policy, class It, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sequence(const Policy& place, It first, It last, T begin, T step) {
  place.each(static_cast<std::size_t>(last - first),
             __fw_sequence_one<__fw_unwrapped<It>, T>{__fw_unwrap(first), begin, step});
}
template <class It, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
void sequence(It first, It last, T begin, T step) {
  return thrust::sequence(__fw_place<It>(), first, last, begin, step);
}

template <class Policy, class It, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sequence(const Policy& place, It first, It last, T begin) {
  return thrust::sequence(place, first, last, begin, T(1));
}
template <class It, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
void sequence(It first, It last, T begin) {
  return thrust::sequence(first, last, begin, T(1));
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sequence(const Policy& place, It first, It last) {
  return thrust::sequence(place, first, last, __fw_stored<It>(0), __fw_stored<It>(1));
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
void sequence(It first, It last) {
  return thrust::sequence(first, last, __fw_stored<It>(0), __fw_stored<It>(1));
}

template <class Policy, class It, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
void tabulate(const Policy& place, It first, It last, F f) {
  place.each(static_cast<std::size_t>(last - first), __fw_call_index<__fw_unwrapped<It>, F>{__fw_unwrap(first), f});
}
template <class It, class F, class = std::enable_if_t<!__fw_is_policy<It>>>
void tabulate(It first, It last, F f) {
  return thrust::tabulate(__fw_place<It>(), first, last, f);
}

template <class Policy, class It, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
void generate(const Policy& place, It first, It last, F f) {
  place.each(static_cast<std::size_t>(last - first), __fw_generate_one<__fw_unwrapped<It>, F>{__fw_unwrap(first), f});
}
template <class It, class F, class = std::enable_if_t<!__fw_is_policy<It>>>
void generate(It first, It last, F f) {
  return thrust::generate(__fw_place<It>(), first, last, f);
}

template <class Policy, class It, class Predicate, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
void replace_if(const Policy& place, It first, It last, Predicate predicate, const T& value) {
  place.each(static_cast<std::size_t>(last - first),
             __fw_replace_one<__fw_unwrapped<It>, Predicate, T>{__fw_unwrap(first), predicate, value});
}
template <class It, class Predicate, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
void replace_if(It first, It last, Predicate predicate, const T& value) {
  return thrust::replace_if(__fw_place<It>(), first, last, predicate, value);
}

template <class Policy, class It, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
void replace(const Policy& place, It first, It last, const T& old, const T& value) {
  thrust::replace_if(place, first, last, __fw_equals<T>{old}, value);
}
template <class It, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
void replace(It first, It last, const T& old, const T& value) {
  return thrust::replace(__fw_place<It>(), first, last, old, value);
}

template <class Policy, class Map, class In, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out gather(const Policy& place, Map first, Map last, In in, Out out) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.each(n, __fw_gather_one<__fw_unwrapped<In>, __fw_unwrapped<Map>, __fw_unwrapped<Out>>{
                    __fw_unwrap(in), __fw_unwrap(first), __fw_unwrap(out)});
  return out + n;
}
template <class Map, class In, class Out, class = std::enable_if_t<!__fw_is_policy<Map>>>
Out gather(Map first, Map last, In in, Out out) {
  return thrust::gather(__fw_place<Map, In, Out>(), first, last, in, out);
}

template <class Policy, class In, class Map, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
void scatter(const Policy& place, In first, In last, Map map, Out out) {
  place.each(static_cast<std::size_t>(last - first),
             __fw_scatter_one<__fw_unwrapped<In>, __fw_unwrapped<Map>, __fw_unwrapped<Out>>{
                 __fw_unwrap(first), __fw_unwrap(map), __fw_unwrap(out)});
}
template <class In, class Map, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
void scatter(In first, In last, Map map, Out out) {
  return thrust::scatter(__fw_place<In, Map, Out>(), first, last, map, out);
}

template <class Map, class Stencil, class In, class Out, class Predicate = identity<>,
          class = std::enable_if_t<!__fw_is_policy<Map>>>
Out gather_if(Map first, Map last, Stencil stencil, In in, Out out, Predicate predicate = {}) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  __fw_place<Map, In, Out>().each(
      n, __fw_move_where<__fw_unwrapped<In>, __fw_unwrapped<Map>, __fw_unwrapped<Stencil>, __fw_unwrapped<Out>,
                         Predicate, true>{__fw_unwrap(in), __fw_unwrap(first), __fw_unwrap(stencil), __fw_unwrap(out),
                                          predicate});
  return out + n;
}
template <class In, class Map, class Stencil, class Out, class Predicate = identity<>,
          class = std::enable_if_t<!__fw_is_policy<In>>>
void scatter_if(In first, In last, Map map, Stencil stencil, Out out, Predicate predicate = {}) {
  __fw_place<In, Map, Out>().each(
      static_cast<std::size_t>(last - first),
      __fw_move_where<__fw_unwrapped<In>, __fw_unwrapped<Map>, __fw_unwrapped<Stencil>, __fw_unwrapped<Out>, Predicate,
                      false>{__fw_unwrap(first), __fw_unwrap(map), __fw_unwrap(stencil), __fw_unwrap(out), predicate});
}

template <class Policy, class In, class Out, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out adjacent_difference(const Policy& place, In first, In last, Out out, F f) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.each(n,
             __fw_difference_one<__fw_unwrapped<In>, __fw_unwrapped<Out>, F>{__fw_unwrap(first), __fw_unwrap(out), f});
  return out + n;
}
template <class In, class Out, class F, class = std::enable_if_t<!__fw_is_policy<In>>>
Out adjacent_difference(In first, In last, Out out, F f) {
  return thrust::adjacent_difference(__fw_place<In, Out>(), first, last, out, f);
}

template <class Policy, class In, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out adjacent_difference(const Policy& place, In first, In last, Out out) {
  return thrust::adjacent_difference(place, first, last, out, minus<>());
}
template <class In, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
Out adjacent_difference(In first, In last, Out out) {
  return thrust::adjacent_difference(first, last, out, minus<>());
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
void reverse(const Policy& place, It first, It last) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.each(n / 2, __fw_swap_ends<__fw_unwrapped<It>>{__fw_unwrap(first), n});
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
void reverse(It first, It last) {
  return thrust::reverse(__fw_place<It>(), first, last);
}

template <class Policy, class It, class Values, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out lower_bound(const Policy& place, It first, It last, Values values, Values values_end, Out out, Less less) {
  const std::size_t n = static_cast<std::size_t>(values_end - values);
  place.each(
      n, __fw_bound_one<__fw_unwrapped<It>, __fw_unwrapped<Values>, __fw_unwrapped<Out>, Less, false>{
             __fw_unwrap(first), static_cast<std::size_t>(last - first), __fw_unwrap(values), __fw_unwrap(out), less});
  return out + n;
}
template <class It, class Values, class Out, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
Out lower_bound(It first, It last, Values values, Values values_end, Out out, Less less) {
  return thrust::lower_bound(__fw_place<It, Values, Out>(), first, last, values, values_end, out, less);
}

template <class Policy, class It, class Values, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out lower_bound(const Policy& place, It first, It last, Values values, Values values_end, Out out) {
  return thrust::lower_bound(place, first, last, values, values_end, out, thrust::less<>());
}
template <class It, class Values, class Out, class = std::enable_if_t<!__fw_is_policy<It>>>
Out lower_bound(It first, It last, Values values, Values values_end, Out out) {
  return thrust::lower_bound(first, last, values, values_end, out, thrust::less<>());
}

template <class Policy, class It, class Values, class Out, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out upper_bound(const Policy& place, It first, It last, Values values, Values values_end, Out out, Less less) {
  const std::size_t n = static_cast<std::size_t>(values_end - values);
  place.each(
      n, __fw_bound_one<__fw_unwrapped<It>, __fw_unwrapped<Values>, __fw_unwrapped<Out>, Less, true>{
             __fw_unwrap(first), static_cast<std::size_t>(last - first), __fw_unwrap(values), __fw_unwrap(out), less});
  return out + n;
}
template <class It, class Values, class Out, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
Out upper_bound(It first, It last, Values values, Values values_end, Out out, Less less) {
  return thrust::upper_bound(__fw_place<It, Values, Out>(), first, last, values, values_end, out, less);
}

template <class Policy, class It, class Values, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out upper_bound(const Policy& place, It first, It last, Values values, Values values_end, Out out) {
  return thrust::upper_bound(place, first, last, values, values_end, out, thrust::less<>());
}
template <class It, class Values, class Out, class = std::enable_if_t<!__fw_is_policy<It>>>
Out upper_bound(It first, It last, Values values, Values values_end, Out out) {
  return thrust::upper_bound(first, last, values, values_end, out, thrust::less<>());
}

template <class Policy, class In, class T, class Op, class = std::enable_if_t<__fw_is_policy<Policy>>>
T reduce(const Policy& place, In first, In last, T init, Op op) {
  return place.fold(static_cast<std::size_t>(last - first), __fw_get<__fw_unwrapped<In>, T>{__fw_unwrap(first)}, init,
                    op);
}
template <class In, class T, class Op, class = std::enable_if_t<!__fw_is_policy<In>>>
T reduce(In first, In last, T init, Op op) {
  return thrust::reduce(__fw_place<In>(), first, last, init, op);
}

template <class Policy, class In, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
T reduce(const Policy& place, In first, In last, T init) {
  return thrust::reduce(place, first, last, init, plus<>());
}
template <class In, class T, class = std::enable_if_t<!__fw_is_policy<In>>>
T reduce(In first, In last, T init) {
  return thrust::reduce(first, last, init, plus<>());
}

template <class Policy, class In, class = std::enable_if_t<__fw_is_policy<Policy>>>
__fw_stored<In> reduce(const Policy& place, In first, In last) {
  return thrust::reduce(place, first, last, __fw_stored<In>(), plus<>());
}
template <class In, class = std::enable_if_t<!__fw_is_policy<In>>>
__fw_stored<In> reduce(In first, In last) {
  return thrust::reduce(first, last, __fw_stored<In>(), plus<>());
}

template <class Policy, class In, class F, class T, class Op, class = std::enable_if_t<__fw_is_policy<Policy>>>
T transform_reduce(const Policy& place, In first, In last, F f, T init, Op op) {
  return place.fold(static_cast<std::size_t>(last - first),
                    __fw_get_mapped<__fw_unwrapped<In>, F, T>{__fw_unwrap(first), f}, init, op);
}
template <class In, class F, class T, class Op, class = std::enable_if_t<!__fw_is_policy<In>>>
T transform_reduce(In first, In last, F f, T init, Op op) {
  return thrust::transform_reduce(__fw_place<In>(), first, last, f, init, op);
}

template <class Policy, class A, class B, class T, class Op, class F, class = std::enable_if_t<__fw_is_policy<Policy>>>
T inner_product(const Policy& place, A first, A last, B other, T init, Op op, F f) {
  return place.fold(static_cast<std::size_t>(last - first),
                    __fw_get_two<__fw_unwrapped<A>, __fw_unwrapped<B>, F, T>{__fw_unwrap(first), __fw_unwrap(other), f},
                    init, op);
}
template <class A, class B, class T, class Op, class F, class = std::enable_if_t<!__fw_is_policy<A>>>
T inner_product(A first, A last, B other, T init, Op op, F f) {
  return thrust::inner_product(__fw_place<A, B>(), first, last, other, init, op, f);
}

template <class Policy, class A, class B, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
T inner_product(const Policy& place, A first, A last, B other, T init) {
  return thrust::inner_product(place, first, last, other, init, plus<>(), multiplies<>());
}
template <class A, class B, class T, class = std::enable_if_t<!__fw_is_policy<A>>>
T inner_product(A first, A last, B other, T init) {
  return thrust::inner_product(first, last, other, init, plus<>(), multiplies<>());
}

template <class Policy, class In, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
std::ptrdiff_t count_if(const Policy& place, In first, In last, Predicate predicate) {
  return place.fold(static_cast<std::size_t>(last - first),
                    __fw_get_mapped<__fw_unwrapped<In>, Predicate, std::ptrdiff_t>{__fw_unwrap(first), predicate},
                    std::ptrdiff_t{0}, plus<>());
}
template <class In, class Predicate, class = std::enable_if_t<!__fw_is_policy<In>>>
std::ptrdiff_t count_if(In first, In last, Predicate predicate) {
  return thrust::count_if(__fw_place<In>(), first, last, predicate);
}

template <class Policy, class In, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
std::ptrdiff_t count(const Policy& place, In first, In last, const T& value) {
  return thrust::count_if(place, first, last, __fw_equals<T>{value});
}
template <class In, class T, class = std::enable_if_t<!__fw_is_policy<In>>>
std::ptrdiff_t count(In first, In last, const T& value) {
  return thrust::count(__fw_place<In>(), first, last, value);
}

template <class Policy, class It, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
It min_element(const Policy& place, It first, It last, Less less) {
  const __fw_index n = static_cast<std::size_t>(last - first);
  return first +
         static_cast<std::ptrdiff_t>(place.fold(
             n, __fw_own_index{}, n, __fw_better_place<__fw_unwrapped<It>, Less, false>{__fw_unwrap(first), less, n}));
}
template <class It, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
It min_element(It first, It last, Less less) {
  return thrust::min_element(__fw_place<It>(), first, last, less);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
It min_element(const Policy& place, It first, It last) {
  return thrust::min_element(place, first, last, thrust::less<>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
It min_element(It first, It last) {
  return thrust::min_element(first, last, thrust::less<>());
}

template <class Policy, class It, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
It max_element(const Policy& place, It first, It last, Less less) {
  const __fw_index n = static_cast<std::size_t>(last - first);
  return first +
         static_cast<std::ptrdiff_t>(place.fold(
             n, __fw_own_index{}, n, __fw_better_place<__fw_unwrapped<It>, Less, true>{__fw_unwrap(first), less, n}));
}
template <class It, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
It max_element(It first, It last, Less less) {
  return thrust::max_element(__fw_place<It>(), first, last, less);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
It max_element(const Policy& place, It first, It last) {
  return thrust::max_element(place, first, last, thrust::less<>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
It max_element(It first, It last) {
  return thrust::max_element(first, last, thrust::less<>());
}

template <class Policy, class It, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<It, It> minmax_element(const Policy& place, It first, It last, Less less) {
  return {thrust::min_element(place, first, last, less), thrust::max_element(place, first, last, less)};
}
template <class It, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
pair<It, It> minmax_element(It first, It last, Less less) {
  return thrust::minmax_element(__fw_place<It>(), first, last, less);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<It, It> minmax_element(const Policy& place, It first, It last) {
  return thrust::minmax_element(place, first, last, thrust::less<>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
pair<It, It> minmax_element(It first, It last) {
  return thrust::minmax_element(first, last, thrust::less<>());
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
It find_if(const Policy& place, It first, It last, Predicate predicate) {
  const __fw_index n = static_cast<std::size_t>(last - first);
  return first +
         static_cast<std::ptrdiff_t>(place.fold(
             n, __fw_place_if<__fw_unwrapped<It>, Predicate, true>{__fw_unwrap(first), predicate, n}, n, minimum<>()));
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
It find_if(It first, It last, Predicate predicate) {
  return thrust::find_if(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
It find_if_not(const Policy& place, It first, It last, Predicate predicate) {
  const __fw_index n = static_cast<std::size_t>(last - first);
  return first +
         static_cast<std::ptrdiff_t>(place.fold(
             n, __fw_place_if<__fw_unwrapped<It>, Predicate, false>{__fw_unwrap(first), predicate, n}, n, minimum<>()));
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
It find_if_not(It first, It last, Predicate predicate) {
  return thrust::find_if_not(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
It find(const Policy& place, It first, It last, const T& value) {
  return thrust::find_if(place, first, last, __fw_equals<T>{value});
}
template <class It, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
It find(It first, It last, const T& value) {
  return thrust::find(__fw_place<It>(), first, last, value);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool any_of(const Policy& place, It first, It last, Predicate predicate) {
  return thrust::find_if(place, first, last, predicate) != last;
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
bool any_of(It first, It last, Predicate predicate) {
  return thrust::any_of(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool none_of(const Policy& place, It first, It last, Predicate predicate) {
  return thrust::find_if(place, first, last, predicate) == last;
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
bool none_of(It first, It last, Predicate predicate) {
  return thrust::none_of(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool all_of(const Policy& place, It first, It last, Predicate predicate) {
  return thrust::find_if_not(place, first, last, predicate) == last;
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
bool all_of(It first, It last, Predicate predicate) {
  return thrust::all_of(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class A, class B, class Equal, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool equal(const Policy& place, A first, A last, B other, Equal same) {
  const __fw_index n = static_cast<std::size_t>(last - first);
  return place.fold(n,
                    __fw_place_differs<__fw_unwrapped<A>, __fw_unwrapped<B>, Equal>{__fw_unwrap(first),
                                                                                    __fw_unwrap(other), same, n},
                    n, minimum<>()) == n;
}
template <class A, class B, class Equal, class = std::enable_if_t<!__fw_is_policy<A>>>
bool equal(A first, A last, B other, Equal same) {
  return thrust::equal(__fw_place<A, B>(), first, last, other, same);
}

template <class Policy, class A, class B, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool equal(const Policy& place, A first, A last, B other) {
  return thrust::equal(place, first, last, other, equal_to<>());
}
template <class A, class B, class = std::enable_if_t<!__fw_is_policy<A>>>
bool equal(A first, A last, B other) {
  return thrust::equal(first, last, other, equal_to<>());
}

template <class Policy, class In, class Out, class Op, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out inclusive_scan(const Policy& place, In first, In last, Out out, Op op) {
  typedef __fw_stored<In> T;
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.scan(n, __fw_get<__fw_unwrapped<In>, T>{__fw_unwrap(first)},
             __fw_put_value<__fw_unwrapped<Out>>{__fw_unwrap(out)}, T(), false, true, op);
  return out + n;
}
template <class In, class Out, class Op, class = std::enable_if_t<!__fw_is_policy<In>>>
Out inclusive_scan(In first, In last, Out out, Op op) {
  return thrust::inclusive_scan(__fw_place<In, Out>(), first, last, out, op);
}

template <class Policy, class In, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out inclusive_scan(const Policy& place, In first, In last, Out out) {
  return thrust::inclusive_scan(place, first, last, out, plus<>());
}
template <class In, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
Out inclusive_scan(In first, In last, Out out) {
  return thrust::inclusive_scan(first, last, out, plus<>());
}

template <class Policy, class In, class Out, class T, class Op, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out exclusive_scan(const Policy& place, In first, In last, Out out, T init, Op op) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.scan(n, __fw_get<__fw_unwrapped<In>, T>{__fw_unwrap(first)},
             __fw_put_value<__fw_unwrapped<Out>>{__fw_unwrap(out)}, init, true, false, op);
  return out + n;
}
template <class In, class Out, class T, class Op, class = std::enable_if_t<!__fw_is_policy<In>>>
Out exclusive_scan(In first, In last, Out out, T init, Op op) {
  return thrust::exclusive_scan(__fw_place<In, Out>(), first, last, out, init, op);
}

template <class Policy, class In, class Out, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out exclusive_scan(const Policy& place, In first, In last, Out out, T init) {
  return thrust::exclusive_scan(place, first, last, out, init, plus<>());
}
template <class In, class Out, class T, class = std::enable_if_t<!__fw_is_policy<In>>>
Out exclusive_scan(In first, In last, Out out, T init) {
  return thrust::exclusive_scan(first, last, out, init, plus<>());
}

template <class Policy, class In, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out exclusive_scan(const Policy& place, In first, In last, Out out) {
  return thrust::exclusive_scan(place, first, last, out, __fw_stored<In>(), plus<>());
}
template <class In, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
Out exclusive_scan(In first, In last, Out out) {
  return thrust::exclusive_scan(first, last, out, __fw_stored<In>(), plus<>());
}

template <class Policy, class In, class Out, class F, class Op, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out transform_inclusive_scan(const Policy& place, In first, In last, Out out, F f, Op op) {
  typedef std::decay_t<decltype(f(*__fw_unwrap(first)))> T;
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.scan(n, __fw_get_mapped<__fw_unwrapped<In>, F, T>{__fw_unwrap(first), f},
             __fw_put_value<__fw_unwrapped<Out>>{__fw_unwrap(out)}, T(), false, true, op);
  return out + n;
}
template <class In, class Out, class F, class Op, class = std::enable_if_t<!__fw_is_policy<In>>>
Out transform_inclusive_scan(In first, In last, Out out, F f, Op op) {
  return thrust::transform_inclusive_scan(__fw_place<In, Out>(), first, last, out, f, op);
}

template <class Policy, class In, class Out, class F, class T, class Op,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
Out transform_exclusive_scan(const Policy& place, In first, In last, Out out, F f, T init, Op op) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.scan(n, __fw_get_mapped<__fw_unwrapped<In>, F, T>{__fw_unwrap(first), f},
             __fw_put_value<__fw_unwrapped<Out>>{__fw_unwrap(out)}, init, true, false, op);
  return out + n;
}
template <class In, class Out, class F, class T, class Op, class = std::enable_if_t<!__fw_is_policy<In>>>
Out transform_exclusive_scan(In first, In last, Out out, F f, T init, Op op) {
  return thrust::transform_exclusive_scan(__fw_place<In, Out>(), first, last, out, f, init, op);
}

template <class Policy, class K, class V, class Out, class Equal, class Op,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
Out inclusive_scan_by_key(const Policy& place, K first, K last, V values, Out out, Equal same, Op op) {
  typedef __fw_stored<V> T;
  const std::size_t n = static_cast<std::size_t>(last - first);
  place.scan(
      n, __fw_get_marked<__fw_unwrapped<K>, __fw_unwrapped<V>, T, Equal>{__fw_unwrap(first), __fw_unwrap(values), same},
      __fw_put_marked<__fw_unwrapped<Out>>{__fw_unwrap(out)}, __fw_marked<T>{}, false, true,
      __fw_marked_fold<T, Op>{op});
  return out + n;
}
template <class K, class V, class Out, class Equal, class Op, class = std::enable_if_t<!__fw_is_policy<K>>>
Out inclusive_scan_by_key(K first, K last, V values, Out out, Equal same, Op op) {
  return thrust::inclusive_scan_by_key(__fw_place<K, V, Out>(), first, last, values, out, same, op);
}

template <class K, class V, class Out, class Equal,
          class = std::enable_if_t<!__fw_is_policy<K> && !__fw_is_std_iterator<Equal>::value>>
Out inclusive_scan_by_key(K first, K last, V values, Out out, Equal same) {
  return thrust::inclusive_scan_by_key(__fw_place<K, V, Out>(), first, last, values, out, same, plus<>());
}

template <class Policy, class K, class V, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out inclusive_scan_by_key(const Policy& place, K first, K last, V values, Out out) {
  return thrust::inclusive_scan_by_key(place, first, last, values, out, equal_to<>(), plus<>());
}
template <class K, class V, class Out, class = std::enable_if_t<!__fw_is_policy<K>>>
Out inclusive_scan_by_key(K first, K last, V values, Out out) {
  return thrust::inclusive_scan_by_key(first, last, values, out, equal_to<>(), plus<>());
}

template <class Policy, class K, class V, class Out, class T, class Equal, class Op,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
Out exclusive_scan_by_key(const Policy& place, K first, K last, V values, Out out, T init, Equal same, Op op) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  const typename Policy::template scratch<T> sums(n);
  thrust::inclusive_scan_by_key(place, first, last, values, sums.get(), same, op);
  place.each(n, __fw_shift_by_key<__fw_unwrapped<K>, T, __fw_unwrapped<Out>, Equal, Op>{
                    __fw_unwrap(first), sums.get(), __fw_unwrap(out), init, same, op});
  return out + n;
}
template <class K, class V, class Out, class T, class Equal, class Op, class = std::enable_if_t<!__fw_is_policy<K>>>
Out exclusive_scan_by_key(K first, K last, V values, Out out, T init, Equal same, Op op) {
  return thrust::exclusive_scan_by_key(__fw_place<K, V, Out>(), first, last, values, out, init, same, op);
}

template <class K, class V, class Out, class T, class Equal, class = std::enable_if_t<!__fw_is_policy<K>>>
Out exclusive_scan_by_key(K first, K last, V values, Out out, T init, Equal same) {
  return thrust::exclusive_scan_by_key(__fw_place<K, V, Out>(), first, last, values, out, init, same, plus<>());
}

template <class Policy, class K, class V, class Out, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out exclusive_scan_by_key(const Policy& place, K first, K last, V values, Out out, T init) {
  return thrust::exclusive_scan_by_key(place, first, last, values, out, init, equal_to<>(), plus<>());
}
template <class K, class V, class Out, class T, class = std::enable_if_t<!__fw_is_policy<K>>>
Out exclusive_scan_by_key(K first, K last, V values, Out out, T init) {
  return thrust::exclusive_scan_by_key(first, last, values, out, init, equal_to<>(), plus<>());
}

template <class Policy, class K, class V, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out exclusive_scan_by_key(const Policy& place, K first, K last, V values, Out out) {
  return thrust::exclusive_scan_by_key(place, first, last, values, out, __fw_stored<V>(), equal_to<>(), plus<>());
}
template <class K, class V, class Out, class = std::enable_if_t<!__fw_is_policy<K>>>
Out exclusive_scan_by_key(K first, K last, V values, Out out) {
  return thrust::exclusive_scan_by_key(first, last, values, out, __fw_stored<V>(), equal_to<>(), plus<>());
}

template <class Policy, class In, class Out, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out copy_if(const Policy& place, In first, In last, Out out, Predicate predicate) {
  const std::size_t kept =
      place.select(static_cast<std::size_t>(last - first),
                   __fw_test<__fw_unwrapped<In>, Predicate, true>{__fw_unwrap(first), predicate},
                   __fw_keep<__fw_unwrapped<In>, __fw_unwrapped<Out>>{__fw_unwrap(first), __fw_unwrap(out)});
  return out + kept;
}
template <class In, class Out, class Predicate, class = std::enable_if_t<!__fw_is_policy<In>>>
Out copy_if(In first, In last, Out out, Predicate predicate) {
  return thrust::copy_if(__fw_place<In, Out>(), first, last, out, predicate);
}

template <class Policy, class In, class Stencil, class Out, class Predicate,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
Out copy_if(const Policy& place, In first, In last, Stencil stencil, Out out, Predicate predicate) {
  const std::size_t kept =
      place.select(static_cast<std::size_t>(last - first),
                   __fw_test<__fw_unwrapped<Stencil>, Predicate, true>{__fw_unwrap(stencil), predicate},
                   __fw_keep<__fw_unwrapped<In>, __fw_unwrapped<Out>>{__fw_unwrap(first), __fw_unwrap(out)});
  return out + kept;
}
template <class In, class Stencil, class Out, class Predicate, class = std::enable_if_t<!__fw_is_policy<In>>>
Out copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate) {
  return thrust::copy_if(__fw_place<In, Stencil, Out>(), first, last, stencil, out, predicate);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
It remove_if(const Policy& place, It first, It last, Predicate predicate) {
  const typename Policy::template scratch<__fw_stored<It>> kept(static_cast<std::size_t>(last - first));
  const auto end = thrust::copy_if(place, first, last, kept.get(), not1(predicate));
  const std::ptrdiff_t n = end - kept.get();
  thrust::transform(place, kept.get(), end, first, identity<>());
  return first + n;
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
It remove_if(It first, It last, Predicate predicate) {
  return thrust::remove_if(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class Stencil, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
It remove_if(const Policy& place, It first, It last, Stencil stencil, Predicate predicate) {
  const typename Policy::template scratch<__fw_stored<It>> kept(static_cast<std::size_t>(last - first));
  const auto end = thrust::copy_if(place, first, last, stencil, kept.get(), not1(predicate));
  const std::ptrdiff_t n = end - kept.get();
  thrust::transform(place, kept.get(), end, first, identity<>());
  return first + n;
}
template <class It, class Stencil, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
It remove_if(It first, It last, Stencil stencil, Predicate predicate) {
  return thrust::remove_if(__fw_place<It>(), first, last, stencil, predicate);
}

template <class Policy, class It, class T, class = std::enable_if_t<__fw_is_policy<Policy>>>
It remove(const Policy& place, It first, It last, const T& value) {
  return thrust::remove_if(place, first, last, __fw_equals<T>{value});
}
template <class It, class T, class = std::enable_if_t<!__fw_is_policy<It>>>
It remove(It first, It last, const T& value) {
  return thrust::remove(__fw_place<It>(), first, last, value);
}

template <class Policy, class In, class Out, class Equal, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out unique_copy(const Policy& place, In first, In last, Out out, Equal same) {
  return out + place.select(static_cast<std::size_t>(last - first),
                            __fw_first_of_run<__fw_unwrapped<In>, Equal>{__fw_unwrap(first), same},
                            __fw_keep<__fw_unwrapped<In>, __fw_unwrapped<Out>>{__fw_unwrap(first), __fw_unwrap(out)});
}
template <class In, class Out, class Equal, class = std::enable_if_t<!__fw_is_policy<In>>>
Out unique_copy(In first, In last, Out out, Equal same) {
  return thrust::unique_copy(__fw_place<In, Out>(), first, last, out, same);
}

template <class Policy, class In, class Out, class = std::enable_if_t<__fw_is_policy<Policy>>>
Out unique_copy(const Policy& place, In first, In last, Out out) {
  return thrust::unique_copy(place, first, last, out, equal_to<>());
}
template <class In, class Out, class = std::enable_if_t<!__fw_is_policy<In>>>
Out unique_copy(In first, In last, Out out) {
  return thrust::unique_copy(first, last, out, equal_to<>());
}

template <class Policy, class It, class Equal, class = std::enable_if_t<__fw_is_policy<Policy>>>
It unique(const Policy& place, It first, It last, Equal same) {
  const typename Policy::template scratch<__fw_stored<It>> kept(static_cast<std::size_t>(last - first));
  const auto end = thrust::unique_copy(place, first, last, kept.get(), same);
  const std::ptrdiff_t n = end - kept.get();
  thrust::transform(place, kept.get(), end, first, identity<>());
  return first + n;
}
template <class It, class Equal, class = std::enable_if_t<!__fw_is_policy<It>>>
It unique(It first, It last, Equal same) {
  return thrust::unique(__fw_place<It>(), first, last, same);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
It unique(const Policy& place, It first, It last) {
  return thrust::unique(place, first, last, equal_to<>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
It unique(It first, It last) {
  return thrust::unique(first, last, equal_to<>());
}

template <class Policy, class K, class V, class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<K, V> unique_by_key(const Policy& place, K first, K last, V values) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  const typename Policy::template scratch<__fw_stored<K>> keys(n);
  const typename Policy::template scratch<__fw_stored<V>> kept(n);
  typedef __fw_keep_pair<__fw_unwrapped<K>, __fw_stored<K>*, __fw_unwrapped<V>, __fw_stored<V>*> Keep;
  const std::size_t runs = place.select(n, __fw_first_of_run<__fw_unwrapped<K>, equal_to<>>{__fw_unwrap(first), {}},
                                        Keep{__fw_unwrap(first), keys.get(), __fw_unwrap(values), kept.get()});
  thrust::transform(place, keys.get(), keys.get() + runs, first, identity<>());
  thrust::transform(place, kept.get(), kept.get() + runs, values, identity<>());
  return {first + runs, values + runs};
}
template <class K, class V, class = std::enable_if_t<!__fw_is_policy<K>>>
pair<K, V> unique_by_key(K first, K last, V values) {
  return thrust::unique_by_key(__fw_place<K, V>(), first, last, values);
}

template <class Policy, class K, class V, class KeysOut, class ValuesOut, class Equal, class Op,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<KeysOut, ValuesOut> reduce_by_key(const Policy& place, K first, K last, V values, KeysOut keys_out,
                                       ValuesOut values_out, Equal same, Op op) {
  typedef std::conditional_t<std::is_void_v<__fw_stored<ValuesOut>>, __fw_stored<V>, __fw_stored<V>> T;
  const __fw_index n = static_cast<std::size_t>(last - first);
  const typename Policy::template scratch<T> sums(n);
  thrust::inclusive_scan_by_key(place, first, last, values, sums.get(), same, op);
  typedef __fw_keep_pair<__fw_unwrapped<K>, __fw_unwrapped<KeysOut>, const T*, __fw_unwrapped<ValuesOut>> Keep;
  const std::size_t runs =
      place.select(n, __fw_last_of_run<__fw_unwrapped<K>, Equal>{__fw_unwrap(first), n, same},
                   Keep{__fw_unwrap(first), __fw_unwrap(keys_out), sums.get(), __fw_unwrap(values_out)});
  return {keys_out + runs, values_out + runs};
}
template <class K, class V, class KeysOut, class ValuesOut, class Equal, class Op,
          class = std::enable_if_t<!__fw_is_policy<K>>>
pair<KeysOut, ValuesOut> reduce_by_key(K first, K last, V values, KeysOut keys_out, ValuesOut values_out, Equal same,
                                       Op op) {
  return thrust::reduce_by_key(__fw_place<K, V, KeysOut, ValuesOut>(), first, last, values, keys_out, values_out, same,
                               op);
}

template <class Policy, class K, class V, class KeysOut, class ValuesOut, class Equal,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<KeysOut, ValuesOut> reduce_by_key(const Policy& place, K first, K last, V values, KeysOut keys_out,
                                       ValuesOut values_out, Equal same) {
  return thrust::reduce_by_key(place, first, last, values, keys_out, values_out, same, plus<>());
}
template <class K, class V, class KeysOut, class ValuesOut, class Equal, class = std::enable_if_t<!__fw_is_policy<K>>>
pair<KeysOut, ValuesOut> reduce_by_key(K first, K last, V values, KeysOut keys_out, ValuesOut values_out, Equal same) {
  return thrust::reduce_by_key(first, last, values, keys_out, values_out, same, plus<>());
}

template <class Policy, class K, class V, class KeysOut, class ValuesOut,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<KeysOut, ValuesOut> reduce_by_key(const Policy& place, K first, K last, V values, KeysOut keys_out,
                                       ValuesOut values_out) {
  return thrust::reduce_by_key(place, first, last, values, keys_out, values_out, equal_to<>(), plus<>());
}
template <class K, class V, class KeysOut, class ValuesOut, class = std::enable_if_t<!__fw_is_policy<K>>>
pair<KeysOut, ValuesOut> reduce_by_key(K first, K last, V values, KeysOut keys_out, ValuesOut values_out) {
  return thrust::reduce_by_key(first, last, values, keys_out, values_out, equal_to<>(), plus<>());
}

template <class Policy, class In, class Yes, class No, class Predicate,
          class = std::enable_if_t<__fw_is_policy<Policy>>>
pair<Yes, No> partition_copy(const Policy& place, In first, In last, Yes yes, No no, Predicate predicate) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  const std::size_t kept =
      place.select(n, __fw_test<__fw_unwrapped<In>, Predicate, true>{__fw_unwrap(first), predicate},
                   __fw_part<__fw_unwrapped<In>, __fw_unwrapped<Yes>, __fw_unwrapped<No>>{
                       __fw_unwrap(first), __fw_unwrap(yes), __fw_unwrap(no)});
  return {yes + kept, no + (n - kept)};
}
template <class In, class Yes, class No, class Predicate, class = std::enable_if_t<!__fw_is_policy<In>>>
pair<Yes, No> partition_copy(In first, In last, Yes yes, No no, Predicate predicate) {
  return thrust::partition_copy(__fw_place<In, Yes, No>(), first, last, yes, no, predicate);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
It stable_partition(const Policy& place, It first, It last, Predicate predicate) {
  typedef __fw_stored<It> T;
  const std::size_t n = static_cast<std::size_t>(last - first);
  const typename Policy::template scratch<T> yes(n), no(n);
  const auto ends = thrust::partition_copy(place, first, last, yes.get(), no.get(), predicate);
  const std::ptrdiff_t kept = ends.first - yes.get();
  thrust::transform(place, yes.get(), ends.first, first, identity<>());
  thrust::transform(place, no.get(), ends.second, first + kept, identity<>());
  return first + kept;
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
It stable_partition(It first, It last, Predicate predicate) {
  return thrust::stable_partition(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class Predicate, class = std::enable_if_t<__fw_is_policy<Policy>>>
It partition(const Policy& place, It first, It last, Predicate predicate) {
  return thrust::stable_partition(place, first, last, predicate);
}
template <class It, class Predicate, class = std::enable_if_t<!__fw_is_policy<It>>>
It partition(It first, It last, Predicate predicate) {
  return thrust::partition(__fw_place<It>(), first, last, predicate);
}

template <class Policy, class It, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
void stable_sort(const Policy& place, It first, It last, Less less) {
  typedef __fw_stored<It> K;
  const std::size_t n = static_cast<std::size_t>(last - first);
  if constexpr (std::is_pointer_v<__fw_unwrapped<It>>) {
    place.sort(n, __fw_unwrap(first), static_cast<char*>(nullptr), less);
  } else {
    const typename Policy::template scratch<K> keys(n);
    thrust::transform(place, first, last, keys.get(), identity<K>());
    place.sort(n, keys.get(), static_cast<char*>(nullptr), less);
    thrust::transform(place, keys.get(), keys.get() + n, first, identity<K>());
  }
}
template <class It, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
void stable_sort(It first, It last, Less less) {
  return thrust::stable_sort(__fw_place<It>(), first, last, less);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
void stable_sort(const Policy& place, It first, It last) {
  return thrust::stable_sort(place, first, last, thrust::less<__fw_stored<It>>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
void stable_sort(It first, It last) {
  return thrust::stable_sort(first, last, thrust::less<__fw_stored<It>>());
}

template <class Policy, class It, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sort(const Policy& place, It first, It last, Less less) {
  thrust::stable_sort(place, first, last, less);
}
template <class It, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
void sort(It first, It last, Less less) {
  return thrust::sort(__fw_place<It>(), first, last, less);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sort(const Policy& place, It first, It last) {
  return thrust::sort(place, first, last, thrust::less<__fw_stored<It>>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
void sort(It first, It last) {
  return thrust::sort(first, last, thrust::less<__fw_stored<It>>());
}

template <class Policy, class K, class V, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
void stable_sort_by_key(const Policy& place, K first, K last, V values, Less less) {
  typedef __fw_stored<K> Key;
  typedef __fw_stored<V> Value;
  const std::size_t n = static_cast<std::size_t>(last - first);
  const typename Policy::template scratch<Key> keys(n);
  const typename Policy::template scratch<Value> moved(n);
  thrust::transform(place, first, last, keys.get(), identity<Key>());
  thrust::transform(place, values, values + n, moved.get(), identity<Value>());
  place.sort(n, keys.get(), moved.get(), less);
  thrust::transform(place, keys.get(), keys.get() + n, first, identity<Key>());
  thrust::transform(place, moved.get(), moved.get() + n, values, identity<Value>());
}
template <class K, class V, class Less, class = std::enable_if_t<!__fw_is_policy<K>>>
void stable_sort_by_key(K first, K last, V values, Less less) {
  return thrust::stable_sort_by_key(__fw_place<K, V>(), first, last, values, less);
}

template <class Policy, class K, class V, class = std::enable_if_t<__fw_is_policy<Policy>>>
void stable_sort_by_key(const Policy& place, K first, K last, V values) {
  return thrust::stable_sort_by_key(place, first, last, values, thrust::less<__fw_stored<K>>());
}
template <class K, class V, class = std::enable_if_t<!__fw_is_policy<K>>>
void stable_sort_by_key(K first, K last, V values) {
  return thrust::stable_sort_by_key(first, last, values, thrust::less<__fw_stored<K>>());
}

template <class Policy, class K, class V, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sort_by_key(const Policy& place, K first, K last, V values, Less less) {
  thrust::stable_sort_by_key(place, first, last, values, less);
}
template <class K, class V, class Less, class = std::enable_if_t<!__fw_is_policy<K>>>
void sort_by_key(K first, K last, V values, Less less) {
  return thrust::sort_by_key(__fw_place<K, V>(), first, last, values, less);
}

template <class Policy, class K, class V, class = std::enable_if_t<__fw_is_policy<Policy>>>
void sort_by_key(const Policy& place, K first, K last, V values) {
  return thrust::sort_by_key(place, first, last, values, thrust::less<__fw_stored<K>>());
}
template <class K, class V, class = std::enable_if_t<!__fw_is_policy<K>>>
void sort_by_key(K first, K last, V values) {
  return thrust::sort_by_key(first, last, values, thrust::less<__fw_stored<K>>());
}

template <class Policy, class It, class Less, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool is_sorted(const Policy& place, It first, It last, Less less) {
  const __fw_index n = static_cast<std::size_t>(last - first);
  if (n < 2) return true;
  const __fw_index pairs = n - 1;
  return place.fold(pairs,
                    __fw_place_differs<__fw_unwrapped<It>, __fw_unwrapped<It>, unary_negate<Less>>{
                        __fw_unwrap(first) + 1, __fw_unwrap(first), {less}, pairs},
                    pairs, minimum<>()) == pairs;
}
template <class It, class Less, class = std::enable_if_t<!__fw_is_policy<It>>>
bool is_sorted(It first, It last, Less less) {
  return thrust::is_sorted(__fw_place<It>(), first, last, less);
}

template <class Policy, class It, class = std::enable_if_t<__fw_is_policy<Policy>>>
bool is_sorted(const Policy& place, It first, It last) {
  return thrust::is_sorted(place, first, last, thrust::less<>());
}
template <class It, class = std::enable_if_t<!__fw_is_policy<It>>>
bool is_sorted(It first, It last) {
  return thrust::is_sorted(first, last, thrust::less<>());
}

}  // namespace thrust
