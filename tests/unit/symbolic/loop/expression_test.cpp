// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/expression.hpp"

#include <gtest/gtest.h>

namespace {

using namespace forewarp::loop;

ExpressionPtr product() {
  return make(Op::multiply, {subscript("a", {name("i"), name("k")}, "aLD"), subscript("b", {name("k"), name("j")})});
}

TEST(LoopExpression, WritesTagsAndReductions) {
  EXPECT_EQ(to_text(reduce("sum", {"k"}, product())), "sum(k, a$aLD[i, k]*b[k, j])");
  EXPECT_EQ(to_text(reduce("max", {"k", "l"}, name("x"))), "max((k, l), x)");
}

TEST(LoopExpression, WritesOnlyTheParenthesesItNeeds) {
  const auto i = name("i"), j = name("j");
  EXPECT_EQ(to_text(make(Op::add, {make(Op::multiply, {integer(16), i}), j})), "16*i + j");
  EXPECT_EQ(to_text(make(Op::multiply, {integer(16), make(Op::add, {i, j})})), "16*(i + j)");
  EXPECT_EQ(to_text(make(Op::subtract, {i, make(Op::subtract, {j, integer(1)})})), "i - (j - 1)");
  EXPECT_EQ(to_text(make(Op::multiply, {real(2), integer(-1)})), "2.0*(-1)");
}

TEST(LoopExpression, SubstitutionReachesSubscriptsAndSharesTheRest) {
  const auto before = product();
  const auto after = substitute(before, "i", make(Op::add, {name("i_in"), integer(1)}));
  EXPECT_EQ(to_text(after), "a$aLD[i_in + 1, k]*b[k, j]");
  EXPECT_EQ(after->operands[1], before->operands[1]);
  EXPECT_FALSE(same(before, after));
  EXPECT_TRUE(same(before, product()));
}

TEST(LoopExpression, NamesAreThoseOfLoopsAndScalars) {
  EXPECT_EQ(names_in(reduce("sum", {"k"}, product())), (std::set<std::string>{"i", "j", "k"}));
}

TEST(LoopType, HasTwoSpellings) {
  EXPECT_EQ(type_named("float32"), Type::f32);
  EXPECT_EQ(type_named("f32"), Type::f32);
  EXPECT_EQ(type_named("unknown"), std::nullopt);
  EXPECT_EQ(bytes_of(Type::f16), 2);
}

}  // namespace
