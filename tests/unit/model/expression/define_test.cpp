// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/define.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/expression/expression.hpp"
#include "forewarp/model/expression/predict_table.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {
namespace {

std::string defined(const std::string& expression, const std::vector<std::string>& definitions) {
  return with_definitions(expression, definitions);
}

std::string refusal(const std::string& expression, const std::vector<std::string>& definitions) {
  try {
    return "accepted: " + defined(expression, definitions);
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Definitions, StandInPlaceOfTheirNamesAlone) {
  EXPECT_EQ(defined("p_a*f_x + p_b*f_xy", {"f_x=f_op_float32_add + 1", "f_xy = f_x*f_thread_groups"}),
            "p_a*(f_op_float32_add + 1) + p_b*((f_op_float32_add + 1)*f_thread_groups)");
  EXPECT_EQ(defined("p_a*f_thread_groups", {}), "p_a*f_thread_groups");
}

TEST(Definitions, AreRefusedWithTheirText) {
  EXPECT_NE(refusal("p_a*f_x", {"f_x"}).find("expected f_NAME=EXPRESSION"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_x", {"x=1"}).find("expected f_NAME=EXPRESSION"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_thread_groups", {"f_thread_groups=1"}).find("is built in"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_x", {"f_x=1", "f_x=2"}).find("defined twice"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_x", {"f_x=p_b*f_work_items"}).find("has no parameters"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_x", {"f_x=2*"}).find("--feature f_x=2*:"), std::string::npos);
  EXPECT_NE(refusal("p_a*f_work_items", {"f_x=2"}).find("nothing uses it"), std::string::npos);
}

Calibration by_hand() {
  Calibration c;
  c.expression = "p_a*f_op_float32_madd + p_l*f_my_own";
  c.parameters = {{"p_a", 2, 0, false}, {"p_l", 10, 0, false}};
  return c;
}

TEST(PredictRows, TakesColumnsByTheNamesOfFeatures) {
  Table table;
  table.add("kernel", Table::Texts{"a", "b"});
  table.add("f_my_own", Table::Numbers{1, 2});
  table.add("f_op_float32_madd", Table::Numbers{3, 4});

  const auto rows = predict_rows(Predictor(by_hand()), table);

  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].value, 2 * 3 + 10 * 1);
  EXPECT_EQ(rows[1].value, 2 * 4 + 10 * 2);
}

TEST(PredictRows, NamesTheColumnThatIsMissing) {
  Table table;
  table.add("f_op_float32_mad", Table::Numbers{3});
  EXPECT_THROW((void)predict_rows(Predictor(by_hand()), table), InputError);
}

}  // namespace
}  // namespace forewarp::model::expression
