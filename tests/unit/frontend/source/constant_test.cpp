// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/constant.hpp"

#include <gtest/gtest.h>

namespace forewarp::source {
namespace {

constexpr const char* program = R"(
#define WIDE 64
const int TILE = 4 * 4;
constexpr unsigned HALO = TILE + 2u, OTHER = 1;
typedef float real;
using word = unsigned long long;
enum { ROWS = 0x10, COLUMNS };
__global__ void k() { const int local = 3; }
int main() { int local = 4; int threads = 128; const int one = 1; }
void a() { const int twice = 1; }
void b() { const int twice = 2; }
)";

std::string text(std::string_view expression) {
  const ConstantText made = constant_text(expression, program, {{"block.x", "block_x"}, {"n", "1024"}});
  return made.unknown.empty() ? made.text : "unknown: " + made.unknown;
}

TEST(Constant, SizesOfTypesAreNumbers) {
  EXPECT_EQ(text("8 * sizeof(float)"), "8*4");
  EXPECT_EQ(text("sizeof(unsigned long long)"), "8");
  EXPECT_EQ(text("sizeof(const double)"), "8");
  EXPECT_EQ(text("sizeof(float4) + sizeof(char*)"), "16+8");
  EXPECT_EQ(text("sizeof(real) * sizeof(word)"), "4*8");
  EXPECT_EQ(text("sizeof(Particle)"), "unknown: sizeof(Particle)");
}

TEST(Constant, NamesStandForTheirDefinitions) {
  EXPECT_EQ(text("TILE * HALO"), "(4*4)*((4*4)+2)");
  EXPECT_EQ(text("WIDE"), "(64)");
  EXPECT_EQ(text("ROWS"), "(16)");
  EXPECT_EQ(text("one"), "(1)");
  EXPECT_EQ(text("n * block.x"), "(1024)*(block_x)");
}

TEST(Constant, CastsAndSuffixesGo) {
  EXPECT_EQ(text("(size_t)16u * (unsigned int)(2)"), "16*(2)");
  EXPECT_EQ(text("static_cast<std::size_t>(0x20) << 1"), "(32)<<1");
  EXPECT_EQ(text("std::max(TILE, 3)"), "max((4*4),3)");
}

TEST(Constant, WhatIsNoConstantOrNotTheSameEverywhereIsUnknown) {
  EXPECT_EQ(text("threads * 4"), "unknown: threads");  // a variable
  EXPECT_EQ(text("local"), "unknown: local");          // const in the kernel, a variable in main
  EXPECT_EQ(text("twice"), "unknown: twice");          // two scopes, two values
  EXPECT_EQ(text("COLUMNS"), "unknown: COLUMNS");      // an enumerator that counts on
  EXPECT_EQ(text("elsewhere"), "unknown: elsewhere");
  EXPECT_EQ(text("f(3)"), "unknown: f");
}

TEST(Constant, ADefinitionByItselfEnds) {
  EXPECT_EQ(constant_text("a", "const int a = b; const int b = a;").unknown.empty(), false);
  EXPECT_EQ(constant_text("sizeof(t)", "typedef t t;").unknown, "sizeof(t)");
}

}  // namespace
}  // namespace forewarp::source
