// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a reader sees without scrolling, on a screen and on a phone; how tall pages are; and pages of many devices and
/// of many configurations.
#include <fmt/format.h>

#include <cstdlib>

#include "forewarp/support/file.hpp"
#include "unit/doubling_kernel.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Json;

/// Where the sentence, the last bar and the first change end, in pixels from the top; the height of the page.
constexpr const char* first_screen = R"js((w) => {
  const d = w.document, ends = (name) => { const all = [...d.querySelectorAll(name)].filter((e) => e.getClientRects().length);
    return all.length ? Math.max(...all.map((e) => e.getBoundingClientRect().bottom)) : null; };
  return { sentence: d.querySelector(".sentence").textContent.replaceAll("\u00a0", " "), sentence_end: ends(".sentence"), bars_end: ends(".answer .share"), bars: d.querySelectorAll(".answer .share").length,
    change: d.querySelector(".changes p:nth-child(2)")?.textContent ?? "", change_end: ends(".changes p:nth-child(2)"), words: [...d.querySelectorAll("a.word")].map((a) => a.getAttribute("href")),
    targets: [...d.querySelectorAll("a.word")].every((a) => d.getElementById(a.getAttribute("href").slice(1))),
    height: d.documentElement.scrollHeight, width: d.documentElement.scrollWidth };
})js";

class FirstScreen : public report::Browser {
 protected:
  /// The page that the tool writes.
  std::string page_of(const std::string& arguments) {
    const std::string command = fmt::format("cd '{}' && FOREWARP_CACHE=off '{}' {} --report result.html >log 2>&1",
                                            folder_.path().string(), FOREWARP_TOOL, arguments);
    EXPECT_EQ(std::system(command.c_str()), 0) << arguments << "\n" << read_file(folder_ / "log");
    return read_file(folder_ / "result.html");
  }
  /// Sentence, bars and the first change are on the first screen of both sizes.
  Json expect_answered(const std::string& arguments) {
    const std::string html = page_of(arguments);
    Json on_screen;
    for (const auto& [width, height] : {std::pair{1400, 900}, {390, 844}}) {
      const Json seen = look_at_size(html, width, height, first_screen);
      EXPECT_EQ(seen[1], Json::array()) << arguments;
      for (const char* part : {"sentence_end", "bars_end", "change_end"}) {
        const Json& end = seen[0][part];
        EXPECT_LE(end.is_number() ? end.get<double>() : 1e9, height) << arguments << " " << part;
      }
      EXPECT_LE(seen[0]["width"].get<int>(), width) << arguments;
      EXPECT_TRUE(seen[0]["targets"].get<bool>()) << arguments;
      if (width > 1000) on_screen = seen[0];
    }
    return on_screen;
  }
};

TEST_F(FirstScreen, OfAPredictionHasTimeLimiterShareOfPeakAndAdvice) {
  const Json seen = expect_answered("predict matmul_tiled --device H200,V100,K20");

  const auto sentence = seen["sentence"].get<std::string>();
  EXPECT_NE(sentence.find(" on H200, the fastest of 3: "), std::string::npos) << sentence;
  for (const char* part :
       {"-bound at ", "TFLOP/s (", "of fp32 peak", "of DRAM peak", "times checked on Hopper: median error ", "known, "})
    EXPECT_NE(sentence.find(part), std::string::npos) << part << " in: " << sentence;
  EXPECT_EQ(seen["bars"], 6);  // computation and memory on three devices
  EXPECT_NE(seen["change"].get<std::string>().find(" times as fast: "), std::string::npos);
  EXPECT_LE(seen["height"].get<int>(), 2600);
  EXPECT_GE(seen["words"].size(), 5U);
}

TEST_F(FirstScreen, OfAnAdviceHasTheBestChange) {
  const Json seen = expect_answered("advise matmul_tiled --device V100,K20 --set n=256");
  EXPECT_NE(seen["sentence"].get<std::string>().find(" on V100, the fastest of 2: "), std::string::npos);
}

TEST_F(FirstScreen, OfARankingNamesTheBestConfigurationAndItsShareOfPeak) {
  const Json seen = expect_answered("rank saxpy --device V100 --vary block=64,128,256 --grid 'ceil_div(n,block_x)'");
  EXPECT_EQ(seen["sentence"].get<std::string>().find("block="), 0U);
  EXPECT_NE(seen["sentence"].get<std::string>().find("-bound"), std::string::npos);
  EXPECT_NE(seen["change"].get<std::string>().find("Launch with block="), std::string::npos);
}

TEST_F(FirstScreen, OfALaunchNamesBlocksAndThreads) {
  const Json seen = expect_answered("launch saxpy --device V100,K20");
  EXPECT_NE(seen["sentence"].get<std::string>().find(" threads on V100: "), std::string::npos) << seen["sentence"];
}

/// A profile is of no device: shares are of lanes and of sectors.
TEST_F(FirstScreen, OfAProfileSaysHowWellWarpsAndSectorsAreUsed) {
  const Json seen = look_at_size(page_of("profile saxpy"), 390, 844, first_screen);
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_NE(seen[0]["sentence"].get<std::string>().find("100 % of the bytes moved are asked for"), std::string::npos);
  EXPECT_EQ(seen[0]["bars"], 2);
  EXPECT_LE(seen[0]["bars_end"].get<double>(), 844);
}

TEST_F(FirstScreen, AGuessThatDecidesIsInTheSentenceAndNotesAreOneLine) {
  write_file(folder_ / "k.ptx", forewarp::testing::doubling);

  const Json seen = look_at(page_of("predict k.ptx --device V100 --grid 64 --block 256"), R"js(() => ({
    closed: !document.querySelector(".folded-notes").open, line: document.querySelector(".folded-notes summary").textContent,
    notes: document.querySelectorAll(".notes li").length }))js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_TRUE(seen[0]["closed"].get<bool>());
  EXPECT_NE(seen[0]["line"].get<std::string>().find("guesses and notes: "), std::string::npos);
  EXPECT_GE(seen[0]["notes"].get<int>(), 2);
}

/// When the script has ended, in milliseconds since the page was opened; then how long sorting and a filter take.
constexpr const char* interactive = R"js(() => {
  const drawn = performance.now(), table = [...document.querySelectorAll("figure.table")].find((t) => t.querySelectorAll("tbody tr").length > 10);
  table.querySelectorAll("th button")[1].click();
  const search = table.querySelector("input[type=search]");
  search.value = "dram";
  search.dispatchEvent(new Event("input"));
  return { drawn, used: performance.now() - drawn, marks: document.querySelectorAll(".mark").length,
    rows: [...document.querySelectorAll("button")].map((b) => b.textContent).filter((t) => /^all \d+ rows$/.test(t)) };
})js";

TEST_F(FirstScreen, APageOfEveryDeviceIsSmallAndFast) {
  const std::string html = page_of("predict saxpy --device all");
  EXPECT_LT(html.size(), 6'000'000U);

  const Json seen = look_at(html, interactive);

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_LE(seen[0]["drawn"].get<double>(), 1500);
  EXPECT_LE(seen[0]["used"].get<double>(), 500);
  EXPECT_LE(seen[0]["marks"].get<int>(), 500);
}

std::string ranking_of(int count) {
  Json json{{"kernel", "mm"}, {"device", "V100"}, {"candidates", Json::array()}};
  for (int i = 0; i < count; ++i)
    json["candidates"].push_back({{"configuration",
                                   {{"block", std::to_string(32 << i % 5)},
                                    {"TILE", std::to_string(i / 5 % 20)},
                                    {"UNROLL", std::to_string(i / 100 % 10)},
                                    {"n", std::to_string(i / 1000)}}},
                                  {"grid", {4096, 4, 1}},
                                  {"block", {128, 2, 1}},
                                  {"time_s", 1.2345678e-3 * (1 + 1e-4 * i)},
                                  {"low_s", 1.0345678e-3 * (1 + 1e-4 * i)},
                                  {"high_s", 1.5345678e-3 * (1 + 1e-4 * i)},
                                  {"limiter", i % 2 == 0 ? "dram" : "issue"},
                                  {"group", 1},
                                  {"occupancy", 0.75},
                                  {"waves", 12.8}});
  return json.dump();
}

TEST_F(FirstScreen, ARankingOfTwentyThousandIsSmallAndFast) {
  const std::vector<report::Document> documents{{"rank", Json::parse(ranking_of(20000))}};
  const std::string html = report::page_html(report::page_of(documents));
  EXPECT_LT(html.size(), 6'000'000U);

  const Json seen = look_at(html, interactive);

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_LE(seen[0]["drawn"].get<double>(), 1500);
  EXPECT_LE(seen[0]["used"].get<double>(), 500);
  EXPECT_LE(seen[0]["marks"].get<int>(), 1500);
  EXPECT_EQ(seen[0]["rows"], Json::array({"all 10000 rows"}));  // every second is limited by dram
}

TEST_F(FirstScreen, ARankingOfAlikeConfigurationsSaysSo) {
  const Json seen = look_at_size(
      report::page_html(report::page_of(std::vector<report::Document>{{"rank", Json::parse(ranking_of(100))}})), 1400,
      900, first_screen);
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_NE(seen[0]["sentence"].get<std::string>().find("all 100 configurations are within 3 %: choose freely"),
            std::string::npos);
}

}  // namespace
