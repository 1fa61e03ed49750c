// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace forewarp::learn {
namespace {

constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;  // 2^64 over the golden ratio

std::uint64_t step(std::uint64_t lane, std::uint64_t word) { return std::rotl((lane ^ word) * odd, 29); }

using Lanes = std::array<std::uint64_t, 8>;

void take(Lanes& lanes, const std::byte* block) {
  Lanes words;
  std::memcpy(words.data(), block, sizeof words);
  for (std::size_t l = 0; l < lanes.size(); ++l) lanes[l] = step(lanes[l], words[l]);
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed) {
  Lanes lanes;
  for (std::size_t l = 0; l < lanes.size(); ++l) lanes[l] = seed + (l + 1) * odd;
  std::size_t at = 0;
  for (; bytes.size() - at >= sizeof(Lanes); at += sizeof(Lanes)) take(lanes, bytes.data() + at);
  std::array<std::byte, sizeof(Lanes)> last{};
  if (at < bytes.size()) std::memcpy(last.data(), bytes.data() + at, bytes.size() - at);
  take(lanes, last.data());
  std::uint64_t sum = bytes.size() * odd;
  for (const std::uint64_t lane : lanes) sum = step(sum, lane);
  return (sum ^ (sum >> 32)) * odd;
}

}  // namespace forewarp::learn
