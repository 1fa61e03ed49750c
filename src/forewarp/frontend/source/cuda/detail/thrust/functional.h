// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Function objects.
#include <type_traits>

namespace thrust {

#define __FW_THRUST_BINARY(name, result, Result)                            \
  template <class T = void>                                                 \
  struct name {                                                             \
    typedef T first_argument_type;                                          \
    typedef T second_argument_type;                                         \
    typedef Result result_type;                                             \
    __host__ __device__ constexpr Result operator()(const T& a, const T& b) const { return result; } \
  };                                                                        \
  template <>                                                               \
  struct name<void> {                                                       \
    template <class A, class B>                                             \
    __host__ __device__ constexpr auto operator()(const A& a, const B& b) const { \
      return result;                                                        \
    }                                                                       \
  };
__FW_THRUST_BINARY(plus, a + b, T)
__FW_THRUST_BINARY(minus, a - b, T)
__FW_THRUST_BINARY(multiplies, a * b, T)
__FW_THRUST_BINARY(divides, a / b, T)
__FW_THRUST_BINARY(modulus, a % b, T)
__FW_THRUST_BINARY(bit_and, a & b, T)
__FW_THRUST_BINARY(bit_or, a | b, T)
__FW_THRUST_BINARY(bit_xor, a ^ b, T)
__FW_THRUST_BINARY(maximum, a < b ? b : a, T)
__FW_THRUST_BINARY(minimum, b < a ? b : a, T)
__FW_THRUST_BINARY(equal_to, a == b, bool)
__FW_THRUST_BINARY(not_equal_to, a != b, bool)
__FW_THRUST_BINARY(less, a < b, bool)
__FW_THRUST_BINARY(less_equal, a <= b, bool)
__FW_THRUST_BINARY(greater, a > b, bool)
__FW_THRUST_BINARY(greater_equal, a >= b, bool)
__FW_THRUST_BINARY(logical_and, a && b, bool)
__FW_THRUST_BINARY(logical_or, a || b, bool)
#undef __FW_THRUST_BINARY

#define __FW_THRUST_UNARY(name, result)                                  \
  template <class T = void>                                              \
  struct name {                                                          \
    typedef T argument_type;                                             \
    typedef T result_type;                                               \
    __host__ __device__ constexpr auto operator()(const T& a) const { return result; } \
  };                                                                     \
  template <>                                                            \
  struct name<void> {                                                    \
    template <class A>                                                   \
    __host__ __device__ constexpr auto operator()(const A& a) const {    \
      return result;                                                     \
    }                                                                    \
  };
__FW_THRUST_UNARY(negate, -a)
__FW_THRUST_UNARY(logical_not, !a)
__FW_THRUST_UNARY(identity, a)
__FW_THRUST_UNARY(square, a* a)
#undef __FW_THRUST_UNARY

template <class A, class R>
struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R>
struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};
template <class Predicate>
struct unary_negate {
  mutable Predicate predicate;
  template <class... T>
  __host__ __device__ bool operator()(const T&... x) const {
    return !predicate(x...);
  }
};
template <class Predicate>
__host__ __device__ unary_negate<Predicate> not1(const Predicate& p) {
  return {p};
}
template <class Predicate>
__host__ __device__ unary_negate<Predicate> not_fn(const Predicate& p) {
  return {p};
}

}  // namespace thrust
