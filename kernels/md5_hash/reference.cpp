// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

using Digest = std::array<std::uint32_t, 4>;
constexpr Digest start{0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U};

/// RFC 1321, section 3.4, for one block. T[i] is the integer part of 2^32 |sin(i)|.
Digest md5_of(const std::array<std::uint32_t, 16>& word) {
  constexpr int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  auto [a, b, c, d] = start;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::size_t round = i / 16;
    const std::uint32_t mix = std::array{(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)}[round];
    const std::size_t w = std::array{i, 5 * i + 1, 3 * i + 5, 7 * i}[round] % 16;
    const auto sine = static_cast<std::uint32_t>(std::abs(std::sin(static_cast<double>(i + 1))) * 0x1p32);
    const std::uint32_t next = b + std::rotl(a + mix + sine + word[w], turns[round][i % 4]);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  return {start[0] + a, start[1] + b, start[2] + c, start[3] + d};
}

}  // namespace

std::vector<Expected> md5_hash(const launch::Launch&, const Inputs& inputs) {
  Expected digests{.buffer = "digests", .value = {}, .bound = {}};
  for (std::uint32_t i = 0; i < inputs.parameter("n"); ++i)
    for (const std::uint32_t part : md5_of({i, i * 2654435761U, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0}))
      digests.value.push_back(part);
  return {digests};
}

}  // namespace forewarp::kernels
