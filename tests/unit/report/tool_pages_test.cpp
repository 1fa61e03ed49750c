// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// --report of the tool itself, from its command line to what the browser shows.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "forewarp/support/file.hpp"
#include "source_dir.hpp"
#include "unit/doubling_kernel.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Json;

constexpr const char* whole_page =
    "() => ({ sections: [...document.querySelectorAll('h2')].map((h) => h.textContent), "
    "charts: document.querySelectorAll('svg').length, text: document.body.innerText })";

class ToolPages : public report::Browser {
 protected:
  /// Runs the tool in the test's folder and opens the page that it wrote.
  Json page_of(const std::string& arguments, const std::string& probe = whole_page) {
    EXPECT_EQ(tool(arguments + " --report result.html"), 0) << arguments << "\n" << read_file(folder_ / "log");
    const std::string html = read_file(folder_ / "result.html");
    EXPECT_LT(html.size(), 1'000'000U) << arguments;
    for (const char* fetched : {" src=\"", "<link", "@import", "url("})
      EXPECT_EQ(html.find(fetched), std::string::npos) << fetched;
    return look_at(html, probe);
  }
  int tool(const std::string& arguments) {
    const std::string command =
        fmt::format("cd '{}' && '{}' {} >log 2>&1", folder_.path().string(), FOREWARP_TOOL, arguments);
    return std::system(command.c_str());
  }
};

std::string text_of(const Json& seen) { return seen[0].is_null() ? seen.dump() : seen[0]["text"].get<std::string>(); }

TEST_F(ToolPages, PredictShowsTimesSourceAndPtx) {
  const Json seen = page_of("predict saxpy --device V100,K20");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["sections"], Json::array({"How long", "What limits it", "Under the roofs", "Occupancy",
                                              "What holds it back on V100", "Where", "What it does"}));
  EXPECT_NE(text_of(seen).find("ld.global"), std::string::npos);
  EXPECT_NE(text_of(seen).find("kernels/saxpy/kernel"), std::string::npos);
  EXPECT_EQ(text_of(seen).find(test::source_dir()), std::string::npos);  // no path of the machine it was made on
}

TEST_F(ToolPages, PredictForEveryDeviceDrawsTheFastestAndListsAllWithoutAnError) {
  const Json seen = page_of("predict gemm_f16_mma --set n=512 --device all");

  EXPECT_EQ(seen[1], Json::array());  // no bar has a negative height
  const std::string text = text_of(seen);
  EXPECT_NE(text.find("The fastest 16 of"), std::string::npos);
  EXPECT_NE(text.find("needs compute capability 7.5, K20 has 3.5"), std::string::npos);
}

TEST_F(ToolPages, RankShowsWhatDoesOtherWorkInASectionOfItsOwn) {
  write_file(folder_ / "k.ptx", forewarp::testing::doubling);

  const Json seen =
      page_of("rank k.ptx --device V100 --grid 4096 --arg data=buffer:f32:1048576 --vary block=64,128,256");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_NE(std::ranges::find(seen[0]["sections"], "Not the same work"), seen[0]["sections"].end());
  EXPECT_NE(text_of(seen).find("block=64 reads 1/4 of the bytes of `data` that block=256 reads"), std::string::npos);
}

TEST_F(ToolPages, PredictByAModelShowsMeasuredAgainstPredicted) {
  std::filesystem::copy_file(std::filesystem::path(test::source_dir()) / "examples/learned/runs.csv",
                             folder_ / "runs.csv");
  ASSERT_EQ(tool("train runs.csv --target time --group kernel --learner linear -o time.fwm"), 0)
      << read_file(folder_ / "log");

  const Json seen = page_of("predict runs.csv --model time.fwm", R"js(() => ({ text: document.body.innerText,
    points: document.querySelectorAll("circle.mark").length, heads: [...document.querySelectorAll("th")].map((h) => h.textContent) }))js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["points"], 96);  // the rows of the file
  EXPECT_NE(seen[0]["heads"].dump().find("off by"), std::string::npos);
}

TEST_F(ToolPages, RankAdviseProfileAndCountDrawWithoutErrors) {
  for (const char* command : {"rank saxpy --device V100 --vary block=64,128,256 --grid 'ceil_div(n,block_x)'",
                              "advise matmul_tiled --device V100 --set n=256", "profile saxpy", "count saxpy"}) {
    const Json seen = page_of(command);
    EXPECT_EQ(seen[1], Json::array()) << command;
    EXPECT_GE(seen[0]["sections"].size(), 1U) << command;
  }
}

TEST_F(ToolPages, RankShowsTheRoofsAndTheSourceOfTheBest) {
  const Json seen = page_of("rank saxpy --device V100 --vary block=32,256 --set n=65536 --grid 'ceil_div(n,block_x)'");
  EXPECT_EQ(seen[1], Json::array());
  ASSERT_EQ(seen[0]["sections"].size(), 3U);
  EXPECT_EQ(seen[0]["sections"][1], "Under the roofs");
  EXPECT_EQ(seen[0]["sections"][2].get<std::string>().find("Where, with block="), 0U);
  EXPECT_NE(text_of(seen).find("slowest: block="), std::string::npos);
  EXPECT_NE(text_of(seen).find("kernels/saxpy/kernel"), std::string::npos);
}

TEST_F(ToolPages, ReportPutsSeveralResultsTogether) {
  ASSERT_EQ(tool("predict saxpy --device V100 --json"), 0);
  std::filesystem::rename(folder_ / "log", folder_ / "one.json");
  ASSERT_EQ(tool("rank saxpy --device V100 --vary block=64,128 --json"), 0);
  std::filesystem::rename(folder_ / "log", folder_ / "two.json");
  ASSERT_EQ(tool("report one.json two.json -o both.html --title Both"), 0) << read_file(folder_ / "log");

  const Json seen = look_at(read_file(folder_ / "both.html"), whole_page);

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_NE(text_of(seen).find("Both"), std::string::npos);
  EXPECT_GE(seen[0]["sections"].size(), 3U);
}

}  // namespace
