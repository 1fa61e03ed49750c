// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Pages as a person with a keyboard uses them.
#include "unit/report/devtools.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Json;

class Keys : public report::Browser {
 protected:
  std::string url_of(const std::vector<report::Document>& documents) {
    write_file(folder_ / "page.html", report::page_html(report::page_of(documents)));
    return "file://" + (folder_ / "page.html").string();
  }
};

/// Nine configurations: time is a + b.
std::string ranking() {
  Json json{{"kernel", "mm"}, {"device", "V100"}, {"candidates", Json::array()}};
  for (int i = 0; i < 9; ++i)
    json["candidates"].push_back({{"configuration", {{"a", std::to_string(i % 3)}, {"b", std::to_string(i / 3)}}},
                                  {"grid", {64, 1, 1}},
                                  {"block", {128, 1, 1}},
                                  {"time_s", 1e-3 * (1 + i % 3 + i / 3)},
                                  {"low_s", 1e-3},
                                  {"high_s", 1e-2},
                                  {"limiter", "dram"},
                                  {"group", 1},
                                  {"occupancy", 0.75},
                                  {"waves", 12.8}});
  return json.dump();
}

constexpr const char* brushed = "document.querySelector('.brushed').textContent";

TEST_F(Keys, AStretchOfAnAxisIsChosenMovedResizedAndCleared) {
  test::Devtools chrome(folder_.path());
  chrome.open(url_of({{"rank", Json::parse(ranking())}}), 1400, 900);
  const auto kept = [&] { return chrome.evaluate(brushed).get<std::string>(); };
  const auto of_value = [&](const char* name) {
    return chrome.evaluate(fmt::format("document.activeElement.getAttribute('{}')", name)).get<std::string>();
  };

  EXPECT_EQ(chrome.evaluate("document.querySelectorAll('.brush[role=slider][tabindex=\"0\"]').length"), 3);
  chrome.evaluate("document.querySelector('.brush').focus()");
  EXPECT_EQ(of_value("aria-label"), "stretch of a that is kept");
  EXPECT_EQ(of_value("aria-valuetext"), "all");
  chrome.press("ArrowUp");
  const std::string first = kept(), said = of_value("aria-valuetext");
  EXPECT_NE(first.find(" of 9"), std::string::npos) << first;
  EXPECT_NE(said, "all");
  for (int i = 0; i < 8; ++i) chrome.press("ArrowUp");
  const std::string moved = kept();
  EXPECT_NE(moved, first);
  for (int i = 0; i < 40; ++i) chrome.press("ArrowDown", true);
  EXPECT_NE(kept(), moved);
  chrome.press("Escape");
  EXPECT_EQ(kept(), "");
  EXPECT_EQ(of_value("aria-valuetext"), "all");
  EXPECT_TRUE(chrome.problems().empty()) << chrome.problems().front();
}

TEST_F(Keys, WhatThePageThrowsIsAProblemAndAnError) {
  test::Devtools chrome(folder_.path());
  write_file(folder_ / "bad.html", "<script>console.error('one'); missing();</script>");
  chrome.open("file://" + (folder_ / "bad.html").string(), 400, 300);

  EXPECT_THROW((void)chrome.evaluate("throw new Error('two')"), Error);
  EXPECT_EQ(chrome.problems().size(), 2U);
  EXPECT_FALSE(chrome.wait_until("false", 0.1));
}

}  // namespace
