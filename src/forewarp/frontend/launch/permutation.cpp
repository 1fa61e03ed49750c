// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/permutation.hpp"

#include <bit>

#include "forewarp/support/random.hpp"

namespace forewarp::launch {

Permutation::Permutation(std::uint64_t count, std::uint64_t seed) : count_(count) {
  const auto bits = static_cast<unsigned>(std::bit_width(count > 1 ? count - 1 : 1));
  half_bits_ = (bits + 1) / 2;
  for (unsigned round = 0; round < rounds; ++round) keys_[round] = random_bits(mix(seed), round);
}

std::uint64_t Permutation::encipher(std::uint64_t value) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = value >> half_bits_, right = value & mask;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t next = left ^ (mix(right ^ key) & mask);
    left = right;
    right = next;
  }
  return (left << half_bits_) | right;
}

/// A Feistel network is a bijection of [0, 2^(2 h)); values outside [0, count) are enciphered again until they are
/// inside (cycle walking), which keeps it a bijection of [0, count).
std::uint64_t Permutation::operator()(std::uint64_t index) const {
  do index = encipher(index);
  while (index >= count_);
  return index;
}

}  // namespace forewarp::launch
