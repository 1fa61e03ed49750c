// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/choose.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace forewarp::calibrate {
namespace {

namespace expression = model::expression;
using expression::Form;

/// Kernels with 1 of a and b of b, and such as have one of the two alone, whose times are those of the form; noise of
/// 1 % that is the same in every run.
Table samples_of(Form form) {
  const auto e = expression::parse("overlap(p_a*f_a, p_b*f_b, p_edge)", form);
  const expression::Compiled whole(e.tree, e.features, e.parameters);
  Table::Numbers a, b, times;
  Table::Texts left_out;
  for (int i = 0; i < 32; ++i) {
    a.push_back(i % 4 == 3 ? 0 : 1e6 * (1 + i % 5));
    b.push_back(i % 4 == 2 ? 0 : 1e6 * (1 + i * 3 % 7));
    const std::vector<double> truth{2e-9, 2e-9, 1e6, 0.5};
    times.push_back(whole(std::vector<double>{a.back(), b.back()}, truth) * (1 + 0.01 * ((i * 37 % 11 - 5) / 5.0)));
    left_out.push_back("size " + std::to_string(i / 8));
  }
  Table table;
  table.add("left_out", left_out);
  table.add("f_a", a);
  table.add("f_b", b);
  table.add("f_cl_wall_time", times, "s");
  return table;
}

Form chosen_of(Form truth) {
  const Choice choice = choose(expression::parse("overlap(p_a*f_a, p_b*f_b, p_edge)"), samples_of(truth));
  return choice.candidates[choice.chosen].form;
}

TEST(Choose, SumsAreToldFromOverlaps) {
  EXPECT_EQ(chosen_of(Form::linear), Form::linear);
  EXPECT_EQ(chosen_of(Form::overlapping), Form::overlapping);
  EXPECT_EQ(chosen_of(Form::partial), Form::partial);
}

TEST(Choose, TheHiddenShareIsEvidence) {
  const auto e = expression::parse("overlap(p_a*f_a, p_b*f_b, p_edge)");

  const Choice sum = choose(e, samples_of(Form::linear)), overlap = choose(e, samples_of(Form::overlapping));

  EXPECT_GT(overlap.hidden_kernels, 10U);
  EXPECT_GT(overlap.hidden_share, 0.9);
  EXPECT_LT(sum.hidden_share, 0.1);  // by the costs of the linear model, which is the one chosen
}

TEST(Choose, AnExpressionWithoutOverlapIsFittedAsItIs) {
  const Choice choice = choose(expression::parse("p_a*f_a + p_b*f_b"), samples_of(Form::linear));

  ASSERT_EQ(choice.candidates.size(), 1U);
  EXPECT_EQ(choice.candidates[0].form, Form::as_written);
  EXPECT_TRUE(std::isnan(choice.hidden_share));
}

}  // namespace
}  // namespace forewarp::calibrate
