// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the functions of one lane are written in. The headers of this folder are compiled with forewarp, for each
/// instruction set, and a second time by clang while a program runs (emulate/native): they include nothing beyond
/// <cstdint> and <type_traits>, and have internal linkage.
#include <cstdint>
#include <type_traits>

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see above

#define FOREWARP_LANES_INLINE [[gnu::always_inline]] inline

using Control = std::uint32_t;
using s8 = std::int8_t;
using u8 = std::uint8_t;
using s16 = std::int16_t;
using u16 = std::uint16_t;
using s32 = std::int32_t;
using u32 = std::uint32_t;
using s64 = std::int64_t;
using u64 = std::uint64_t;
constexpr u32 all_lanes = 0xffffffff;

template <class To, class From>
FOREWARP_LANES_INLINE To bits_as(From from) {
  return __builtin_bit_cast(To, from);
}

/// What a value of type T occupies in a row: 4 bytes up to 32 bits, narrower integers zero-extended.
template <class T>
using Slot = std::conditional_t<(sizeof(T) < 4), u32, T>;

template <class T>
FOREWARP_LANES_INLINE Slot<T> to_slot(T value) {
  if constexpr (sizeof(T) < 4) {
    return static_cast<std::make_unsigned_t<T>>(value);
  } else {
    return value;
  }
}

}  // namespace
}  // namespace forewarp::emu::lanes
