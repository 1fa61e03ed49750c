// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Vector registers and register-plus-constant operands, which hand-written PTX has and compilers do not emit.
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/compare.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/ptx/printer.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::ptx {
namespace {

Module parse_body(const std::string& body, const std::string& before = "") {
  return parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n" + before + ".entry k(.param .u64 p) {\n" + body + "\n}\n",
      "t.ptx");
}

std::string printed(const Module& module, std::size_t instruction) {
  const Function& f = *module.find("k");
  return print(f, f.body.at(instruction));
}

std::string refusal(const std::string& body) {
  try {
    static_cast<void>(parse_body(body));
  } catch (const ParseError& e) {
    return e.what();
  }
  return "";
}

TEST(VectorRegister, IsARegisterForEachElement) {
  const Module module = parse_body(R"(
  .reg .v4 .f32 v; .reg .u64 a; .reg .f32 s;
  ld.global.v4.f32 v, [a];
  add.f32 s, v.x, v.w;
  mov.f32 v.y, s;
  st.global.v4.f32 [a], v;)");

  EXPECT_EQ(printed(module, 0), "ld.global.v4.f32 {v$x, v$y, v$z, v$w}, [a];");
  EXPECT_EQ(printed(module, 1), "add.f32 s, v$x, v$w;");
  EXPECT_EQ(printed(module, 2), "mov.f32 v$y, s;");
  EXPECT_EQ(printed(module, 3), "st.global.v4.f32 [a], {v$x, v$y, v$z, v$w};");
}

TEST(VectorRegister, ColoursNameElementsTooAndRangesHaveVectors) {
  const Module module = parse_body(R"(
  .reg .v2 .u16 %h<4>; .reg .u16 s; .reg .b32 w;
  mov.b32 %h2, w;
  add.u16 s, %h2.r, %h2.g;)");

  EXPECT_EQ(printed(module, 0), "mov.b32 {%h2$x, %h2$y}, w;");
  EXPECT_EQ(printed(module, 1), "add.u16 s, %h2$x, %h2$y;");
}

TEST(VectorRegister, InACallItsElementsArePassedOneByOne) {
  const Module module = parse_body("  .reg .v2 .u32 t;\n  call (t), f, (t);", R"(
.func (.reg .v2 .u32 out) f(.reg .v2 .u32 in) {
  mov.v2.u32 out, in;
  mov.u32 out.x, in.y;
  ret;
}
)");

  EXPECT_EQ(printed(module, 0), "call (t$x, t$y), f, (t$x, t$y);");
  const Function& f = *module.find("f");
  EXPECT_EQ(f.parameters.size(), 2U);
  EXPECT_EQ(f.returns.size(), 2U);
  EXPECT_EQ(print(f, f.body[0]), "mov.v2.u32 {out$x, out$y}, {in$x, in$y};");
  EXPECT_EQ(print(f, f.body[1]), "mov.u32 out$x, in$y;");
}

TEST(VectorRegister, PrintingAndReadingAgainGivesTheSameModule) {
  const Module module = parse_body(R"(
  .reg .v4 .f32 v; .reg .u64 a; .reg .f32 v$x;
  ld.global.v4.f32 v, [a + 16];
  st.global.f32 [a], v$x;
  st.global.u64 [a], a + 8;)",
                                   ".func (.reg .v2 .u32 o) f(.reg .v2 .u32 i) { mov.v2.u32 o, i; ret; }\n");
  const Module again = parse(print(module), "again.ptx");

  EXPECT_EQ(first_difference(module, again).value_or(""), "");
  // The scalar that is called like an element keeps apart from it.
  EXPECT_NE(printed(module, 0).find("{v$x, "), std::string::npos);
  EXPECT_EQ(printed(module, 1), "st.global.f32 [a], v$x$1;");
}

TEST(VectorRegister, WhatItCannotBeIsRefused) {
  EXPECT_NE(refusal(".reg .v8 .f32 v;").find("two or four elements"), std::string::npos);
  EXPECT_NE(refusal(".reg .v2 .pred v;").find("a predicate cannot be a vector"), std::string::npos);
  EXPECT_NE(refusal(".reg .v2 .u32 v; mov.u32 v.x, v.z;").find("expected .x or .y after a vector register"),
            std::string::npos);
  EXPECT_NE(refusal(".reg .v2 .u32 v, v;").find("declared twice"), std::string::npos);
  EXPECT_NE(refusal(".reg .v2 .u64 v; .reg .u32 r; ld.u32 r, [v];").find("expected a register or a variable"),
            std::string::npos);
  EXPECT_NE(refusal(".reg .u64 v; .reg .u32 r; ld.u32 r, [v.b1];").find("expected a register or a variable"),
            std::string::npos);
}

TEST(RegisterPlusConstant, BecomesAnAdditionBeforeTheInstruction) {
  const Module module = parse_body(".reg .u64 a, t; .reg .u32 r;\n  st.u64 [a], t + 1;\n  mov.u32 r, r-4;");

  EXPECT_EQ(printed(module, 0), "add.s64 %sum, t, 1;");
  EXPECT_EQ(printed(module, 1), "st.u64 [a], %sum;");
  EXPECT_EQ(printed(module, 2), "add.s32 %sum$1, r, -4;");
  EXPECT_EQ(printed(module, 3), "mov.u32 r, %sum$1;");
}

TEST(RegisterPlusConstant, ALabelBeforeItStandsBeforeTheAddition) {
  const Module module = parse_body(".reg .u64 a, t;\n  bra L;\nL:\n  st.u64 [a], t + 1;");

  EXPECT_EQ(module.find("k")->labels[0].target, 1U);
}

TEST(RegisterPlusConstant, IsRefusedAsADestinationAndForFloats) {
  EXPECT_NE(refusal(".reg .u32 r; mov.u32 r + 1, r;").find("the first operand cannot be a register plus a constant"),
            std::string::npos);
  EXPECT_NE(refusal(".reg .f32 f; mov.f32 f, f + 1;").find("a constant can only be added to a whole integer register"),
            std::string::npos);
}

}  // namespace
}  // namespace forewarp::ptx
