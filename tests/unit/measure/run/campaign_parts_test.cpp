// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The parts of a campaign on a device that writes down what is asked of it.
#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/measure/run/canary.hpp"
#include "forewarp/measure/run/counters/cupti.hpp"
#include "forewarp/measure/run/counters/once.hpp"
#include "forewarp/measure/run/detail/job_progress.hpp"
#include "forewarp/measure/run/detail/power_runs.hpp"
#include "forewarp/measure/run/detail/resident_kernels.hpp"
#include "forewarp/measure/run/opencl/cuda_tokens.hpp"
#include "forewarp/measure/run/power.hpp"
#include "forewarp/measure/run/ptx_by_compiler.hpp"
#include "forewarp/measure/run/upload.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/measure/run/fake_device.hpp"
#include "unit/message_of.hpp"

namespace forewarp::run {
namespace {

using forewarp::testing::message_of;
using test::FakeDevice;
using test::job;

launch::Buffer bytes_buffer(std::uint64_t count) {
  launch::Buffer buffer;
  buffer.element = ptx::Type::u8;
  buffer.count = count;
  buffer.fill.kind = launch::FillKind::iota;
  return buffer;
}

TEST(Upload, PiecesFollowOneAnotherAndHoldTheFill) {
  launch::Buffer buffer = bytes_buffer((std::uint64_t{2} << 20) + 5);  // 8 MiB and five words
  buffer.element = ptx::Type::u32;
  std::uint64_t next = 0, pieces = 0;
  bool right = true;

  upload("x", buffer, [&](std::uint64_t offset, std::span<const std::byte> bytes) {
    ASSERT_EQ(offset, next);
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, bytes.data(), 4);
    std::memcpy(&last, bytes.last(4).data(), 4);
    next += bytes.size();
    right = right && first == offset / 4 && last == next / 4 - 1;
    ++pieces;
  });

  EXPECT_EQ(next, buffer.bytes());
  EXPECT_EQ(pieces, 2);
  EXPECT_TRUE(right);
}

TEST(Upload, ABufferThatTheDeviceCannotHoldIsNamed) {
  DeviceInfo device;
  device.spec = "fake:0";
  device.memory_bytes = 100;
  EXPECT_NO_THROW(check_buffer("x", bytes_buffer(100), device));
  EXPECT_EQ(message_of([&] { check_buffer("x", bytes_buffer(101), device); }),
            "argument 'x': a buffer of 101 bytes; fake:0 allows at most 100");
  device.largest_buffer_bytes = 50;
  EXPECT_THROW(check_buffer("x", bytes_buffer(51), device), InputError);
  launch::Buffer absent = bytes_buffer(1);
  absent.fill.kind = launch::FillKind::file;
  absent.fill.path = "/nonexistent";
  EXPECT_EQ(message_of([&] { check_fill("x", absent); }).rfind("argument 'x': /nonexistent: ", 0), 0);
}

TEST(Upload, ScalarsAndStructsHaveBytesAndBuffersRoom) {
  const auto half = value_bytes({"h", launch::Scalar{ptx::Type::u16, 0x1234}});

  ASSERT_EQ(half.size(), 2);
  EXPECT_EQ(half[0], std::byte{0x34});
  EXPECT_EQ(value_bytes({"s", std::string("abc")}).size(), 3);
  EXPECT_TRUE(value_bytes({"l", LocalMemory{16}}).empty());
  EXPECT_EQ(room_for(bytes_buffer(0)), 16);
  EXPECT_EQ(room_for(bytes_buffer(7)), 7);
}

/// 200 W whenever it is asked; where it counts energy, a joule more each time.
class FakeMeter final : public PowerMeter {
 public:
  explicit FakeMeter(bool counts) : counts_(counts) {}
  std::string name() const override { return "fake"; }
  double watts() override { return 200; }
  std::optional<double> joules() override { return counts_ ? std::optional<double>(joules_ += 1) : std::nullopt; }
  DeviceState state() override { return {.sm_clock_hz = 1e9, .memory_clock_hz = 2e9, .celsius = 50}; }

 private:
  bool counts_;
  double joules_ = 0;
};

TEST(Power, TheEnergyCounterGoesBeforeTheReading) {
  FakeDevice device;
  const auto kernel = device.compile({})->kernel("k");
  FakeMeter counter(true), plain(false);
  const PowerRules rules{.idle_s = 0};

  const PowerReading counted = measure_power(*kernel, {}, counter, 0.5, rules);
  const PowerReading read = measure_power(*kernel, {}, plain, 0.1, rules);

  EXPECT_TRUE(counted.from_counter);
  EXPECT_GT(counted.launches, 0);
  EXPECT_NEAR(counted.seconds, 1e-3, 1e-9);
  EXPECT_GT(counted.watts, 0);
  EXPECT_DOUBLE_EQ(counted.joules, counted.watts * counted.seconds);
  EXPECT_FALSE(read.from_counter);
  EXPECT_GT(read.launches, 0);  // also where the tenth of a second is over before the first
  EXPECT_EQ(read.watts, 200);
  EXPECT_EQ(read.joules, 0);
  EXPECT_EQ(read.state.celsius, 50);
  EXPECT_EQ(measure_idle_power(plain, 0.02), 200);
  EXPECT_THROW((void)measure_power(*kernel, {}, plain, 0.01, rules), InputError);
}

TEST(Power, ClocksGoIntoTheSample) {
  Sample sample;

  detail::add_state(sample, {.sm_clock_hz = 1e9, .memory_clock_hz = 2e9, .celsius = 50, .slowed_by_heat = true});

  EXPECT_EQ(sample.sm_clock_hz, 1e9);
  EXPECT_EQ(sample.celsius, 50);
}

TEST(Canary, TakesTheMedianOfThreeLaunchesOfTheSameLength) {
  FakeDevice device;
  Canary canary(device, 1000);

  EXPECT_EQ(canary.iterations(), 1000);
  device.log.clear();
  EXPECT_NEAR(canary.run().seconds, 2e-3, 2e-3);
  EXPECT_EQ(device.log.size(), 3);
}

TEST(LaunchOnce, SaysOfEachJobWhatCameOfIt) {
  FakeDevice device;
  const TemporaryFolder folder;
  std::FILE* out = std::fopen((folder / "said").c_str(), "w");

  const std::size_t failed = launch_once(device, std::vector{job("a"), job("b", "bad input"), job("c")}, out);
  std::fclose(out);

  EXPECT_EQ(failed, 1);
  EXPECT_EQ(read_file(folder / "said"),
            "==FOREWARP== device Fake\n==FOREWARP== launched a\n==FOREWARP== not launched b: the shape is wrong\n"
            "==FOREWARP== launched c\n");
  EXPECT_EQ(device.log, (std::vector<std::string>{"fill a", "a", "fill bad input", "fill c", "c"}));
}

TEST(LaunchOnce, ABrokenDeviceEndsIt) {
  FakeDevice device;
  const TemporaryFolder folder;
  std::FILE* out = std::fopen((folder / "said").c_str(), "w");

  EXPECT_THROW((void)launch_once(device, std::vector{job("a", "broken device"), job("c")}, out), DeviceError);
  std::fclose(out);
  EXPECT_EQ(device.log, std::vector<std::string>{"fill broken device"});
}

Job with_buffer(const std::string& id, std::uint64_t bytes) {
  Job j = job(id);
  j.arguments = {{"x", bytes_buffer(bytes)}};
  return j;
}

TEST(ResidentKernels, StayWhileThereIsRoomAndTheLeastRecentlyUsedGoes) {
  FakeDevice device;
  ResidentKernels kernels(device, 100);
  const Job a = with_buffer("a", 40), b = with_buffer("b", 40), c = with_buffer("c", 40);

  EXPECT_TRUE(kernels.get(a).is_new);
  EXPECT_TRUE(kernels.get(b).is_new);
  EXPECT_FALSE(kernels.get(a).is_new);  // now b was not used for longest
  EXPECT_TRUE(kernels.get(c).is_new);
  EXPECT_FALSE(kernels.get(a).is_new);
  EXPECT_TRUE(kernels.get(b).is_new);
}

TEST(ResidentKernels, WhatIsDroppedIsFilledAgain) {
  FakeDevice device;
  ResidentKernels kernels(device, 100);
  const Job a = job("a");

  (void)kernels.get(a);
  kernels.drop(a);

  EXPECT_TRUE(kernels.get(a).is_new);
  Job broken = job("d");
  broken.code.text = "does not compile";
  EXPECT_THROW((void)kernels.get(broken), InputError);
}

TEST(JobProgress, StartsFromTheSamplesOfItsDeviceAndName) {
  const std::vector<Job> jobs = {job("a"), job("b")};
  StoreContents contents;
  Sample sample;
  sample.device = "fake", sample.job = "a", sample.seconds = 2;
  contents.samples = {sample, sample};
  contents.samples[1].device = "another";
  Sample canary = sample;
  canary.kind = SampleKind::canary, canary.trial = 4;
  contents.samples.push_back(canary);
  contents.settings[{"fake", detail::started_setting(jobs[1])}] = "2";
  contents.settings[{"fake", detail::canary_setting}] = "700";

  const detail::Resumed resumed = detail::resume(contents, jobs, "fake", false);

  EXPECT_EQ(resumed.trials, 1);
  EXPECT_EQ(resumed.jobs[0].trials.size(), 1);
  EXPECT_EQ(resumed.jobs[0].spent_s, 2);
  EXPECT_EQ(resumed.jobs[1].started, 2);
  EXPECT_EQ(resumed.next_canary, 5);
  EXPECT_EQ(resumed.canary_iterations, 700);
  EXPECT_FALSE(resumed.has_idle_power);
}

TEST(JobProgress, AnotherKernelUnderTheSameNameIsRefused) {
  const std::vector<Job> jobs = {job("a")};
  StoreContents contents;
  contents.jobs.push_back(
      {.device = "fake", .job = "a", .digest = "of another", .entry = {}, .shape = {}, .kernel = {}, .failure = {}});

  EXPECT_EQ(message_of([&] { (void)detail::resume(contents, jobs, "fake", false); }).rfind("job 'a': the samples", 0),
            0);
  EXPECT_NO_THROW((void)detail::resume(contents, jobs, "another", false));
}

// 60 trials in 5 passes: 60 / (3 x 5) = 4 a visit; at the end of the third pass 12.
TEST(JobProgress, TrialsAreSpreadOverThePasses) {
  const Job a = job("a");
  detail::JobProgress progress;
  progress.job = &a;
  CampaignOptions options;
  options.trials = 60, options.passes = 5;

  EXPECT_EQ(detail::max_trials(progress, options), 60);
  EXPECT_EQ(detail::trials_a_visit(progress, options), 4);
  EXPECT_EQ(detail::target_of(progress, 2, options), 12);
  Job few = a;
  few.trials = 3;
  progress.job = &few;
  EXPECT_EQ(detail::max_trials(progress, options), 3);
  EXPECT_EQ(detail::trials_a_visit(progress, options), 1);
  EXPECT_EQ(detail::target_of(progress, 7, options), 3);
}

TEST(CuptiDevices, CountsOnDevicesOfCudaAlone) {
  FakeDevice device;  // an OpenCL device
  const TemporaryFolder folder;
  CounterLog log(folder / "log");

  EXPECT_EQ(message_of<Unavailable>([&] {
              (void)collect_with_cupti(device, std::vector{job("a")}, log, {.metrics = {"dram__bytes.sum"}});
            }),
            "fake:0: CUPTI counts on CUDA devices alone");
  EXPECT_TRUE(device.log.empty());  // nothing was launched
}

TEST(PtxByCompiler, TheCompilersLogComesUnderTheNameOfTheCode) {
  const Code broken{.language = Language::opencl_c, .text = "kernel void f() { this is no C; }", .name = "mine.cl"};
  std::string said;
  try {
    said = message_of([&] { (void)ptx_by_compiler(broken, 80); });
  } catch (const Unavailable&) {
    GTEST_SKIP() << "nvcc is not here";
  }

  EXPECT_EQ(said.rfind("mine.cl: ", 0), 0) << said;
  EXPECT_NE(said.find("error"), std::string::npos) << said;
}

TEST(CudaTokens, WordsNumbersTextsAndWholeDirectives) {
  const auto tokens = opencl::cuda_tokens("#define A \\\n 1\nint x = 0x1F; // c\nf(\"a\\\"b\");");

  using Kind = opencl::CudaToken::Kind;
  ASSERT_GT(tokens.size(), 6);
  EXPECT_EQ(tokens[0].kind, Kind::directive);
  EXPECT_NE(tokens[0].text.find("1"), std::string::npos);
  EXPECT_TRUE(tokens[1].is("int"));
  EXPECT_EQ(tokens[1].line, 3);
  EXPECT_EQ(tokens[4].kind, Kind::number);
  EXPECT_EQ(tokens[4].text, "0x1F");
  const auto text = std::ranges::find(tokens, Kind::text, &opencl::CudaToken::kind);
  ASSERT_NE(text, tokens.end());
  EXPECT_EQ(text->text, "\"a\\\"b\"");
}

}  // namespace
}  // namespace forewarp::run
