// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Prefetches, private copies, duplicated loops and chunks: the same results, and refusals where they would differ.
#include <gtest/gtest.h>

#include "same_meaning.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using namespace forewarp::loop::test;

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

const std::string smooth =
    "domain { [i] : 0 <= i < n }\n"
    "global x: f32[n+2]\n"
    "global y: f32[n]\n"
    "y[i] = x[i] + x[i+2]\n";

/// Before and after `lines`, forwards and backwards.
void expect_same(const std::string& text, const std::vector<std::string>& lines, const Sizes& sizes,
                 const std::vector<std::pair<std::string, std::size_t>>& input, const std::string& output) {
  const Program before = program_of(text), after = applied(before, lines);
  const auto expected = run(before, sizes, input).at(output);
  EXPECT_EQ(expected, run(after, sizes, input).at(output));
  EXPECT_EQ(expected, run(after, sizes, input, true).at(output));
}

TEST(LoopPrefetch, KeepsTheMeaningWhereTheTileDoesNotDivide) {
  // 21 = 2*8 + 5: the last group has 5 work-items and its box of 10 ends at 26, beyond x[22].
  const std::vector<std::string> lines{"split i 8 outer g.0 inner l.0", "prefetch x [i_in] box"};
  expect_same(smooth, lines, {{"n", 21}}, {{"x", 23}}, "y");
  const Program p = applied(program_of(smooth), lines);
  const Statement& fetch = p.statement("fetch_x");
  ASSERT_EQ(fetch.conditions.size(), 1U);
  EXPECT_EQ(to_text(fetch.conditions[0]), "8*i_out + (8*x_dim_0_out + x_dim_0_in) < n + 2");
}

TEST(LoopPrefetch, ABoxLargerThanTheGroupIsFetchedInTurns) {
  const Program p = applied(program_of(smooth), {"split i 8 outer g.0 inner l.0", "prefetch x [i_in] box"});
  EXPECT_EQ(p.tag_of("x_dim_0_in"), (LoopTag{LoopTag::Kind::local, 0}));
  EXPECT_EQ(p.tag_of("x_dim_0_out").kind, LoopTag::Kind::sequential);
  EXPECT_EQ(to_text(p.variable("x_fetch").shape[0]), "10");
}

TEST(LoopPrefetch, NeedsNoConditionWhereTheTileDivides) {
  const Program p = applied(program_of(smooth),
                            {"assume n % 8 = 0", "split i 8 outer g.0 inner l.0", "prefetch x [i_in] box tags l.0"});
  EXPECT_TRUE(p.statement("fetch_x").conditions.empty());
  expect_same(smooth, p.transformations, {{"n", 24}}, {{"x", 26}}, "y");
}

TEST(LoopPrefetch, TheLastTileOfAMatrixProduct) {
  expect_same(matmul,
              {"split i 4", "split j 4", "split k 4", "tag i_out:g.1, i_in:l.1, j_out:g.0, j_in:l.0",
               "prefetch a [i_in, k_in]", "prefetch b [k_in, j_in]"},
              {{"n", 10}}, {{"a", 100}, {"b", 100}}, "c");
}

TEST(LoopPrefetch, IntoRegisters) {
  expect_same(matmul, {"split k 4", "tag k_in:unroll, i:g.0, j:l.0", "prefetch a [k_in] private"}, {{"n", 10}},
              {{"a", 100}, {"b", 100}}, "c");
  expect_same(smooth, {"tag i:g.0", "prefetch x [] box private as near"}, {{"n", 5}}, {{"x", 7}}, "y");
}

TEST(LoopPrefetch, RefusesWhatItCanNotDo) {
  const std::string split = "split i 8 outer g.0 inner l.0";
  EXPECT_SAYS(refusal(smooth, {split, "prefetch x [i_in]"}), "does not fill its box of 10 elements");
  EXPECT_SAYS(refusal(matmul, {"prefetch a [k]"}), "how far loop 'k' runs depends on parameters");
  EXPECT_SAYS(refusal(matmul, {"prefetch a [kk]"}), "no loop 'kk'");
  EXPECT_SAYS(refusal(matmul, {"prefetch q [k]"}), "no variable 'q'");
  EXPECT_SAYS(refusal(matmul, {"split i 4", "tag i_in:l.0", "split k 4", "prefetch a [k_in]"}), "sweep it too");
  EXPECT_SAYS(refusal(matmul, {"split i 4", "tag i_out:g.0", "prefetch a [i_out]"}), "share no local memory");
  EXPECT_SAYS(refusal(matmul, {"split k 4", "prefetch a [k_in] private"}), "must be unrolled first: tag k_in:unroll");
  EXPECT_SAYS(refusal(matmul, {"split k 4", "prefetch a [k_in] tags l.0, l.1"}), "2 tags for the 1 axes");
  EXPECT_SAYS(refusal("domain { [i] : 0 <= i < 8 }\nglobal x: f32[64]\ny[i] = x[i*i]\n", {"prefetch x [i]"}),
              "'i*i' of 'x' is not a sum of loops");
  EXPECT_SAYS(refusal("domain { [i] : 0 <= i < 8 }\nglobal x: f32[9]\nx[i] = x[i+1]\n", {"prefetch x [i]"}),
              "a copy would be out of date");
}

TEST(LoopPrivatize, OneAccumulatorForEachOutput) {
  const std::vector<std::string> lines{"split j 4",
                                       "realize",
                                       "privatize acc [j_in]",
                                       "duplicate j_in in id:*init*",
                                       "duplicate j_in in writes:c",
                                       "prioritize k, j_in"};
  expect_same(matmul, lines, {{"n", 10}}, {{"a", 100}, {"b", 100}}, "c");
  const Program p = applied(program_of(matmul), lines);
  EXPECT_EQ(to_text(p.statement("s0_update").value), "acc[j_in] + a$aLD[i, k]*b$bLD[k, 4*j_out + j_in]");
}

TEST(LoopPrivatize, RefusesWhatItCanNotDo) {
  EXPECT_SAYS(refusal(matmul, {"privatize [i]"}),
              "no private variable is assigned at the start of each iteration of [i]");
  EXPECT_SAYS(refusal(matmul, {"realize", "privatize [i]"}), "how often loop 'i' runs is not a constant");
  EXPECT_SAYS(refusal(matmul, {"realize", "privatize acc [k]"}), "uses 'acc' outside of loop 'k'");
  EXPECT_SAYS(refusal(matmul, {"realize", "privatize a [k]"}), "'a' is not a private variable");
}

TEST(LoopDuplicate, RefusesTurnsThatWouldBeLost) {
  EXPECT_SAYS(refusal(matmul, {"realize", "duplicate i in id:*init*"}), "give it an axis first: privatize acc [i]");
  EXPECT_SAYS(refusal(matmul, {"duplicate q in s0"}), "no loop 'q'");
  EXPECT_SAYS(refusal(matmul, {"duplicate i in nothing"}), "no statement 'nothing'");
  const std::string two = "domain { [i] : 0 <= i < n }\nglobal t: f32[n+1]\nt[i] = a[i]\n";
  EXPECT_EQ(refusal(two + "b[i] = t[i]\n", {"duplicate i in writes:b"}), "");
  EXPECT_SAYS(refusal(two + "b[i] = t[i+1]\n", {"duplicate i in writes:b"}), "can not run one after the other");
}

TEST(LoopDuplicate, FollowsTheShapeOfTheDomain) {
  const std::string triangle =
      "domain { [i,j] : 0 <= i < n and 0 <= j <= i }\nglobal t, b: f32[n,n]\n"
      "t[i,j] = a[i,j]\nb[i,j] = 2*t[i,j]\n";
  expect_same(triangle, {"duplicate j in writes:b"}, {{"n", 6}}, {{"a", 36}}, "b");
}

TEST(LoopChunk, AWorkItemTakesSeveralOutputs) {
  expect_same(matmul, {"chunk i 4"}, {{"n", 10}}, {{"a", 100}, {"b", 100}}, "c");
  expect_same(matmul, {"chunk i 4", "split j 4 outer g.0 inner l.0", "tag i_out:g.1"}, {{"n", 10}},
              {{"a", 100}, {"b", 100}}, "c");
  const Program p = applied(program_of(matmul), {"chunk i 4"});
  EXPECT_EQ(p.transformations, (std::vector<std::string>{"chunk i 4"}));
  EXPECT_EQ(p.tag_of("i_in").kind, LoopTag::Kind::unroll);
}

TEST(LoopAddLoops, OnlyWhereRunningAgainChangesNothing) {
  EXPECT_EQ(refusal(matmul, {"realize", "add_loops id:*update* [i]"}), "");  // it has that loop
  const std::string text = "domain { [i] : 0 <= i < n }\ndomain { [l] : 0 <= l < 3 }\nglobal s: f32[n]\n";
  EXPECT_SAYS(refusal(text + "s[i] = s[i] + a[i]\n", {"add_loops s0 [l]"}), "it changes 's', which it reads");
  EXPECT_EQ(refusal(text + "s[i] = a[i]\n", {"add_loops s0 [l]"}), "");
  EXPECT_SAYS(refusal(text + "s[i] = a[i]\n", {"tag l:g.1", "add_loops s0 [l]"}), "a race");
  EXPECT_SAYS(refusal("domain { [i] : 0 <= i < n }\ndomain { [m] : 0 <= m < k }\ns[i] = a[i]\n", {"add_loops s0 [m]"}),
              "may not run at all");
}

TEST(LoopGuards, ThoseThatHoldGoAway) {
  const std::string text = "domain { [i] : 0 <= i < n }\nglobal y: f32[n]\nif i >= 0 and i < n: y[i] = a[i]\n";
  EXPECT_TRUE(applied(program_of(text), {"remove_guards"}).statements[0].conditions.empty());
  const std::string needed = "domain { [i] : 0 <= i < n }\nglobal y: f32[n]\nif i >= 1: y[i] = a[i-1]\n";
  EXPECT_EQ(applied(program_of("global a: f32[n]\n" + needed), {"remove_guards"}).statements[0].conditions.size(), 1U);
}

TEST(LoopLayout, NamesEachAxisOnce) {
  EXPECT_EQ(applied(program_of(matmul), {"layout a [1, 0]"}).variable("a").order, (std::vector<std::size_t>{1, 0}));
  EXPECT_SAYS(refusal(matmul, {"layout a [1]"}), "'a' has 2 axes; each must be named once");
  EXPECT_SAYS(refusal(matmul, {"layout a [0, -1]"}), "-1 is not an axis");
}

}  // namespace
