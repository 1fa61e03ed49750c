// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

using Counter = std::array<std::uint32_t, 4>;

/// Philox4x32-10.
Counter philox(Counter c, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = std::uint64_t{0xD2511F53} * c[0], odd = std::uint64_t{0xCD9E8D57} * c[2];
    const auto high = [](std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); };
    c = {high(odd) ^ c[1] ^ key0, static_cast<std::uint32_t>(odd), high(even) ^ c[3] ^ key1,
         static_cast<std::uint32_t>(even)};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return c;
}

}  // namespace

std::vector<Expected> dropout_hash(const launch::Launch&, const Inputs& inputs) {
  const Bounded scale{inputs.scalar("scale"), 0};
  auto x = exact(inputs.values<float>("x"));
  for (std::size_t i = 0; i < x.size(); i += 4) {
    const Counter random =
        philox({static_cast<std::uint32_t>(i / 4), 0, 0, 0}, static_cast<std::uint32_t>(inputs.scalar("seed")), 0);
    for (std::size_t j = 0; j < 4; ++j) x[i + j] = random[j] < inputs.scalar("keep") ? x[i + j] * scale : Bounded{};
  }
  return {expected_from("out", x)};
}

}  // namespace forewarp::kernels
