// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The listings of a prediction's page in headless Chromium: source, PTX and machine code with what was inlined,
/// search, and links from advice to lines.
#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Json;

/// Line 2 is the body of load, called at line 5. It became line 4 of PTX and of machine code an LDG and a wait; line 6
/// of the source became line 6 of PTX and an STG that warps execute three times as often.
///
/// Stalls: LDG 32 * 4, FFMA 32 * (2 + 296), STG 96 * 2: 128 + 9536 + 192 = 9856 cycles; of line 2 98 %.
constexpr const char* document = R"({"kernel": "scale", "command": "predict", "grid": [4, 1, 1], "block": [256, 1, 1],
 "notes": [], "predictions": [
  {"device": "V100", "time_s": 0.001, "low_s": 0.0005, "high_s": 0.002, "limiter": "dram", "waves": 2.25, "notes": [],
   "occupancy": {"achieved": 0.7, "blocks_per_sm": 6, "limit": "registers"}, "terms": {"dram": 0.0008, "issue": 0.0001}}],
 "advice": [{"device": "V100", "verdict": "slow", "suggestions": [{"id": "S1", "title": "Load less", "gain": 2, "low": 1.5,
   "high": 3, "limiter_after": "issue", "what": "load once", "causes": [
   {"file": "FILE", "line": 2, "ptx_line": 4, "what": "many sectors"}, {"file": "FILE", "line": 99, "ptx_line": 0, "what": "none"}]}]}],
 "ptx": {"text": ".file 1 \"/elsewhere/scale.cu\"\n.entry scale() {\n.loc 1 2 3, function_name $s, inlined_at 1 5 3\nld.global.f32 %f1, [%rd1];\n.loc 1 6 3\nst.global.f32 [%rd1], %f1;\n}\n",
   "frames": [[["load", "FILE", 5]]], "inlined": [[4, 0]]},
 "machine": {"arch": "sm_70", "device": "V100", "blocks": [
   {"warps": 32, "instructions": [
    {"address": 0, "text": "LDG", "stall": 4, "waited_cycles": 0, "sets_write": 0, "sets_read": 7, "waits": 0, "bytes_per_lane": 4, "ptx_line": 4, "source_file": "FILE", "source_line": 2},
    {"address": 16, "text": "FFMA", "stall": 2, "waited_cycles": 296, "sets_write": 7, "sets_read": 7, "waits": 1, "bytes_per_lane": 0, "ptx_line": 4, "source_file": "FILE", "source_line": 2}]},
   {"warps": 96, "instructions": [
    {"address": 32, "text": "STG", "stall": 2, "waited_cycles": 0, "sets_write": 7, "sets_read": 7, "waits": 0, "bytes_per_lane": 4, "ptx_line": 6, "source_file": "FILE", "source_line": 6}]}]},
 "profile": {"thread_instructions": 100, "instructions": [{"mnemonic": "fma.rn.f32", "warps": 8, "threads": 256}],
  "buffers": [{"sectors_total": 128}], "basic_blocks": [{"first_line": 4, "last_line": 6, "warps": 32}], "lines": [
   {"ptx_line": 4, "source_file": "FILE", "source_line": 2, "warps": 32, "resources": {"issue": 32, "load/store": 32}, "chain_cycles": 400},
   {"ptx_line": 6, "source_file": "FILE", "source_line": 6, "warps": 96, "resources": {"issue": 96, "fp32": 64}, "chain_cycles": 4}],
  "accesses": [
   {"source_file": "FILE", "source_line": 2, "ptx_line": 4, "mnemonic": "ld.global.f32", "space": "global", "buffer": "x", "requests": 32,
     "sectors": 300, "wavefronts": 0, "ideal_wavefronts": 0, "collisions": 0, "lanes": 1024, "bytes_per_lane": 4},
   {"source_file": "FILE", "source_line": 6, "ptx_line": 6, "mnemonic": "st.global.f32", "space": "global", "buffer": "x", "requests": 32,
     "sectors": 100, "wavefronts": 0, "ideal_wavefronts": 0, "collisions": 0, "lanes": 1024, "bytes_per_lane": 4}]}})";

class Listings : public report::Browser {
 protected:
  Json look_at_lines(const std::string& body) {
    const auto file = folder_ / "scale.cu";
    write_file(
        file,
        "__device__ float load(const float* x) {\n  return x[0];\n}\n__global__ void scale(float* x) {\n  float y = "
        "load(x);\n  x[0] = y;\n}\n");
    std::string text = document;
    for (std::size_t at = text.find("FILE"); at != std::string::npos; at = text.find("FILE", at))
      text.replace(at, 4, file.string());
    const Json seen = look(
        text, "() => { const [source, ptx, machine] = document.querySelectorAll('.beside .listing');" + body + "}");
    EXPECT_EQ(seen[1], Json::array());
    return seen[0];
  }
};

TEST_F(Listings, APredictionHasMachineCodeBesideItsSource) {
  const Json seen = look_at_lines(R"js(
    const list = source.closest("section").querySelector("select"), cost = (row) => row.querySelector(".cost").textContent;
    const by = (title) => { list.value = [...list.options].findIndex((o) => o.textContent.startsWith(title)); list.dispatchEvent(new Event("change"));
      return [source.children[1], source.children[5], ...machine.children].map(cost); };
    const picked = (box, name) => [...box.querySelectorAll(name)].map((r) => r.dataset.line);
    machine.children[1].click();
    const of_wait = [source, ptx, machine].map((box) => picked(box, ".picked"));
    return { measures: [...list.options].map((o) => o.textContent), title: machine.getAttribute("aria-label"), sectors: by("time on V100, by dram"),
      stalls: by("stalls"), instructions: by("warp instructions"), of_wait, wait: machine.children[1].title }; )js");

  EXPECT_EQ(seen["measures"], Json::array({"time on V100, by dram: sectors moved", "warp instructions",
                                           "stalls: cycles of warps in machine code"}));
  EXPECT_EQ(seen["title"], "machine code for sm_70 (V100)");
  EXPECT_EQ(seen["sectors"],
            Json::array({"75 %", "25 %", "75 %", "", "25 %"}));  // 300 and 100 sectors, by accesses alone
  EXPECT_EQ(seen["stalls"], Json::array({"98 %", "1.95 %", "1.3 %", "96.8 %", "1.95 %"}));
  EXPECT_EQ(seen["instructions"],
            Json::array({"25 %", "75 %", "20 %", "20 %", "60 %"}));  // of 128 of PTX, of 160 machine's
  EXPECT_EQ(seen["of_wait"], Json::array({{"2"}, {"4"}, {"1", "2"}}));
  EXPECT_NE(seen["wait"].get<std::string>().find("296 waited for scoreboards"), std::string::npos);
}

TEST_F(Listings, WhatWasInlinedNamesItsFunctionAndItsCall) {
  const Json seen = look_at_lines(R"js(
    const notes = (box) => [...box.querySelectorAll(".inlined")].map((n) => `${n.parentElement.dataset.line}: ${n.textContent}`);
    source.children[4].dispatchEvent(new MouseEvent("mouseenter"));
    return { notes: [source, ptx, machine].map(notes), of_call: [source, ptx, machine].map((box) => [...box.querySelectorAll(".pointed")].map((r) => r.dataset.line)) }; )js");

  EXPECT_EQ(seen["notes"][0], Json::array({"2: load inlined at line 5"}));
  EXPECT_EQ(seen["notes"][1], Json::array({"4: inlined from load at line 5"}));
  EXPECT_EQ(seen["notes"][2], Json::array({"1: inlined from load at line 5"}));
  EXPECT_EQ(seen["of_call"], Json::array({{"5"}, {"4"}, {"1", "2"}}));  // the call has what was inlined there
}

TEST_F(Listings, TheSearchGoesFromLineToLineByKeys) {
  const Json seen = look_at_lines(R"js(
    const input = source.closest("section").querySelector(".find"), state = () => [input.parentElement.textContent, ...[...document.querySelectorAll(".listing .here")].map((r) => r.textContent.trim())];
    const press = (key, more) => input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
    const focused = document.activeElement === input;
    input.value = "F32";
    input.dispatchEvent(new Event("input"));
    const first = state();
    press("Enter");
    const second = state(), found = document.querySelectorAll(".listing .found").length;
    press("Enter", { shiftKey: true });
    const back = state();
    input.value = "nothing of it";
    input.dispatchEvent(new Event("input"));
    const none = state();
    press("Escape");
    return { focused, first, second, found, back, none, cleared: input.value, left: document.querySelectorAll(".listing .found, .listing .here").length }; )js");

  EXPECT_TRUE(seen["focused"].get<bool>());
  EXPECT_EQ(seen["found"], 2);
  EXPECT_EQ(seen["first"][0], "1 of 2, PTX");
  EXPECT_NE(seen["first"][1].get<std::string>().find("ld.global.f32"), std::string::npos);
  EXPECT_EQ(seen["second"][0], "2 of 2, PTX");
  EXPECT_EQ(seen["back"], seen["first"]);
  EXPECT_EQ(seen["none"], Json::array({"not found"}));
  EXPECT_EQ(seen["cleared"], "");
  EXPECT_EQ(seen["left"], 0);
}

TEST_F(Listings, AdviceLinksToTheLinesThatThePageHas) {
  const Json seen = look_at_lines(R"js(
    const advice = [...document.querySelectorAll("section")].find((s) => s.querySelector("h2")?.textContent.startsWith("What holds it back"));
    const links = [...advice.querySelectorAll("td a")], first = document.querySelector(".changes a");
    links[0].click();
    const aimed = () => [...document.querySelectorAll(".listing .aimed")].map((r) => `${r.parentElement.dataset.file}:${r.dataset.line}`);
    const source_line = aimed(), picked = ptx.querySelectorAll(".picked").length, box = document.activeElement === source;
    links[1].click();
    return { texts: links.map((a) => a.textContent), source_line, picked, box, ptx_line: aimed(), open: source.closest("details").open, first: first?.getAttribute("href") }; )js");

  EXPECT_EQ(seen["texts"], Json::array({"scale.cu:2", "PTX line 4"}));  // line 99 is not there
  ASSERT_EQ(seen["source_line"].size(), 1);
  EXPECT_TRUE(seen["source_line"][0].get<std::string>().ends_with("scale.cu:2"));
  EXPECT_EQ(seen["picked"], 1);
  EXPECT_TRUE(seen["box"].get<bool>());
  EXPECT_EQ(seen["ptx_line"], Json::array({"PTX:4"}));
  EXPECT_TRUE(seen["open"].get<bool>());
  EXPECT_EQ(seen["first"], "#line:scale.cu:2");
}

}  // namespace
