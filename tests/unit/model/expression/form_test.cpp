// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Sums and overlaps of the same costs, and samples left out by group.
#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {
namespace {

using Names = std::vector<std::string>;

double value(const Expression& e, const std::vector<double>& features, const std::vector<double>& parameters) {
  return Compiled(e.tree, e.features, e.parameters)(features, parameters);
}

constexpr const char* text = "p_l*f_l + overlap(p_a*f_a, p_b*f_b, p_edge)";

TEST(Form, LinearIsTheSumAndHasNoEdge) {
  const Expression e = parse(text, Form::linear);

  EXPECT_EQ(e.parameters, (Names{"p_l", "p_a", "p_b"}));
  EXPECT_DOUBLE_EQ(value(e, {1, 2, 3}, {10, 100, 1000}), 10 + 200 + 3000);
}

TEST(Form, OverlappingIsTheGreaterOfBothForASharpEdge) {
  const Expression e = parse("p_l*f_l + partial(p_a*f_a, p_b*f_b, p_edge, p_h)", Form::overlapping);

  EXPECT_EQ(e.parameters, (Names{"p_l", "p_a", "p_b", "p_edge"}));
  EXPECT_NEAR(value(e, {1, 2, 3}, {10, 100, 1000, 1}), 10 + 3000, 1e-9);
}

TEST(Form, PartialTakesAShareOfEach) {
  const Expression e = parse(text, Form::partial);

  ASSERT_EQ(e.parameters.back(), "p_hidden");
  // a quarter of the greater (3000), three quarters of the sum (3200): 10 + 750 + 2400
  EXPECT_NEAR(value(e, {1, 2, 3}, {10, 100, 1000, 1, 0.25}), 3160, 1e-9);
}

TEST(Form, TheTextOfAFormIsThatForm) {
  const Expression e = parse(text);
  ASSERT_EQ(e.overlaps.size(), 1U);
  for (const Form form : {Form::linear, Form::overlapping, Form::partial}) {
    const Expression formed = reformed(e, form), again = parse(formed.text);
    const std::vector<double> parameters{10, 100, 1000, 1, 0.25};
    EXPECT_EQ(again.parameters, formed.parameters);
    EXPECT_DOUBLE_EQ(value(again, {1, 2, 3}, parameters), value(formed, {1, 2, 3}, parameters));
  }
}

TEST(Form, WithoutOverlapAllFormsAreOne) {
  EXPECT_TRUE(parse("p_a*f_a").overlaps.empty());
  EXPECT_EQ(parse("p_a*f_a", Form::linear).parameters, Names{"p_a"});
}

TEST(Terms, AFactorWithoutParametersGoesToEachTerm) {
  Expression e = parse("(1 - f_b)*(p_x*f_x + p_y*f_y) + p_z*(f_x + f_y)");

  Names texts;
  for (const Index term : terms_of(e.tree, e.tree.root)) texts.push_back(to_text(e.tree, term));

  EXPECT_EQ(texts, (Names{"(1 - f_b)*p_x*f_x", "(1 - f_b)*p_y*f_y", "p_z*(f_x + f_y)"}));
}

/// t = 2 f, but of group "odd" t = 3 f: a fit to the others is wrong about it by a third.
Table two_groups() {
  Table table;
  table.add("f_a", std::vector<double>{1, 2, 3, 4, 5, 6});
  table.add("f_cl_wall_time", std::vector<double>{2, 4, 6, 8, 15, 18});
  return table;
}

TEST(Compare, GroupsAreLeftOutTogether) {
  const Expression e = parse("p_a*f_a");
  const Names groups{"even", "even", "even", "even", "odd", "odd"};

  const auto result = compare({e}, two_groups(), groups);

  // "odd" told by 2 f: |2/3 - 1| = 1/3, twice; "even" told by 3 f: |3/2 - 1| = 1/2, four times
  EXPECT_NEAR(result[0].mean_error, std::exp((2 * std::log(1.0 / 3) + 4 * std::log(0.5)) / 6), 1e-6);
}

TEST(Compare, GroupsThatCannotBeLeftOutAreRefused) {
  const Expression e = parse("p_a*f_a");
  EXPECT_THROW((void)compare({e}, two_groups(), Names{"a", "b"}), InputError);
  EXPECT_THROW((void)compare({e}, two_groups(), Names(6, "one")), InputError);
}

TEST(Calibrate, AHiddenShareIsFittedBetweenNothingAndAll) {
  const Expression e = parse(text, Form::partial);
  Table table;
  std::vector<double> launches, a, b, times;
  const std::vector<double> truth{1e-6, 1e-9, 3e-9, 1e6, 0.4};
  for (int i = 1; i <= 30; ++i) {
    launches.push_back(1), a.push_back(1e6 * (1 + i % 7)), b.push_back(1e6 * (1 + i * 5 % 11));
    times.push_back(value(e, {1, a.back(), b.back()}, truth));
  }
  table.add("f_l", launches), table.add("f_a", a), table.add("f_b", b), table.add("f_cl_wall_time", times);

  const Calibration c = calibrate(e, table);

  EXPECT_NEAR(c.parameters[4].value, 0.4, 0.02);
  EXPECT_NEAR(c.parameters[1].value, 1e-9, 2e-11);
  EXPECT_NEAR(c.parameters[2].value, 3e-9, 6e-11);
}

}  // namespace
}  // namespace forewarp::model::expression
