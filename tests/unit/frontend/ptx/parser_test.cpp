// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/parser.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::ptx {
namespace {

constexpr std::string_view head = ".version 8.5\n.target sm_80\n.address_size 64\n";

Module parse_body(const std::string& body) {
  return parse(std::string(head) + ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n" + body + "\n}\n", "t.ptx");
}

std::string message_of(const std::string& text) {
  try {
    static_cast<void>(parse(text, "t.ptx"));
  } catch (const ParseError& error) {
    return error.what();
  }
  return "parsed";
}

TEST(Parser, ReadsTheHeadOfAModule) {
  const Module m = parse(".version 9.0\n.target sm_90a, debug\n.address_size 64\n");

  EXPECT_EQ(m.version_major, 9U);
  EXPECT_EQ(m.version_minor, 0U);
  EXPECT_EQ(m.target, "sm_90a, debug");
  EXPECT_EQ(m.sm(), 90U);
}

TEST(Parser, TakesTheMnemonicApart) {
  const Module m = parse_body(".reg .b64 %rd<3>; .reg .f32 %f<5>; ld.global.nc.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1+-16];");

  const Function& f = m.functions.at(0);
  const Instruction& i = f.body.at(0);
  EXPECT_EQ(i.opcode, Opcode::ld);
  EXPECT_EQ(i.space, StateSpace::global);
  EXPECT_EQ(i.vector, 4);
  EXPECT_EQ(i.type(), Type::f32);
  EXPECT_TRUE(i.has("nc"));
  EXPECT_FALSE(i.has("n"));
  ASSERT_EQ(i.operand_count, 2U);
  EXPECT_EQ(f.elements_of(f.operands_of(i)[0]).size(), 4U);
  EXPECT_EQ(f.operands_of(i)[1].offset, -16);
  EXPECT_EQ(f.registers.at(f.operands_of(i)[1].index).name, "%rd1");
}

TEST(Parser, AnElementOfAnArrayIsItsAddress) {
  const Module m = parse_body(".shared .align 4 .b32 a[8]; .reg .b64 %d<2>; mov.u64 %d1, a[3];");

  EXPECT_EQ(m.functions.at(0).operands_of(m.functions.at(0).body.at(0))[1].offset, 12);
  EXPECT_THROW((void)parse_body(".shared .b32 a[8]; .reg .b64 %d<2>; mov.u64 %d1, a[3;"), ParseError);
}

TEST(Parser, GivesNamesOfInnerScopesTheirOwnRegisters) {
  const Module m = parse_body(R"(
    .reg .b32 %r<3>;
    { .reg .b32 t; mov.b32 t, %r1; }
    { .reg .b32 t; mov.b32 t, %r2; })");

  const Function& f = m.functions.at(0);
  const auto first = f.operands_of(f.body.at(0))[0].index;
  const auto second = f.operands_of(f.body.at(1))[0].index;
  EXPECT_EQ(f.registers.at(first).name, "t");
  EXPECT_EQ(f.registers.at(second).name, "t$1");
}

TEST(Parser, SaysWhereAndWhatAndWhy) {
  EXPECT_EQ(message_of(std::string(head) + ".entry k() {\n  mov.u32 %r1, 0;\n}"),
            "t.ptx:5:11: unexpected '%r1': this register is not declared, nor is it a special register");
  EXPECT_EQ(message_of("hello"),
            "t.ptx:1:1: unexpected 'hello': expected .version, with which every PTX module begins");
}

// As clang 19 prints a call with line tables: before every line of it a label may come.
TEST(Parser, TakesDebugLabelsInsideACallAsLabelsOfItsPlace) {
  const Module m = parse(std::string(head) +
                         ".func (.param .b32 out) square(.param .b32 x) { ret; }\n"
                         ".visible .entry k()\n{\n.reg .b32 %r<2>;\nmov.b32 %r1, 1;\n"
                         "{ .param .b32 param0; .param .b32 retval0;\n"
                         "call.uni (retval0),\n$L__tmp1:\nsquare,\n$L__tmp2:\n(\n$L__tmp3:\nparam0\n$L__tmp4:\n)\n"
                         "$L__tmp5:\n;\n}\nret;\n}\n");

  const Function& f = m.functions.at(1);
  const Instruction& call = f.body.at(1);
  ASSERT_EQ(call.opcode, Opcode::call);
  ASSERT_EQ(call.operand_count, 3U);
  EXPECT_EQ(f.operands_of(call)[1].name, "square");
  EXPECT_EQ(f.elements_of(f.operands_of(call)[2]).size(), 1U);
  ASSERT_EQ(f.labels.size(), 5U);
  for (const Label& label : f.labels) EXPECT_EQ(label.target, 1U) << label.name;
}

TEST(Parser, RefusesAWordInsideACallThatIsNoLabel) {
  EXPECT_NE(message_of(std::string(head) + ".func f() { ret; }\n.visible .entry k()\n{\ncall f g;\n}\n")
                .find("after a label inside a call"),
            std::string::npos);
}

TEST(Parser, RefusesARangeOfRegistersThatNoKernelHas) {
  EXPECT_EQ(message_of(std::string(head) + ".entry k() {\n.reg .b32 %r<4000000000>;\n}"),
            "t.ptx:5:14: unexpected '4000000000': expected at most 16777216 registers in a range");
}

}  // namespace
}  // namespace forewarp::ptx
