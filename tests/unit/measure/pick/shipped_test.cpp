// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/measure/pick/collection.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "forewarp/symbolic/loop/schedule.hpp"
#include "forewarp/symbolic/loop/transform/apply.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::pick;

/// One kernel of each program that a generator makes.
std::vector<MeasurementKernel> programs_of(const Generator& generator) {
  std::vector<MeasurementKernel> programs;
  std::set<std::string> seen;
  for (MeasurementKernel& k : kernels(std::span(&generator, 1), {.tags = {generator.name()}, .values = {}}))
    if (seen.insert(k.loop_program).second) programs.push_back(std::move(k));
  return programs;
}

TEST(PickShipped, ThereAreThirtyNineGenerators) {
  EXPECT_EQ(shipped_generators().size(), 39U);
  for (const Generator& g : shipped_generators()) EXPECT_FALSE(programs_of(g).empty()) << g.name();
}

bool knows(std::string_view transformation) {
  return std::ranges::any_of(loop::line_forms(),
                             [&](const loop::LineForm& form) { return form.word == transformation; });
}

class EveryGenerator : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryGenerator, MakesProgramsThatCanBeScheduled) {
  for (const Generator& g : shipped_generators()) {
    if (g.name() != GetParam()) continue;
    if (g.tags().contains("work_removed") && !knows("remove_work")) GTEST_SKIP() << "no transformation remove_work";
    for (const MeasurementKernel& k : programs_of(g))
      EXPECT_NO_THROW((void)loop::schedule(loop::realize_reductions(loop::parse(k.loop_program, k.name))))
          << k.loop_program;
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Generator& g : shipped_generators()) all.push_back(g.name());
  return all;
}

INSTANTIATE_TEST_SUITE_P(PickShipped, EveryGenerator, ::testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
