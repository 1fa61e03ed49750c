// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/prediction_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace forewarp::report {
namespace {

std::vector<DevicePrediction> two_devices() {
  DevicePrediction fast{"V100", {}};
  fast.prediction.time_s = 164e-6;
  fast.prediction.low_s = 150e-6;
  fast.prediction.high_s = 203e-6;
  fast.prediction.terms = {{"dram", 162e-6}, {"launch", 2e-6}};
  fast.prediction.limiter = "dram";
  fast.prediction.theoretical.fraction = 1;
  fast.prediction.theoretical.blocks_per_sm = 8;
  fast.prediction.achieved_occupancy = 0.92;
  fast.prediction.waves = 12.8;
  DevicePrediction slow = fast;
  slow.device = "K20";
  slow.prediction.time_s = 891e-6;
  slow.prediction.low_s = 754e-6;
  slow.prediction.high_s = 1.2e-3;
  slow.prediction.terms = {{"l2", 880e-6}, {"dram", 640e-6}};
  slow.prediction.limiter = "l2";
  slow.prediction.waves = 394;
  slow.prediction.notes = {"registers estimated"};
  fast.prediction.notes = slow.prediction.notes;
  return {fast, slow};
}

TEST(PredictionText, SetsDevicesSideBySideAndSaysANoteOnce) {
  EXPECT_EQ(prediction_text(two_devices()),
            "device    time              range  limiter  occupancy      waves\n"
            "V100    164 us      150 .. 203 us  dram     92 % of 100 %   12.8\n"
            "K20     891 us  754 us .. 1.20 ms  l2       92 % of 100 %    394\n"
            "\n"
            "term       V100     K20\n"
            "dram     162 us  640 us\n"
            "launch  2.00 us       -\n"
            "l2            -  880 us\n"
            "\n"
            "caches: loads start cold; the last stores stay in L2 as far as it holds them (--caches cold, --caches "
            "warm)\n"
            "\n"
            "note: registers estimated (V100, K20)\n");
}

TEST(Predictions, ADeviceThatCannotRunTheLaunchHasItsReasonInEveryForm) {
  std::vector<DevicePrediction> rows = two_devices();
  rows.push_back({"C1060", {}, "needs compute capability 7.0"});

  EXPECT_NE(prediction_text(rows).find("\ncannot run  why\nC1060       needs compute capability 7.0\n"),
            std::string::npos)
      << prediction_text(rows);
  EXPECT_EQ(prediction_json(rows)[2],
            (nlohmann::ordered_json{{"device", "C1060"}, {"reason", "needs compute capability 7.0"}}));
  EXPECT_NE(prediction_csv(rows).find("\nC1060,,,,,,,,,,,,needs compute capability 7.0\n"), std::string::npos);
}

TEST(PredictionText, ShowsTheTermsOfALongListForItsFirstDevicesAlone) {
  std::vector<DevicePrediction> rows(20, two_devices().front());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].device = "D" + std::to_string(i);

  const std::string text = prediction_text(rows);

  EXPECT_NE(text.find("... of the fastest 8; --json and --csv have all 20\n"), std::string::npos) << text;
  EXPECT_NE(text.find("(D0, D1, D2, D3, D4, D5 and 14 more)"), std::string::npos) << text;
}

TEST(PredictionText, LeavesARangeOpenWhereSomethingIsNotCounted) {
  std::vector<DevicePrediction> rows = two_devices();
  rows[0].prediction.marks = {{.kind = profile::MarkKind::waits, .arguments = {}, .place = {}, .text = "waits"}};

  const std::string text = prediction_text(rows);

  EXPECT_NE(text.find("164 us     150 us or more  dram"), std::string::npos) << text;
  EXPECT_EQ(prediction_json(rows)[0]["lower_bound"], true);
  EXPECT_EQ(prediction_json(rows)[1]["lower_bound"], false);
}

TEST(PredictionJson, HasEveryTermInSeconds) {
  const auto json = prediction_json(two_devices());

  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0]["device"], "V100");
  EXPECT_DOUBLE_EQ(json[0]["terms"]["dram"], 162e-6);
  EXPECT_DOUBLE_EQ(json[1]["time_s"], 891e-6);
  EXPECT_EQ(json[1]["occupancy"]["blocks_per_sm"], 8);
  EXPECT_EQ(json[0]["caches"], "usual");
  EXPECT_TRUE(json[0]["least"].is_null());
}

TEST(PredictionJson, HasWhatTheDataSheetAllowsAndWhatWasAssumedOfTheCaches) {
  std::vector<DevicePrediction> predictions = two_devices();
  predictions[0].prediction.roofs = {{"dram", 150e-6}, {"fp32", 1e-6}};
  predictions[0].prediction.caches = model::Caches::cold;

  const auto json = prediction_json(predictions);

  EXPECT_EQ(json[0]["caches"], "cold");
  EXPECT_DOUBLE_EQ(json[0]["least"]["time_s"], 150e-6);
  EXPECT_EQ(json[0]["least"]["peak"], "dram");
}

TEST(PredictionCsv, HasAColumnForEveryTermOfAnyDevice) {
  EXPECT_EQ(prediction_csv(two_devices()),
            "device,time_s,low_s,high_s,limiter,theoretical_occupancy,achieved_occupancy,blocks_per_sm,waves,"
            "dram_s,launch_s,l2_s,reason\n"
            "V100,0.000164,0.00015,0.000203,dram,1,0.92,8,12.8,0.000162,2e-06,,\n"
            "K20,0.000891,0.000754,0.0012,l2,1,0.92,8,394,0.00064,,0.00088,\n");
}

}  // namespace
}  // namespace forewarp::report
