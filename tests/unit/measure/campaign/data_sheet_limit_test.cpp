// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/data_sheet_limit.hpp"

#include <gtest/gtest.h>

namespace forewarp::campaign {
namespace {

learn::Answer an_answer(double value, double low, double high) {
  learn::Answer answer;
  answer.value = value, answer.low = low, answer.high = high;
  return answer;
}

model::Prediction at_least(double seconds) {
  model::Prediction p;
  p.roofs = {{"fp32", seconds}};
  return p;
}

TEST(DataSheetLimit, RaisesATrainedTimeThatBeatsThePeakAndSaysSo) {
  learn::Answer answer = an_answer(20e-6, 10e-6, 30e-6);

  const auto warning = raise_to_data_sheet(answer, at_least(50e-6));

  EXPECT_DOUBLE_EQ(answer.value, 50e-6);
  EXPECT_DOUBLE_EQ(*answer.low, 50e-6);
  EXPECT_DOUBLE_EQ(*answer.high, 50e-6);
  ASSERT_TRUE(warning);
  EXPECT_EQ(*warning, "the model predicts 20 us, which is shorter than the data sheet allows: raised to its fp32 peak");
}

TEST(DataSheetLimit, RaisesTheLowEndAloneWithoutAWord) {
  learn::Answer answer = an_answer(60e-6, 10e-6, 90e-6);

  EXPECT_FALSE(raise_to_data_sheet(answer, at_least(50e-6)));
  EXPECT_DOUBLE_EQ(answer.value, 60e-6);
  EXPECT_DOUBLE_EQ(*answer.low, 50e-6);
  EXPECT_DOUBLE_EQ(*answer.high, 90e-6);
}

TEST(DataSheetLimit, LeavesAnAnswerAloneWhereNoPeakIsKnown) {
  learn::Answer answer = an_answer(60e-6, 10e-6, 90e-6);

  EXPECT_FALSE(raise_to_data_sheet(answer, {}));
  EXPECT_DOUBLE_EQ(*answer.low, 10e-6);
}

}  // namespace
}  // namespace forewarp::campaign
