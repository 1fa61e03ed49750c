// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/program_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/program_totals.hpp"
#include "forewarp/report/verdict/program_measures.hpp"

namespace forewarp::report {
namespace {

using runtime::Operation;

/// Kernel a: 10 and 30 us; kernel b: 10 us; a copy of 1 MB in 100 us that overlaps nothing.
runtime::Recording some_recording() {
  runtime::Recording r;
  r.program = "program";
  r.devices = {"H100"};
  for (const char* name : {"a", "b"}) {
    runtime::Distinct d;
    d.id = r.distinct.size();
    d.name = name;
    d.times.push_back(
        {.seconds = 10e-6, .limiter = "dram", .terms = {}, .machine_code = {}, .advice = {}, .cannot_run = {}});
    r.distinct.push_back(d);
  }
  const auto launch = [&](std::size_t distinct, double begin, double end) {
    Operation o;
    o.distinct = distinct;
    o.times = {{begin, end}};
    r.operations.push_back(o);
  };
  launch(0, 0, 10e-6);
  launch(1, 5e-6, 15e-6);
  launch(0, 20e-6, 50e-6);
  Operation copy;
  copy.kind = Operation::Kind::copy;
  copy.bytes = 1'000'000;
  copy.times = {{50e-6, 150e-6}};
  r.operations.push_back(copy);
  r.host = {{200e-6, 100e-6, 20e-6}};
  return r;
}

TEST(ProgramView, KernelsAreAddedUpAndOrderedByTheirTime) {
  const auto r = some_recording();
  const auto totals = kernel_totals(r, 0);

  ASSERT_EQ(totals.size(), 2U);
  EXPECT_EQ(totals[0].name, "a");
  EXPECT_EQ(totals[0].launches, 2U);
  EXPECT_NEAR(totals[0].total_s, 40e-6, 1e-12);
  EXPECT_NEAR(totals[0].mean_s(), 20e-6, 1e-12);
  EXPECT_NEAR(totals[0].share, 0.8, 1e-9);
  EXPECT_NEAR(totals[0].max_s, 30e-6, 1e-12);
}

// Busy: [0, 15), [20, 150) us are 145 us of 200.
TEST(ProgramView, TheDeviceIsBusyWhileAnythingRuns) {
  const auto json = program_json(some_recording());

  EXPECT_NEAR(json["devices"][0]["busy_s"].get<double>(), 145e-6, 1e-10);
  EXPECT_NEAR(json["devices"][0]["host"]["computed_s"].get<double>(), 80e-6, 1e-10);
  EXPECT_EQ(json["launches"][0]["launches"], 2);
}

TEST(ProgramView, TheTextHasKernelsCopiesAndTheHost) {
  const std::string text = program_text(some_recording());

  EXPECT_NE(text.find("program on H100"), std::string::npos);
  EXPECT_NE(text.find("host to device, pageable"), std::string::npos) << text;
  EXPECT_NE(text.find("host: 200 us = 80.0 us its own work"), std::string::npos) << text;
  EXPECT_NE(text.find("device busy: 145 us (72 %)"), std::string::npos) << text;
}

TEST(ProgramView, WithoutTheProgramsEndItsTimeIsNotKnown) {
  auto r = some_recording();
  r.host.clear();
  const std::string killed = program_text(r);
  r.left = true;
  const std::string left = program_text(r);

  EXPECT_NE(killed.find("did not end by itself"), std::string::npos) << killed;
  EXPECT_NE(left.find("left without its exit handlers"), std::string::npos) << left;
  EXPECT_EQ(left.find("did not end by itself"), std::string::npos) << left;
  EXPECT_NE(left.find("145 us on H100, in which the GPU is busy"), std::string::npos) << left;
  EXPECT_EQ(left.find("100 % of it"), std::string::npos) << left;
  EXPECT_FALSE(program_measures({{r}}, 0).host_s);
}

TEST(ProgramView, ResultsThatAreSampledAreSaidToBeSo) {
  auto r = some_recording();
  EXPECT_EQ(program_text(r).find("WARNING"), std::string::npos);
  EXPECT_EQ(program_json(r)["results"], "whole");

  r.distinct[0].whole = false;
  r.distinct[0].counted_blocks = 7;
  r.distinct[0].grid = {100, 1, 1};
  const std::string text = program_text(r);
  const auto json = program_json(r);

  EXPECT_NE(text.find("WARNING: the results of this run are not those of the program"), std::string::npos) << text;
  EXPECT_NE(text.find("of 2 launches only some blocks were run\n  a: 7 of 100 blocks"), std::string::npos) << text;
  EXPECT_EQ(json["results"], "sampled");
  EXPECT_EQ(json["launches"][0]["results"], "sampled");
  EXPECT_EQ(json["launches"][0]["counted_blocks"], 7);
  EXPECT_EQ(json["launches"][1]["results"], "whole");
  EXPECT_NE(program_csv(r).find(",dram,sampled\n"), std::string::npos) << program_csv(r);
}

TEST(ProgramView, NotesOnOneLaunchAreInTheSingular) {
  auto r = some_recording();
  r.operations[0].replayed = true;
  r.operations[1].factor = 1.5;
  const std::string one = program_text(r);
  r.operations[1].replayed = true;
  r.operations[2].factor = 1.5;
  const std::string two = program_text(r);

  EXPECT_NE(one.find("note: 1 launch had the inputs of an earlier one: its results"), std::string::npos) << one;
  EXPECT_NE(one.find("note: 1 launch did more or less work than the first of its shape; its time is"),
            std::string::npos)
      << one;
  EXPECT_NE(two.find("note: 2 launches had the inputs of an earlier one: their results"), std::string::npos) << two;
  EXPECT_NE(two.find("note: 2 launches did more or less work"), std::string::npos) << two;
}

TEST(ProgramView, ALaunchThatDoesNotFitADeviceIsSaidNotToRunThere) {
  auto r = some_recording();
  r.devices.emplace_back("K20");
  for (auto& d : r.distinct) d.times.push_back(d.times.front());
  for (auto& o : r.operations) o.times.push_back(o.times.front());
  r.host.push_back(r.host.front());
  r.distinct[1].times[1].limiter = "cannot run";
  r.distinct[1].times[1].cannot_run = "too many registers";

  const auto json = program_json(r);
  EXPECT_NE(program_text(r).find("WARNING: b cannot run on K20; its time is taken from H100: too many registers"),
            std::string::npos)
      << program_text(r);
  EXPECT_EQ(json["devices"][1]["kernels"][1]["cannot_run"], "too many registers");
  EXPECT_FALSE(json["devices"][1]["kernels"][0].contains("cannot_run"));
  EXPECT_FALSE(json["devices"][0]["kernels"][1].contains("cannot_run"));
  EXPECT_NE(program_csv(r).find(",cannot run,"), std::string::npos);
  EXPECT_EQ(program_measures({{r}}, 1).kernels[1].cannot_run, "too many registers");
  EXPECT_EQ(program_measures({{r}}, 0).kernels[1].cannot_run, "");
}

TEST(ProgramView, TheJsonHasWhatChecksFoundAndWhoAllocatedTheMemory) {
  auto r = some_recording();
  EXPECT_EQ(program_json(r)["findings"], nlohmann::ordered_json::array());
  r.checks = {"memory", "race"};
  r.findings.push_back({.check = "memory",
                        .kernel = "scale(float*)",
                        .place = "scale.cu:7",
                        .source = "x[i] *= 2;",
                        .message = "store of 4 bytes: out of bounds",
                        .who = "block (0,0,0) thread (100,0,0)",
                        .count = 28,
                        .relation = "0 bytes behind the end of",
                        .origin = {.call = "cudaMalloc", .ordinal = 3, .bytes = 400, .callers = {{"scale", 0x1234}}},
                        .memory = {}});
  r.findings.push_back({.check = "race",
                        .kernel = "sum(float*)",
                        .place = "sum.cu:9",
                        .source = {},
                        .message = "two threads",
                        .who = {},
                        .relation = {},
                        .origin = {},
                        .memory = {}});

  const auto json = program_json(r);

  EXPECT_EQ(json["checks"], nlohmann::ordered_json({"memory", "race"}));
  ASSERT_EQ(json["findings"].size(), 2U);
  const auto expected = nlohmann::ordered_json{{"check", "memory"},
                                               {"kernel", "scale(float*)"},
                                               {"place", "scale.cu:7"},
                                               {"message", "store of 4 bytes: out of bounds"},
                                               {"threads", "block (0,0,0) thread (100,0,0)"},
                                               {"count", 28}};
  for (const auto& [key, value] : expected.items()) EXPECT_EQ(json["findings"][0][key], value) << key;
  const auto& memory = json["findings"][0]["memory"];
  EXPECT_EQ(memory["relation"], "0 bytes behind the end of");
  EXPECT_EQ(memory["variable"], "");
  EXPECT_EQ(memory["allocated_by"], "cudaMalloc");
  EXPECT_EQ(memory["ordinal"], 3);
  EXPECT_EQ(memory["bytes"], 400);
  EXPECT_EQ(memory["callers"][0]["file"], "scale");
  EXPECT_EQ(memory["callers"][0]["offset"], 0x1234);
  EXPECT_EQ(json["findings"][1]["count"], 1);
  EXPECT_TRUE(json["findings"][1]["memory"].is_null());
}

TEST(ProgramView, LongNamesAreShortenedAndNumberedWhereTheyBecomeTheSame) {
  auto r = some_recording();
  const std::string types(40, 'T');
  r.distinct[0].name = "void cub::detail::DeviceScanKernel<" + types + ", Policy<int>>(float*, int)";
  r.distinct[1].name = "void cub::detail::DeviceScanKernel<" + types + ", Policy<long>>(float*, int)";
  std::string text = program_text(r);
  EXPECT_NE(text.find("\ncub::detail::DeviceScanKernel(...) #1  "), std::string::npos) << text;
  EXPECT_NE(text.find("\ncub::detail::DeviceScanKernel(...) #2  "), std::string::npos) << text;

  r.distinct[1].name = "void " + std::string(50, 'n') + "::scan<int>(" + types + ")";
  text = program_text(r);
  EXPECT_NE(text.find("\ncub::detail::DeviceScanKernel(...)  "), std::string::npos) << text;
  EXPECT_NE(text.find("\nscan(...)  "), std::string::npos) << text;

  r.distinct[1].name = std::string(30, 'a') + std::string(30, 'b') + std::string(30, 'c');
  text = program_text(r);
  EXPECT_NE(text.find("\n" + std::string(30, 'a') + "bbbbb..." + std::string(18, 'c') + "  "), std::string::npos)
      << text;
  EXPECT_EQ(program_json(r)["devices"][0]["kernels"][1]["kernel"], r.distinct[1].name);
}

TEST(ProgramView, OfManyKernelsTheTextHasTheLongest) {
  auto r = some_recording();
  for (int i = 0; i < 40; ++i) {
    runtime::Distinct d = r.distinct[0];
    d.id = r.distinct.size();
    d.name = "kernel" + std::to_string(i);
    r.distinct.push_back(d);
    Operation o;
    o.distinct = d.id;
    o.times = {{0, (i + 1) * 1e-9}};
    r.operations.push_back(o);
  }

  const std::string text = program_text(r);

  // Two are longer; of the 40, the longest 28 follow, so that kernel11 and those before it are left out.
  EXPECT_NE(text.find("kernel12 "), std::string::npos) << text;
  EXPECT_EQ(text.find("kernel11 "), std::string::npos) << text;
  EXPECT_NE(text.find("12 more kernels (--csv has all)        12  78.0 ns  6.50 ns"), std::string::npos) << text;
}

TEST(ProgramView, TheHostsWaitsAreAddedUpByTheirCall) {
  auto r = some_recording();
  r.waits = {{"cudaMemcpy", {{0, 1e-6}}}, {"cudaDeviceSynchronize", {{1e-6, 9e-6}}}, {"cudaMemcpy", {{9e-6, 11e-6}}}};
  r.notes = {"a note"};

  const std::string text = program_text(r);

  EXPECT_NE(text.find("cudaDeviceSynchronize      1  8.00 us\ncudaMemcpy                 2  3.00 us\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("note: a note\n"), std::string::npos) << text;
  EXPECT_EQ(program_json(r)["devices"][0]["waits"][1]["number"], 2);
}

TEST(ProgramView, AProgramThatWasKilledIsSaidToBe) {
  auto r = some_recording();
  r.host.clear();

  EXPECT_NE(program_text(r).find("did not end by itself"), std::string::npos);
}

TEST(ProgramView, TheCsvHasARowForEachDistinctLaunch) {
  const std::string csv = program_csv(some_recording());

  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(csv.find("H100,a,\"1,1,1\",\"1,1,1\",0,2,1e-05"), std::string::npos) << csv;
}

}  // namespace
}  // namespace forewarp::report
