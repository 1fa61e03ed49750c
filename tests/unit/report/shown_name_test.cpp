// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/shown_name.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/beginning.hpp"

namespace forewarp::report {
namespace {

TEST(ShownName, IsTheLongestThatFits) {
  const std::string argument = "cutlass::gemm::GemmShape<128, 128, 8>";
  const std::string arguments = argument + ", " + argument;

  EXPECT_EQ(shown_name("void add(float*, int)"), "add(float*, int)");
  EXPECT_EQ(shown_name("add<float>(float const*, float const*, float*, int, int, int, int)"), "add<float>(...)");
  EXPECT_EQ(shown_name("void cutlass::Kernel<" + arguments + ">(" + argument + ")"), "cutlass::Kernel(...)");
  EXPECT_EQ(shown_name("a_rather_long_namespace::with_another_one_inside::kernel<" + arguments + ">()"), "kernel(...)");
  EXPECT_LE(shown_name(std::string(500, 'k')).size(), 56U);
}

TEST(ShownNames, NumberKernelsThatLookTheSame) {
  const std::string long_one = "kernel<" + std::string(80, 'a') + ">()",
                    other = "kernel<" + std::string(80, 'b') + ">()";

  EXPECT_EQ(shown_names({long_one, "add(int)", other}),
            (std::vector<std::string>{"kernel(...) #1", "add(int)", "kernel(...) #2"}));
}

TEST(BeginningOf, CutsLongNames) {
  EXPECT_EQ(beginning_of("add(float*, int)"), "add(float*, int)");
  EXPECT_EQ(beginning_of(std::string(120, 'k')), std::string(120, 'k'));
  EXPECT_EQ(beginning_of(std::string(121, 'k')), std::string(117, 'k') + "...");
}

}  // namespace
}  // namespace forewarp::report
