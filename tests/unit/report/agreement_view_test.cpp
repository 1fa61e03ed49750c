// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/agreement_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/json_value.hpp"
#include "forewarp/report/page/source_text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report {
namespace {

TEST(JsonValue, IsNullWhereThereIsNoNumber) {
  EXPECT_TRUE(finite_or_null(std::nan("")).is_null());
  EXPECT_TRUE(finite_or_null(INFINITY).is_null());
  EXPECT_EQ(finite_or_null(0.5), 0.5);
  EXPECT_TRUE(value_or_null(std::nullopt).is_null());
  EXPECT_EQ(value_or_null<nlohmann::ordered_json>(2.0), 2.0);
}

TEST(SourceText, NumbersLinesFromOneAndRefusesWhatIsNotThere) {
  std::string seen;
  views::for_each_line("a\n\nb", [&](std::uint64_t line, std::string_view text) {
    seen += std::to_string(line) + std::string(text) + ";";
  });
  EXPECT_EQ(seen, "1a;2;3b;");
  EXPECT_NE(views::source_text("kernels/saxpy/kernel.cu").find("__global__"), std::string::npos);
  EXPECT_THROW((void)views::source_text("kernels/saxpy/no_kernel.cu"), InputError);
}

TEST(AgreementView, NamesTheLossOfTakingThePredictedBest) {
  rank::Agreement agreement;
  agreement.accuracy = {
      .count = 60, .spearman = 0.912, .bias = 1.11, .error = 0.14, .error_calibrated = 0.09, .in_range = 0.92};
  agreement.predicted_best = {{"TILE", "32"}};
  agreement.measured_best = {{"TILE", "16"}};
  agreement.predicted_best_s = 3.6e-3;
  agreement.measured_best_s = 3.0e-3;
  agreement.regret = 0.2;
  agreement.place = 4;
  agreement.by_value = {{"TILE", "8", 20, 0.94, 0.12}};
  const rank::Space space{.dimensions = {{"TILE", {"8", "16", "32"}}}, .constraints = {}};

  const std::string text = agreement_text(agreement, space);
  for (const char* part : {"Spearman 0.912", "14 %", "1.11", "place 4 of 60", "20", "TILE=16", "TILE=8"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  EXPECT_EQ(agreement_json(agreement)["regret"], 0.2);
}

}  // namespace
}  // namespace forewarp::report
