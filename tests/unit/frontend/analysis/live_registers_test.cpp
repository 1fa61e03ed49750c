// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/live_registers.hpp"

#include <gtest/gtest.h>

#include "analysed_kernel.hpp"

namespace forewarp::analysis {
namespace {

TEST(RegisterWeights, AreRegistersOf32Bits) {
  const auto module = ptx::parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n.entry k() {\n"
      ".reg .pred p; .reg .b16 h; .reg .b32 r; .reg .b64 d; .reg .b128 q;\nret;\n}\n");
  const std::vector<std::uint8_t> weights = detail::register_weights(module.functions[0]);

  ASSERT_EQ(weights.size(), 5);
  const auto weight = [&](const char* name) { return weights[register_named(module.functions[0], name)]; };
  EXPECT_EQ(weight("p"), 0);
  EXPECT_EQ(weight("h"), 1);
  EXPECT_EQ(weight("r"), 1);
  EXPECT_EQ(weight("d"), 2);
  EXPECT_EQ(weight("q"), 4);
}

TEST(MaxLiveWeight, IsTheLargestSumOfTheWeightsGiven) {
  // r1 and r2 live before the add, r3 alone behind it.
  const Code code("mov.u32 %r1, 1; mov.u32 %r2, 2; add.u32 %r3, %r1, %r2; st.global.u32 [64], %r3;");
  std::vector<std::uint8_t> weights(code.function().registers.size());
  weights[code.reg("%r1")] = 5;
  weights[code.reg("%r2")] = 7;
  weights[code.reg("%r3")] = 11;

  EXPECT_EQ(detail::max_live_weight(code.function(), code.cfg, weights), 12);
  weights[code.reg("%r3")] = 13;
  EXPECT_EQ(detail::max_live_weight(code.function(), code.cfg, weights), 13);
  EXPECT_EQ(detail::max_live_weight(code.function(), code.cfg, std::vector<std::uint8_t>(weights.size())), 0);
}

TEST(MaxLiveWeight, AValueThatNobodyReadsCountsWhereItIsWritten) {
  const Code code("mov.u32 %r1, 1; mov.u32 %r2, 2; st.global.u32 [64], %r1;");
  std::vector<std::uint8_t> weights(code.function().registers.size());
  weights[code.reg("%r1")] = 1;
  weights[code.reg("%r2")] = 10;

  EXPECT_EQ(detail::max_live_weight(code.function(), code.cfg, weights), 11);
}

// Loops.

}  // namespace
}  // namespace forewarp::analysis
