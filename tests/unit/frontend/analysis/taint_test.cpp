// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/taint.hpp"

#include <gtest/gtest.h>

#include <set>

#include "kernel_text.hpp"

namespace forewarp::analysis {
namespace {

const Through everything = [](std::uint32_t) { return true; };

class Taint : public testing::Test {
 protected:
  // 0 .. 3 as in taint.cpp; 4 is guarded by what 3 writes, 5 closes a cycle against the order of the text
  ptx::Module module_ = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    add.u32 %r2, %r1, %r4;
    add.u32 %r3, %r4, 1;
    setp.lt.u32 %p1, %r2, %r5;
    @%p1 mov.u32 %r6, 1;
    mov.u32 %r1, %r6;)");
  const ptx::Function& function_ = *module_.find("k");
  DefUse flow_{function_};

  using Names = std::set<std::string_view>;

  Names names(const RegisterSet& set) const {
    Names out;
    for (std::size_t reg = 0; reg < set.size(); ++reg)
      if (set[reg]) out.insert(function_.registers[reg].name);
    return out;
  }
  std::vector<std::uint32_t> seed(const std::string& name) const { return {register_named(function_, name)}; }
};

TEST_F(Taint, WhatAValueReachesIncludesWhatItGuards) {
  EXPECT_EQ(names(dependents_of(flow_, seed("%r2"), everything)), (Names{"%p1", "%r1", "%r2", "%r6"}));
  EXPECT_EQ(names(dependents_of(flow_, seed("%r3"), everything)), (Names{"%r3"}));
}

TEST_F(Taint, WhatAValueComesFromIncludesWhatComesRoundACycle) {
  EXPECT_EQ(names(dependencies_of(flow_, seed("%r6"), everything)), (Names{"%p1", "%r1", "%r2", "%r4", "%r5", "%r6"}));
  EXPECT_EQ(names(dependencies_of(flow_, seed("%r4"), everything)), (Names{"%r4"}));
}

TEST_F(Taint, AnInstructionThatLetsNothingThroughEndsTheWay) {
  const Through all_but_the_comparison = [](std::uint32_t n) { return n != 3; };

  EXPECT_EQ(names(dependents_of(flow_, seed("%r1"), all_but_the_comparison)), (Names{"%r1", "%r2"}));
  EXPECT_EQ(names(dependencies_of(flow_, seed("%r6"), all_but_the_comparison)), (Names{"%p1", "%r6"}));
}

TEST_F(Taint, AnInstructionIsAskedOnce) {
  std::vector<unsigned> asked(flow_.instructions());
  static_cast<void>(dependents_of(flow_, seed("%r1"), [&](std::uint32_t n) { return ++asked[n] > 0; }));

  EXPECT_EQ(asked, (std::vector<unsigned>{0, 1, 0, 1, 1, 1, 0}));
}

TEST_F(Taint, OfNothingIsNothing) { EXPECT_EQ(names(dependents_of(flow_, {}, everything)), (Names{})); }

}  // namespace
}  // namespace forewarp::analysis
