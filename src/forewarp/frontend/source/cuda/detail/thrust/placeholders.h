// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Functions of operators on arguments, as in `_1 * 2 + _2`: each node computes from the arguments of the call.
#include "functional.h"
#include "tuple.h"

namespace thrust {

struct __fw_expression {};
template <unsigned N>
struct __fw_argument : __fw_expression {
  template <class First, class... Rest>
  __host__ __device__ auto operator()(const First& first, const Rest&... rest) const {
    if constexpr (N == 0) return first;
    else return __fw_argument<N - 1>()(rest...);
  }
};
template <class T>
struct __fw_literal : __fw_expression {
  T value;
  __host__ __device__ explicit __fw_literal(const T& v) : value(v) {}
  template <class... A>
  __host__ __device__ T operator()(const A&...) const {
    return value;
  }
};
template <class Op, class... E>
struct __fw_node;
template <class Op, class A>
struct __fw_node<Op, A> : __fw_expression {
  A a;
  __host__ __device__ explicit __fw_node(const A& x) : a(x) {}
  template <class... X>
  __host__ __device__ auto operator()(const X&... x) const {
    return Op()(a(x...));
  }
};
template <class Op, class A, class B>
struct __fw_node<Op, A, B> : __fw_expression {
  A a;
  B b;
  __host__ __device__ __fw_node(const A& x, const B& y) : a(x), b(y) {}
  template <class... X>
  __host__ __device__ auto operator()(const X&... x) const {
    return Op()(a(x...), b(x...));
  }
};
template <class T>
inline constexpr bool __fw_is_expression = std::is_base_of_v<__fw_expression, T>;
template <class T>
using __fw_as_expression = std::conditional_t<__fw_is_expression<T>, T, __fw_literal<T>>;

#define __FW_EXPRESSION_BINARY(symbol, function)                                                  \
  template <class A, class B, class = std::enable_if_t<__fw_is_expression<A> || __fw_is_expression<B>>> \
  __host__ __device__ __fw_node<function<>, __fw_as_expression<A>, __fw_as_expression<B>> operator symbol( \
      const A& a, const B& b) {                                                                   \
    return {__fw_as_expression<A>(a), __fw_as_expression<B>(b)};                                  \
  }
__FW_EXPRESSION_BINARY(+, plus)
__FW_EXPRESSION_BINARY(-, minus)
__FW_EXPRESSION_BINARY(*, multiplies)
__FW_EXPRESSION_BINARY(/, divides)
__FW_EXPRESSION_BINARY(%, modulus)
__FW_EXPRESSION_BINARY(&, bit_and)
__FW_EXPRESSION_BINARY(|, bit_or)
__FW_EXPRESSION_BINARY(^, bit_xor)
__FW_EXPRESSION_BINARY(==, equal_to)
__FW_EXPRESSION_BINARY(!=, not_equal_to)
__FW_EXPRESSION_BINARY(<, less)
__FW_EXPRESSION_BINARY(<=, less_equal)
__FW_EXPRESSION_BINARY(>, greater)
__FW_EXPRESSION_BINARY(>=, greater_equal)
__FW_EXPRESSION_BINARY(&&, logical_and)
__FW_EXPRESSION_BINARY(||, logical_or)
#undef __FW_EXPRESSION_BINARY
template <class A, class = std::enable_if_t<__fw_is_expression<A>>>
__host__ __device__ __fw_node<negate<>, A> operator-(const A& a) {
  return __fw_node<negate<>, A>(a);
}
template <class A, class = std::enable_if_t<__fw_is_expression<A>>>
__host__ __device__ __fw_node<logical_not<>, A> operator!(const A& a) {
  return __fw_node<logical_not<>, A>(a);
}

/// A function of several arguments as one of a tuple of them.
template <class F>
class zip_function {
 public:
  __host__ __device__ explicit zip_function(F f) : f_(f) {}
  template <class... T>
  __host__ __device__ decltype(auto) operator()(const tuple<T...>& t) const {
    return call(t, std::index_sequence_for<T...>());
  }

 private:
  template <class Tuple, std::size_t... I>
  __host__ __device__ decltype(auto) call(const Tuple& t, std::index_sequence<I...>) const {
    return f_(get<I>(t)...);
  }
  mutable F f_;
};
template <class F>
__host__ __device__ zip_function<std::decay_t<F>> make_zip_function(F f) {
  return zip_function<std::decay_t<F>>(f);
}

namespace placeholders {
static constexpr __fw_argument<0> _1{};
static constexpr __fw_argument<1> _2{};
static constexpr __fw_argument<2> _3{};
static constexpr __fw_argument<3> _4{};
}  // namespace placeholders
}  // namespace thrust
