// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/generate/generate.hpp"

#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/launch.hpp"
#include "programs.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using test::program_of;

/// What stands between the braces.
std::string body_of(const std::string& text, Target target = Target::opencl) {
  const std::string code = generate(program_of(text), target);
  const std::size_t from = code.find("\n{\n") + 3;
  return code.substr(from, code.rfind("}\n") - from);
}

std::string refusal_of(const std::string& text, Target target = Target::opencl) {
  try {
    (void)generate(program_of(text), target);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

const std::string product =
    "domain { [i,j,k] : 0 <= i,j,k < n }\n"
    "global a, b, c: f32[n, n]\n"
    "c[i,j] = sum(k, a[i,k]*b[k,j])\n---\n";

TEST(LoopGenerate, WithoutTransformationsLoopsOverEachIndex) {
  EXPECT_EQ(body_of(product + "prioritize j, i\n"),
            "  float acc;\n"
            "\n"
            "  for (int j = 0; j <= n - 1; ++j)\n"
            "    for (int i = 0; i <= n - 1; ++i)\n"
            "    {\n"
            "      acc = 0.0f;\n"
            "      for (int k = 0; k <= n - 1; ++k)\n"
            "        acc = acc + a[n*i + k] * b[n*k + j];\n"
            "      c[n*i + j] = acc;\n"
            "    }\n");
}

TEST(LoopGenerate, KnownSizesNeedNoConditions) {
  EXPECT_EQ(body_of(product + "split i 16\nassume n >= 1 and n % 16 = 0\nprioritize i_out, i_in, j\n"),
            "  float acc;\n"
            "\n"
            "  for (int i_out = 0; i_out <= (n - 16)/16; ++i_out)\n"
            "    for (int i_in = 0; i_in <= 15; ++i_in)\n"
            "      for (int j = 0; j <= n - 1; ++j)\n"
            "      {\n"
            "        acc = 0.0f;\n"
            "        for (int k = 0; k <= n - 1; ++k)\n"
            "          acc = acc + a[n*(16*i_out + i_in) + k] * b[n*k + j];\n"
            "        c[n*(16*i_out + i_in) + j] = acc;\n"
            "      }\n");
}

TEST(LoopGenerate, UnknownSizesAreGuarded) {
  EXPECT_EQ(body_of("domain { [i] : 0 <= i < n }\nb[i] = 2.0*a[i]\n---\nsplit i 64 outer g.0 inner l.0\n"),
            "  if (64*gid(0) + lid(0) < n)\n"
            "    b[64*gid(0) + lid(0)] = 2.0f * a[64*gid(0) + lid(0)];\n");
}

TEST(LoopGenerate, WhatIsWrittenOutsideOfTheGroupsLoopTheFirstGroupWrites) {
  EXPECT_EQ(body_of("domain { [i,j] : 0 <= i < n and 0 <= j < 64 }\n"
                    "global r: f32[n, 64]\nglobal s: f32[64]\n"
                    "r[i,j] = 1.0\ns[j] = 2.0\n---\ntag i:g.0, j:l.0\n"),
            "  r[64*gid(0) + lid(0)] = 1.0f;\n"
            "  if (gid(0) == 0)\n"
            "    s[lid(0)] = 2.0f;\n");
}

TEST(LoopGenerate, WhatBeginsAboveZeroIsMoved) {
  EXPECT_EQ(body_of("domain { [i] : 3 <= i < n }\nassume n >= 4\nb[i] = a[i]\n---\ntag i:g.0\n"),
            "  b[gid(0) + 3] = a[gid(0) + 3];\n");
}

TEST(LoopGenerate, DivisionsRoundDownWhereTheyCouldMeetNegativeNumbers) {
  const std::string code = generate(
      program_of("domain { [i] : 0 <= i < n }\nglobal a: f32[n + 4]\nb[i] = i//4 + (i - 2)//4 + a[(2 - i) % 3]\n"),
      Target::cpp);
  EXPECT_NE(code.find("i/4 + floor_div(i - 2, 4)"), std::string::npos) << code;
  EXPECT_NE(code.find("a[modulo(2 - i, 3)]"), std::string::npos) << code;
  EXPECT_NE(code.find("static int floor_div(int a, int b)"), std::string::npos) << code;
}

TEST(LoopGenerate, CasesThatHaveNoCommonBoundAreLoopedOverTogether) {
  EXPECT_EQ(body_of("domain { [i] : i = 3 or 10 <= i <= n }\nglobal b: f32[n + 4]\nb[i] = 1.0\n", Target::cpp),
            "  for (int i = std::min<int>(10, 3); i <= std::max<int>(n, 3); ++i)\n"
            "    if ((i >= 10 && i <= n) || (i == 3))\n"
            "      b[i] = 1.0f;\n");
}

TEST(LoopGenerate, GreatNumbersAreLeftToTheTarget) {
  EXPECT_EQ(body_of("domain { [i] : 0 <= i < n }\nglobal b: i64[n]\nb[i] = 9000000000*9000000000 + i\n", Target::cpp),
            "  for (int i = 0; i <= n - 1; ++i)\n"
            "    b[i] = 9000000000L*9000000000L + i;\n");
}

TEST(LoopGenerate, NamesThatTheTargetHasAreChanged) {
  const std::string code =
      generate(program_of("domain { [for] : 0 <= for < float }\nint[for] = half[for]\n"), Target::cuda);
  EXPECT_NE(code.find("my_int[my_for] = my_half[my_for];"), std::string::npos) << code;
}

TEST(LoopGenerate, TypesHaveTheirOwnLiteralsAndFunctions) {
  const std::string text =
      "domain { [i] : 0 <= i < n }\nglobal d, e: f64[n]\ne[i] = sqrt(d[i]) + 0.5\nb[i] = exp(a[i]) + rsqrt(2)\n";
  EXPECT_NE(generate(program_of(text), Target::opencl).find("cl_khr_fp64"), std::string::npos);
  EXPECT_NE(body_of(text, Target::cuda).find("e[i] = sqrt(d[i]) + 0.5;"), std::string::npos)
      << body_of(text, Target::cuda);
  EXPECT_NE(body_of(text, Target::cuda).find("b[i] = expf(a[i]) + rsqrtf((float) 2);"), std::string::npos)
      << body_of(text, Target::cuda);
}

TEST(LoopGenerate, SaysWhatItCanNotGenerate) {
  EXPECT_EQ(refusal_of("domain { [i] : 0 <= i < n }\nlocal t: f32[n]\nt[i] = 1.0\nb[i] = t[i]\n"),
            "kernel: 't' is not in global memory and needs a constant size, not n");
  EXPECT_EQ(refusal_of("domain { [i] : 0 <= i < n }\nglobal h: f16[n]\nh[i] = 1.0\n", Target::cpp),
            "plain C++ has no type for f16");
  EXPECT_EQ(refusal_of("domain { [i,j] : 0 <= i,j < 64 }\nglobal r: f32[64,64]\nr[i,j] = 1.0\n---\ntag i:l.0, j:l.1\n"),
            "kernel: a group of 4096 work-items is more than the 1024 that devices run");
}

TEST(LoopLaunch, SizesAreExpressionsOfTheParameters) {
  const Program p =
      program_of(product + "split i 16 outer g.1 inner l.1\nsplit j 16 outer g.0 inner l.0\nassume n >= 1\n");
  const LaunchShape shape = launch_shape(p);
  EXPECT_EQ(to_text(shape.grid[0].size), "(n + 15)//16");
  EXPECT_EQ(to_text(shape.block[1].size), "16");
  EXPECT_EQ(to_text(shape.grid[2].size), "1");
  EXPECT_EQ(value_of(shape.grid[1].size, {{"n", 33}}), 3);
  EXPECT_THROW((void)value_of(shape.grid[1].size, {}), InputError);
}

TEST(LoopLaunch, ArgumentsAreArraysThenNumbersThenParameters) {
  const Program p =
      program_of("domain { [i] : 0 <= i < n }\nglobal alpha: f32\nglobal x, y: f32[n + 2]\ny[i] = alpha*x[i]\n");
  const auto arguments = arguments_of(p);
  ASSERT_EQ(arguments.size(), 4U);
  EXPECT_EQ(arguments[0].name, "x");
  EXPECT_FALSE(arguments[0].written);
  EXPECT_EQ(to_text(arguments[0].elements), "n + 2");
  EXPECT_TRUE(arguments[1].written);
  EXPECT_EQ(arguments[2].name, "alpha");
  EXPECT_EQ(arguments[3].kind, Argument::Kind::parameter);
}

}  // namespace
