// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/count_view.hpp"

#include <gtest/gtest.h>

#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace {

using namespace forewarp;

count::KernelCounts counts_of(const std::string& assumed) {
  return count::count_loop(loop::parse("domain { [i,j] : 0 <= i < n and i <= j < m }\n" + assumed +
                                       "global x, y: f32[n, m]\ny[i,j] = x[i,j] + 1.0\n"));
}

TEST(CountView, WhereSizesDecideTheFormulaItsConditionsArePrinted) {
  // Rows of m - i elements, i < min(n, m): n*m - n*(n - 1)/2 where n <= m, m*(m + 1)/2 else.
  const std::string text = report::count_text(counts_of(""), {});
  EXPECT_NE(text.find("(1) = "), std::string::npos) << text;
  EXPECT_NE(text.find(">= 0"), std::string::npos) << text;
  EXPECT_NE(text.find("1/2*m^2"), std::string::npos) << text;
}

TEST(CountView, OneFormulaThatHoldsWhereTheAssumptionsDoStandsInTheTable) {
  const std::string text = report::count_text(counts_of("assume n >= 1 and m >= n\n"), {});
  EXPECT_EQ(text.find("(1)"), std::string::npos) << text;
  EXPECT_EQ(text.find(">="), std::string::npos) << text;
}

TEST(CountView, AtASizeThereAreNumbers) {
  // n = 3, m = 5: 5 + 4 + 3 additions.
  const std::string text = report::count_text(counts_of(""), {{"n", 3}, {"m", 5}});
  EXPECT_NE(text.find("12"), std::string::npos) << text;
  EXPECT_EQ(text.find("floor"), std::string::npos) << text;
}

}  // namespace
