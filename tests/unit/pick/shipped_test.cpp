// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/loop/parse.hpp"
#include "forewarp/pick/collection.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::pick;

TEST(PickShipped, ThereAreThirtyTwoGeneratorsAndEveryKernelIsALoopProgram) {
  const std::vector<Generator> generators = shipped_generators();
  EXPECT_EQ(generators.size(), 32U);
  for (const Generator& g : generators) {
    std::set<std::string> seen;
    const auto all = kernels(std::span(&g, 1), {.tags = {g.name()}, .values = {}});
    EXPECT_FALSE(all.empty()) << g.name();
    for (const MeasurementKernel& k : all)
      if (seen.insert(k.loop_program).second) {
        EXPECT_NO_THROW((void)loop::parse_file(k.loop_program, k.name)) << k.loop_program;
      }
  }
}

}  // namespace
