// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014). The distributions of <random> differ between standard libraries.
///
/// SplitMix64 adds the golden ratio to a 64-bit state and mixes the sum, so that number i of a stream is a function of
/// i and of the stream's key: `random_bits(key, i)` needs no state, `SplitMix` keeps one.
#include <cstdint>
#include <span>
#include <utility>

namespace forewarp {

/// 2^64 over the golden ratio, made odd: the step from one state to the next.
inline constexpr std::uint64_t golden_ratio_step = 0x9e3779b97f4a7c15u;

/// The output function: a bijection of 64-bit words whose outputs on a counter pass BigCrush.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// 64 random bits: number `counter` of the stream `key`. Make the key with mix(seed).
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t key, std::uint64_t counter) {
  return mix(key + counter * golden_ratio_step);
}

/// An integer in [0, range) from 64 random bits; the bias is below range / 2^64.
[[nodiscard]] constexpr std::uint64_t scaled_below(std::uint64_t bits, std::uint64_t range) {
  __extension__ using u128 = unsigned __int128;
  return static_cast<std::uint64_t>((u128{bits} * range) >> 64);
}

class SplitMix {
 public:
  /// The index-th part of something seeded has numbers of its own.
  explicit SplitMix(std::uint64_t seed, std::uint64_t index = 0) : state_(seed) {
    state_ = next() ^ (index_step * (index + 1));
    state_ = next();
  }
  /// The generator of the reference implementation: its first number is mix(state + golden_ratio_step).
  [[nodiscard]] static SplitMix from_state(std::uint64_t state) { return SplitMix(state, FromState{}); }

  std::uint64_t next() { return mix(state_ += golden_ratio_step); }
  /// In [0, bound); the bias of the remainder is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  /// In [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Fisher and Yates.
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

  static constexpr std::uint64_t index_step = 0xd1342543de82ef95u;

 private:
  struct FromState {};
  SplitMix(std::uint64_t state, FromState) : state_(state) {}

  std::uint64_t state_;
};

/// A seed for the index-th part of something seeded.
[[nodiscard]] inline std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t index) {
  return SplitMix::from_state(seed ^ (SplitMix::index_step * (index + 1))).next();
}

}  // namespace forewarp
