// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The page of a program: its timeline, and what a click on a launch opens.
#include "forewarp/report/program_page.hpp"

#include <fmt/format.h>

#include "forewarp/report/program_timeline.hpp"
#include "forewarp/report/program_view.hpp"
#include "unit/report/browser.hpp"

namespace forewarp::report {
namespace {

using runtime::Operation;

/// Two devices, the second twice as slow; kernel a twice in the default stream, b in stream 3 beside it, a copy before.
runtime::Recording some_recording() {
  runtime::Recording r;
  r.program = "program";
  r.devices = {"H100", "V100"};
  for (const char* name : {"a<int>(int*)", "b(float*)"}) {
    runtime::Distinct d;
    d.id = r.distinct.size();
    d.name = name;
    d.grid = {4, 2, 1};
    for (const double factor : {1.0, 2.0})
      d.times.push_back({.seconds = factor * 1e-5,
                         .limiter = "dram",
                         .terms = {{"dram", factor * 8e-6}, {"issue", factor * 2e-6}},
                         .machine_code = {},
                         .advice = {},
                         .cannot_run = {}});
    r.distinct.push_back(d);
  }
  const auto add = [&](Operation o, double begin, double end) {
    o.times = {{begin, end}, {2 * begin, 2 * end}};
    r.operations.push_back(o);
  };
  add({.kind = Operation::Kind::copy, .bytes = 4000, .times = {}}, 0, 4e-6);
  add({.distinct = 0, .times = {}}, 5e-6, 15e-6);
  add({.distinct = 1, .stream = 3, .times = {}}, 5e-6, 15e-6);
  add({.distinct = 0, .times = {}}, 20e-6, 30e-6);
  r.waits.push_back({"cudaDeviceSynchronize", {{10e-6, 30e-6}, {20e-6, 60e-6}}});
  r.host = {{40e-6, 20e-6, 5e-6}, {70e-6, 40e-6, 5e-6}};
  return r;
}

TEST(ProgramTimeline, EachStreamHasALaneAndTheHostAnother) {
  const Json json = timeline_json(some_recording());

  const Json& lanes = json["devices"][0]["lanes"];
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(lanes[0]["name"], "host waits");
  EXPECT_EQ(lanes[1]["name"], "default stream");
  EXPECT_EQ(lanes[2]["name"], "stream 3");
  EXPECT_EQ(lanes[1]["spans"].size(), 3U);
  EXPECT_EQ(lanes[1]["spans"][0], Json::array({0.0, 4e-6, 0, 1, 4000.0}));
  EXPECT_EQ(json["what"][1]["name"], "a<int>(int*)");
  EXPECT_EQ(json["what"].back()["name"], "host waits in cudaDeviceSynchronize");
  EXPECT_DOUBLE_EQ(json["devices"][1]["end_s"].get<double>(), 70e-6);
}

/// 10,000 launches of 1 us, one a microsecond, in one stream; 100 spans may be drawn. With the host's lane there are
/// two: an interval is 10 ms * 2 / 100 = 200 us, so 50 spans remain, of 200 launches each.
TEST(ProgramTimeline, ManyShortNeighboursAreOneSpan) {
  runtime::Recording r;
  r.devices = {"H100"};
  r.distinct.emplace_back().name = "k";
  r.distinct[0].times.emplace_back();
  for (int i = 0; i < 10'000; ++i) r.operations.push_back({.times = {{i * 1e-6, (i + 1) * 1e-6}}});

  const Json device = timeline_json(r, 100)["devices"][0];

  const Json& spans = device["lanes"][1]["spans"];
  EXPECT_NEAR(static_cast<double>(spans.size()), 50, 1);
  EXPECT_EQ(device["merged"], 10'000 - spans.size());
  std::size_t launches = 0;
  for (const Json& s : spans) launches += s[3].get<std::size_t>();
  EXPECT_EQ(launches, 10'000U);
}

TEST(ProgramTimeline, ManyStreamsShareTheLastLane) {
  runtime::Recording r;
  r.devices = {"H100"};
  for (std::uint64_t s = 0; s < 100; ++s)
    r.operations.push_back({.kind = Operation::Kind::fill, .bytes = 1, .stream = s, .times = {{1e-6, 2e-6}}});

  const Json lanes = timeline_json(r)["devices"][0]["lanes"];

  EXPECT_EQ(lanes.size(), 33U);
  EXPECT_EQ(lanes.back()["name"], "other streams");
  EXPECT_EQ(lanes.back()["spans"].size(), 69U);
}

Document document_of(const runtime::Recording& r) {
  Json json = program_json(r);
  json["timeline"] = timeline_json(r);
  return {"program", std::move(json)};
}

TEST_F(Browser, AProgramsPageHasATimelineAndAClickOpensTheLaunch) {
  const Json seen = look(std::vector{document_of(some_recording())}, R"js(() => {
    const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
    const at = (us, lane) => ({ clientX: box.left + (150 + (us / 40.4) * (box.width - 150)), clientY: box.top + 24 + 28 * lane + 14, pointerId: 1, bubbles: true });
    const click = (us, lane) => { for (const t of ["pointerdown", "pointerup"]) canvas.dispatchEvent(new PointerEvent(t, at(us, lane))); };
    click(2, 1);
    const copy = document.querySelector(".detail");
    click(10, 2);
    const b = document.querySelector(".detail h2").textContent, quiet = document.querySelector(".detail p").textContent;
    document.querySelector("section[data-device=H100] button.open").click();
    return { copy, b, quiet, a: document.querySelector(".detail h2").textContent,
      terms: [...document.querySelectorAll(".detail rect.mark")].map((m) => m.getAttribute("aria-label")),
      label: canvas.getAttribute("aria-label"), keys: [...document.querySelectorAll(".keys span")].map((s) => s.textContent) };
  })js");

  EXPECT_EQ(seen[1], Json::array()) << seen.dump(1);
  EXPECT_TRUE(seen[0]["copy"].is_null());  // a copy has nothing to show but its tip
  EXPECT_EQ(seen[0]["b"], "b(float*)");
  EXPECT_NE(seen[0]["quiet"].get<std::string>().find("stream 3, from 5 us on, 10 us"), std::string::npos) << seen[0];
  EXPECT_EQ(seen[0]["a"], "a<int>(int*)");
  EXPECT_EQ(seen[0]["terms"].size(), 4U);  // two terms on two devices
  EXPECT_NE(seen[0]["label"].get<std::string>().find(
                "timeline of H100: host waits, 1 operation; default stream, 3 operations"),
            std::string::npos)
      << seen[0]["label"];
  EXPECT_EQ(seen[0]["keys"], Json::array({"a", "b", "host to device", "host waits"}));
}

TEST_F(Browser, TheReaderChoosesTheDevice) {
  const Json seen = look(std::vector{document_of(some_recording())}, R"js(() => {
    const shown = () => [...document.querySelectorAll("section[data-device]")].filter((s) => !s.hidden).map((s) => s.querySelector("h2").textContent);
    const first = shown(), list = document.querySelector(".devices select");
    list.value = "V100";
    list.dispatchEvent(new Event("change"));
    return { first, second: shown(), label: document.querySelector("canvas").getAttribute("aria-label"),
      waits: [...document.querySelectorAll("section[data-device=V100] td")].map((t) => t.textContent).filter((t) => t.includes("cudaDeviceSynchronize")) };
  })js");

  EXPECT_EQ(seen[1], Json::array()) << seen.dump(1);
  EXPECT_EQ(seen[0]["first"], Json::array({"On H100"}));
  EXPECT_EQ(seen[0]["second"], Json::array({"On V100"}));
  EXPECT_EQ(seen[0]["label"].get<std::string>().find("timeline of V100"), 0U);
  EXPECT_EQ(seen[0]["waits"], Json::array({"waiting in cudaDeviceSynchronize"}));
}

/// Each launch costs some twenty bytes of the page.
TEST(ProgramPage, TenThousandLaunchesMakeASmallPage) {
  runtime::Recording r = some_recording();
  for (int i = 0; i < 10'000; ++i) {
    const double begin = 40e-6 + i * 12.345e-6;
    r.operations.push_back({.times = {{begin, begin + 10.1e-6}, {2 * begin, 2 * begin + 20.1e-6}}});
  }

  EXPECT_LT(page_html(page_of(std::vector{document_of(r)})).size(), 800'000U);
}

}  // namespace
}  // namespace forewarp::report
