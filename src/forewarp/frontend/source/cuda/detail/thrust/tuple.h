// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Tuples and pairs that device code may assign: std::tuple's assignment is no constexpr function before C++20.
#include <cstddef>
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
  __host__ __device__ bool operator<(const pair& o) const {
    return first < o.first || (!(o.first < first) && second < o.second);
  }
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
  __host__ __device__ bool operator==(const tuple& o) const { return head == o.head && tail == o.tail; }
  __host__ __device__ bool operator!=(const tuple& o) const { return !(*this == o); }
  __host__ __device__ bool operator<(const tuple& o) const {
    return head < o.head || (!(o.head < head) && tail < o.tail);
  }
};

template <std::size_t I, class T>
struct tuple_element;
template <class Head, class... Tail>
struct tuple_element<0, tuple<Head, Tail...>> {
  typedef Head type;
};
template <std::size_t I, class Head, class... Tail>
struct tuple_element<I, tuple<Head, Tail...>> : tuple_element<I - 1, tuple<Tail...>> {};
template <class T>
struct tuple_size;
template <class... T>
struct tuple_size<tuple<T...>> {
  static constexpr std::size_t value = sizeof...(T);
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
template <class... T>
__host__ __device__ tuple<std::decay_t<T>...> make_tuple(T&&... values) {
  return tuple<std::decay_t<T>...>(values...);
}
template <class... T>
__host__ __device__ tuple<T&...> tie(T&... values) {
  return tuple<T&...>(values...);
}

}  // namespace thrust
