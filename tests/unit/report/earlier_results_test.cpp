// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// JSON that earlier versions of predict wrote, each stored with the members that it had then, still becomes a page.
#include "forewarp/report/comparison.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Json;

class EarlierResults : public report::Browser {
 protected:
  static report::Document stored(const std::string& name) {
    const std::string folder = std::string(test::source_dir()) + "/tests/unit/report/documents/";
    return {name, Json::parse(read_file(folder + name))};
  }
  /// Sentence, charts and the first table of the page.
  Json seen_of(const std::vector<report::Document>& documents) {
    return look(documents,
                R"js(() => ({ sentence: document.querySelector(".sentence").textContent.replaceAll("\u00a0", " "),
      charts: document.querySelectorAll("svg").length, rows: document.querySelectorAll("tbody tr").length }))js");
  }
};

/// Before speeds, architectures, caches and checks were known.
TEST_F(EarlierResults, OfTheFirstVersionHaveTimeAndLimiter) {
  const Json seen = seen_of({stored("predict_2026-11-21.json")});

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["sentence"], "169 us on A100: dram-bound");
  EXPECT_GE(seen[0]["charts"].get<int>(), 2);
  EXPECT_GE(seen[0]["rows"].get<int>(), 1);
}

/// With checks of times, before their errors and the speeds.
TEST_F(EarlierResults, OfTheSecondVersionSayThatTimesWereChecked) {
  const Json seen = seen_of({stored("predict_2026-11-22.json")});

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["sentence"], "169 us on A100: dram-bound; times checked on this architecture");
}

TEST_F(EarlierResults, AreComparedWithLaterOnes) {
  const report::Document first = stored("predict_2026-11-21.json"), second = stored("predict_2026-11-22.json");

  const auto compared = report::compare(first, second);

  ASSERT_EQ(compared.size(), 1U);
  EXPECT_NE(report::comparison_text(compared, first, second).find("169 us"), std::string::npos);
}

}  // namespace
