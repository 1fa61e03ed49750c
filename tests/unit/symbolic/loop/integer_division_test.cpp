// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/detail/evaluate.hpp"
#include "forewarp/symbolic/loop/interpret.hpp"
#include "forewarp/symbolic/loop/parse.hpp"

namespace {

using namespace forewarp::loop;

std::vector<double> results(const std::string& statements, std::size_t count) {
  Arrays arrays{{"r", std::vector<double>(count)}};
  interpret(parse_file("domain { [i] : 0 <= i < n }\n" + statements, "x.loop").program, {{"n", 6}}, arrays, {});
  return arrays.at("r");
}

TEST(LoopIntegerDivision, DropsTheFractionAsTheGeneratedCodeDoes) {
  EXPECT_EQ(results("global r: i32[n]\nr[i] = (i - 3)/2\n", 6), (std::vector<double>{-1, -1, 0, 0, 0, 1}));
  EXPECT_EQ(results("global r: i32[n]\nr[i] = (i - 3)//2\n", 6), (std::vector<double>{-2, -1, -1, 0, 0, 1}));
}

TEST(LoopIntegerDivision, IsExactWhereOneSideIsAFloat) {
  EXPECT_EQ(results("global r: f32[n]\nr[i] = (i - 3)/2.0\n", 6), (std::vector<double>{-1.5, -1, -0.5, 0, 0.5, 1}));
}

TEST(LoopIntegerDivision, DecidesTheExtentOfAnArray) {
  // n/4 is 1: the array has one element, and a second is out of bounds.
  EXPECT_EQ(results("global r: f32[n/4]\nr[i//6] = 2.0\n", 1), std::vector<double>{2});
  EXPECT_THROW((void)results("global r: f32[n/4]\nr[i//3] = 2.0\n", 2), forewarp::InputError);
}

TEST(LoopIntegerDivision, NeedsTypes) {
  const auto half = make(Op::divide, {integer(1), integer(2)});
  EXPECT_EQ(forewarp::loop::detail::evaluate(half, {}), 0.5);  // no type: a division of real numbers
  Expression typed = *half;
  typed.type = Type::i64;
  EXPECT_EQ(forewarp::loop::detail::evaluate(std::make_shared<const Expression>(typed), {}), 0);
}

}  // namespace
