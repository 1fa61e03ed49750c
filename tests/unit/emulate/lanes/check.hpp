// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Compares an instruction with a scalar reference over many random and special operands, on every instruction set.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "unit/emulate/lanes/rig.hpp"

namespace forewarp::emu::testing {

/// s[i]: source i's bits; the reference gives the first destination's bits.
using Reference = std::function<std::uint64_t(const std::uint64_t* s)>;

inline void check(const std::string& line, const Reference& reference, bool halves = false, unsigned rounds = 100) {
  for (const Isa isa : {Isa::baseline, best_isa()}) {
    Rig rig(line, isa);
    ASSERT_TRUE(rig.selected()) << line;
    std::mt19937_64 random(7);
    const unsigned first = rig.choice().destinations, count = rig.operands() - first;
    for (unsigned round = 0; round < rounds; ++round) {
      std::uint64_t values[32][20] = {};
      for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < count; ++i) {
          const char letter = rig.choice().rows[first + i];
          rig.set(first + i, lane, halves && letter == 'w' ? interesting_halves(random) : interesting(random, letter));
          values[lane][i] = rig.get(first + i, lane);
        }
      }
      rig.run(0xffffffff);
      for (unsigned lane = 0; lane < 32; ++lane) {
        const std::uint64_t expected = reference(values[lane]), found = rig.get(0, lane);
        ASSERT_EQ(found, expected) << line << std::hex << " of " << values[lane][0] << " " << values[lane][1] << " "
                                   << values[lane][2] << " gave " << found << ", not " << expected;
      }
    }
  }
}

inline float as_float(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
inline double as_double(std::uint64_t bits) { return std::bit_cast<double>(bits); }
inline std::uint64_t bits_of(float value) { return value == value ? std::bit_cast<std::uint32_t>(value) : 0x7fffffffU; }
inline std::uint64_t bits_of(double value) {
  return value == value ? std::bit_cast<std::uint64_t>(value) : 0xfff8000000000000U;
}

}  // namespace forewarp::emu::testing
