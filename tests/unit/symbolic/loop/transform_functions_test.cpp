// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The functions of the transformations, called with their arguments: the programs they return, and their refusals.
#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/schedule.hpp"
#include "forewarp/symbolic/loop/transform/add_loops.hpp"
#include "forewarp/symbolic/loop/transform/duplicate.hpp"
#include "forewarp/symbolic/loop/transform/layout.hpp"
#include "forewarp/symbolic/loop/transform/parameters.hpp"
#include "forewarp/symbolic/loop/transform/prefetch.hpp"
#include "forewarp/symbolic/loop/transform/prioritize.hpp"
#include "forewarp/symbolic/loop/transform/privatize.hpp"
#include "forewarp/symbolic/loop/transform/race.hpp"
#include "forewarp/symbolic/loop/transform/remove_work.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"
#include "programs.hpp"
#include "unit/message_of.hpp"

namespace forewarp::loop {
namespace {

using forewarp::testing::message_of;
using test::matmul;
using test::program_of;
using Names = std::vector<std::string>;
using Kind = LoopTag::Kind;

#define EXPECT_REFUSED(action, part)                                     \
  do {                                                                   \
    const std::string said = message_of([&] { (void)(action); });        \
    EXPECT_NE(said.find(part), std::string::npos) << "it says " << said; \
  } while (false)

/// Each statement as "ID: TARGET = VALUE", a line each.
std::string text_of(const Program& program) {
  std::string text;
  for (const Statement& s : program.statements)
    text += s.id + ": " + to_text(s.target) + " = " + to_text(s.value) + "\n";
  return text;
}

const std::string two = "domain { [i] : 0 <= i < n }\nassume n >= 1\nt[i] = a[i]\nb[i] = t[i]\n";

TEST(LoopFunctions, AddLoopsPutsAStatementInMoreLoops) {
  const std::string loops = "domain { [i] : 0 <= i < n }\ndomain { [m] : 0 <= m < k }\n";
  const Program p = program_of(loops + "assume k >= 1\ns[i] = a[i]\n");

  const Program more = add_loops(p, "s0", {"m", "i"});

  EXPECT_EQ(more.statements[0].loops, (std::set<std::string>{"i", "m"}));
  EXPECT_EQ(more.transformations, Names{"add_loops s0 [m, i]"});
  EXPECT_REFUSED(add_loops(p, "s0", {}), "add_loops: no loop is named");
  EXPECT_REFUSED(add_loops(p, "s0", {"q"}), "add_loops: no loop 'q'");
  EXPECT_REFUSED(add_loops(program_of(loops + "s[i] = a[i]\n"), "s0", {"m"}), "loop [m] may not run at all");
  EXPECT_REFUSED(
      add_loops(program_of(loops + "assume k >= 1\nglobal t: f32[k]\nt[m] = b[m]\ns[i] = t[0]\n"), "s1", {"m"}),
      "statement 's0' changes 't', which it reads, in that loop");
}

TEST(LoopFunctions, RemoveGuardsKeepsWhatMayFail) {
  Program p = program_of(two);
  const ExpressionPtr i = name("i");
  p.statements[0].conditions = {make(Op::less, {i, name("n")}), make(Op::less, {i, integer(5)}),
                                make(Op::less_equal, {integer(0), i})};

  const Program less = remove_guards(p);

  ASSERT_EQ(less.statements[0].conditions.size(), 1U);
  EXPECT_EQ(to_text(less.statements[0].conditions[0]), "i < 5");
  EXPECT_EQ(less.transformations, Names{"remove_guards"});
}

TEST(LoopFunctions, DuplicateLoopGivesStatementsALoopOfTheirOwn) {
  const Program p = tag(program_of(two), {{"i", {Kind::local, 0}}});

  const Program apart = duplicate_loop(p, "i", "writes:b");

  EXPECT_EQ(text_of(apart), "s0: t[i] = a[i]\ns1: b[i_0] = t[i_0]\n");
  EXPECT_EQ(apart.loops(), (Names{"i", "i_0"}));
  EXPECT_EQ(apart.tag_of("i_0"), (LoopTag{Kind::local, 0}));
  EXPECT_EQ(duplicate_loop(p, "i", "s1", "r").statements[1].loops, std::set<std::string>{"r"});
  EXPECT_EQ(duplicate_loop(p, "i", "s1", "r").transformations.back(), "duplicate i in s1 as r");
  EXPECT_REFUSED(duplicate_loop(p, "i", "s1", "t"), "the name 't' is in use already");
  const Program other =
      program_of("domain { [i] : 0 <= i < 8 }\ndomain { [j] : 0 <= j < 8 }\nx[i] = 1.0\ny[j] = 1.0\n");
  EXPECT_REFUSED(duplicate_loop(other, "i", "s1"), "none of the statements 's1' is inside of loop 'i'");
}

TEST(LoopFunctions, ADuplicateOfADependentLoopSharesItsDomain) {
  const Program p = program_of(
      "domain { [i,j] : 0 <= j <= i < n }\nglobal t, a, b: f32[n, n]\n"
      "t[i,j] = a[i,j]\nb[i,j] = t[i,j]\n");

  const Program apart = duplicate_loop(p, "j", "s1", "k");

  ASSERT_EQ(apart.domains.size(), 1U);
  const auto expected = symbolic::Set::parse("[n] -> { [i, k] : 0 <= k <= i < n }", apart.context);
  const symbolic::Set points = domain_of(apart, {"i", "k"});
  EXPECT_TRUE(points.subtract(expected).is_empty());
  EXPECT_TRUE(expected.subtract(points).is_empty());
}

TEST(LoopFunctions, SetLayoutOrdersTheAxes) {
  const Program p = program_of(matmul);

  EXPECT_EQ(set_layout(p, "a", {1, 0}).variable("a").order, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(set_layout(p, "a", {1, 0}).variable("b").order, (std::vector<std::size_t>{0, 1}));
  EXPECT_REFUSED(set_layout(p, "a", {0, 0}), "'a' has 2 axes; each must be named once");
  EXPECT_REFUSED(set_layout(p, "a", {0}), "not [0]");
}

TEST(LoopFunctions, ParametersAreAssumedAndFixed) {
  const Program p = assume(program_of(matmul), "n % 16 = 0");

  EXPECT_TRUE(domain_of(fix_parameters(p, {{"n", 32}}), {"i"}).parameters().empty());
  EXPECT_EQ(fix_parameters(p, {{"n", 32}}).fixed, (std::map<std::string, std::int64_t>{{"n", 32}}));
  EXPECT_REFUSED(fix_parameters(p, {{"n", 33}}), "fix: n=33 contradicts what is assumed");
  EXPECT_REFUSED(fix_parameters(p, {{"n", 1LL << 40}}), "does not fit 32 bits");
  EXPECT_REFUSED(fix_parameters(p, {{"i", 3}}), "fix: 'i' is not a parameter (it is a loop)");
  EXPECT_REFUSED(assume(p, "0 < n and n < 16"), "assume: nothing fulfils '0 < n and n < 16'");
  EXPECT_REFUSED(assume(p, "n >=", {"x.loop", 7, 1}), "x.loop:7:");
}

const std::string stencil =
    "domain { [g,l] : 0 <= g < m and 0 <= l < 16 }\nassume m >= 1\nglobal a: f32[32*m + 2]\n"
    "global b: f32[16*m]\nb[16*g + l] = a[16*g + l] + a[16*g + l + 2]\n";

TEST(LoopFunctions, PrefetchReadsFromACopy) {
  const Program p = tag(program_of(stencil), {{"g", {Kind::group, 0}}, {"l", {Kind::local, 0}}});
  PrefetchOptions untagged;
  untagged.tags.emplace();

  const Program fetched = prefetch(p, "a", {"l"}, untagged);

  EXPECT_EQ(text_of(fetched),
            "fetch_a: a_fetch[a_dim_0] = a[16*g + a_dim_0]\n"
            "s0: b[16*g + l] = a_fetch[l] + a_fetch[l + 2]\n");
  EXPECT_EQ(fetched.variable("a_fetch").space, Space::local);
  EXPECT_EQ(to_text(fetched.variable("a_fetch").shape.at(0)), "18");
  EXPECT_EQ(fetched.tag_of("a_dim_0"), LoopTag{});
  EXPECT_TRUE(fetched.statements[0].conditions.empty());  // 16 g + 17 < 32 m + 2 always
  EXPECT_EQ(fetched.transformations.back(), "prefetch a [l] tags none");
  // 18 elements, 16 work-items
  EXPECT_EQ(prefetch(p, "a", {"l"}).tag_of("a_dim_0_in"), (LoopTag{Kind::local, 0}));
}

TEST(LoopFunctions, PrefetchOptionsNameTagAndPlaceTheCopy) {
  const Program p = tag(program_of(stencil), {{"g", {Kind::group, 0}}, {"l", {Kind::unroll, 0}}});

  const Program fetched = prefetch(p, "a", {"l"}, {.private_copy = true, .name = "near", .tags = {}});

  EXPECT_EQ(fetched.variable("near").space, Space::private_);
  EXPECT_EQ(fetched.tag_of("a_dim_0").kind, Kind::unroll);
  EXPECT_EQ(fetched.transformations.back(), "prefetch a [l] private as near");
  EXPECT_REFUSED(prefetch(p, "a", {"l"}, {.name = "", .tags = std::vector<LoopTag>(2)}), "2 tags for the 1 axes");
  Program sparse = program_of(stencil);
  sparse.statements[0].value = subscript("a", {make(Op::multiply, {integer(2), name("l")})});
  EXPECT_REFUSED(prefetch(sparse, "a", {"l"}), "does not fill its box of 31 elements");
  EXPECT_EQ(
      to_text(
          prefetch(sparse, "a", {"l"}, {.bounding_box = true, .name = "", .tags = {}}).variable("a_fetch").shape[0]),
      "31");
}

TEST(LoopFunctions, PrioritizeOrdersLoops) {
  const Program p = program_of("domain { [i,j] : 0 <= i,j < n }\nc[i,j] = a[i,j]\n");

  const Program turned = prioritize(p, {"j", "i"});

  EXPECT_EQ(to_text(schedule(turned)), "for j\n  for i\n    s0\n");
  EXPECT_EQ(to_text(schedule(prioritize(p, {"i", "j"}))), "for i\n  for j\n    s0\n");
  EXPECT_REFUSED(prioritize(turned, {"i", "j"}), "contradicts an earlier priority");
  EXPECT_REFUSED(prioritize(p, {"i"}), "name two loops or more");
  EXPECT_REFUSED(prioritize(p, {"i", "j", "i"}), "loop 'i' is named twice");
}

TEST(LoopFunctions, CheckOrderComparesTwoPrograms) {
  const Program p = program_of("domain { [t,i] : 1 <= t,i < n }\nglobal x: f32[n+1,n+1]\nx[t,i] = x[t-1,i+1]\n");
  Program turned = p;
  turned.priorities = {{"i", "t"}};

  EXPECT_NO_THROW(check_order(p, p, "who"));
  EXPECT_REFUSED((check_order(p, turned, "who"), 0), "who: the order [i, t] is not that of the data: 'x'");
}

TEST(LoopFunctions, PrivatizeGivesAnElementForEachIteration) {
  const std::string text =
      "domain { [m] : 2 <= m < 6 }\nglobal a, b: f32[6]\nprivate acc: f32\nacc = a[m]\nb[m] = acc\n";
  const Program p = program_of(text);

  const Program apart = privatize(p, "acc", {"m"});

  EXPECT_EQ(text_of(apart), "s0: acc[m - 2] = a[m]\ns1: b[m] = acc[m - 2]\n");
  EXPECT_EQ(to_text(apart.variable("acc").shape.at(0)), "4");
  EXPECT_EQ(text_of(privatize(p, "", {"m"})), text_of(apart));
  EXPECT_EQ(privatize(p, "", {"m"}).transformations, Names{"privatize [m]"});
  EXPECT_REFUSED(privatize(p, "acc", {}), "privatize: no loop is named");
  EXPECT_REFUSED(privatize(p, "a", {"m"}), "'a' is not a private variable");
  EXPECT_REFUSED(
      privatize(program_of("domain { [m] : 0 <= m < 5000 }\nprivate acc: f32\nacc = a[m]\nb[m] = acc\n"), "acc", {"m"}),
      "'acc' would have more than 4096 elements");
}

TEST(LoopFunctions, ChunkGivesEachNeighbourItsSum) {
  const Program p = chunk(program_of(matmul), "i", 4);

  EXPECT_EQ(p.transformations, Names{"chunk i 4"});
  EXPECT_EQ(to_text(p.variable("acc").shape.at(0)), "4");
  EXPECT_EQ(text_of(p),
            "s0_init: acc[i_in_0] = 0.0\n"
            "s0_update: acc[i_in] = acc[i_in] + a$aLD[4*i_out + i_in, k]*b$bLD[k, j]\n"
            "s0: c[4*i_out + i_in_1, j] = acc[i_in_1]\n");
  for (const std::string loop : {"i_in", "i_in_0", "i_in_1"}) EXPECT_EQ(p.tag_of(loop).kind, Kind::unroll);
  EXPECT_REFUSED(chunk(p, "q", 4), "chunk: no loop 'q'");
}

TEST(LoopFunctions, CheckRacesLooksAtTheLoopsNamed) {
  Program p =
      program_of("domain { [i,j] : 0 <= i,j < n }\nglobal x: f32[n]\nglobal y: f32[n, n]\nx[i] = y[i,j] within j\n");
  p.tags["i"] = {Kind::group, 0};
  p.tags["j"] = {Kind::local, 0};

  EXPECT_NO_THROW(check_races(p, {"i"}));
  EXPECT_REFUSED((check_races(p, {"j"}), 0), "a race: loop 'j' as l.0: statement 's0' write 'x' at one element");
  EXPECT_REFUSED((check_races(p, {}), 0), "a race: loop 'j'");
  p.tags["j"] = {Kind::group, 1};
  EXPECT_REFUSED((check_races(p, {"j"}), 0), "in different groups; nothing orders groups");
  p.tags.erase("j");
  EXPECT_NO_THROW(check_races(p, {}));
}

TEST(LoopFunctions, TagsHaveNames) {
  EXPECT_EQ(tag_named("g.0"), (LoopTag{Kind::group, 0}));
  EXPECT_EQ(tag_named("l.2"), (LoopTag{Kind::local, 2}));
  EXPECT_EQ(tag_named("unroll").kind, Kind::unroll);
  EXPECT_EQ(tag_named("for"), LoopTag{});
  for (const std::string bad : {"", "g.3", "G.0", "l0", "l.00"})
    EXPECT_REFUSED(tag_named(bad), "tag: '" + bad + "' is not a tag");
}

TEST(LoopFunctions, TagSaysWhatRunsALoop) {
  const Program p = program_of(two);
  const Program tagged = tag(p, {{"i", {Kind::group, 1}}});

  EXPECT_EQ(tagged.tag_of("i"), (LoopTag{Kind::group, 1}));
  EXPECT_TRUE(tag(tagged, {{"i", {}}}).tags.empty());
  EXPECT_REFUSED(tag(p, {}), "tag: no loop is named");
  EXPECT_REFUSED(tag(program_of(matmul), {{"i", {Kind::local, 0}}, {"j", {Kind::local, 0}}}), "two loops on l.0");
  const auto unrolled = [](const std::string& size) {
    return tag(program_of("domain { [i] : 0 <= i < " + size + " }\nb[i] = a[i]\n"), {{"i", {Kind::unroll, 0}}});
  };
  EXPECT_EQ(unrolled("1024").tag_of("i").kind, Kind::unroll);
  EXPECT_REFUSED(unrolled("1025"), "runs 1025 times; at most 1024");
}

TEST(LoopFunctions, EveryGroupFillsItsOwnLocalMemory) {
  const Program p = program_of(
      "domain { [g,l] : 0 <= g < m and 0 <= l < 16 }\nassume m >= 1\nglobal a: f32[16]\n"
      "global c: f32[m, 16]\nlocal tile: f32[16]\ntile[l] = a[l]\nc[g,l] = tile[l]\n");

  EXPECT_EQ(p.statements[0].loops, std::set<std::string>{"l"});
  EXPECT_EQ(tag(p, {{"g", {Kind::group, 0}}, {"l", {Kind::local, 0}}}).statements[0].loops,
            (std::set<std::string>{"g", "l"}));
}

const std::string arithmetic = "domain { [i] : 0 <= i < n }\nassume n >= 1\nc[i] = a$aLD[i]*b[i] + sin(b[i])\n";

TEST(LoopFunctions, RemoveWorkLeavesTheTraffic) {
  const Program p = program_of(arithmetic);

  const Program moved = remove_work(p, {});

  EXPECT_EQ(text_of(moved),
            "read_tgt_init: read_tgt = 0.0\ns0_load0: read_tgt = read_tgt + a$aLD[i]\n"
            "s0_load1: read_tgt = read_tgt + b[i]\ns0_load2: read_tgt = read_tgt + b[i]\n"
            "s0_store3: c[i] = read_tgt\n");
  EXPECT_EQ(moved.variable("read_tgt").space, Space::private_);
  EXPECT_EQ(moved.transformations, Names{"remove_work"});
}

TEST(LoopFunctions, RemoveWorkTakesArraysAndTagsAway) {
  const Program p = program_of(arithmetic);

  const Program loads = remove_work(p, {"b", "c"});

  EXPECT_EQ(text_of(loads),
            "read_tgt_init: read_tgt = 0.0\ns0_load0: read_tgt = read_tgt + a$aLD[i]\n"
            "read_tgt_dest: read_tgt_dest[0] = read_tgt\n");
  EXPECT_FALSE(loads.variables.contains("b"));
  EXPECT_EQ(remove_work(p, {"b"}, {"aLD"}).transformations, Names{"remove_work b, $aLD"});
  EXPECT_EQ(remove_work(p, {"b"}, {"aLD"}).statements.size(), 2U);
  EXPECT_REFUSED(remove_work(p, {"q"}), "no variable 'q'");
  EXPECT_REFUSED(remove_work(p, {}, {"bLD"}), "no access has the tag 'bLD'");
  EXPECT_REFUSED(remove_work(p, {"a", "b", "c"}), "no global access would be left");
}

}  // namespace
}  // namespace forewarp::loop
