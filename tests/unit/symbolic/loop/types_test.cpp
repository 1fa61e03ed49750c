// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/types.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/parse.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;

Program typed(const std::string& statements) {
  return infer_types(parse_file("domain { [i] : 0 <= i < n }\n" + statements, "x.loop").program);
}

TEST(LoopTypes, ALiteralTakesTheTypeOfWhatItMeets) {
  const Program p = typed("global a, r: f64[n]\nr[i] = 2.0*a[i] + 1\n");
  EXPECT_EQ(p.statements[0].value->type, Type::f64);
  EXPECT_EQ(p.statements[0].value->operands[0]->operands[0]->type, Type::f64);
  EXPECT_EQ(p.statements[0].value->operands[1]->type, Type::i32);
}

TEST(LoopTypes, AScalarIsWhatAllItIsSetToMeetIn) {
  EXPECT_EQ(typed("global a: f64[n]\nx = 0.0 within i\nx = x + a[i]\nr[i] = x\n").variable("x").type, Type::f64);
  EXPECT_EQ(typed("x = 0.0 within i\nr[i] = x\n").variable("x").type, Type::f32);
  EXPECT_EQ(typed("x = i//2\nr[i] = x\n").variable("x").type, Type::i32);
  EXPECT_EQ(typed("y = i < 3\nr[i] = y ? 1.0 : 2.0\n").variable("y").type, Type::boolean);
}

TEST(LoopTypes, WholeNumbersBecomeFloatsInFunctions) {
  const Program p = typed("x = sin(i)\ny = max(i, 3)\nr[i] = x + y\n");
  EXPECT_EQ(p.variable("x").type, Type::f32);
  EXPECT_EQ(p.variable("y").type, Type::i32);
}

TEST(LoopTypes, FunctionsAreKnownByNameAndArguments) {
  const auto message = [](const std::string& text) {
    try {
      (void)typed(text);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message("r[i] = sine(i)\n"), "x.loop:2:8: no function 'sine' (did you mean 'sin' or 'min'?)");
  EXPECT_EQ(message("r[i] = pow(i)\n"), "x.loop:2:8: pow takes 2 arguments, not 1");
  EXPECT_EQ(message("x = x within i\nr[i] = x\n"),
            "x.loop:2:1: nothing determines the type of 'x': declare it, as in: private x: f32");
}

}  // namespace
