// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/comparison.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"
#include "unit/report/browser.hpp"

namespace forewarp::report {
namespace {

nlohmann::ordered_json prediction(const char* device, double time_s, const char* limiter, double dram_s,
                                  double issue_s) {
  return {{"device", device},      {"time_s", time_s},
          {"low_s", 0.9 * time_s}, {"high_s", 1.1 * time_s},
          {"limiter", limiter},    {"terms", {{"dram", dram_s}, {"issue", issue_s}, {"launch", 1e-6}}}};
}

Document document(const char* name, std::vector<nlohmann::ordered_json> predictions, unsigned block = 256) {
  return {name, {{"kernel", "sum"}, {"grid", {64, 1, 1}}, {"block", {block, 1, 1}}, {"predictions", predictions}}};
}

/// 1.82 ms and 1.40 ms: 1.30 times as fast; the DRAM term of 1.70 ms became 0.90 ms.
TEST(Comparison, SaysWhatChangedAndWhichTermExplainsIt) {
  const Document before = document("before", {prediction("V100", 1.82e-3, "dram", 1.70e-3, 1.2e-3)});
  const Document after = document("after", {prediction("V100", 1.40e-3, "issue", 0.90e-3, 1.2e-3)}, 128);

  const std::vector<Compared> all = compare(before, after);

  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].sentence,
            "1.30 times as fast on V100: 1.82 ms in before, 1.40 ms in after; dram-bound, then issue-bound; the dram "
            "term fell from 1.70 ms to 900 us");
  const std::string text = comparison_text(all, before, after);
  EXPECT_NE(text.find("time          1.82 ms  1.40 ms   -23 %\n"), std::string::npos) << text;
  EXPECT_NE(text.find("dram (term)   1.70 ms   900 us   -47 %\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("launch (term)"), std::string::npos) << "less than a hundredth of the time";
  EXPECT_NE(text.find("block   [256,1,1]  [128,1,1]\n"), std::string::npos) << text;
}

TEST(Comparison, OfDevicesThatAreInBothIsInTheOrderOfTheFirst) {
  const auto on = [](const char* device, double time_s) {
    return prediction(device, time_s, "dram", time_s, time_s / 2);
  };
  const auto all = compare(document("a", {on("K20", 2e-3), on("V100", 1e-3), on("T4", 3e-3)}),
                           document("b", {on("V100", 1e-3), on("K20", 4e-3)}));

  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].title, "V100");  // the fastest first
  EXPECT_EQ(all[0].sentence.find("the same within 3 % on V100"), 0U);
  EXPECT_EQ(all[1].sentence.find("2.00 times as slow on K20"), 0U);
}

TEST(Comparison, OfTwoDevicesTakesTheFastestOfEach) {
  const auto all = compare(document("a", {prediction("A100", 2e-3, "dram", 2e-3, 1e-3)}),
                           document("b", {prediction("H100", 1e-3, "dram", 1e-3, 5e-4)}));

  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(
      all[0].sentence.find("2.00 times as fast on H100 as on A100: 2.00 ms in a, 1.00 ms in b; dram-bound in both"), 0U)
      << all[0].sentence;
}

TEST(Comparison, RefusesWhatIsNoPrediction) {
  const Document rows{"rows", nlohmann::ordered_json::array()};
  EXPECT_THROW((void)compare(rows, rows), InputError);
}

TEST_F(Browser, AComparisonHasBothBesideEachOther) {
  const Document before = document("before", {prediction("V100", 1.82e-3, "dram", 1.70e-3, 1.2e-3)});
  const Document after = document("after", {prediction("V100", 1.40e-3, "issue", 0.90e-3, 1.2e-3)}, 128);

  const Json seen = look_at(page_html(comparison_page(compare(before, after), before, after)), R"js(() => ({
    sentence: document.querySelector(".sentence").textContent, bars: document.querySelectorAll("rect.mark").length,
    heads: [...document.querySelectorAll("th")].map((h) => h.textContent).slice(0, 4) }))js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["bars"], 4);  // two terms each
  EXPECT_EQ(seen[0]["heads"], Json::array({"what", "before", "after", "difference"}));
}

}  // namespace
}  // namespace forewarp::report
