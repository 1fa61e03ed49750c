// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>

#include "forewarp/support/random.hpp"

namespace forewarp::learn::trees {

using Random = SplitMix;

/// Four generators xorshift128+ (Vigna 2017) in step, which give eight numbers of 32 bits at a time: shifts, exclusive
/// ors and sums only, so that they fit vector registers.
struct alignas(32) LaneRandom {
  std::array<std::uint64_t, 4> a{}, b{};
  explicit LaneRandom(Random& seed) {
    for (auto& v : a) v = seed.next();
    for (auto& v : b) v = seed.next();
  }
};

}  // namespace forewarp::learn::trees
