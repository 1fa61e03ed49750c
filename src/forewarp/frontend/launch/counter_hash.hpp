// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random numbers without a state: number i of a stream is a function of i and the stream's key.
#include <cstdint>

namespace forewarp::launch {

/// The output function of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): a
/// bijection of 64-bit words whose output passes BigCrush on a counter.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// 64 random bits: number `counter` of the stream `key`. Make the key with mix(seed).
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t key, std::uint64_t counter) {
  return mix(key + counter * 0x9e3779b97f4a7c15);
}

/// An integer in [0, range) from 64 random bits; the bias is below range / 2^64.
[[nodiscard]] constexpr std::uint64_t below(std::uint64_t bits, std::uint64_t range) {
  __extension__ using u128 = unsigned __int128;
  return static_cast<std::uint64_t>((u128{bits} * range) >> 64);
}

}  // namespace forewarp::launch
