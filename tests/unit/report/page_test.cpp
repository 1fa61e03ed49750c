// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/support/error.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::report;

Page page_of_text(const std::string& name, const std::string& json) {
  const Document document{name, nlohmann::ordered_json::parse(json)};
  return page_of({&document, 1});
}

std::string message_of(const std::string& json) {
  try {
    (void)page_of_text("x.json", json);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Page, NamesFilesWithoutTheFoldersOfTheMachine) {
  // From where the tool was started, or from the root of the tree that this lies in.
  const std::string own = views::neutral_name((std::filesystem::current_path() / "mine" / "a.cu").string());
  EXPECT_TRUE(own.ends_with("mine/a.cu")) << own;
  EXPECT_FALSE(own.starts_with("/")) << own;
  EXPECT_EQ(views::neutral_name("/nowhere/a.cu"), "/nowhere/a.cu");
}

TEST(Page, NothingInTheDataCanEndTheScriptItStandsIn) {
  Page page{.title = "a <b> & \"c\""};
  page.notes = {"</script><script>alert(1)</script>"};
  const std::string html = page_html(page);
  EXPECT_NE(html.find("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"), std::string::npos);
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  EXPECT_NE(html.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
}

TEST(Page, OfAModelsAnswerHasTheNotesOfItsLaunch) {
  const std::string note = "the work depends on the guessed value of `n` (k.cu:3)";
  const std::string notes = R"(, "marks": [], "notes": [")" + note + R"("]})";
  const Page terms = page_of_text(
      "a", R"({"kernel": "product", "device": "D", "time_s": 0.003, "terms": {"p_a * f_a": 0.003})" + notes);
  const Page answers = page_of_text(
      "b", R"({"target": "time", "unit": "s", "answers": [{"row": "a", "value": 0.002, "outside": []}])" + notes);

  EXPECT_EQ(terms.notes, std::vector<std::string>{note});
  EXPECT_EQ(answers.notes, std::vector<std::string>{note});
}

TEST(Page, NeedsNothingFromElsewhere) {
  const std::string html = page_html(Page{.title = "t"});
  for (const char* outside : {"src=\"", "href=\"http", "@import", "url("})
    EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST(Page, AnInfiniteNumberIsNullInTheData) {
  PageTable table;
  table.columns = {{"x"}};
  table.rows = {{1.0 / 0.0}};
  Page page;
  page.sections = {{"s", {table}}};
  EXPECT_TRUE(page_json(page)["sections"][0]["blocks"][0]["rows"][0][0].is_null());
}

TEST(Documents, ARankingHasItsBestFirstAndItsReasons) {
  const Page page = page_of_text("rank", R"({"kernel": "k/mm", "device": "V100", "candidates": [
    {"configuration": {"T": "8", "U": "1"}, "grid": [4,4,1], "block": [8,8,1], "time_s": 0.001, "low_s": 0.0009, "high_s": 0.002,
     "limiter": "dram", "occupancy": 0.5, "waves": 2},
    {"configuration": {"T": "64", "U": "1"}, "grid": [1,1,1], "block": [64,64,1], "reason": "a block of 4096 threads"}]})");
  EXPECT_EQ(page.title, "mm");
  const auto& blocks = page.sections.at(0).blocks;
  const auto& bars = std::get<Chart>(blocks.front());
  ASSERT_EQ(bars.series.at(0).marks.size(), 1U);
  EXPECT_EQ(std::get<std::string>(bars.series[0].marks[0].y), "T=8 U=1");
  const auto& refused = std::get<PageTable>(blocks.back());
  EXPECT_EQ(std::get<std::string>(refused.rows.at(0).at(1)), "a block of 4096 threads");
}

TEST(Documents, AdviceFromCountersHasNoGainButAShareAndSaysWhatItCannotJudge) {
  const Page page =
      page_of_text("advise", R"({"file": "run/n.csv", "format": "Nsight Compute, wide", "notes": ["a note"],
    "left_out": ["x.sum"], "advice": [{"kernel": "axpy", "id": "3", "launches": 2, "device": "V100", "verdict": "memory-bound",
    "bound": "memory", "resource": "dram", "share": 0.8, "not_needed": ["S30"],
    "not_judged": [{"id": "F9", "title": "Balance", "why": "no counter tells it"}], "suggestions": [
      {"id": "S10", "title": "Coalesce", "what": "do it", "cause": "8 times the sectors", "concerns": 0.7, "gain": null},
      {"id": "F8", "title": "Fuse", "what": "do it too", "cause": "short", "concerns": null, "gain": 1.5}]}]})");

  EXPECT_EQ(page.title, "What the counters of n.csv say");
  ASSERT_EQ(page.sections.size(), 1U);
  const auto& blocks = page.sections[0].blocks;
  ASSERT_EQ(blocks.size(), 5U);  // verdict, chart, changes, not needed, not judged
  EXPECT_EQ(std::get<Paragraph>(blocks[0]).text, "Launch 3, the longest of 2: memory-bound");
  const auto& bars = std::get<Chart>(blocks[1]).series.at(0).marks;
  ASSERT_EQ(bars.size(), 1U);  // what has no share has no bar
  EXPECT_EQ(std::get<double>(bars[0].x), 0.7);
  EXPECT_EQ(std::get<PageTable>(blocks[2]).rows.size(), 2U);
  EXPECT_EQ(std::get<Paragraph>(blocks[3]).text, "Not needed: S30.");
  EXPECT_EQ(std::get<std::string>(std::get<PageTable>(blocks[4]).rows[0][1]), "no counter tells it");
  EXPECT_EQ(page.notes, (std::vector<std::string>{"read as Nsight Compute, wide", "a note", "left out: x.sum"}));
}

TEST(Documents, SeveralFollowOneAnotherUnderTheirTitles) {
  const std::string scores =
      R"([{"id": "a", "what": "w", "unit": "%", "ours": 1, "target": 2, "better": "lower", "met": true, "note": ""}])";
  const std::vector<Document> documents{{"one", nlohmann::ordered_json::parse(scores)},
                                        {"rows.json", nlohmann::ordered_json::parse(R"([{"n": 1, "time_s": 0.5}])")}};
  const Page page = page_of(documents);
  ASSERT_EQ(page.sections.size(), 2U);
  EXPECT_EQ(page.sections[0].title, "Scoreboard: Scores");
  EXPECT_EQ(page.sections[1].title, "rows.json: rows.json");
  EXPECT_EQ(std::get<PageTable>(page.sections[1].blocks[0]).columns[1].unit, Unit::seconds);
}

TEST(Documents, AnswersOfAModelStandBesideWhatWasMeasuredAndTheStrangeOnesApart) {
  const Page page = page_of_text("predict", R"({"target": "time", "unit": "s", "answers": [
    {"row": "1 a", "value": 0.003, "low": 0.002, "high": 0.004, "measured": 0.002, "outside": []},
    {"row": "2 b", "value": 0.001, "measured": 0.004, "outside": ["n", "m"]}]})");
  const auto& blocks = page.sections.at(0).blocks;
  const auto& scatter = std::get<Chart>(blocks.at(0));
  ASSERT_EQ(scatter.series.size(), 2U);
  EXPECT_EQ(scatter.series[1].name, "outside of it");
  EXPECT_EQ(scatter.series[0].marks.at(0).high, 0.004);
  const auto& table = std::get<PageTable>(blocks.at(1));
  EXPECT_EQ(table.columns.at(1).unit, Unit::seconds);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows.at(0).at(5)), 0.5);   // 3 ms for 2 ms
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows.at(1).at(5)), 0.75);  // 1 ms for 4 ms
  EXPECT_EQ(std::get<std::string>(table.rows.at(1).at(6)), "n, m");
  EXPECT_EQ(page.notes.size(), 1U);
}

TEST(Documents, AnswersThatAreClassesAreRightOrWrong) {
  const Page page = page_of_text("predict", R"({"target": "class", "unit": "", "answers": [
    {"row": "1", "class": "scan", "measured": "scan", "outside": []}, {"row": "2", "class": "scan", "measured": "sort", "outside": []}]})");
  const auto& table = std::get<PageTable>(page.sections.at(0).blocks.at(0));
  EXPECT_EQ(std::get<std::string>(table.rows.at(0).at(3)), "right");
  EXPECT_EQ(std::get<std::string>(table.rows.at(1).at(3)), "wrong");
}

TEST(Documents, AModelsAnswersByDeviceAndACalibrationsTermsAreBars) {
  const Page trained =
      page_of_text("predict", R"([{"device": "A", "what": "power", "value": 80, "by": "m.fwm", "low": 70, "high": 95,
    "warnings": ["measured on another device"]}, {"device": "A", "what": "time", "value": 0.1, "by": "m.fwm", "warnings": []}])");
  ASSERT_EQ(trained.sections.size(), 2U);
  EXPECT_EQ(std::get<Chart>(trained.sections[1].blocks.at(0)).x.unit, Unit::watts);
  EXPECT_EQ(trained.notes.at(0), "power on A: measured on another device");
  const Page terms =
      page_of_text("predict", R"({"kernel": "mm", "device": "D", "time_s": 0.3, "terms": {"p*f": 0.1, "q*g": 0.2}})");
  EXPECT_EQ(std::get<Chart>(terms.sections.at(0).blocks.at(0)).series.at(0).marks.size(), 2U);
  EXPECT_EQ(std::get<double>(std::get<PageTable>(terms.sections[0].blocks.at(1)).rows.at(2).at(1)), 0.3);
}

TEST(Documents, AScheduleIsAGanttChartAndItsMethods) {
  const auto json = nlohmann::ordered_json::parse(R"({
    "schedule": {"objective": "time", "method": "heft", "makespan_s": {"likely": 3, "low": 2, "high": 4},
                 "energy_j": {"likely": 1, "low": 1, "high": 1}},
    "gpus": ["V100", "V100 #2"], "jobs": [{}, {}],
    "plan": [{"job": "a", "gpu": "V100", "begin_s": 0, "end_s": 1, "low_s": 1, "high_s": 2, "power_w": 5},
             {"job": "b", "gpu": "V100 #2", "begin_s": 1, "end_s": 3, "low_s": 1, "high_s": 2, "power_w": 5}],
    "methods": [{"method": "heft", "makespan_s": {"likely": 3, "low": 2, "high": 4},
                 "energy_j": {"likely": 1, "low": 1, "high": 1}}],
    "notes": ["n"]})");
  const Document document{"schedule", json};

  const Page page = page_of({&document, 1});

  EXPECT_EQ(page.title, "2 jobs on 2 GPUs");
  const auto& timeline = std::get<Timeline>(page.sections.at(0).blocks.at(0));
  ASSERT_EQ(timeline.devices.at(0).lanes.size(), 2U);
  EXPECT_EQ(timeline.devices[0].lanes[1].name, "V100 #2");
  EXPECT_EQ(timeline.devices[0].lanes[1].spans.at(0).begin_s, 1);
  EXPECT_EQ(timeline.whats.at(timeline.devices[0].lanes[1].spans[0].what).name, "b");
  EXPECT_EQ(std::get<Chart>(page.sections.at(1).blocks.at(0)).series.at(0).marks.at(0).high, 4);
}

TEST(Documents, ASweepIsAMapADeviceOfBothModels) {
  const auto json = nlohmann::ordered_json::parse(R"({"sweep": [{"device": "K20", "tau_s": 1, "cells": [
    {"blocks": 1, "threads": 32, "time_s": 2, "efficiency": 0.5, "kappa": 0.25, "printed_time_s": 4},
    {"blocks": 2, "threads": 32, "time_s": 3, "efficiency": 0.3, "kappa": 0.2, "printed_time_s": 5}]}],
    "registers_per_thread": 20, "shared_bytes": 0, "notes": []})");
  const Document document{"launch", json};

  const Page page = page_of({&document, 1});

  const auto& map = std::get<Chart>(page.sections.at(0).blocks.at(0));
  EXPECT_EQ(map.kind, Chart::Kind::heat_map);
  EXPECT_EQ(map.values, 4U);
  EXPECT_EQ(map.columns.rows.size(), 2U);
  EXPECT_EQ(std::get<Chart>(page.sections[0].blocks.at(1)).series.size(), 2U);  // one block size, both models
}

TEST(Documents, ATableOfAPaperIsDrawnAsItAsksToBe) {
  const auto json =
      nlohmann::ordered_json::parse(R"([{"paper": "p", "part": "a", "files": [], "scores": [], "notes": [],
    "tables": [{"id": "t", "title": "tree", "chart": "tree",
                "columns": ["cluster a", "cluster b", "height", "features", "a is", "b is"],
                "rows": [[1, 2, 0.5, 2, "x", "y"], [3, 4, 1.5, 3, "z", ""]]},
               {"id": "b", "title": "bars", "chart": "bars", "columns": ["n", "error [%]"], "rows": [[1, 5], [2, 6]]},
               {"id": "l", "title": "lines", "chart": "lines", "columns": ["x", "y"], "rows": [[1, 5], [2, 6]]}]}])");
  const Document document{"reproduce", json};

  const Page page = page_of({&document, 1});

  const auto& blocks = page.sections.at(0).blocks;
  const auto& tree = std::get<Chart>(blocks.at(0));
  EXPECT_EQ(tree.kind, Chart::Kind::tree);
  ASSERT_EQ(tree.series.at(0).marks.size(), 3U);
  EXPECT_EQ(std::get<std::string>(tree.series[0].marks[0].y), "z");  // the second merge joins z and the first one
  EXPECT_EQ(std::get<Chart>(blocks.at(2)).kind, Chart::Kind::bars);
  EXPECT_EQ(std::get<std::string>(std::get<Chart>(blocks[2]).series.at(0).marks.at(1).y), "2");
  EXPECT_EQ(std::get<Chart>(blocks.at(4)).kind, Chart::Kind::points);
}

TEST(Documents, WhatIsNoResultIsRefusedByName) {
  EXPECT_NE(message_of("3").find("x.json: not the JSON of a forewarp command"), std::string::npos);
  EXPECT_NE(message_of(R"({"predictions": [{"device": "V100"}]})").find("x.json: a member is missing"),
            std::string::npos);
  EXPECT_NE(message_of(R"({"predictions": 7})").find("x.json: "), std::string::npos);
}

constexpr const char* accesses = R"({"profile": {"thread_instructions": 0, "instructions": [], "accesses": [
  {"source_file": "/a/bank.cu", "source_line": 7, "ptx_line": 40, "mnemonic": "ld.shared.f32", "space": "shared", "buffer": "",
   "requests": 10, "lanes": 320, "bytes_per_lane": 4, "sectors": 0, "wavefronts": 320, "ideal_wavefronts": 10, "collisions": 0},
  {"source_file": "/a/bank.cu", "source_line": 7, "ptx_line": 44, "mnemonic": "ld.shared.f32", "space": "shared", "buffer": "",
   "requests": 10, "lanes": 320, "bytes_per_lane": 4, "sectors": 0, "wavefronts": 310, "ideal_wavefronts": 10, "collisions": 0},
  {"source_file": "", "source_line": 0, "ptx_line": 50, "mnemonic": "atom.global.add.u32", "space": "global", "buffer": "sum",
   "requests": 100, "lanes": 3200, "bytes_per_lane": 4, "sectors": 3000, "wavefronts": 0, "ideal_wavefronts": 0, "collisions": 31}]}})";

TEST(AccessTable, GroupsByLineAndShowsBankConflictsOfSharedMemoryOnly) {
  Page page;
  views::add_profile(nlohmann::ordered_json::parse(accesses), page);
  const auto& table = std::get<PageTable>(page.sections.at(0).blocks.at(0));

  const auto cell = [&](std::size_t row, const std::string& name) {
    const auto column = std::ranges::find(table.columns, name, &PageColumn::name) - table.columns.begin();
    return table.rows.at(row).at(static_cast<std::size_t>(column));
  };
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(cell(0, "source"), Value(std::string("PTX line 50")));  // 3000 sectors against 630 wavefronts of 4
  EXPECT_EQ(cell(0, "access"), Value(std::string("atom.global.add.u32 sum")));
  EXPECT_EQ(cell(0, "sectors a request"), Value(30.0));
  EXPECT_EQ(cell(0, "moved"), Value(96000.0));
  EXPECT_EQ(cell(0, "collisions"), Value(31.0));
  EXPECT_EQ(cell(0, "wavefronts"), Value());
  EXPECT_EQ(cell(1, "source"), Value(std::string("bank.cu:7")));
  EXPECT_EQ(cell(1, "sites"), Value(2.0));
  EXPECT_EQ(cell(1, "asked"), Value(2560.0));
  EXPECT_EQ(cell(1, "wavefronts"), Value(630.0));
  EXPECT_EQ(cell(1, "ideal wavefronts"), Value(20.0));
  for (const char* blank : {"moved", "sectors a request", "collisions"}) EXPECT_EQ(cell(1, blank), Value()) << blank;
}

/// The roofline of one launch on an H100 that takes a microsecond, asks its caches for 1024 sectors and touches 512.
Chart roofline_of(const std::string& instructions) {
  Page page;
  views::add_roofline(nlohmann::ordered_json::parse(R"({"profile": {"accesses": [{"space": "global", "sectors": 1024}],
      "buffers": [{"sectors_total": 512}], "instructions": [)" +
                                                    instructions + R"(]},
      "predictions": [{"device": "H100", "time_s": 1e-6}]})"),
                      page);
  return std::get<Chart>(page.sections.at(0).blocks.at(0));
}

TEST(Roofline, TheFlatPartIsThePeakOfWhatMostOperationsRunOn) {
  const device::DeviceSpec h100 = device::find_device("H100");
  const double multiply_adds = 2.0 * h100.sms * h100.boost_hz, products = 2.0 * h100.sms * h100.tensor_hz;
  const std::string few = R"({"mnemonic": "add.f32", "warps": 1, "threads": 32})";

  // 64 x 128 x 16 multiply-adds of four warps, and 32 single additions beside them.
  const Chart tensor = roofline_of(
      R"({"mnemonic": "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", "warps": 4, "threads": 128}, )" + few);
  const double operations = 2.0 * 64 * 128 * 16 + 32;
  EXPECT_DOUBLE_EQ(std::get<double>(tensor.series.at(0).marks.back().y), products * h100.throughput.tensor_f16);
  EXPECT_NE(tensor.series.at(0).marks.back().label.find("f16 tensor (sums in f32) peak"), std::string::npos);
  EXPECT_DOUBLE_EQ(std::get<double>(tensor.series.back().marks.at(0).x), operations / (1024 * 32));
  EXPECT_DOUBLE_EQ(std::get<double>(tensor.series.back().marks.at(1).x), operations / (512 * 32));
  EXPECT_DOUBLE_EQ(std::get<double>(tensor.series.back().marks.at(0).y), operations / 1e-6);

  const Chart doubles = roofline_of(R"({"mnemonic": "fma.rn.f64", "warps": 10, "threads": 320}, )" + few);
  EXPECT_DOUBLE_EQ(std::get<double>(doubles.series.at(0).marks.back().y), multiply_adds * h100.throughput.fp64);
  // 100 packed fused multiply-adds are 400 operations.
  const Chart halves = roofline_of(R"({"mnemonic": "fma.rn.f16x2", "warps": 4, "threads": 100}, )" + few);
  EXPECT_DOUBLE_EQ(std::get<double>(halves.series.at(0).marks.back().y), multiply_adds * h100.throughput.fp16);
  EXPECT_DOUBLE_EQ(std::get<double>(halves.series.back().marks.at(0).y), 432 / 1e-6);
  const Chart bytes =
      roofline_of(R"({"mnemonic": "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", "warps": 1, "threads": 32})");
  EXPECT_DOUBLE_EQ(std::get<double>(bytes.series.at(0).marks.back().y), 2 * products * h100.throughput.tensor_f16);
}

}  // namespace
