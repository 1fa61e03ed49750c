// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Pages in headless Chromium: they draw without errors, hold the right numbers, and filters, sorting and scales work.
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Browser;
using report::Json;

constexpr const char* predictions =
    R"({"kernel": "mm", "grid": [64, 64, 1], "block": [16, 16, 1], "notes": ["a note"], "predictions": [
  {"device": "H200", "time_s": 0.000226, "low_s": 0.0001, "high_s": 0.00035, "limiter": "shared", "waves": 5.17, "notes": [],
   "occupancy": {"achieved": 0.71, "blocks_per_sm": 6, "limit": "registers"}, "terms": {"shared": 0.000222, "dram": 0.0000019}},
  {"device": "K20", "time_s": 0.0089, "low_s": 0.004, "high_s": 0.011, "limiter": "dram", "waves": 52.5, "notes": [],
   "occupancy": {"achieved": 0.74, "blocks_per_sm": 6, "limit": "registers"}, "terms": {"shared": 0.0089, "dram": 0.0011}}]})";

TEST_F(Browser, APredictionShowsItsTimesAndABarFiltersTheTable) {
  const Json seen = look(predictions, R"js(() => {
    const section = document.querySelector("section"), bars = [...section.querySelectorAll("rect.mark")];
    const rows = () => [...section.querySelectorAll("tbody tr")].map((r) => r.cells[0].textContent);
    const labels = bars.map((b) => b.getAttribute("aria-label")), widths = bars.map((b) => Number(b.getAttribute("width")));
    section.querySelectorAll("th button")[1].click();
    section.querySelectorAll("th button")[1].click();
    const sorted = rows(), search = section.querySelector("input"), click = (bar) => bar.dispatchEvent(new Event("click", { bubbles: true }));
    const asked = [search.hidden];
    click(bars[1]);
    const clicked = rows();
    asked.push(search.hidden);
    click(bars[1]);
    return { clicked, again: rows(), asked, title: document.querySelector("h1").textContent, labels, ratio: widths[1] / widths[0], sorted,
      cells: [...section.querySelectorAll("tbody tr")][1].textContent, note: document.querySelector(".notes").textContent };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["title"], "mm");
  EXPECT_NE(seen[0]["labels"][0].get<std::string>().find("226 us"), std::string::npos);
  EXPECT_NEAR(seen[0]["ratio"].get<double>(), 0.0089 / 0.000226, 0.5);
  EXPECT_EQ(seen[0]["sorted"], Json::array({"K20", "H200"}));
  EXPECT_EQ(seen[0]["clicked"], Json::array({"K20"}));
  EXPECT_EQ(seen[0]["again"], Json::array({"K20", "H200"}));
  EXPECT_EQ(seen[0]["asked"], Json::array({true, false}));  // a short table shows its filter while it has one
  EXPECT_NE(seen[0]["cells"].get<std::string>().find("226 us"), std::string::npos);
  EXPECT_EQ(seen[0]["note"], "a note");
}

std::string ranking_of(int count) {
  Json json{{"kernel", "mm"}, {"device", "V100"}, {"candidates", Json::array()}};
  for (int i = 0; i < count; ++i)
    json["candidates"].push_back({{"configuration", {{"T", std::to_string(8 << i % 4)}, {"U", std::to_string(i / 4)}}},
                                  {"grid", {4, 4, 1}},
                                  {"block", {8, 8, 1}},
                                  {"time_s", 1e-3 * (i + 1)},
                                  {"low_s", 5e-4 * (i + 1)},
                                  {"high_s", 2e-3 * (i + 1)},
                                  {"limiter", "dram"},
                                  {"occupancy", 0.5},
                                  {"waves", 2}});
  return json.dump();
}

TEST_F(Browser, ARankingsHeatMapHasACellAPairAndItsFilterCounts) {
  const Json seen = look(ranking_of(40), R"js(() => {
    const [bars, heat, small, lines, table] = document.querySelectorAll("figure");
    const rows = () => table.querySelectorAll("tbody tr").length;
    const before = rows(), search = table.querySelector("input");
    search.value = "40 ms";
    search.dispatchEvent(new Event("input"));
    const filtered = rows();
    search.value = "";
    search.dispatchEvent(new Event("input"));
    [...table.querySelectorAll(".tools button")].find((b) => b.textContent.startsWith("all")).click();
    const fill = () => heat.querySelectorAll("rect.mark")[5].getAttribute("style"), pale = fill();
    heat.querySelector("[aria-pressed]").click();
    return { bars: bars.querySelectorAll("rect.mark").length, cells: heat.querySelectorAll("rect.mark").length,
      lines: lines.querySelectorAll("path.mark").length, dots: small.querySelectorAll("circle.mark").length, brushes: lines.querySelectorAll(".brush").length, before, filtered, all: rows(), rescaled: pale !== fill() };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["bars"], 24);
  EXPECT_EQ(seen[0]["cells"], 40);
  EXPECT_EQ(seen[0]["lines"], 40);
  EXPECT_EQ(seen[0]["dots"], 80);    // each configuration over each of two parameters
  EXPECT_EQ(seen[0]["brushes"], 3);  // and one for the time
  EXPECT_EQ(seen[0]["before"], 30);
  EXPECT_EQ(seen[0]["filtered"], 2);  // the 40th takes 40 ms, the 20th at most
  EXPECT_EQ(seen[0]["all"], 40);
  EXPECT_TRUE(seen[0]["rescaled"].get<bool>());
}

TEST_F(Browser, AnEvaluationDrawsMeasuredAgainstPredictedAndItsLegendHides) {
  const Json seen =
      look(R"({"rows": 4, "features": ["n"], "notes": [], "schemes": [{"name": "random folds", "methods": [
      {"method": "extra_trees", "errors": {"median": 0.1, "mape": 0.2, "p25": 0.05, "p75": 0.3, "p90": 0.4, "p95": 0.5, "max": 0.6,
       "factor": 1.1, "r2": 0.9, "spearman": 0.95}}]}],
      "held_out": {"target": "time", "unit": "s", "measured": [0.001, 0.002, 0.004, 0.008], "labels": ["a", "a", "b", "b"],
       "predicted": {"random folds": {"extra_trees": [0.0011, 0.0019, 0.005, null]}}}})",
           R"js(() => {
    const figures = [...document.querySelectorAll("figure.chart")], scatter = figures[1];
    const points = () => scatter.querySelectorAll("circle.mark").length, before = points();
    scatter.querySelector(".legend button").click();
    return { before, after: points(), slopes: scatter.querySelectorAll(".slope").length,
      median: document.querySelector("tbody td.number").textContent };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["before"], 3);
  EXPECT_EQ(seen[0]["after"], 1);
  EXPECT_GE(seen[0]["slopes"].get<int>(), 1);
  EXPECT_EQ(seen[0]["median"], "10 %");
}

constexpr const char* advice = R"({"kernel": "mm", "advice": [{"device": "V100", "bound": "memory", "resource": "dram",
  "share": 0.93, "verdict": "memory-bound", "time_s": 0.001, "low_s": 0.0009, "high_s": 0.0015, "suggestions": [
  {"id": "S10", "title": "Coalesce", "what": "Neighbours", "gain": 3, "low": 1.5, "high": 3.5, "limiter_after": "l2",
   "causes": [{"what": "ld: 32 sectors", "file": "/a/kernel.cu", "line": 11, "ptx_line": 61}]},
  {"id": "S2", "title": "Tile", "what": "Reuse", "gain": 1.5, "low": 1.2, "high": 1.6, "limiter_after": "dram",
   "causes": [{"what": "reread", "file": "", "line": 0, "ptx_line": 70}]}]}]})";

constexpr const char* classes =
    R"({"kernel": "mm", "device": "V100", "bound": "memory", "resource": "dram", "share": 0.9,
  "outside": true, "classes": [{"id": "stencil", "title": "A stencil", "probability": 0.75, "strategies": ["S1", "S2"]},
  {"id": "scan", "title": "A scan", "probability": 0.25, "strategies": []}]})";

constexpr const char* counts = R"({"kernel": "mm", "parameters": ["n"], "notes": [], "unknowns": [],
  "operations": [{"kind": "madd", "data_type": "float32", "per": "sub-group", "count": {"formula": "x", "short": "1/32*n^3"}}],
  "accesses": [{"space": "global", "direction": "load", "array": "a", "tag": "aLD", "data_type": "float32", "per": "work-item",
    "count": {"formula": "x", "short": "n^3"}, "local_strides": {"0": "1"}, "loop_strides": {}}],
  "groups": {"formula": "x", "short": "1/256*n^2"}, "group_size": {"formula": "256"}, "barriers": {"formula": "0"},
  "at": {"n": 64}, "sweep": [{"size": "n", "values": [32, 64, 128], "rows": [{"what": "madd", "counts": [1024, 8192, 65536]},
    {"what": "the same", "counts": [1024, 8192, 65536]}, {"what": "groups", "counts": [4, 16, 64]}]}]})";

constexpr const char* calibration =
    R"({"expression": "p_a*f_a + p_b*f_b", "device": "D", "driver": "", "date": "", "mean_error": 0.1,
  "parameters": [{"name": "p_a", "feature": "f_a", "value": 1e-9, "relative_error": 0.01, "at_bound": false, "rate": 8e11,
    "rate_unit": "op/s", "peak": 1e12, "peak_is_measured": false, "share_of_peak": 0.8, "remark": ""},
   {"name": "p_b", "feature": "f_b", "value": 0, "relative_error": null, "at_bound": true, "rate": null, "rate_unit": "",
    "peak": null, "peak_is_measured": false, "share_of_peak": null, "remark": "at 0: the data see no cost"}],
  "kernels": [{"kernel": "k n:1", "measured_s": 0.001, "fitted_s": 0.0011, "residual": 0.1, "influence": [1, 0]},
   {"kernel": "k n:2", "measured_s": 0.002, "fitted_s": 0.0019, "residual": -0.05, "influence": [0.5, 0.5]}],
  "forms": [], "notes": ["no measurement kernel depends on p_b"]})";

constexpr const char* selection = R"({"features": 4, "selected": ["n", "m"], "notes": [], "order": [0, 2, 1],
  "kept": [{"feature": "n", "correlation": 0.9, "cluster": 1, "variance": 0.2, "chosen": true},
   {"feature": "m", "correlation": 0.8, "cluster": 2, "variance": 0.1, "chosen": true},
   {"feature": "bytes", "correlation": 0.8, "cluster": 1, "variance": 0.1, "chosen": false}],
  "matrix": [1, 0.2, 0.9, 0.2, 1, 0.3, 0.9, 0.3, 1], "merges": [[0, 2, 0.1], [1, 3, 0.75]]})";

constexpr const char* importances = R"([{"scheme": "random folds", "error": 0.2, "features": [
  {"feature": "n", "impurity": 0.7, "permutation": 0.5, "spread": 0.1}, {"feature": "m", "impurity": null, "permutation": 0.1, "spread": 0.2}]}])";

constexpr const char* campaign = R"({"campaign": [
  {"device": "D", "kernel": "saxpy", "area": "blas", "launch": "saxpy n=1", "source": "measured", "time_s": 0.001, "power_w": 80},
  {"device": "D", "kernel": "saxpy", "area": "blas", "launch": "saxpy n=2", "source": "measured", "time_s": 0.002, "power_w": null},
  {"device": "D", "kernel": "scan", "area": "sums", "launch": "scan n=1", "source": "measured", "time_s": 0.01, "power_w": null}]})";

/// In one page, so that the browser starts once.
TEST_F(Browser, AdviceClassesCountsAndCampaignsDrawTheirNumbers) {
  const Json seen =
      look(report::documents_of({{"advice", advice}, {"classes", classes}, {"counts", counts}, {"campaign", campaign}}),
           R"js(() => {
    const section = (title) => [...document.querySelectorAll("section")].find((s) => s.querySelector("h2").textContent.endsWith(title));
    const labels = (s, marks) => [...s.querySelectorAll(marks)].map((m) => m.getAttribute("aria-label"));
    const advice = section("holds it back on V100"), like = section("What it is like"), grows = section("How it grows");
    const widths = [...like.querySelectorAll("rect.mark")].map((b) => Number(b.getAttribute("width")));
    const times = section("Times"), circles = () => times.querySelectorAll("circle.mark").length, all = circles(), kernels = times.querySelector("svg").textContent;
    times.querySelector(".legend button").click();
    return { gains: labels(advice, "rect.mark"), causes: advice.querySelectorAll("figure.table")[1].textContent,
      ratio: widths[0] / widths[1], formula: section("What it does").textContent,
      lines: grows.querySelectorAll("path[stroke-width]").length, all, one_area: circles(), kernels };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["gains"].size(), 2);
  EXPECT_NE(seen[0]["gains"][0].get<std::string>().find("S10 Coalesce, then held back by l2, times as fast: 3"),
            std::string::npos);
  EXPECT_NE(seen[0]["causes"].get<std::string>().find("kernel.cu:11, PTX line 61"), std::string::npos);
  EXPECT_NEAR(seen[0]["ratio"].get<double>(), 3, 0.01);  // 75 % and 25 %
  EXPECT_NE(seen[0]["formula"].get<std::string>().find("1/32*n^3"), std::string::npos);
  EXPECT_EQ(seen[0]["lines"], 2);  // equal rows are one line
  EXPECT_EQ(seen[0]["all"], 3);
  EXPECT_EQ(seen[0]["one_area"], 1);
  EXPECT_NE(seen[0]["kernels"].get<std::string>().find("saxpy"), std::string::npos);
}

TEST_F(Browser, CalibrationsSelectionsAndImportancesDrawTheirNumbers) {
  const Json seen =
      look(report::documents_of({{"calibration", calibration}, {"selection", selection}, {"importances", importances}}),
           R"js(() => {
    const section = (title) => [...document.querySelectorAll("section")].find((s) => s.querySelector("h2").textContent.endsWith(title));
    const labels = (s, marks) => [...s.querySelectorAll(marks)].map((m) => m.getAttribute("aria-label"));
    const tree = section("Which features").querySelectorAll("figure")[1];
    return { rates: labels(section("What each part costs"), "rect.mark"), fit: section("How well it fits").querySelectorAll("circle.mark").length,
      influence: labels(section("What the data show"), "rect.mark"), leaves: labels(tree, "circle.mark"),
      joins: tree.querySelectorAll("path.join").length, cells: section("Which features").querySelectorAll("rect.mark").length,
      bars: labels(section("Importances"), "rect.mark") };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["rates"].size(), 1);
  EXPECT_NE(seen[0]["rates"][0].get<std::string>().find("p_a: 8e+11 of 1e+12 op/s, share of the peak: 80 %"),
            std::string::npos);
  EXPECT_EQ(seen[0]["fit"], 4);  // two kernels, in two charts
  EXPECT_EQ(seen[0]["influence"].size(), 4);
  EXPECT_NE(seen[0]["influence"][2].get<std::string>().find("share of the time: 50 %"), std::string::npos);
  EXPECT_EQ(seen[0]["leaves"], Json::array({"n: cluster 1, chosen", "bytes: cluster 1", "m: cluster 2, chosen"}));
  EXPECT_EQ(seen[0]["joins"], 2);
  EXPECT_EQ(seen[0]["cells"], 9);
  EXPECT_NE(seen[0]["bars"][0].get<std::string>().find("rise of the error: 50 %"), std::string::npos);
}

}  // namespace
