// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::table {
namespace {

using Rows = std::vector<std::size_t>;

Table launches() {
  Table t;
  t.add("gpu", Table::Texts{"K20", "K20", "V100", ""});
  t.add("n", Table::Numbers{512, 1024, 2048, 4096});
  t.add("time", Table::Numbers{8, 4, std::nan(""), 2}, "us");
  return t;
}

Rows where(const std::string& text) { return RowExpression::parse(text).rows_where(launches()); }

std::string refusal(const std::string& text) {
  try {
    (void)RowExpression::parse(text).rows_where(launches());
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(RowExpression, KeepsTheRowsForWhichItIsTrue) {
  EXPECT_EQ(where("gpu == \"K20\" && n >= 1024"), Rows{1});
  EXPECT_EQ(where("gpu == 'K20' or n > 2048"), (Rows{0, 1, 3}));
  EXPECT_EQ(where("not (gpu in ('K20', 'V100'))"), Rows{3});
  EXPECT_EQ(where("!(n < 1000) and !(n > 2000)"), Rows{1});
}

TEST(RowExpression, AndBindsStrongerThanOrAndProductsStrongerThanSums) {
  EXPECT_EQ(where("n == 512 or n == 1024 and gpu == 'V100'"), Rows{0});
  EXPECT_EQ(where("n == 24 + 10 * 100"), Rows{1});       // 1024, not 3400
  EXPECT_EQ(where("n - 512 - 512 == 0"), Rows{1});       // from the left
  EXPECT_EQ(where("-n + 5000 % 4000 == -24"), Rows{1});  // -1024 + 1000
}

TEST(RowExpression, AComparisonWithAMissingNumberIsFalse) {
  EXPECT_EQ(where("time < 5"), (Rows{1, 3}));
  EXPECT_EQ(where("time != 4"), (Rows{0, 3}));
  EXPECT_EQ(where("missing(time) or missing(gpu)"), (Rows{2, 3}));
}

TEST(RowExpression, KnowsAFewFunctions) {
  EXPECT_EQ(where("log2(n) == 10"), Rows{1});
  EXPECT_EQ(where("min(n, 1000) == 1000"), (Rows{1, 2, 3}));
  EXPECT_EQ(where("abs(n - 600) < 100"), Rows{0});
}

TEST(RowExpression, MakesANewColumnWithAUnit) {
  const Table t = with_column(launches(), "rate [1/us] = n / time");

  EXPECT_EQ(t.numbers("rate")[0], 64);
  EXPECT_TRUE(std::isnan(t.numbers("rate")[2]));
  EXPECT_EQ(t.column("rate").unit, "1/us");
}

TEST(RowExpression, AComparisonIsAColumnOfOnesAndZeros) {
  EXPECT_EQ(with_column(launches(), "is_k20 = gpu == 'K20'").numbers("is_k20"), (Table::Numbers{1, 1, 0, 0}));
  EXPECT_EQ(with_column(launches(), "is_large = n > 1000").numbers("is_large"), (Table::Numbers{0, 1, 1, 1}));
  EXPECT_THROW((void)with_column(launches(), "copy = gpu"), InputError);  // a text is no number
}

TEST(RowExpression, NamesBetweenBackquotesHoldAnyLetters) {
  Table t;
  t.add("a b", Table::Numbers{1, 2});

  EXPECT_EQ(RowExpression::parse("`a b` > 1").rows_where(t), Rows{1});
}

TEST(RowExpression, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("gpu == 3"), "'gpu == 3' at position 5: compares text with a number");
  EXPECT_EQ(refusal("gpus == 'K20'"), "there is no column 'gpus' (did you mean 'gpu'?)");
  EXPECT_EQ(refusal("n + 1"), "'n + 1' is not a comparison, so it does not select rows");
  EXPECT_EQ(refusal("n >"), "'n >' at position 4: ends where a value was expected");
  EXPECT_EQ(refusal("n > 1 n"), "'n > 1 n' at position 7: unexpected 'n'");
  EXPECT_EQ(
      refusal("n > sin(1)"),
      "'n > sin(1)' at position 5: there is no function 'sin' (there are: abs, exp, log, log2, max, min, missing, "
      "sqrt)");
  EXPECT_EQ(refusal("n + (n > 1) == 3"), "'n + (n > 1) == 3' at position 3: an operand is not a number");
  EXPECT_EQ(refusal("n and n > 1"), "'n and n > 1' at position 3: an operand is not a comparison");
  EXPECT_EQ(refusal("(n > 1) == (n > 2)"), "'(n > 1) == (n > 2)' at position 9: an operand is itself a comparison");
  EXPECT_EQ(refusal("gpu == 'K20"), "'gpu == 'K20' at position 8: a quote opens here that nothing closes");
}

TEST(RowExpression, RefusesWhatIsTooDeepOrTooLong) {
  EXPECT_THROW((void)RowExpression::parse(std::string(65, '(') + "1" + std::string(65, ')')), ParseError);
  EXPECT_THROW((void)RowExpression::parse(std::string(65, '-') + "1 < 2"), ParseError);
  EXPECT_THROW((void)RowExpression::parse(std::string(5000, ' ')), InputError);
}

TEST(RowExpression, ALongChainIsNoDeepOne) {
  std::string text = "n";
  for (int i = 0; i < 1000; ++i) text += "+1";

  EXPECT_EQ(where(text + " == 2024"), Rows{1});
}

}  // namespace
}  // namespace forewarp::table
