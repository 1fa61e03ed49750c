// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A random permutation of 0 .. count-1 whose elements can be asked for one by one: a Feistel network over the next
/// even number of bits, walked along its cycle until the value is in range (Black and Rogaway 2002, "Ciphers with
/// arbitrary finite domains", method 2). On average fewer than four steps an element.
#include <array>
#include <cstdint>

namespace forewarp::launch {

class Permutation {
 public:
  Permutation(std::uint64_t count, std::uint64_t seed);
  /// Where index goes; index < count.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t index) const;

 private:
  static constexpr unsigned rounds = 4;
  [[nodiscard]] std::uint64_t encipher(std::uint64_t value) const;

  std::uint64_t count_;
  unsigned half_bits_ = 1;
  std::array<std::uint64_t, rounds> keys_{};
};

}  // namespace forewarp::launch
