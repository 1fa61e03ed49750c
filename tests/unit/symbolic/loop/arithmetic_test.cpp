// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Whole-number expressions: their values, their simplest form, their way to isl and back, and conditions on them.
#include <gtest/gtest.h>
#include <isl/aff.h>

#include <cmath>

#include "forewarp/symbolic/loop/detail/affine_expression.hpp"
#include "forewarp/symbolic/loop/detail/condition.hpp"
#include "forewarp/symbolic/loop/detail/evaluate.hpp"
#include "forewarp/symbolic/loop/detail/simplify.hpp"
#include "forewarp/symbolic/loop/expression_parser.hpp"
#include "unit/message_of.hpp"
#include "unit/symbolic/loop/programs.hpp"

namespace forewarp::loop::detail {
namespace {

/// The value of the statement c[i] = TEXT.
ExpressionPtr expression(const std::string& text) {
  return test::program_of("domain { [i,j] : 0 <= i,j < n }\nglobal c: f32[n]\nc[i] = " + text + "\n")
      .statements.at(0)
      .value;
}

Surroundings at(std::map<std::string, double> values) {
  return {[values](const std::string& name) { return values.at(name); },
          [](const Expression& e) { return e.name == "a" ? 100.0 : 0.0; }};
}

double value(const std::string& text, std::map<std::string, double> values = {}) {
  return evaluate(expression(text), at(std::move(values)));
}

TEST(Evaluate, DivisionsRoundDown) {
  EXPECT_EQ(value("i//3", {{"i", 7}}), 2);
  EXPECT_EQ(value("i//3", {{"i", -7}}), -3);
  EXPECT_EQ(value("i%3", {{"i", -7}}), 2);
}

TEST(Evaluate, ConditionsAreZeroOrOne) {
  EXPECT_EQ(value("i < j ? 10 : 20", {{"i", 1}, {"j", 2}}), 10);
  EXPECT_EQ(value("i == j ? 10 : 20", {{"i", 1}, {"j", 2}}), 20);
  EXPECT_EQ(value("(i <= j and not (i != 1)) ? 10 : 20", {{"i", 1}, {"j", 2}}), 10);
}

TEST(Evaluate, FunctionsAreThoseOfC) {
  EXPECT_EQ(value("max(n, 3) + min(n, 3)", {{"n", 5}}), 8);
  EXPECT_EQ(value("rsqrt(n)", {{"n", 4}}), 0.5);
  EXPECT_EQ(value("pow(n, 3)", {{"n", 2}}), 8);
}

TEST(Evaluate, WhatCannotRunIsNamed) {
  const auto complaint = [](const ExpressionPtr& e) {
    return forewarp::testing::message_of([&] { (void)evaluate(e, at({})); });
  };

  EXPECT_EQ(complaint(call("erf", {integer(1)})), "no function 'erf' of 1 arguments is known");
  EXPECT_EQ(complaint(call("sin", {integer(1), integer(2)})), "no function 'sin' of 2 arguments is known");
  EXPECT_EQ(complaint(reduce("sum", {"k"}, integer(1))), "a reduction has to be realised before it is run");
}

TEST(Simplify, TakesMultiplesOutOfFloors) {
  EXPECT_EQ(to_text(simplify(expression("16*(i + 1) - 16"))), "16*i");
  EXPECT_EQ(to_text(simplify(expression("(16*i + j)//16"))), "j//16 + i");
  EXPECT_EQ(to_text(simplify(expression("(n - 1)//16 + 1"))), "(n + 15)//16");
  EXPECT_EQ(to_text(simplify(expression("i - i"))), "0");
}

TEST(Simplify, PutsValuesInFirst) {
  EXPECT_EQ(to_text(simplify(expression("4*i + j"), {{"i", integer(3)}})), "j + 12");
}

/// Every simplification has the same values.
TEST(Simplify, ChangesNoValue) {
  for (const char* text : {"(4*i + 4*j + 3)//4", "(4*i + j + 3)//4", "(6*i + 3)//9", "(i + 5)%4", "(8*i + j)%8",
                           "i*j + 2*i*j", "-(i - j)//2", "(i//2)//3", "((i + 1)//2)*2 + (i + 1)%2"})
    for (double i = -5; i < 6; ++i)
      for (double j = -5; j < 6; ++j) {
        const ExpressionPtr e = expression(text);
        ASSERT_EQ(evaluate(simplify(e), at({{"i", i}, {"j", j}})), evaluate(e, at({{"i", i}, {"j", j}})))
            << text << " became " << to_text(simplify(e)) << " at " << i << ' ' << j;
      }
}

TEST(Simplify, HugeFactorsStayAsTheyAre) {
  const Form form = form_of(expression("i*2000000000"));

  ASSERT_EQ(form.terms.size(), 1);
  EXPECT_EQ(form.terms[0].second, 1);  // an atom
}

TEST(AffineExpression, ComesBackFromIsl) {
  const symbolic::Context context;
  for (const char* text : {"2*i + j - 3", "n - 16", "(i + 3)//4", "7"}) {
    isl_pw_aff* affine = to_isl(expression(text), context);
    ASSERT_NE(affine, nullptr) << text;
    const auto back = expression_of(affine, false);
    ASSERT_TRUE(back) << text;
    for (double i = -5; i < 6; ++i)
      EXPECT_EQ(evaluate(*back, at({{"i", i}, {"j", 3}, {"n", 9}})), value(text, {{"i", i}, {"j", 3}, {"n", 9}}));
    isl_pw_aff_free(affine);
  }
  EXPECT_EQ(to_isl(expression("i*j"), context), nullptr);
}

TEST(AffineExpression, PositiveTermsComeFirst) {
  EXPECT_EQ(to_text(expression_of(Form{{{name("i"), -1}, {name("n"), 1}}, -16})), "n - i - 16");
  EXPECT_EQ(to_text(expression_of(Form{{}, 0})), "0");
}

symbolic::Set where(const std::string& text, const symbolic::Context& context = symbolic::Context()) {
  return symbolic::Set::parse(text, context);
}

TEST(Condition, DimensionsBecomeNames) {
  const symbolic::Set condition = over_names(where("[n] -> { [x] : 0 <= x < n }"), {"i"});

  EXPECT_EQ(condition.dimensions(), 0);
  const auto names = condition.parameters();
  EXPECT_NE(std::ranges::find(names, "i"), names.end());
  EXPECT_FALSE(is_anything(condition));
  EXPECT_TRUE(is_anything(anything(condition.context())));
  // there is an i wherever n >= 1
  EXPECT_TRUE(is_anything(simplified(without(condition, {"i"}), where("[n] -> { : n >= 1 }", condition.context()))));
}

TEST(Condition, OnlyWhatIsNotKnownRemains) {
  const symbolic::Context context;
  const symbolic::Set rest =
      simplified(where("[i,n] -> { : 0 <= i < n }", context), where("[i] -> { : i >= 3 }", context));

  const auto conditions = disjuncts(rest);

  ASSERT_EQ(conditions.size(), 1);
  ASSERT_EQ(conditions[0].size(), 1);
  EXPECT_EQ(conditions[0][0].coefficient("n"), 1);
  EXPECT_EQ(conditions[0][0].coefficient("i"), -1);
  EXPECT_EQ(conditions[0][0].constant, -1);  // n - i - 1 >= 0
  EXPECT_FALSE(conditions[0][0].equality);
}

TEST(Condition, FloorsHideNames) {
  const auto conditions = disjuncts(where("[i,n] -> { : n >= 4*floor(i/4) + 2 }"));

  ASSERT_EQ(conditions.size(), 1);
  bool hidden = false;
  for (const Condition& c : conditions[0]) hidden = hidden || c.hides("i");
  EXPECT_TRUE(hidden);
}

TEST(Condition, AHullHoldsWhateverTheCaseIs) {
  const symbolic::Context context;
  const symbolic::Set either = where("[i,n] -> { : (i >= 0 and i < 4) or (i >= 0 and n > 3) }", context);

  EXPECT_EQ(disjuncts(either).size(), 2);
  const symbolic::Set all = with(anything(context), hull(either));
  EXPECT_TRUE(either.subtract(all).is_empty());
  EXPECT_FALSE(all.intersect(where("[i] -> { : i = 2 }", context)).is_empty());
  EXPECT_TRUE(all.intersect(where("[i] -> { : i = -1 }", context)).is_empty());
}

TEST(Condition, SignsAreProvenFromWhatIsKnown) {
  const symbolic::Set known = where("[i,n] -> { : 0 <= i < n }");

  EXPECT_TRUE(is_never_negative(expression("n - i - 1"), known));
  EXPECT_FALSE(is_never_negative(expression("i - 1"), known));
  EXPECT_FALSE(is_never_negative(expression("i*i - i"), known));  // not affine: not proven
}

TEST(Condition, AnExtremeIsAnExpressionOfTheParameters) {
  EXPECT_EQ(to_text(*extreme(where("[n] -> { [x] : 0 <= x < n }"), false)), "n - 1");
  EXPECT_EQ(to_text(*extreme(where("[n] -> { [x] : 0 <= x < n }"), true)), "0");
  EXPECT_FALSE(extreme(where("[n] -> { [x] : x >= n }"), false));
}

}  // namespace
}  // namespace forewarp::loop::detail
