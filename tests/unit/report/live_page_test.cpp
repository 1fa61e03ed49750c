// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The page without data that forewarp serve fills again and again: what did not change stays on it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/page.hpp"
#include "forewarp/support/file.hpp"
#include "unit/report/browser.hpp"
#include "unit/report/devtools.hpp"

namespace {

using namespace forewarp;
using report::Chart;
using report::Page;

Chart bar(const char* title, double value) {
  Chart chart{.title = title, .x = {.label = "time"}, .y = {.label = "device"}};
  chart.series = {{.name = "time", .marks = {{.x = value, .y = "V100"}}}};
  return chart;
}

/// A sentence, a section with a chart of the value, and one that is always the same.
std::string page_of(double value) {
  Page page{.title = "k"};
  page.answer = report::Answer{.sentence = fmt::format("{} us", value), .no_change = "nothing"};
  page.sections = {{.title = "How long", .blocks = {bar("times", value)}},
                   {.title = "Occupancy", .blocks = {bar("always", 7)}}};
  page.notes = {"a note"};
  return report::live_page_json(page).dump();
}

class LiveFrame : public report::Browser {};

TEST_F(LiveFrame, DrawsWhatChangedAndKeepsTheRest) {
  write_file(folder_ / "live.html", report::live_page_html("n"));
  test::Devtools chrome(folder_.path());
  chrome.open("file://" + (folder_ / "live.html").string(), 1400, 900);
  chrome.evaluate(
      "window.shown = 0; addEventListener('message', (e) => { if (e.data.shown) window.shown = e.data.shown; }); 0");
  const auto show = [&](double value, int number) {
    chrome.evaluate(fmt::format("postMessage({{ page: {}, number: {} }}, '*'); 0", page_of(value), number));
    ASSERT_TRUE(chrome.wait_until(fmt::format("window.shown === {}", number), 30));
  };
  show(3, 1);
  chrome.evaluate("for (const e of document.querySelectorAll('section, .folded-notes, .answer')) e.mine = true; 0");

  show(4, 2);

  const auto kept = chrome.evaluate(
      "[...document.querySelectorAll('section, .folded-notes, .answer')].map((e) => [e.getAttribute('aria-label') ?? "
      "'notes', Boolean(e.mine)])");
  EXPECT_EQ(kept, nlohmann::json::parse(
                      R"([["the answer", false], ["notes", true], ["How long", false], ["Occupancy", true]])"))
      << kept;
  EXPECT_EQ(chrome.evaluate("document.querySelector('.sentence').textContent").get<std::string>().substr(0, 1), "4");
  EXPECT_NE(chrome.evaluate("document.querySelector('#s0 .mark').getAttribute('aria-label')")
                .get<std::string>()
                .find("time: 4"),
            std::string::npos);
  EXPECT_TRUE(chrome.problems().empty()) << chrome.problems().front();
}

}  // namespace
