// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/page_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace forewarp::emu {
namespace {

TEST(PageIndex, NumbersPagesInTheOrderInWhichTheyAreMet) {
  std::mt19937_64 random(7);
  PageIndex index;
  for (unsigned round = 0; round < 3; ++round) {
    std::map<std::uint64_t, std::uint32_t> expected;
    for (unsigned i = 0; i < 20'000; ++i) {
      const std::uint64_t page = random() % 5000 << (random() % 3 * 20);
      const auto [at, is_new] = expected.try_emplace(page, static_cast<std::uint32_t>(expected.size()));

      EXPECT_EQ(index.number_of(page), std::pair(at->second, is_new));
    }
    EXPECT_EQ(index.size(), expected.size());
    index.clear();
    EXPECT_EQ(index.size(), 0U);
  }
}

}  // namespace
}  // namespace forewarp::emu
