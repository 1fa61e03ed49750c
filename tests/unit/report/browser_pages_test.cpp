// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The other kinds of page in headless Chromium: reproductions, answers of models, sources with their PTX; and what
/// holds of every page: it fits a phone, keys reach it, tables are saved as CSV.
#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Browser;
using report::Json;

constexpr const char* find_section =
    "const section = (title) => [...document.querySelectorAll('section')].find((s) => "
    "s.querySelector('h2').textContent.endsWith(title)); const labels = (s, marks) => "
    "[...s.querySelectorAll(marks)].map((m) => "
    "m.getAttribute('aria-label'));";

std::string probe(const std::string& body) { return fmt::format("() => {{ {} {} }}", find_section, body); }

/// A grid of 3 x 3 launches with a printed and our own time, as hasan2014's tables have it.
constexpr const char* reproduction = R"([{"paper": "hasan2014", "part": "waves", "files": ["/x/y/z/data/a.csv"],
  "scores": [{"id": "a", "what": "an error", "unit": "%", "ours": 1, "other": 2, "target": 3, "better": "lower", "met": true, "note": ""}],
  "tables": [{"id": "table2", "title": "times", "columns": ["blocks", "threads", "measured ms", "printed ms", "printed %"], "rows": [
   [1, 32, 1, 1.5, 50], [1, 64, 2, 2.1, 5], [1, 96, 3, 3, 0], [2, 32, 2, 2, 0], [2, 64, 4, 4.4, 10], [2, 96, 6, 9, 50],
   [3, 32, 3, 3, 0], [3, 64, 6, 6, 0], [3, 96, 9, 9, 0], [4, 32, 4, 4, 0]]}], "notes": ["print and data differ"]}])";

TEST_F(Browser, AReproductionHasItsSurfacesItsScatterAndColouredDifferences) {
  const Json seen = look(reproduction, probe(R"js(
    const s = section("waves"), heat = () => s.querySelector("figure.chart"), cells = () => labels(heat(), "rect.mark");
    const first = cells(), choose = s.querySelector("select"), options = [...choose.options].map((o) => o.textContent);
    choose.value = 2;
    choose.dispatchEvent(new Event("change"));
    const table = [...s.querySelectorAll("figure.table")].pop(), colour = (row) => table.querySelectorAll("tbody tr")[row].cells[4].getAttribute("style");
    return { options, first, second: cells(), fills: [...heat().querySelectorAll("rect.mark")].map((r) => r.style.fill),
      points: s.querySelectorAll("circle.mark").length, bands: [...s.querySelectorAll(".slope-name")].length, good: colour(2), bad: colour(0),
      read: s.textContent.includes("/x/y"), notes: document.querySelector(".notes").textContent, met: s.querySelector("table").textContent };
  )js"));
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["options"], Json::array({"measured ms", "printed ms", "printed %"}));
  ASSERT_EQ(seen[0]["first"].size(), 10);
  EXPECT_NE(seen[0]["first"][0].get<std::string>().find("measured ms: 1"), std::string::npos);
  EXPECT_NE(seen[0]["second"][0].get<std::string>().find("printed %: 50 %"), std::string::npos);
  EXPECT_NE(seen[0]["fills"][0], seen[0]["fills"][2]);  // 50 % off is coloured otherwise than 0 %
  EXPECT_EQ(seen[0]["points"], 10);
  EXPECT_GE(seen[0]["bands"].get<int>(), 2);
  EXPECT_NE(seen[0]["good"].get<std::string>().find("--good"), std::string::npos);
  EXPECT_NE(seen[0]["bad"].get<std::string>().find("--bad"), std::string::npos);
  EXPECT_FALSE(seen[0]["read"].get<bool>());  // the folders of this machine are nobody's business
  EXPECT_EQ(seen[0]["notes"], "waves: print and data differ");
  EXPECT_NE(seen[0]["met"].get<std::string>().find("yes"), std::string::npos);
}

/// Zeros are most of a good one, and cells like the others; seconds are written as such.
TEST_F(Browser, AConfusionMatrixAndUnitsOfAReproductionAreSeen) {
  const Json seen = look(R"([{"paper": "p", "part": "q", "files": [], "scores": [], "notes": [], "tables": [
    {"id": "confusion", "title": "calls", "columns": ["truly", "A", "B", "C"], "rows": [["A", 7, 0, 0], ["B", 0, 8, 1], ["C", 0, 0, 9]]},
    {"id": "table3", "title": "Table 3: times", "columns": ["n", "measured [s]", "power"], "rows": [[1048576, 0.001, null]]}]}])",
                         probe(R"js(
    const s = section("q"), cells = [...s.querySelectorAll("rect.mark")], table = [...s.querySelectorAll("figure.table")].pop();
    return { labels: labels(s, "rect.mark"), black: cells.filter((c) => !c.style.fill).length, title: table.querySelector("h3").textContent,
      heads: [...table.querySelectorAll("th")].map((h) => h.textContent), row: [...table.querySelector("tbody tr").cells].map((c) => c.textContent) };
  )js"));
  EXPECT_EQ(seen[1], Json::array());
  ASSERT_EQ(seen[0]["labels"].size(), 9);
  EXPECT_EQ(seen[0]["labels"][1], "how often: 0, called: B, truly: A");
  EXPECT_EQ(seen[0]["black"], 0);
  EXPECT_EQ(seen[0]["title"], "Table 3: times");
  EXPECT_EQ(seen[0]["heads"], Json::array({"n", "measured"}));  // nothing is said of power
  EXPECT_EQ(seen[0]["row"], Json::array({"1\u202f048\u202f576", "1 ms"}));
}

/// Every third number of a 20000-row table would do: a page is no archive.
TEST_F(Browser, ALongTableIsThinnedAndSaysSo) {
  Json rows = Json::array();
  for (int i = 0; i < 20000; ++i) rows.push_back({fmt::format("k{}", i), 1e-3 * (i + 1), 1.1e-3 * (i + 1)});
  const Json part{
      {"paper", "p"},
      {"part", "q"},
      {"files", Json::array()},
      {"scores", Json::array()},
      {"notes", Json::array()},
      {"tables", {{{"id", "t"}, {"title", "long"}, {"columns", {"kernel", "measured s", "ours s"}}, {"rows", rows}}}}};
  const std::vector<report::Document> documents{{"r", Json::array({part})}};

  EXPECT_LT(report::page_html(report::page_of(documents)).size(), 1'000'000U);
  const Json seen = look(documents, probe(R"js(
    return { caption: section("q").querySelector("figure.table figcaption").textContent, points: document.querySelectorAll("circle.mark").length };
  )js"));
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_NE(seen[0]["caption"].get<std::string>().find("One of 4 rows, 5000 of 20000"), std::string::npos);
  EXPECT_LE(seen[0]["points"].get<int>(), 1500);
}

constexpr const char* answers =
    R"({"target": "time", "unit": "s", "model": {"learner": "extra_trees", "rows": 96, "features": ["n"],
  "range": {"level": 0.9}}, "answers": [
  {"row": "a", "value": 0.002, "low": 0.001, "high": 0.004, "measured": 0.001, "outside": []},
  {"row": "b", "value": 0.003, "low": 0.002, "high": 0.005, "measured": 0.004, "outside": ["n"]}]})";
constexpr const char* terms =
    R"({"kernel": "product", "device": "D", "time_s": 0.003, "terms": {"p_a * f_a": 0.002, "p_b * f_b": 0.001}})";
constexpr const char* trained =
    R"([{"device": "T4", "what": "time", "value": 0.001, "low": 0.0005, "high": 0.002, "by": "forest", "warnings": ["far"]},
  {"device": "T4", "what": "power", "value": 60, "low": 50, "high": 70, "by": "forest", "warnings": []}])";
constexpr const char* scores =
    R"([{"id": "x", "what": "speed", "unit": "x", "ours": 150, "other": 1, "target": 100, "better": "higher", "met": true, "note": "n"}])";
constexpr const char* rows = R"([{"name": "one", "took_s": 0.001}, {"name": "two", "took_s": 0.002}])";

TEST_F(Browser, AnswersOfModelsScoresAndRowsShowTheirNumbers) {
  const Json seen =
      look(report::documents_of(
               {{"answers", answers}, {"terms", terms}, {"trained", trained}, {"scores", scores}, {"rows", rows}}),
           probe(R"js(
    const cells = (s, row) => [...s.querySelectorAll("tbody tr")[row].cells].map((c) => c.textContent);
    const said = section("Result"), rest = section(": rows");
    return { points: said.querySelectorAll("circle.mark").length, first: cells(said, 0), second: cells(said, 1),
      terms: labels(section("How long"), "rect.mark"), time: cells(section(": time"), 0), power: cells(section(": power"), 0),
      score: cells(section(": Scores"), 0), row: cells(rest, 1), notes: document.querySelector(".notes").textContent };
  )js"));
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["points"], 2);
  EXPECT_EQ(seen[0]["first"], Json::array({"a", "2 ms", "1 ms", "4 ms", "1 ms", "100 %", ""}));
  EXPECT_EQ(seen[0]["second"][6], "n");
  EXPECT_NE(seen[0]["terms"][0].get<std::string>().find("2 ms"), std::string::npos);
  EXPECT_EQ(seen[0]["time"], Json::array({"T4", "1 ms", "500 us", "2 ms", "forest"}));
  EXPECT_EQ(seen[0]["power"][1], "60 W");
  EXPECT_EQ(seen[0]["score"][2], "150");
  EXPECT_EQ(seen[0]["row"], Json::array({"two", "2 ms"}));
  EXPECT_NE(seen[0]["notes"].get<std::string>().find("far"), std::string::npos);
}

std::string with_source(const std::string& file) {
  return fmt::format(R"({{"kernel": "scale", "grid": [4, 1, 1], "block": [256, 1, 1], "notes": [], "predictions": [
  {{"device": "V100", "time_s": 0.001, "low_s": 0.0005, "high_s": 0.002, "limiter": "dram", "waves": 2.25, "notes": [],
   "occupancy": {{"achieved": 0.7, "blocks_per_sm": 6, "limit": "registers"}}, "terms": {{"dram": 0.0008, "issue": 0.0001}}}}],
  "ptx": {{"text": ".file 1 \"/elsewhere/scale.cu\"\n.entry scale() {{\n.loc 1 2 3\nld.global.f32 %f1, [%rd1];\n.loc 1 3 3\nst.global.f32 [%rd1], %f1;\n}}\n"}},
  "profile": {{"thread_instructions": 100, "instructions": [{{"mnemonic": "fma.rn.f32", "warps": 8, "threads": 256}}],
   "buffers": [{{"sectors_total": 128}}], "basic_blocks": [{{"first_line": 4, "last_line": 6, "warps": 32}}], "lines": [
   {{"ptx_line": 4, "source_file": "{0}", "source_line": 2, "warps": 32, "resources": {{"issue": 32, "load/store": 32}}, "chain_cycles": 400}},
   {{"ptx_line": 6, "source_file": "{0}", "source_line": 3, "warps": 96, "resources": {{"issue": 96, "fp32": 64}}, "chain_cycles": 4}}],
   "accesses": [
   {{"source_file": "{0}", "source_line": 2, "ptx_line": 4, "mnemonic": "ld.global.f32", "space": "global", "buffer": "x", "requests": 32,
     "sectors": 300, "wavefronts": 0, "ideal_wavefronts": 0, "collisions": 0, "lanes": 1024, "bytes_per_lane": 4}},
   {{"source_file": "{0}", "source_line": 3, "ptx_line": 6, "mnemonic": "st.global.f32", "space": "global", "buffer": "x", "requests": 32,
     "sectors": 100, "wavefronts": 0, "ideal_wavefronts": 0, "collisions": 0, "lanes": 1024, "bytes_per_lane": 4}}]}}}})",
                     file);
}

TEST_F(Browser, TheSourceHasItsCostsAndALineMarksItsPtx) {
  const auto file = folder_ / "scale.cu";
  write_file(file, "__global__ void scale(float* x) {\n  float y = x[0];\n  x[0] = y;\n}\n");

  const Json seen = look(with_source(file.string()), probe(R"js(
    const [source, ptx] = document.querySelectorAll(".beside .listing"), row = source.children[1];
    const before = ptx.querySelectorAll(".picked").length;
    row.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    const waves = section("What limits it").querySelectorAll("figure")[2];
    const ink = (e) => getComputedStyle(e).color;
    return { cost: row.querySelector(".cost").textContent, legible: ink(row.querySelector(".cost")) === ink(document.body), detail: row.title, before, picked: [...ptx.querySelectorAll(".picked")].map((r) => r.dataset.line),
      run: ptx.children[3].title, own: ptx.children[3].querySelector(".cost").textContent, keys: row.tabIndex,
      split: labels(section("What limits it").querySelector("figure"), "rect.mark"), waves: labels(waves, "circle.mark"),
      roofs: labels(section("Under the roofs"), "circle.mark").length };
  )js"));

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["cost"], "75 %");  // 300 of 400 sectors
  EXPECT_TRUE(seen[0]["legible"]);     // quiet grey is lost on the colour of a costly line
  EXPECT_EQ(seen[0]["detail"], "32 warp instructions\nld global: 300 sectors, 9.6 kB");
  EXPECT_EQ(seen[0]["before"], 0);
  EXPECT_EQ(seen[0]["picked"], Json::array({"4"}));
  EXPECT_NE(seen[0]["run"].get<std::string>().find("run by 32 warps"), std::string::npos);
  EXPECT_EQ(seen[0]["own"], "75 %");
  EXPECT_EQ(seen[0]["keys"], 0);
  ASSERT_EQ(seen[0]["split"].size(), 2);  // 0.8 ms of DRAM, 0.2 ms that it does not hide
  EXPECT_NE(seen[0]["split"][0].get<std::string>().find("V100: dram, time: 800 us"), std::string::npos);
  EXPECT_NE(seen[0]["split"][1].get<std::string>().find("time: 200 us"), std::string::npos);
  EXPECT_NE(seen[0]["waves"][0].get<std::string>().find("2 full waves and one 25 % full"), std::string::npos);
  EXPECT_GE(seen[0]["roofs"].get<int>(), 2);
}

/// Line 2 of the source became line 4 of PTX and two instructions, line 3 one that warps execute three times as often.
std::string with_machine_code(const std::string& file) {
  constexpr const char* instruction =
      R"({{"address": {}, "text": "{}", "stall": {}, "sets_write": {}, "sets_read": 7, "waits": {}, "ptx_line": {}, "source_file": "{}", "source_line": {}}})";
  const auto of = [&](int address, const char* text, int stall, int sets, int waits, int ptx, int source) {
    return fmt::format(fmt::runtime(instruction), address, text, stall, sets, waits, ptx, file, source);
  };
  return fmt::format(
      R"({{"kernel": "scale", "grid": [4, 1, 1], "block": [256, 1, 1], "notes": [], "device": "V100",
  "ptx": {{"text": ".file 1 \"scale.cu\"\n.entry scale() {{\n.loc 1 2 3\nld.global.f32 %f1, [%rd1];\n.loc 1 3 3\nst.global.f32 [%rd1], %f1;\n}}\n"}},
  "machine_code": {{"arch": "sm_70", "registers": 8, "frame_bytes": 0,
   "executions": {{"exact": true, "mismatches": []}}, "mix": {{"issue": 160, "pipes": {{"memory": 128, "control": 32}}}},
   "blocks": [{{"warps": 32, "instructions": [{}, {}]}}, {{"warps": 96, "instructions": [{}]}}]}}}})",
      of(0, "MOV", 2, 7, 0, 4, 2), of(16, "LDG", 4, 0, 0, 4, 2), of(32, "STG", 2, 7, 1, 6, 3));
}

TEST_F(Browser, AnInstructionMarksItsPtxAndItsSource) {
  const auto file = folder_ / "scale.cu";
  write_file(file, "__global__ void scale(float* x) {\n  float y = x[0];\n  x[0] = y;\n}\n");

  const Json seen = look(with_machine_code(file.string()), probe(R"js(
    const [source, ptx, machine] = document.querySelectorAll(".beside .listing");
    const picked = (box, name) => [...box.querySelectorAll(name)].map((r) => r.dataset.line);
    machine.children[1].click();
    const of_load = [source, ptx, machine].map((box) => picked(box, ".picked"));
    source.children[2].dispatchEvent(new MouseEvent("mouseenter"));
    return { of_load, pointed: [source, ptx, machine].map((box) => picked(box, ".pointed")),
      text: machine.children[1].textContent, cost: [source.children[1], machine.children[2]].map((r) => r.querySelector(".cost").textContent),
      pipe: [...section("Instructions").querySelectorAll("tbody tr")].map((r) => r.textContent) };
  )js"));

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["of_load"], Json::array({{"2"}, {"4"}, {"1", "2"}}));
  EXPECT_EQ(seen[0]["pointed"], Json::array({{"3"}, {"6"}, {"3"}}));
  EXPECT_NE(seen[0]["text"].get<std::string>().find("0x0010  LDG"), std::string::npos);
  EXPECT_EQ(seen[0]["cost"], Json::array({"50 %", "50 %"}));  // 32 * (2 + 4) cycles of 384, and 96 * 2
  EXPECT_EQ(seen[0]["pipe"][0], "memory12880 %");
}

TEST_F(Browser, TheReaderChoosesTheMeasureThatColoursTheLines) {
  const auto file = folder_ / "scale.cu";
  write_file(file, "__global__ void scale(float* x) {\n  float y = x[0];\n  x[0] = y;\n}\n");

  const Json seen = look(with_source(file.string()), probe(R"js(
    const list = section("Where").querySelector("select"), [source, ptx] = document.querySelectorAll(".listing");
    const costs = () => [source.children[1], source.children[2], ptx.children[3], ptx.children[5]].map((r) => r.querySelector(".cost").textContent);
    const first = costs(), colour = () => source.children[2].style.background, pale = colour();
    list.value = "1";
    list.dispatchEvent(new Event("change"));
    return { titles: [...list.options].map((o) => o.textContent), first, second: costs(), recoloured: pale !== colour() };
  )js"));

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["titles"], Json::array({"time on V100, by dram: sectors moved", "warp instructions"}));
  EXPECT_EQ(seen[0]["first"], Json::array({"75 %", "25 %", "75 %", "25 %"}));   // 300 and 100 of 400 sectors
  EXPECT_EQ(seen[0]["second"], Json::array({"25 %", "75 %", "25 %", "75 %"}));  // 32 and 96 of 128 instructions
  EXPECT_TRUE(seen[0]["recoloured"].get<bool>());
}

TEST_F(Browser, APageFitsAPhoneWithoutScrollingSideways) {
  const Json seen = look_on_a_phone({{"reproduction", Json::parse(reproduction)},
                                     {"answers", Json::parse(answers)},
                                     {"source", Json::parse(with_source("/nowhere/scale.cu"))}},
                                    R"js((w) => {
    const d = w.document, root = d.documentElement;
    const clipped = [...d.querySelectorAll("svg")].filter((s) => s.getBoundingClientRect().width > 390).length;
    return { width: root.scrollWidth, seen: w.innerWidth, clipped, charts: d.querySelectorAll("svg").length };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["seen"], 390);
  EXPECT_LE(seen[0]["width"].get<int>(), 390);
  EXPECT_EQ(seen[0]["clipped"], 0);
  EXPECT_GE(seen[0]["charts"].get<int>(), 5);
}

/// What a reader without a mouse or without eyes needs, of every control and picture on the page.
TEST_F(Browser, EverythingHasANameAndIsReachedByKeys) {
  const Json seen =
      look(report::documents_of({{"reproduction", reproduction}, {"answers", answers}, {"terms", terms}}), R"js(() => {
    const named = (e) => (e.getAttribute("aria-label") || e.textContent || e.getAttribute("title") || (e.labels && e.labels.length && e.labels[0].textContent) || "").trim();
    const nameless = [...document.querySelectorAll("button, input, select, svg, [role=region], [role=img], section, nav")].filter((e) => !named(e) && !e.closest("label"));
    const press = (e, key) => e.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const walks = (chart) => {
      const [first, second] = chart.querySelectorAll(".mark");
      if (!second) return true;
      first.focus();
      press(first, "ArrowRight");
      const there = document.activeElement === second && getComputedStyle(document.getElementById("tip")).visibility === "visible";
      press(second, "ArrowLeft");
      return there && document.activeElement === first;
    };
    const unlabelled = [...document.querySelectorAll("select")].filter((e) => !e.labels.length && !e.getAttribute("aria-label")).length;
    const charts = [...document.querySelectorAll(".plot")], levels = [...document.querySelectorAll("h1, h2, h3")].map((h) => Number(h.tagName[1]));
    const heads = [...document.querySelectorAll("th")].every((h) => h.getAttribute("scope") === "col");
    return { nameless: nameless.map((e) => e.outerHTML.slice(0, 80)), unlabelled, entered: charts.map((c) => c.querySelectorAll("[tabindex='0']").length), walks: charts.every(walks),
      skips: levels.some((l, i) => i > 0 && l > levels[i - 1] + 1), ones: levels.filter((l) => l === 1).length, heads, language: document.documentElement.lang };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["nameless"], Json::array());
  EXPECT_EQ(seen[0]["unlabelled"], 0);
  for (const Json& ways : seen[0]["entered"])
    EXPECT_EQ(ways, 1);  // one stop of the tabulator a chart, arrows from there
  EXPECT_GE(seen[0]["entered"].size(), 3U);
  EXPECT_TRUE(seen[0]["walks"].get<bool>());
  EXPECT_FALSE(seen[0]["skips"].get<bool>());
  EXPECT_EQ(seen[0]["ones"], 1);
  EXPECT_TRUE(seen[0]["heads"].get<bool>());
  EXPECT_EQ(seen[0]["language"], "en");
}

TEST_F(Browser, ATableIsSavedAsCsv) {
  const Json seen = look(R"([{"name": "a, \"b\"", "took_s": 0.001}, {"name": "c", "took_s": null}])", R"js(() => {
    let name = "", text = "";
    window.Blob = class { constructor(parts) { text = parts.join(""); } };
    URL.createObjectURL = () => "blob:x";
    HTMLAnchorElement.prototype.click = function () { name = this.download; };
    [...document.querySelectorAll("figure.table button")].find((b) => b.textContent === "CSV").click();
    return { name, text };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["name"], "table.csv");
  EXPECT_EQ(seen[0]["text"], "name,took_s [s]\n\"a, \"\"b\"\"\",0.001\nc,\n");
}

}  // namespace
