// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "math_cost/instructions.hpp"
#include "unit/frontend/source/with_compilers.hpp"

namespace forewarp::source {
namespace {

TEST(MathCost, NoFunctionExecutesMuchMoreThanNvidiasLibraryDoes) {
  if (!is_here(CompilerChoice::clang)) GTEST_SKIP() << "clang is not here";
  const auto nvcc =
      bench::read_counts(std::string(forewarp::test::source_dir()) + "/benchmarks/math_cost/nvcc_13_0.csv");

  const auto clang = bench::instruction_counts(CompilerChoice::clang);

  ASSERT_GT(clang.size(), 130U);
  for (const auto& [name, count] : clang) {
    ASSERT_TRUE(nvcc.contains(name)) << name;
    EXPECT_LE(count, bench::largest_ratio * nvcc.at(name)) << name;
  }
}

}  // namespace
}  // namespace forewarp::source
