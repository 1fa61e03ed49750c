// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What transformations are made of: edits of programs, words of lines, linear subscripts, boxes and maxima.
#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/expression_parser.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/detail/footprint.hpp"
#include "forewarp/symbolic/loop/transform/detail/greatest.hpp"
#include "forewarp/symbolic/loop/transform/detail/line.hpp"
#include "forewarp/symbolic/loop/transform/detail/linear.hpp"
#include "programs.hpp"
#include "unit/message_of.hpp"

namespace forewarp::loop::detail {
namespace {

using forewarp::testing::message_of;
using test::matmul;
using test::program_of;
using Names = std::vector<std::string>;

TEST(LoopEdit, NamesAreKnownOrFree) {
  Program p = program_of(matmul);

  EXPECT_NO_THROW(require_loop(p, "split", "i"));
  EXPECT_EQ(message_of([&] { require_loop(p, "split", "n"); }).substr(0, 18), "split: no loop 'n'");
  EXPECT_NO_THROW(require_free(p, "split", "fresh"));
  for (const std::string taken : {"i", "n", "a"})
    EXPECT_EQ(message_of([&] { require_free(p, "split", taken); }),
              "split: the name '" + taken + "' is in use already; choose another");
  EXPECT_EQ(message_of([&] { require_free(p, "split", "2x"); }), "split: '2x' is not a name");
  EXPECT_EQ(free_name(p, "fresh"), "fresh");
  EXPECT_EQ(free_name(p, "a"), "a_0");
  p.fixed["a_0"] = 1;
  EXPECT_EQ(free_name(p, "a"), "a_1");
  EXPECT_EQ(free_statement_id(p, "s0"), "s0_0");
  EXPECT_EQ(free_statement_id(p, "i"), "i");  // ids are apart from names
}

TEST(LoopEdit, FindsTheDomainOfALoop) {
  const Program p = program_of("domain { [i,j] : 0 <= i,j < n }\ndomain { [k] : 0 <= k < n }\nc[i,j] = a[i,j]\n");

  EXPECT_EQ(domain_with(p, "j"), 0U);
  EXPECT_EQ(domain_with(p, "k"), 1U);
  EXPECT_EQ(message_of([&] { (void)domain_with(p, "q"); }), "no loop 'q'");
  EXPECT_EQ(loops_of(p.domains[0]), (Names{"i", "j"}));
  EXPECT_EQ(loops_of(named(p.domains[0], {"x", "y"})), (Names{"x", "y"}));
}

TEST(LoopEdit, ExchangesALoopEverywhere) {
  Program p = program_of(matmul);
  p.priorities = {{"i", "k", "j"}};
  p.statements[0].conditions = {parse_expression("k < 9", {"k"})};

  exchange_loop(p, "k", {"ko", "ki"}, parse_expression("4*ko + ki", {"ko", "ki"}));
  exchange_loop(p, "i", {"row"}, name("row"));

  const Statement& s = p.statements[0];
  EXPECT_EQ(to_text(s.value), "sum((ko, ki), a$aLD[row, 4*ko + ki]*b$bLD[4*ko + ki, j])");
  EXPECT_EQ(to_text(s.target), "c[row, j]");
  EXPECT_EQ(to_text(s.conditions[0]), "4*ko + ki < 9");
  EXPECT_EQ(s.loops, (std::set<std::string>{"j", "row"}));
  EXPECT_EQ(p.priorities, (std::vector<Names>{{"row", "ko", "ki", "j"}}));
}

TEST(LoopEdit, ExchangesALoopOfOneStatementAlone) {
  Program p = program_of("domain { [i] : 0 <= i < n }\nt[i] = a[i]\nb[i] = t[i]\n");

  exchange_loop(p.statements[1], "i", {"r"}, name("r"));

  EXPECT_EQ(to_text(p.statements[0].target), "t[i]");
  EXPECT_EQ(to_text(p.statements[1].value), "t[r]");
  EXPECT_EQ(p.statements[1].loops, std::set<std::string>{"r"});
}

TEST(LoopEdit, SelectsStatementsByIdOrUse) {
  const Program p =
      program_of("domain { [i] : 0 <= i < n }\nfill_t: t[i] = a[i]\nuse_t: b[i] = t[i]\nlast: d[i] = b[i]\n");
  using Places = std::vector<std::size_t>;

  EXPECT_EQ(selected(p, "who", "*_t"), (Places{0, 1}));
  EXPECT_EQ(selected(p, "who", "*"), (Places{0, 1, 2}));
  EXPECT_EQ(selected(p, "who", "id:last"), Places{2});
  EXPECT_EQ(selected(p, "who", "writes:t"), Places{0});
  EXPECT_EQ(selected(p, "who", "reads:t"), Places{1});
  EXPECT_EQ(message_of([&] { (void)selected(p, "who", "writes:a"); }), "who: no statement writes 'a'");
  EXPECT_EQ(message_of([&] { (void)selected(p, "who", "reads:d"); }), "who: no statement reads 'd'");
  EXPECT_EQ(message_of([&] { (void)selected(p, "who", "fill"); }).substr(0, 24), "who: no statement 'fill'");
}

TEST(LoopEdit, ARangeIsConstantOrNone) {
  const Program p = program_of(
      "domain { [i,j] : 3 <= i < 10 and 0 <= j < n }\ndomain { [o,l] : 0 <= 16*o + l < n and 0 <= l < 16 }\n"
      "global x: f32[n]\nx[j] = 1.0\n");

  const auto range = constant_range(p, "i");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, 3);
  EXPECT_EQ(range->high, 9);
  EXPECT_EQ(range->extent(), 7);
  EXPECT_FALSE(constant_range(p, "j"));
  EXPECT_FALSE(constant_range(p, "o"));
  ASSERT_TRUE(constant_range(p, "l"));
  EXPECT_EQ(constant_range(p, "l")->extent(), 16);
}

TEST(LoopEdit, RecordsOneLine) {
  Program before = program_of(matmul), after = before;
  before.transformations = {"first"};
  after.transformations = {"first", "a step", "another step"};

  EXPECT_EQ(recorded(after, before, "second").transformations, (Names{"first", "second"}));
}

TEST(LoopEdit, RefusesAtAPlaceWhereItIsKnown) {
  EXPECT_EQ(message_of<ParseError>([] { refuse_at({"x.loop", 3, 5}, "no"); }), "x.loop:3:5: no");
  EXPECT_EQ(message_of([] { refuse_at({}, "no"); }), "no");
}

TEST(LoopEdit, TagsAsText) {
  EXPECT_EQ(tag_text({LoopTag::Kind::group, 2}), "g.2");
  EXPECT_EQ(tag_text({LoopTag::Kind::local, 0}), "l.0");
  EXPECT_EQ(tag_text({LoopTag::Kind::unroll, 0}), "unroll");
  EXPECT_EQ(tag_text({}), "for");
}

TEST(LoopLine, IsTakenWordByWord) {
  Line line("split i_out -16 as [a, b] $tag", {"x.loop", 4, 3});

  EXPECT_EQ(line.peek(), "split");
  EXPECT_TRUE(line.accept("split"));
  EXPECT_FALSE(line.accept("split"));
  EXPECT_EQ(line.where(), (SourceLocation{"x.loop", 4, 9}));
  EXPECT_EQ(line.take("a loop"), "i_out");
  EXPECT_EQ(line.take_integer("the factor"), -16);
  line.expect("as");
  EXPECT_EQ(line.take_list("a name"), (Names{"a", "b"}));
  EXPECT_FALSE(line.at_end());
  EXPECT_EQ(line.take("a tag"), "$tag");
  EXPECT_TRUE(line.at_end());
  EXPECT_EQ(line.peek(), "");
  EXPECT_NO_THROW(line.expect_end());
}

TEST(LoopLine, MarksAreWordsOfTheirOwn) {
  Line line("n=3,m = 4", {});

  EXPECT_EQ(line.take("a name"), "n");
  line.expect("=");
  EXPECT_EQ(line.take_integer("a value"), 3);
  line.expect(",");
  EXPECT_EQ(line.take_rest(), "m = 4");
  EXPECT_TRUE(line.at_end());
  EXPECT_EQ(line.take_rest(), "");
}

TEST(LoopLine, ListsNeedNoBrackets) {
  EXPECT_EQ(Line("a, b c", {}).take_list("a name"), (Names{"a", "b"}));
  EXPECT_EQ(Line("[] c", {}).take_list("a name"), Names{});
  EXPECT_EQ(Line("a  b \t", {}).take_rest(), "a  b");
}

TEST(LoopLine, SaysWhatItExpectedAndWhere) {
  const auto said = [](const std::string& text, const auto& action) {
    return message_of<ParseError>([&] {
      Line line(text, {"x", 0, 0});
      action(line);
    });
  };

  EXPECT_EQ(said("split", [](Line& l) { l.expect("split"), (void)l.take("a loop"); }),
            "x:1:6: expected a loop at the end of 'split'");
  EXPECT_EQ(said(" [", [](Line& l) { (void)l.take("a loop"); }), "x:1:2: expected a loop, not '['");
  EXPECT_EQ(said("4x", [](Line& l) { (void)l.take_integer("a size"); }),
            "x:1:1: expected a size, a whole number, not '4x'");
  EXPECT_EQ(said("[a b", [](Line& l) { (void)l.take_list("a name"); }), "x:1:4: expected ']', not 'b'");
  EXPECT_EQ(said("", [](Line& l) { l.expect("as"); }), "x:1:1: expected 'as' at the end of ''");
  EXPECT_EQ(said("  more", [](Line& l) { l.expect_end(); }), "x:1:3: 'more' is one word too many");
}

class LoopLinear : public ::testing::Test {
 protected:
  [[nodiscard]] std::optional<Linear> of(const std::string& text) const {
    return linear_of(program, parse_expression(text, {"i", "j", "k"}));
  }
  Program program = program_of(matmul);
};

TEST_F(LoopLinear, AddsUpMultiplesOfNames) {
  const auto form = of("2*(i - 3*j) + n - i*1 + 7 - n");

  ASSERT_TRUE(form);
  EXPECT_EQ(form->terms, (std::map<std::string, std::int64_t>{{"i", 1}, {"j", -6}}));
  EXPECT_EQ(form->constant, 7);
  program.fixed["n"] = 5;
  ASSERT_TRUE(of("n*i - n"));
  EXPECT_EQ(of("n*i - n")->terms, (std::map<std::string, std::int64_t>{{"i", 5}}));
  EXPECT_EQ(of("n*i - n")->constant, -5);
}

TEST_F(LoopLinear, IsNothingElsewhere) {
  EXPECT_FALSE(of("i*j"));
  EXPECT_FALSE(of("n*i"));
  EXPECT_FALSE(of("i//2"));
  EXPECT_FALSE(of("i%2"));
  EXPECT_FALSE(of("a[i, j]"));
  EXPECT_FALSE(of("i + a"));
  EXPECT_TRUE(of("2147483647*i"));
  EXPECT_FALSE(of("2147483648*i"));
  EXPECT_FALSE(of("2147483647*i + i"));
  EXPECT_FALSE(of("65536*(65536*i)"));
}

TEST_F(LoopLinear, AsAnExpression) {
  EXPECT_EQ(to_text(expression_of({{{"i", 2}, {"j", -1}}, 3})), "2*i - j + 3");
  EXPECT_EQ(to_text(expression_of({{{"i", -4}}, -1})), "-(4*i) - 1");
  EXPECT_EQ(to_text(expression_of({{}, -6})), "-6");
  EXPECT_EQ(to_text(expression_of({{{"i", 1}}, 0})), "i");
}

std::string greatest_of(const std::string& set) {
  const symbolic::Context context;
  const auto value = greatest(symbolic::Set::parse(set, context));
  return value ? to_text(*value) : "none";
}

TEST(LoopGreatest, IsAFormulaOfParameters) {
  EXPECT_EQ(greatest_of("{ [x] : 2 <= x < 8 }"), "7");
  EXPECT_EQ(greatest_of("[n] -> { [x] : 0 <= x < n }"), "n - 1");
  EXPECT_EQ(greatest_of("[n, m] -> { [x] : 0 <= x <= 3*n - m }"), "3*n - m");
  EXPECT_EQ(greatest_of("[n] -> { [x] : 0 <= 2*x <= n }"), "n//2");
}

TEST(LoopGreatest, IsNothingWhereItIsNotOneFormula) {
  EXPECT_EQ(greatest_of("[n, m] -> { [x] : 0 <= x < n and x < m }"), "none");
  EXPECT_EQ(greatest_of("{ [x] : 0 <= x < 0 }"), "none");
}

std::vector<Access> reads_of(const Program& program, const std::string& array) {
  std::vector<Access> reads;
  for (const Access& access : accesses_of(program))
    if (access.variable == array && !access.write) reads.push_back(access);
  return reads;
}

Program reading(const std::string& value) {
  return program_of(
      "domain { [g,i,j] : 0 <= g < m and 0 <= i < 4 and 0 <= j < 2 }\nglobal a: f32[64*m, 64]\n"
      "global b: f32[m, 4, 2]\nb[g,i,j] = " +
      value + "\n");
}

TEST(LoopBox, IsAroundWhatTheSweptLoopsReach) {
  // 8 g + 2 i + j - 1 with i from 0 to 3 and j from 0 to 1: 8 g - 1 to 8 g + 6. 3 - i and 5: 0 to 5.
  const Program p = reading("a[8*g + 2*i + j - 1, 3 - i] + a[8*g, 5]");
  const std::vector<BoxAxis> box = box_of(p, reads_of(p, "a"), {"i", "j"});

  ASSERT_EQ(box.size(), 2U);
  EXPECT_EQ(to_text(expression_of(box[0].base)), "8*g - 1");
  EXPECT_EQ(box[0].extent, 8);
  EXPECT_TRUE(box[0].swept);
  EXPECT_EQ(to_text(expression_of(box[1].base)), "0");
  EXPECT_EQ(box[1].extent, 6);
}

TEST(LoopBox, LoopsThatAreNotSweptStayInTheBase) {
  const Program p = reading("a[8*g + 2*i + j, i]");
  const std::vector<BoxAxis> box = box_of(p, reads_of(p, "a"), {"j"});

  EXPECT_EQ(to_text(expression_of(box[0].base)), "8*g + 2*i");
  EXPECT_EQ(box[0].extent, 2);
  EXPECT_EQ(to_text(expression_of(box[1].base)), "i");
  EXPECT_EQ(box[1].extent, 1);
  EXPECT_FALSE(box[1].swept);
}

TEST(LoopBox, IsRefusedWhereItHasNoConstantPlaceOrSize) {
  const auto said = [](const std::string& value, const Names& sweep) {
    const Program p = reading(value);
    const std::string message = message_of([&] { (void)box_of(p, reads_of(p, "a"), sweep); });
    return message.substr(message.find("prefetch: "));
  };

  EXPECT_EQ(said("a[i*j, 0]", {"i"}),
            "prefetch: the subscript 'i*j' of 'a' is not a sum of loops with constant factors, so the box it runs over "
            "is not known");
  EXPECT_EQ(said("a[g, 0]", {"g"}),
            "prefetch: how far loop 'g' runs depends on parameters, so the copy of 'a' would have no constant size; "
            "split the loop, or fix the parameter");
  EXPECT_EQ(said("a[g, 0] + a[2*g, 0]", {"i"}),
            "prefetch: reads of 'a' differ in more than the swept loops and constants: 'g' and '2*g'");
  EXPECT_EQ(said("a[65536*i, 0]", {"i"}),
            "prefetch: the copy of 'a' would have 196609 elements along axis 0; at most 65536: split the loops first");
}

TEST(LoopBox, WhatIsTouchedIsAPartOfIt) {
  const Program p = reading("a[8*g + 2*i + 3, j]");
  const std::vector<Access> reads = reads_of(p, "a");
  const symbolic::Set all = touched(p, reads, box_of(p, reads, {"i", "j"}), {"g"}, {0, 1});

  // Of 7 x 2 elements every other row.
  const auto expected = symbolic::Set::parse(
      "[m] -> { [g, x, y] : 0 <= g < m and 0 <= x <= 6 and x mod 2 = 0 and 0 <= y < 2 }", p.context);
  EXPECT_TRUE(all.subtract(expected).is_empty());
  EXPECT_TRUE(expected.subtract(all).is_empty());
}

}  // namespace
}  // namespace forewarp::loop::detail
