// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random order that is the same on every machine: splitmix64 (Steele, Lea, Flood 2014) and Fisher-Yates; the
/// distributions of <random> differ between standard libraries.
#include <cstdint>
#include <span>
#include <utility>

namespace forewarp::validate {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, bound); the bias of the remainder is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

/// A seed for the index-th part of something seeded.
[[nodiscard]] inline std::uint64_t derive(std::uint64_t seed, std::uint64_t index) {
  Random random(seed ^ (0xd1342543de82ef95u * (index + 1)));
  return random.next();
}

template <typename T>
void shuffle(std::span<T> values, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

}  // namespace forewarp::validate
