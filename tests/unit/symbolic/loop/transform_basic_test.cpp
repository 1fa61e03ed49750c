// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/transform/split.hpp"
#include "programs.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using test::applied;
using test::matmul;
using test::program_of;
using test::refusal;

std::size_t has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
#define EXPECT_SAYS(text, part) EXPECT_TRUE(has(text, part)) << (text)

TEST(LoopTransform, SplitPutsTwoLoopsForOne) {
  const Program p = applied(program_of(matmul), {"split i 16", "split k 4 as kk, kr"});

  EXPECT_EQ(p.loops(), (std::vector<std::string>{"i_out", "i_in", "j", "kk", "kr"}));
  EXPECT_EQ(to_text(p.statements[0].value), "sum((kk, kr), a$aLD[16*i_out + i_in, 4*kk + kr]*b$bLD[4*kk + kr, j])");
  EXPECT_EQ(p.statements[0].loops, (std::set<std::string>{"i_in", "i_out", "j"}));
  EXPECT_EQ(p.transformations, (std::vector<std::string>{"split i 16", "split k 4 as kk, kr"}));
}

TEST(LoopTransform, ASplitKeepsEveryPointOnce) {
  const Program p = applied(program_of(matmul), {"split i 16", "fix n=21"});
  const symbolic::Set one = domain_of(p, {"i_out", "i_in"});
  const auto expected = symbolic::Set::parse("{ [o,l] : 0 <= 16o + l < 21 and 0 <= l < 16 }", p.context);
  EXPECT_TRUE(one.subtract(expected).is_empty());
  EXPECT_TRUE(expected.subtract(one).is_empty());
}

TEST(LoopTransform, SplitRefusesWhatItCanNotDo) {
  EXPECT_SAYS(refusal(matmul, {"split q 16"}), "line 1, column 1: split: no loop 'q'");
  EXPECT_SAYS(refusal(matmul, {"split i 0"}), "the factor is 0");
  EXPECT_SAYS(refusal(matmul, {"split i x"}), "line 1, column 9: expected the factor, a whole number, not 'x'");
  EXPECT_SAYS(refusal(matmul, {"tag i:g.0", "split i 4"}), "loop 'i' is tagged g.0; split it before");
  EXPECT_SAYS(refusal(matmul, {"split i 4 as j, x"}), "the name 'j' is in use already");
  EXPECT_SAYS(refusal(matmul, {"split i 4 as x, x"}), "both loops would be called 'x'");
  EXPECT_SAYS(refusal(matmul, {"split i 4 sideways"}), "'sideways' is one word too many");
}

TEST(LoopTransform, RenameKeepsTheTag) {
  const Program p = applied(program_of(matmul), {"tag i:g.0", "rename i as row"});
  EXPECT_EQ(p.tag_of("row").kind, LoopTag::Kind::group);
  EXPECT_FALSE(p.has_loop("i"));
  EXPECT_EQ(to_text(p.statements[0].target), "c[row, j]");
}

TEST(LoopTransform, AssumeAndFix) {
  const Program p = applied(program_of(matmul), {"assume n % 16 = 0", "fix n=32"});
  EXPECT_TRUE(p.parameters().empty());
  EXPECT_SAYS(refusal(matmul, {"assume m >= 1"}), "'m' is not a parameter");
  EXPECT_SAYS(refusal(matmul, {"assume n < 0"}), "nothing fulfils 'n < 0'");
  EXPECT_SAYS(refusal(matmul, {"assume n % 16 = 0", "fix n=17"}), "fix: n=17 contradicts what is assumed");
  EXPECT_SAYS(refusal(matmul, {"fix n=16", "fix n=17"}), "fixed at 16 already");
  EXPECT_SAYS(refusal(matmul, {"assume"}), "expected a condition");
}

TEST(LoopTransform, AnUnknownLineNamesWhatIsNear) {
  EXPECT_SAYS(refusal(matmul, {"splitt i 16"}), "line 1, column 1: no transformation 'splitt' (did you mean 'split'");
}

TEST(LoopTransform, TagsWorkItems) {
  const Program p =
      applied(program_of(matmul), {"split i 16", "split j 16", "tag i_out:g.1, i_in:l.1, j_out:g.0, j_in:l.0"});
  EXPECT_EQ(p.tag_of("j_in"), (LoopTag{LoopTag::Kind::local, 0}));
  EXPECT_EQ(p.transformations.back(), "tag i_in:l.1, i_out:g.1, j_in:l.0, j_out:g.0");
}

TEST(LoopTransform, TagRefusesARace) {
  const std::string sum = "domain { [i] : 0 <= i < n }\nglobal s: f32[1]\ns[0] = s[0] + a[i]\n";
  EXPECT_SAYS(refusal(sum, {"tag i:g.0"}), "a race: loop 'i' as g.0: statement 's0' read and write 's' at one element");
  EXPECT_SAYS(refusal(sum, {"tag i:l.0"}), "in different work-items");
  const std::string shift = "domain { [i] : 0 <= i < n }\nglobal x: f32[n+1]\nx[i] = x[i+1]\n";
  EXPECT_SAYS(refusal(shift, {"tag i:g.0"}), "a race");
  EXPECT_SAYS(refusal(matmul, {"tag k:l.0"}), "loop 'k' is one of a sum in statement 's0'");
}

TEST(LoopTransform, TagRefusesOneAxisTwice) {
  EXPECT_SAYS(refusal(matmul, {"tag i:g.0, j:g.0"}), "statement 's0' has two loops on g.0: 'i' and 'j'");
  EXPECT_SAYS(refusal(matmul, {"tag i:g.7"}), "'g.7' is not a tag");
  EXPECT_SAYS(refusal(matmul, {"tag i"}), "'i' has no tag; write i:g.0");
}

TEST(LoopTransform, TagUnrollsOnlyConstantCounts) {
  EXPECT_SAYS(refusal(matmul, {"tag k:unroll"}), "how often it runs is not a constant");
  EXPECT_SAYS(refusal(matmul, {"fix n=2000", "tag k:unroll"}), "runs 2000 times");
  EXPECT_EQ(refusal(matmul, {"split k 4", "tag k_in:unroll"}), "");
}

TEST(LoopTransform, TwoStatementsOfOneLoopRunSideBySideOnlyWhereTheOrderIsKept) {
  const std::string head = "domain { [i] : 1 <= i < n }\nglobal t: f32[n+1]\nt[i] = a[i]\n";
  EXPECT_EQ(refusal(head + "b[i] = t[i] + t[i-1]\n", {"tag i:l.0"}), "");
  EXPECT_SAYS(refusal(head + "b[i] = t[i] + t[i+1]\n", {"tag i:l.0"}), "duplicate the loop");
  EXPECT_SAYS(refusal(head + "b[i] = t[i] + t[i-1]\n", {"tag i:g.0"}), "nothing orders groups");
}

TEST(LoopTransform, RealizeNamesTheAccumulator) {
  const Program p = applied(program_of(matmul), {"realize"});

  ASSERT_EQ(p.statements.size(), 3U);
  EXPECT_EQ(p.statements[0].id, "s0_init");
  EXPECT_EQ(to_text(p.statements[0].value), "0.0");
  EXPECT_EQ(p.statements[1].id, "s0_update");
  EXPECT_EQ(to_text(p.statements[1].value), "acc + a$aLD[i, k]*b$bLD[k, j]");
  EXPECT_EQ(p.statements[1].loops, (std::set<std::string>{"i", "j", "k"}));
  EXPECT_EQ(to_text(p.statements[2].value), "acc");
  EXPECT_EQ(p.statements[2].after, (std::set<std::string>{"s0_init", "s0_update"}));
}

TEST(LoopTransform, PrioritizeKeepsTheOrderOfTheData) {
  const std::string wave = "domain { [t,i] : 1 <= t,i < n }\nglobal x: f32[n+1,n+1]\nx[t,i] = x[t-1,i+1]\n";
  EXPECT_SAYS(refusal(wave, {"prioritize i, t"}), "the order [i, t] is not that of the data: 'x'");
  EXPECT_EQ(refusal(matmul, {"prioritize k, i"}), "");
  EXPECT_SAYS(refusal(matmul, {"realize", "prioritize k, i"}), "privatize acc [i]");
  EXPECT_SAYS(refusal(matmul, {"prioritize i, j", "prioritize j, i"}), "contradicts an earlier priority");
  EXPECT_SAYS(refusal(matmul, {"prioritize i"}), "name two loops or more");
}

}  // namespace
