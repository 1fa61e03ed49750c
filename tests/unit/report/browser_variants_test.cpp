// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Pages of a ranking's best and slowest variants, and of a calibrated prediction, in headless Chromium.
#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Browser;
using report::Json;

/// 256 threads do a multiply-add each: 512 operations for 400 sectors asked and 128 touched.
Json profile_of(const std::string& file) {
  return {{"thread_instructions", 256},
          {"instructions", {{{"mnemonic", "fma.rn.f32"}, {"warps", 8}, {"threads", 256}}}},
          {"buffers", {{{"sectors_total", 128}}}},
          {"basic_blocks", Json::array()},
          {"accesses",
           {{{"source_file", file},
             {"source_line", 2},
             {"ptx_line", 2},
             {"mnemonic", "ld.global.f32"},
             {"space", "global"},
             {"buffer", "x"},
             {"requests", 32},
             {"sectors", 400},
             {"wavefronts", 0},
             {"ideal_wavefronts", 0},
             {"collisions", 0},
             {"lanes", 1024},
             {"bytes_per_lane", 4}}}}};
}

Json ranking_with_variants(const std::string& file) {
  Json json{{"kernel", "scale"}, {"device", "V100"}, {"candidates", Json::array()}, {"variants", Json::array()}};
  for (const auto& [role, block, time] : {std::tuple{"best", "256", 0.001}, std::tuple{"slowest", "32", 0.004}}) {
    json["candidates"].push_back({{"configuration", {{"block", block}}},
                                  {"grid", {4, 1, 1}},
                                  {"block", {256, 1, 1}},
                                  {"time_s", time},
                                  {"low_s", time / 2},
                                  {"high_s", time * 2},
                                  {"limiter", "dram"},
                                  {"occupancy", 0.5},
                                  {"waves", 2}});
    json["variants"].push_back(
        {{"role", role}, {"configuration", {{"block", block}}}, {"time_s", time}, {"profile", profile_of(file)}});
  }
  json["variants"][0]["ptx"] = {{"text", ".entry scale() {\nld.global.f32 %f1, [%rd1];\n}\n"}};
  return json;
}

TEST_F(Browser, ARankingShowsItsBestAndSlowestUnderTheRoofsAndTheBestOnesSource) {
  const auto file = folder_ / "scale.cu";
  write_file(file, "__global__ void scale(float* x) {\n  x[0] = fmaf(x[1], x[2], x[3]);\n}\n");

  const Json seen = look(ranking_with_variants(file.string()).dump(), R"js(() => {
    const sections = [...document.querySelectorAll("section")], points = [...sections[1].querySelectorAll("circle.mark")];
    const of = (word) => points.filter((p) => p.getAttribute("aria-label").startsWith(word));
    const at = (p) => ["cx", "cy"].map((k) => Number(p.getAttribute(k)));
    return { titles: [...document.querySelectorAll("section h2")].map((h) => h.textContent), best: of("best: block=256").map((p) => p.getAttribute("aria-label").replaceAll("\u202f", "")),
      places: of("best").map(at), slow: of("slowest: block=32").map(at), roofs: sections[1].querySelectorAll("svg path[stroke-width]").length,
      legend: sections[1].querySelectorAll(".legend button").length, listings: sections[2].querySelectorAll(".listing").length,
      cost: sections[2].querySelector(".listing").children[1].querySelector(".cost").textContent };
  })js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["titles"], Json::array({"Which configuration", "Under the roofs", "Where, with block=256"}));
  // 512 operations over 400 and over 128 sectors of 32 bytes, in 1 ms.
  EXPECT_EQ(seen[0]["best"],
            Json::array({"best: block=256, by bytes requested, operations a byte: 0.04, operations a second: 512000",
                         "best: block=256, by bytes touched, operations a byte: 0.125, operations a second: 512000"}));
  ASSERT_EQ(seen[0]["slow"].size(), 2U);
  EXPECT_EQ(seen[0]["slow"][0][0], seen[0]["places"][0][0]);
  EXPECT_GT(seen[0]["slow"][0][1].get<double>(), seen[0]["places"][0][1].get<double>());  // four times as slow: lower
  EXPECT_EQ(seen[0]["roofs"], 2);
  EXPECT_EQ(seen[0]["legend"], 2);  // the roofs are named along themselves
  EXPECT_EQ(seen[0]["listings"], 2);
  EXPECT_EQ(seen[0]["cost"], "100 %");
}

TEST_F(Browser, ARankingWithoutFloatingPointHasNoRoofline) {
  Json json = ranking_with_variants("/nowhere/scale.cu");
  for (Json& variant : json["variants"]) variant["profile"]["instructions"] = Json::array();

  const Json seen = look(json.dump(), "() => [...document.querySelectorAll('section h2')].map((h) => h.textContent)");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0], Json::array({"Which configuration", "Where, with block=256"}));
}

constexpr const char* calibrated = R"json({"kernel": "product", "device": "D", "time_s": 0.0031, "terms": {
  "p_launch*f_sync_kernel_launch": 0.0001, "p_barrier*f_sync_barrier_local*f_thread_groups": 0, "overlap(...)": 0.003},
  "overlaps": [{"term": "overlap(...)", "sides": [
    {"p_plain*f_mem_access_global_float32_lstrides:{0:1;1:>1}_gstrides:{0:16;1:>16}": 0.002, "p_lmem*f_mem_access_local_float32": 0},
    {"p_madd*f_op_float32_madd": 0.001}]}]})json";

TEST_F(Browser, ACalibratedPredictionListsWhatItsKernelDoesNotUse) {
  const Json seen = look(calibrated, R"js(() => {
    const rows = (t) => [...t.querySelectorAll("tbody tr")].map((r) => [...r.cells].map((c) => c.textContent));
    const [terms, unused] = document.querySelectorAll("figure.table");
    return { bars: document.querySelectorAll("rect.mark").length, terms: rows(terms), title: unused.querySelector("h3").textContent, unused: rows(unused) };
  })js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["bars"], 2);
  EXPECT_EQ(seen[0]["terms"][1], Json::array({"overlap(...)", "3 ms"}));
  EXPECT_EQ(seen[0]["terms"][3], Json::array({"in the overlap: p_madd*f_op_float32_madd", "1 ms"}));
  EXPECT_EQ(seen[0]["terms"][4], Json::array({"together", "3.1 ms"}));
  EXPECT_EQ(seen[0]["title"], "Not used by this kernel");
  EXPECT_EQ(seen[0]["unused"], Json::array({Json::array({"p_barrier*f_sync_barrier_local*f_thread_groups"}),
                                            Json::array({"p_lmem*f_mem_access_local_float32"})}));
}

TEST_F(Browser, ACalibratedPredictionsTimesAreSeenOnAPhone) {
  const Json seen = look_on_a_phone(report::documents_of({{"terms", calibrated}}), R"js((w) => {
    const boxes = [...w.document.querySelectorAll(".scroll")];
    return { tables: boxes.length, hidden: boxes.map((b) => b.scrollWidth - b.clientWidth), page: w.document.documentElement.scrollWidth };
  })js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["tables"], 2);
  EXPECT_EQ(seen[0]["hidden"], Json::array({0, 0}));
  EXPECT_LE(seen[0]["page"].get<int>(), 390);
}

}  // namespace
