// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/recording.hpp"

#include <gtest/gtest.h>

#include "forewarp/runtime/operation_line.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::runtime {
namespace {

Distinct some_launch() {
  Distinct d;
  d.name = "add(float*)";
  d.entry = "_Z3addPf";
  d.grid = {4, 2, 1};
  d.block = {32, 1, 1};
  d.executed = 1234;
  d.counted_blocks = 5;
  d.whole = false;
  d.times.push_back({.seconds = 2e-6,
                     .low_s = 1e-6,
                     .high_s = 3e-6,
                     .share = 0.25,
                     .limiter = "dram",
                     .terms = {{"dram", 1.5e-6}},
                     .machine_code = "read",
                     .advice = "do less",
                     .advice_gain = 1.5,
                     .cannot_run = ""});
  return d;
}

profile::Profile some_profile() {
  profile::Profile p;
  p.kernel = "_Z3addPf";
  p.thread_instructions = 77;
  p.launch.entry = "_Z3addPf";
  p.launch.grid = {4, 2, 1};
  p.launch.arguments = {{"x", launch::Buffer{.element = ptx::Type::u8, .count = 64, .fill = {}, .host = true}},
                        {"n", launch::Scalar{ptx::Type::u32, 16}},
                        {"s", std::string(12, '\1')}};
  return p;
}

std::string recorded() {
  const TemporaryFolder folder;
  Recorder recorder(folder / "r.jsonl");
  recorder.begin("program", {"H100"});
  recorder.add(some_launch());
  recorder.add(Operation{.kind = Operation::Kind::launch, .distinct = 0, .factor = 2, .times = {{1e-6, 5e-6}}});
  recorder.add(Operation{.kind = Operation::Kind::copy,
                         .copy = CopyKind::device_to_host,
                         .pinned = true,
                         .bytes = 64,
                         .stream = 3,
                         .times = {{5e-6, 7e-6}}});
  recorder.add(Wait{"cudaMemcpy", {{6e-6, 7e-6}}});
  recorder.add(DeviceCode{"program (device code)", ".version 8.0\n"});
  recorder.add_detail(0, 0, some_profile());
  recorder.fault("kernel 'add' : \"bad\"\n");
  recorder.end({{10e-6, 4e-6, 3e-6}}, 0.5);
  return read_file(folder / "r.jsonl");
}

TEST(Recording, OperationsAreReadWithoutJson) {
  const Operation written{.kind = Operation::Kind::copy,
                          .distinct = 12,
                          .factor = 1.0 / 3,
                          .replayed = true,
                          .copy = CopyKind::device_to_device,
                          .pinned = true,
                          .bytes = std::uint64_t{1} << 40,
                          .stream = 9,
                          .gpu = 1,
                          .times = {{1e-6, 2.5e-6}, {3, 4}}};
  const std::string line = operation_line(written);

  ASSERT_TRUE(is_operation(line));
  const Operation read = operation_from(line);
  EXPECT_EQ(operation_line(read), line);
  EXPECT_EQ(read.factor, written.factor);
  EXPECT_EQ(read.bytes, written.bytes);
  ASSERT_EQ(read.times.size(), 2U);
  EXPECT_EQ(read.times[1].end_s, 4);
  for (const std::size_t cut : {std::size_t{8}, line.size() / 2, line.size() - 1})
    EXPECT_THROW((void)operation_from(line.substr(0, cut)), InputError) << cut;
  EXPECT_THROW((void)operation_from(line + " "), InputError);
  EXPECT_THROW((void)operation_from(R"({"op":7)" + line.substr(7)), InputError);
}

TEST(Recording, WhatIsWrittenIsRead) {
  const Recording r = read_recording(recorded());

  EXPECT_EQ(r.program, "program");
  EXPECT_EQ(r.devices, std::vector<std::string>{"H100"});
  ASSERT_EQ(r.distinct.size(), 1U);
  EXPECT_EQ(r.distinct[0].grid, (launch::Dim3{4, 2, 1}));
  EXPECT_EQ(r.distinct[0].counted_blocks, 5U);
  EXPECT_FALSE(r.distinct[0].whole);
  EXPECT_EQ(r.distinct[0].times.at(0).limiter, "dram");
  EXPECT_EQ(r.distinct[0].times[0].terms.at(0).name, "dram");
  ASSERT_EQ(r.operations.size(), 2U);
  EXPECT_DOUBLE_EQ(r.operations[0].factor, 2);
  EXPECT_DOUBLE_EQ(r.operations[0].times.at(0).seconds(), 4e-6);
  EXPECT_EQ(r.operations[1].copy, CopyKind::device_to_host);
  EXPECT_TRUE(r.operations[1].pinned);
  EXPECT_EQ(r.operations[1].stream, 3U);
  EXPECT_EQ(r.faults.at(0), "kernel 'add' : \"bad\"\n");
  ASSERT_EQ(r.waits.size(), 1U);
  EXPECT_EQ(r.waits[0].call, "cudaMemcpy");
  EXPECT_NEAR(r.waits[0].times.at(0).seconds(), 1e-6, 1e-15);
  ASSERT_TRUE(r.ended());
  EXPECT_NEAR(r.host[0].computed_s(), 3e-6, 1e-12);
}

TEST(Recording, ADetailHasTheProfileAndTheLaunch) {
  const Recording r = read_recording(recorded());

  ASSERT_EQ(r.codes.size(), 1U);
  EXPECT_EQ(r.codes[0].ptx, ".version 8.0\n");
  ASSERT_EQ(r.details.size(), 1U);
  const profile::Profile& p = r.details[0].profile;
  EXPECT_EQ(p.thread_instructions, 77);
  EXPECT_EQ(p.launch.grid, (launch::Dim3{4, 2, 1}));
  ASSERT_EQ(p.launch.arguments.size(), 3U);
  EXPECT_TRUE(std::get<launch::Buffer>(p.launch.arguments[0].value).host);
  EXPECT_EQ(std::get<launch::Buffer>(p.launch.arguments[0].value).count, 64U);
  EXPECT_EQ(std::get<launch::Scalar>(p.launch.arguments[1].value).bits, 16U);
  EXPECT_EQ(std::get<std::string>(p.launch.arguments[2].value).size(), 12U);
}

TEST(Recording, EveryPlaceWhereAProgramWasKilledLeavesWhatHadEnded) {
  const std::string text = recorded();

  std::size_t operations = 0;
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    const Recording r = read_recording(std::string_view(text).substr(0, bytes));
    EXPECT_GE(r.operations.size(), operations) << bytes;
    operations = r.operations.size();
    EXPECT_EQ(r.ended(), bytes == text.size());
  }
  EXPECT_EQ(operations, 2U);
}

TEST(Recording, ALineOfSomebodyElseIsRefused) {
  EXPECT_THROW((void)read_recording("{\"what\": 1}\n"), InputError);
  EXPECT_THROW((void)read_recording("no json\n"), InputError);
  EXPECT_THROW((void)read_recording("{\"op\": 0}\n"), InputError);
  EXPECT_THROW((void)read_recording("{\"detail\": {\"distinct\": 0}}\n"), InputError);
}

// 100 by the first, half of it by the second; the third was known, and a copy is no launch.
TEST(Recording, OnlyLaunchesThatRanCountAsEmulated) {
  Recording recording;
  recording.distinct.resize(1);
  recording.distinct[0].thread_instructions = 100;
  recording.operations.resize(4);
  for (Operation& o : recording.operations) o.kind = Operation::Kind::launch;
  recording.operations[1].factor = 0.5;
  recording.operations[2].replayed = true;
  recording.operations[3].kind = Operation::Kind::copy;

  EXPECT_EQ(emulated_thread_instructions(recording), 150);
}

}  // namespace
}  // namespace forewarp::runtime
