// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Comparisons, and tests of what kind of number a value is.
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

struct Equal {
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a == b;
  }
};
struct Less {
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a < b;
  }
};
struct LessOrEqual {
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a <= b;
  }
};
struct Greater {
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a > b;
  }
};
struct GreaterOrEqual {
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a >= b;
  }
};
struct Different {  // and both numbers
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a < b || a > b;
  }
};
struct Numbers {
  template <class T>
  FOREWARP_LANES_INLINE static bool holds(T a, T b) {
    return a == a && b == b;
  }
};

// How an operand's row is read: slot type, value type, and the way from one to the other.
template <class T>
struct Plain {
  using Stored = Slot<T>;
  FOREWARP_LANES_INLINE static T value(Stored x) { return static_cast<T>(x); }
};
struct Flushed {
  using Stored = float;
  FOREWARP_LANES_INLINE static float value(float x) { return flushed<true>(x); }
};

enum class Test : std::uint8_t { finite, infinite, number, notanumber, normal, subnormal };
/// The bits of the value's magnitude, of infinity and of the smallest normal number.
template <Test test, class Bits>
bool passes(Bits bits, Bits infinite, Bits normal) {
  if (test == Test::finite) return bits < infinite;
  if (test == Test::infinite) return bits == infinite;
  if (test == Test::number) return bits <= infinite;
  if (test == Test::notanumber) return bits > infinite;
  if (test == Test::normal) return bits >= normal && bits < infinite;
  return bits != 0 && bits < normal;
}
template <Test test>
bool testp32(Control, float a) {
  return passes<test, u32>(bits_as<u32>(a) & ~sign32, 0x7f800000, 0x00800000);
}
template <Test test>
bool testp64(Control, double a) {
  return passes<test, u64>(bits_as<u64>(a) & ~sign64, 0x7ff0000000000000, 0x0010000000000000);
}

}  // namespace
}  // namespace forewarp::emu::lanes
