// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Random numbers that are the same on every machine: splitmix64 (Steele, Lea and Flood, OOPSLA 2014). The
/// distributions of <random> differ between standard libraries.
#include <cstdint>
#include <span>
#include <utility>

namespace forewarp {

class SplitMix {
 public:
  /// The index-th part of something seeded has numbers of its own.
  explicit SplitMix(std::uint64_t seed, std::uint64_t index = 0) : state_(seed) {
    state_ = next() ^ (0xd1342543de82ef95u * (index + 1));
    state_ = next();
  }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, bound); the bias of the remainder is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  /// In [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Fisher and Yates.
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace forewarp
