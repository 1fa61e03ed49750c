// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Tuples and pairs that device code may assign: std::tuple's assignment is no constexpr function before C++20.
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrust {

template <class A, class B>
struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  __host__ __device__ pair() : first(), second() {}
  __host__ __device__ pair(const A& a, const B& b) : first(a), second(b) {}
  template <class C, class D>
  __host__ __device__ pair(const pair<C, D>& p) : first(p.first), second(p.second) {}
  __host__ __device__ bool operator==(const pair& o) const { return first == o.first && second == o.second; }
  __host__ __device__ bool operator!=(const pair& o) const { return !(*this == o); }
  __host__ __device__ bool operator<(const pair& o) const {
    return first < o.first || (!(o.first < first) && second < o.second);
  }
  __host__ __device__ bool operator>(const pair& o) const { return o < *this; }
  __host__ __device__ bool operator<=(const pair& o) const { return !(o < *this); }
  __host__ __device__ bool operator>=(const pair& o) const { return !(*this < o); }
};
template <class A, class B>
__host__ __device__ pair<std::decay_t<A>, std::decay_t<B>> make_pair(A&& a, B&& b) {
  return {a, b};
}

template <class... T>
struct tuple;
template <>
struct tuple<> {
  __host__ __device__ bool operator==(const tuple&) const { return true; }
  __host__ __device__ bool operator<(const tuple&) const { return false; }
};
template <class Head, class... Tail>
struct tuple<Head, Tail...> {
  Head head;
  tuple<Tail...> tail;
  __host__ __device__ tuple() : head(), tail() {}
  __host__ __device__ tuple(const tuple& o) : head(o.head), tail(o.tail) {}
  __host__ __device__ tuple(Head h, Tail... t) : head(static_cast<Head&&>(h)), tail(static_cast<Tail&&>(t)...) {}
  template <class H, class... T>
  __host__ __device__ tuple(const tuple<H, T...>& o) : head(o.head), tail(o.tail) {}
  template <class A, class B>
  __host__ __device__ tuple(const pair<A, B>& o) : head(o.first), tail(o.second) {}
  __host__ __device__ tuple& operator=(const tuple& o) {
    head = o.head;
    tail = o.tail;
    return *this;
  }
  template <class H, class... T>
  __host__ __device__ tuple& operator=(const tuple<H, T...>& o) {
    head = o.head;
    tail = o.tail;
    return *this;
  }
  template <class A, class B>
  __host__ __device__ tuple& operator=(const pair<A, B>& o) {
    static_assert(sizeof...(Tail) == 1, "a pair is assigned to a tuple of two");
    head = o.first;
    tail.head = o.second;
    return *this;
  }
  __host__ __device__ bool operator==(const tuple& o) const { return head == o.head && tail == o.tail; }
  __host__ __device__ bool operator!=(const tuple& o) const { return !(*this == o); }
  __host__ __device__ bool operator<(const tuple& o) const {
    return head < o.head || (!(o.head < head) && tail < o.tail);
  }
  __host__ __device__ bool operator>(const tuple& o) const { return o < *this; }
  __host__ __device__ bool operator<=(const tuple& o) const { return !(o < *this); }
  __host__ __device__ bool operator>=(const tuple& o) const { return !(*this < o); }
};

template <std::size_t I, class T>
struct tuple_element;
template <class Head, class... Tail>
struct tuple_element<0, tuple<Head, Tail...>> {
  typedef Head type;
};
template <std::size_t I, class Head, class... Tail>
struct tuple_element<I, tuple<Head, Tail...>> : tuple_element<I - 1, tuple<Tail...>> {};
template <std::size_t I, class A, class B>
struct tuple_element<I, pair<A, B>> : tuple_element<I, tuple<A, B>> {};
template <class T>
struct tuple_size;
template <class... T>
struct tuple_size<tuple<T...>> {
  static constexpr std::size_t value = sizeof...(T);
};
template <class A, class B>
struct tuple_size<pair<A, B>> {
  static constexpr std::size_t value = 2;
};

template <std::size_t I, class Head, class... Tail>
__host__ __device__ decltype(auto) get(tuple<Head, Tail...>& t) {
  if constexpr (I == 0) return (t.head);
  else return get<I - 1>(t.tail);
}
template <std::size_t I, class Head, class... Tail>
__host__ __device__ decltype(auto) get(const tuple<Head, Tail...>& t) {
  if constexpr (I == 0) return (t.head);  // a reference stays one: tuples of zip iterators are assigned through
  else return get<I - 1>(t.tail);
}
template <std::size_t I, class A, class B>
__host__ __device__ auto& get(pair<A, B>& p) {
  static_assert(I < 2, "a pair has two elements");
  if constexpr (I == 0) return p.first;
  else return p.second;
}
template <std::size_t I, class A, class B>
__host__ __device__ const auto& get(const pair<A, B>& p) {
  static_assert(I < 2, "a pair has two elements");
  if constexpr (I == 0) return p.first;
  else return p.second;
}
template <class... T>
__host__ __device__ tuple<std::decay_t<T>...> make_tuple(T&&... values) {
  return tuple<std::decay_t<T>...>(values...);
}
template <class... T>
__host__ __device__ tuple<T&...> tie(T&... values) {
  return tuple<T&...>(values...);
}

}  // namespace thrust

/// For structured bindings, which otherwise bind a tuple's head and the rest of it.
template <class... T>
struct std::tuple_size<thrust::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T>
struct std::tuple_element<I, thrust::tuple<T...>> : thrust::tuple_element<I, thrust::tuple<T...>> {};
