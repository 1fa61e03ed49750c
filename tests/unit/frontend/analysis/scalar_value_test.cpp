// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/scalar_value.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Function;
using ptx::Module;
using ptx::parse;

constexpr const char* text = R"(
.version 8.5
.target sm_80
.address_size 64
.visible .entry k(.param .u32 rows, .param .u32 columns) {
  .reg .b32 %r<9>; .reg .b64 %rd<3>; .reg .pred %p1;
  ld.param.u32 %r1, [rows];
  ld.param.u32 %r2, [columns];
  mul.lo.s32 %r3, %r1, %r2;
  shr.s32 %r4, %r3, 2;
  mul.wide.s32 %rd1, %r1, %r2;
  mov.u32 %r5, %tid.x;
  add.s32 %r6, %r5, %r3;
  ret;
})";

std::optional<ScalarValue> value(const ScalarParameters& parameters, std::size_t instruction) {
  const Module module = parse(text);
  const Function& k = *module.find("k");
  ScalarValues values(k, parameters);
  return values.value_of(k.operands_of(k.body[instruction])[0]);
}

TEST(ScalarValue, ArithmeticOnParametersIsFollowed) {
  EXPECT_EQ(value({{0, 6}, {1, 7}}, 2)->value, 42);
  EXPECT_EQ(value({{0, 6}, {1, 7}}, 3)->value, 10);
  EXPECT_FALSE(value({{0, 6}, {1, 7}}, 3)->overflow);
}

TEST(ScalarValue, AProductThatDoesNotFitWrapsAndSaysWhere) {
  const auto product = value({{0, 1048576}, {1, 1048576}}, 3);  // 2^40 in 32 bits is 0

  EXPECT_EQ(product->value, 0);
  EXPECT_EQ(product->overflow, 2U);
  EXPECT_EQ(product->exact, 0x1p40);
  EXPECT_FALSE(value({{0, 1048576}, {1, 1048576}}, 4)->overflow);  // mul.wide has room
}

TEST(ScalarValue, AnUnsignedParameterMayHoldANegativeNumber) {
  const auto product = value({{0, 4294967291}, {1, 7}}, 2);  // -5 as .u32

  EXPECT_EQ(product->value, -35);
  EXPECT_FALSE(product->overflow);
}

TEST(ScalarValue, WhatDependsOnAnIndexOrOnAnUnknownParameterHasNone) {
  EXPECT_FALSE(value({{0, 6}, {1, 7}}, 6));
  EXPECT_FALSE(value({{0, 6}}, 2));
}

}  // namespace
}  // namespace forewarp::analysis
