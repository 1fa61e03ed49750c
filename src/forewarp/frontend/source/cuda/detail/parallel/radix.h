// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Keys as unsigned numbers in the same order: integers, floating point, and the other way round.
namespace __fw_parallel {

template <int Bytes>
struct unsigned_of;
template <>
struct unsigned_of<1> {
  typedef unsigned char type;
};
template <>
struct unsigned_of<2> {
  typedef unsigned short type;
};
template <>
struct unsigned_of<4> {
  typedef unsigned type;
};
template <>
struct unsigned_of<8> {
  typedef unsigned long long type;
};

template <class T>
struct is_radix_key {
  static constexpr bool value = __is_arithmetic(T);
};

template <class T>
__host__ __device__ inline unsigned long long radix_bits(T key, bool descending) {
  typedef typename unsigned_of<sizeof(T)>::type Bits;
  constexpr Bits top = static_cast<Bits>(Bits(1) << (sizeof(T) * 8 - 1));
  Bits bits = __builtin_bit_cast(Bits, key);
  if constexpr (__is_floating_point(T)) {
    if (key == T(0)) bits = 0;  // -0 and 0 are one key
    bits = static_cast<Bits>((bits & top) ? ~bits : bits | top);
  } else if constexpr (__is_signed(T)) {
    bits = static_cast<Bits>(bits ^ top);
  }
  return descending ? static_cast<Bits>(~bits) : bits;
}

}  // namespace __fw_parallel
