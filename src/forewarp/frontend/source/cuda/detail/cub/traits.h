// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What CUB knows of types: which unsigned word has a number's bits, and how these are changed so that words are in the
/// numbers' order; storage without constructors.
#include "operators.h"

namespace cub {

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

namespace __fw {
template <size_t Bytes>
struct Word;
template <>
struct Word<1> {
  typedef unsigned char type;
};
template <>
struct Word<2> {
  typedef unsigned short type;
};
template <>
struct Word<4> {
  typedef unsigned int type;
};
template <>
struct Word<8> {
  typedef unsigned long long type;
};

/// Halves and bfloats are classes.
template <class T>
constexpr Category category_of() {
  if (std::is_floating_point<T>::value) return FLOATING_POINT;
  if (std::is_integral<T>::value) return std::is_signed<T>::value ? SIGNED_INTEGER : UNSIGNED_INTEGER;
  return sizeof(T) == 2 && std::is_convertible<T, float>::value ? FLOATING_POINT : NOT_A_NUMBER;
}
}  // namespace __fw

template <class T, Category C = __fw::category_of<T>()>
struct NumericTraits {
  typedef typename __fw::Word<sizeof(T)>::type UnsignedBits;
  static constexpr Category CATEGORY = C;
  static constexpr bool PRIMITIVE = true, NULL_TYPE = false;
  static constexpr UnsignedBits HIGH_BIT = static_cast<UnsignedBits>(UnsignedBits{1} << (sizeof(T) * 8 - 1));
  static constexpr UnsignedBits LOWEST_KEY = C == UNSIGNED_INTEGER ? UnsignedBits{0}
                                             : C == SIGNED_INTEGER ? HIGH_BIT
                                                                   : static_cast<UnsignedBits>(-1);
  static constexpr UnsignedBits MAX_KEY =
      C == UNSIGNED_INTEGER ? static_cast<UnsignedBits>(-1) : static_cast<UnsignedBits>(~HIGH_BIT);

  __host__ __device__ static constexpr UnsignedBits TwiddleIn(UnsignedBits key) {
    if (C == UNSIGNED_INTEGER) return key;
    return static_cast<UnsignedBits>(C == FLOATING_POINT && key & HIGH_BIT ? ~key : key ^ HIGH_BIT);
  }
  __host__ __device__ static constexpr UnsignedBits TwiddleOut(UnsignedBits key) {
    if (C == UNSIGNED_INTEGER) return key;
    return static_cast<UnsignedBits>(C == FLOATING_POINT && !(key & HIGH_BIT) ? ~key : key ^ HIGH_BIT);
  }
  __host__ __device__ static constexpr T Max() { return std::numeric_limits<T>::max(); }
  __host__ __device__ static constexpr T Lowest() { return std::numeric_limits<T>::lowest(); }
};
template <class T>
struct NumericTraits<T, NOT_A_NUMBER> {
  static constexpr Category CATEGORY = NOT_A_NUMBER;
  static constexpr bool PRIMITIVE = false, NULL_TYPE = std::is_same<T, NullType>::value;
};
template <class T>
struct Traits : NumericTraits<std::remove_cv_t<T>> {};

template <class T>
struct alignas(T) Uninitialized {
  unsigned char storage[sizeof(T)];
  __host__ __device__ T& Alias() { return reinterpret_cast<T&>(*this); }
};
template <int A>
struct Int2Type {
  enum { VALUE = A };
};

}  // namespace cub
