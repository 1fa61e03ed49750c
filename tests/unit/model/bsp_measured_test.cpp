// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/measured.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

Prediction a_prediction() {
  return {.time_s = 10e-6,
          .low_s = 6e-6,
          .high_s = 14e-6,
          .terms = {{"dram", 8e-6}, {"launch", 2e-6}},
          .limiter = "dram",
          .theoretical = {},
          .roofs = {},
          .notes = {}};
}

TEST(BspMeasured, LambdaIsWhatTheModelHasTooMuchBesideTheLaunch) {
  // (10 - 2) / (6 - 2)
  EXPECT_DOUBLE_EQ(lambda_over(a_prediction(), 2e-6, 6e-6), 2);
}

TEST(BspMeasured, TheMeasuredRunComesOutAsMeasured) {
  const Prediction scaled = with_lambda(a_prediction(), 2e-6, lambda_over(a_prediction(), 2e-6, 6e-6), "K20");

  EXPECT_DOUBLE_EQ(scaled.time_s, 6e-6);
  EXPECT_DOUBLE_EQ(scaled.low_s, 4e-6);
  EXPECT_DOUBLE_EQ(scaled.high_s, 8e-6);
  EXPECT_DOUBLE_EQ(scaled.terms[0].time_s, 4e-6);
  EXPECT_DOUBLE_EQ(scaled.terms[1].time_s, 2e-6);  // launching takes as long as it takes
  ASSERT_EQ(scaled.notes.size(), 1u);
  EXPECT_NE(scaled.notes[0].find("lambda = 2"), std::string::npos);
  EXPECT_NE(scaled.notes[0].find("measured on K20"), std::string::npos);
}

/// Always the same answer.
class FixedModel final : public Model {
 public:
  [[nodiscard]] std::string_view name() const override { return "fixed"; }
  [[nodiscard]] Prediction predict(const Demand&, const device::DeviceSpec&) const override { return a_prediction(); }
};

TEST(BspMeasured, IsAModelOverAnother) {
  const FixedModel fixed;
  device::DeviceSpec device;
  device.launch_overhead_s = 2e-6;
  const LambdaModel model(fixed, {.lambda = 2, .measured_on = "K20", .warning = "too fast"});

  const Prediction p = model.predict({}, device);

  EXPECT_EQ(p.time_s, with_lambda(a_prediction(), 2e-6, 2, "K20").time_s);
  ASSERT_EQ(p.notes.size(), 2u);
  EXPECT_EQ(p.notes[1], "too fast");
}

TEST(BspMeasured, ALambdaDoesNotLiftATimeAboveTheDataSheetsPeak) {
  Prediction p = a_prediction();
  p.roofs = {{"dram", 5e-6}};

  // lambda 4: 2 + 8 / 4 = 4 us, where the bytes need 5 at the peak
  const Prediction scaled = with_lambda(p, 2e-6, 4, "K20");

  EXPECT_DOUBLE_EQ(scaled.time_s, 5e-6);
  EXPECT_DOUBLE_EQ(scaled.low_s, 5e-6);
  EXPECT_DOUBLE_EQ(scaled.high_s, 5e-6);
  EXPECT_DOUBLE_EQ(scaled.terms[0].time_s, 5e-6);
  ASSERT_EQ(scaled.notes.size(), 2u);
  EXPECT_NE(scaled.notes[1].find("faster than the data sheet allows"), std::string::npos);
}

TEST(BspMeasured, AMeasuredTimeThatBeatsTheDataSheetIsDoubted) {
  Prediction p = a_prediction();
  p.roofs = {{"dram", 5e-6}, {"fp32", 1e-6}};

  EXPECT_FALSE(beats_data_sheet(p, 5.1e-6, "K20"));
  const auto warning = beats_data_sheet(p, 4.9e-6, "K20");
  ASSERT_TRUE(warning);
  EXPECT_NE(warning->find("measured on K20, 4.9 us, is shorter than its data sheet allows: 5 us at the dram peak"),
            std::string::npos)
      << *warning;

  p.roofs = {{"dram", 5.16e-3}};
  const auto longer = beats_data_sheet(p, 1e-3, "K20");
  ASSERT_TRUE(longer);
  EXPECT_NE(longer->find("1 ms, is shorter than its data sheet allows: 5.16 ms at"), std::string::npos) << *longer;
}

TEST(BspMeasured, ATimeShorterThanALaunchIsRefused) {
  EXPECT_THROW((void)lambda_over(a_prediction(), 2e-6, 2e-6), InputError);
  EXPECT_THROW((void)with_lambda(a_prediction(), 2e-6, 0, "K20"), InputError);
}

TEST(BspMeasured, LambdaOfSeveralRunsGoesWithTheLogarithmOfTime) {
  const std::vector<LambdaOfRun> runs = {{0.1, 4}, {0.001, 1}};

  EXPECT_NEAR(lambda_between(runs, 0.01), 2, 1e-12);
  EXPECT_DOUBLE_EQ(lambda_between(runs, 1e-5), 1);
  EXPECT_DOUBLE_EQ(lambda_between(runs, 7), 4);
  EXPECT_DOUBLE_EQ(lambda_between({{0.5, 3}}, 7), 3);
  EXPECT_THROW((void)lambda_between({}, 1), InputError);
  EXPECT_THROW((void)lambda_between({{0, 1}}, 1), InputError);
}

}  // namespace
}  // namespace forewarp::model::bsp
