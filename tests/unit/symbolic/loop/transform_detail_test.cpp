// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The parts of prefetch and remove_work that only read the program.
#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/loop/transform/detail/fetch_plan.hpp"
#include "forewarp/symbolic/loop/transform/detail/work_items.hpp"
#include "programs.hpp"

namespace forewarp::loop {
namespace {

using namespace test;

const std::string stencil =
    "domain { [g,l] : 0 <= 16*g + l < n and 0 <= l < 16 }\n"
    "global a: f32[n+2]\n"
    "global b: f32[n]\n"
    "b[16*g + l] = a[16*g + l] + a[16*g + l + 2]\n";

TEST(LoopFetchPlan, IsTheBoxOfAllReads) {
  // Subscripts 16 g + l and 16 g + l + 2, l from 0 to 15: base 16 g, elements 0 to 17.
  const Program p = applied(program_of(stencil), {"tag g:g.0, l:l.0"});
  const std::string array = "a";
  const std::vector<std::string> sweep{"l"};

  const detail::FetchPlan plan = detail::fetch_plan(p, {array, sweep, {}});

  ASSERT_EQ(plan.reads.size(), 2U);
  ASSERT_EQ(plan.box.size(), 1U);
  EXPECT_EQ(plan.box[0].base.terms, (std::map<std::string, std::int64_t>{{"g", 16}}));
  EXPECT_EQ(plan.box[0].base.constant, 0);
  EXPECT_EQ(plan.box[0].extent, 18);
  EXPECT_EQ(plan.axes, std::vector<std::size_t>{0});
  EXPECT_EQ(plan.outer, std::vector<std::string>{"g"});
}

TEST(LoopFetchPlan, HasNoAxisWhereOneElementIsRead) {
  const Program p =
      program_of("domain { [i,j] : 0 <= i,j < 8 }\nglobal x: f32[8, 8]\nglobal y: f32[8, 8]\ny[i,j] = x[3,j]\n");
  const std::string array = "x";
  const std::vector<std::string> sweep{"j"};

  EXPECT_EQ(detail::fetch_plan(p, {array, sweep, {}}).axes, std::vector<std::size_t>{1});
}

TEST(LoopWorkItems, AreCountedOverTheLongestLoopOfEachAxis) {
  // Two loops over the work-items of axis 0: 16 of one statement, 18 of the other.
  const Program p = applied(program_of("domain { [g,l] : 0 <= g < m and 0 <= l < 16 }\n"
                                       "domain { [h] : 0 <= h < 18 }\n"
                                       "global a: f32[18*m]\nglobal b: f32[16*m]\nlocal t: f32[18]\n"
                                       "t[h] = a[18*g + h] within g\nb[16*g + l] = t[l]\n"),
                            {"tag g:g.0, l:l.0, h:l.0"});

  const detail::WorkItemLoops loops = detail::work_item_loops(p, p.statements);

  const detail::WorkItemLoops expected{{{LoopTag::Kind::group, 0}, "g"}, {{LoopTag::Kind::local, 0}, "h"}};
  EXPECT_EQ(loops, expected);
  const ExpressionPtr place = detail::work_item_place(p, "g", "h", "l");
  EXPECT_EQ(to_text(place), "18*g + l");
  // The largest 18 g + h is 18 (m - 1) + 17 = 18 m - 1: the extent of a.
  EXPECT_EQ(to_text(detail::extent_for(p, detail::work_item_place(p, "g", "h", "h"))), "18*m");
}

}  // namespace
}  // namespace forewarp::loop
