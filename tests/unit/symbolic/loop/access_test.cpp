// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What statements touch, which of their runs meet, and what follows for shapes and order.
#include "forewarp/symbolic/loop/access.hpp"

#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/shape.hpp"
#include "unit/message_of.hpp"
#include "unit/symbolic/loop/programs.hpp"

namespace forewarp::loop {
namespace {

using forewarp::testing::message_of;
using test::program_of;

using Names = std::vector<std::string>;

std::vector<std::string> shown(const std::vector<Access>& accesses) {
  std::vector<std::string> all;
  for (const Access& a : accesses) {
    std::string text = (a.write ? "write " : "read ") + a.variable;
    for (const auto& s : a.subscripts) text += " " + to_text(s);
    all.push_back(text);
  }
  return all;
}

TEST(Access, ReadsFromLeftToRightThenTheWrite) {
  const Program p = program_of(test::matmul);
  const std::vector<Access> all = accesses_of(p, p.statements[0]);

  EXPECT_EQ(shown(all), (Names{"read a i k", "read b k j", "write c i j"}));
  EXPECT_EQ(all[0].tag, "aLD");
  EXPECT_EQ(all[0].loops, (Names{"i", "j", "k"}));  // the reduction's loop comes last
  EXPECT_EQ(all[2].loops, (Names{"i", "j"}));
  EXPECT_EQ(accesses_of(p).size(), 3);
}

TEST(Access, ElementsAreThoseOfTheDomain) {
  const Program p = program_of("domain { [i] : 0 <= i < 3 }\nglobal b: f32[9]\nb[2*i + 1] = 1.0\n");
  const Access write = accesses_of(p).at(0);

  const symbolic::Set elements = points_of(p, p.statements[0], {"i"}).apply(elements_of(p, write));

  const auto holds = [&](const char* point) {
    return !elements.intersect(symbolic::Set::parse(point, p.context)).is_empty();
  };
  EXPECT_TRUE(holds("{ [1] }") && holds("{ [3] }") && holds("{ [5] }"));
  EXPECT_FALSE(holds("{ [2] }") || holds("{ [7] }"));
  EXPECT_EQ(loops_around(p.statements[0], {"k"}), (Names{"i", "k"}));
}

ExpressionPtr of(const Program& p) { return p.statements.at(0).value; }

TEST(AffineForms, ConstantsAreFolded) {
  const Program p = program_of("domain { [i] : 0 <= i < n }\nglobal c: f32[n]\nc[i] = 7//2*3\n");

  EXPECT_EQ(constant_value(p, of(p)), 9);
  EXPECT_FALSE(constant_value(p, name("n")));
  EXPECT_FALSE(constant_value(p, make(Op::floor_div, {integer(1), integer(0)})));
}

TEST(AffineForms, ProductsOfLoopsAreRefusedAtTheirPlace) {
  const Program p = program_of("domain { [i,j] : 0 <= i,j < n }\nglobal c: f32[n]\nc[i] = i*j\n");

  EXPECT_FALSE(is_affine(p, of(p)));
  const std::string text = message_of<ParseError>([&] { (void)affine_text(p, of(p), "the subscript"); });
  EXPECT_EQ(text.substr(0, 9), "x.loop:3:");
  EXPECT_NE(text.find("'i*j' is not affine"), std::string::npos);
  EXPECT_TRUE(is_affine(p, make(Op::add, {make(Op::multiply, {integer(3), name("i")}), name("n")})));
}

TEST(AffineForms, AnOpenMapAllowsWhateverDataSay) {
  const Program p = program_of("domain { [i,j] : 0 <= i,j < n }\nglobal c: f32[n]\nc[i] = i*j\n");
  const symbolic::Set start = symbolic::Set::parse("{ [i] : i = 2 }", p.context);

  const symbolic::Set any = start.apply(open_map(p, {"i"}, {make(Op::multiply, {name("i"), name("i")}), name("i")}));

  EXPECT_FALSE(any.intersect(symbolic::Set::parse("{ [a, b] : a = 77 and b = 2 }", p.context)).is_empty());
  EXPECT_TRUE(any.intersect(symbolic::Set::parse("{ [a, b] : b != 2 }", p.context)).is_empty());
  EXPECT_FALSE(condition_set(p, {"i"}, make(Op::less, {subscript("c", {name("i")}), integer(1)})));
}

const std::string stencil =
    "domain { [t,i] : 0 <= t < s and 1 <= i < n }\nglobal a: f32[s + 1, n]\na[t + 1, i] = a[t, i - 1]*0.5\n";

TEST(Dependence, TheReadOfANeighbourMeetsItsWrite) {
  const Program p = program_of(stencil);
  const auto all = accesses_of(p);
  const Access &read = all.at(0), &write = all.at(1);
  using Kind = LoopRelation::Kind;

  const symbolic::Map pairs = conflicts(p, write, read);

  EXPECT_TRUE(any_pair(p, pairs, write, read, {{"i", "i", Kind::earlier}}));
  EXPECT_FALSE(any_pair(p, pairs, write, read, {{"i", "i", Kind::equal}}));
  EXPECT_FALSE(any_pair(p, pairs, write, read, {{"i", "i", Kind::later}}));
  EXPECT_TRUE(any_pair(p, pairs, write, read, {{"t", "t", Kind::different}}));
  EXPECT_FALSE(any_pair(p, pairs, write, read, {{"t", "t", Kind::equal}}));
}

TEST(Dependence, TwoReadsNeverConflict) {
  const Program p = program_of(test::matmul);
  const auto all = accesses_of(p);

  EXPECT_FALSE(any_pair(p, conflicts(p, all[0], all[0]), all[0], all[0], {}));
  EXPECT_FALSE(any_pair(p, conflicts(p, all[0], all[2]), all[0], all[2], {}));  // other variables
}

TEST(Dependence, LoopsAreOutermostFirst) {
  const Program p = program_of(stencil);
  const auto all = accesses_of(p);

  EXPECT_EQ(nest_order(p, {"i", "t"}), (Names{"t", "i"}));
  EXPECT_EQ(common_loops(p, all[0], all[1]), (Names{"t", "i"}));
  EXPECT_EQ(sequential_loops(p, all[0], all[1]), (Names{"t", "i"}));
}

// a[t + 1, i] = a[t, i + 1]: the value for i + 1 is made one step of t earlier. With i outside it would be made later.
TEST(Dependence, InterchangingMayTurnAPairAround) {
  const std::string skewed =
      "domain { [t,i] : 0 <= t < n and 0 <= i < n }\nglobal a: f32[n + 1, n + 1]\na[t + 1, i] = a[t, i + 1]*0.5\n";
  const Program bad = program_of(skewed);
  std::string straight = skewed;
  straight.replace(straight.find("i + 1]*"), 5, "i    ");
  const Program good = program_of(straight);
  const auto changes = [](const Program& p) {
    const auto all = accesses_of(p);
    return order_changes(p, all[1], all[0], {"t", "i"}, {"i", "t"});
  };

  EXPECT_TRUE(changes(bad));
  EXPECT_FALSE(changes(good));
}

TEST(Dependence, StatementsRunAsWritten) {
  const Program p =
      program_of("domain { [i] : 0 <= i < n }\nglobal a: f32[n]\nglobal b: f32[n]\na[i] = 1.0\nb[i] = a[i]\n");
  const std::string &first = p.statements[0].id, &second = p.statements[1].id;

  EXPECT_TRUE(runs_before(p, first, second));
  EXPECT_FALSE(runs_before(p, second, first));
  EXPECT_FALSE(runs_before(p, first, first));
}

TEST(Dependence, AScalarThatIsSetBeforeItsUseIsFreshAtEachPoint) {
  const std::string head = "domain { [i] : 0 <= i < n }\nglobal a: f32[n]\nprivate s: f32\n";

  EXPECT_EQ(fresh_loops(program_of(head + "s = a[i]\na[i] = s*s\n"), "s"), std::set<std::string>{"i"});
  EXPECT_FALSE(fresh_loops(program_of(head + "a[i] = s\ns = a[i]\n"), "s"));
}

std::string shape_of(const std::string& statement) {
  const Program p = program_of("domain { [i,j] : 0 <= i < n and 0 <= j < m }\nglobal a: f32[n, m]\n" + statement);
  std::string text;
  for (const ExpressionPtr& extent : shape_by_use(p, "a")) text += to_text(extent) + ";";
  return text;
}

TEST(Shape, HoldsTheGreatestSubscript) {
  EXPECT_EQ(shape_of("a[i, j] = 1.0\n"), "n;m;");
  EXPECT_EQ(shape_of("a[i + 3, 2*j] = 1.0\n"), "n + 3;2*m - 1;");
}

TEST(Shape, ThatCannotBeToldHasToBeDeclared) {
  EXPECT_NE(message_of<ParseError>([] { (void)shape_of("a[i - 1, j] = 1.0\n"); }).find("a subscript goes below 0"),
            std::string::npos);
  EXPECT_NE(message_of<ParseError>([] { (void)shape_of("a[i*j, j] = 1.0\n"); }).find("a subscript is not affine"),
            std::string::npos);
}

}  // namespace
}  // namespace forewarp::loop
