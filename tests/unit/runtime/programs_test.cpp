// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Whole programs (tests/programs, examples/programs) through forewarp exec: they check their own results.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include <fmt/format.h>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

using Json = nlohmann::json;

const std::filesystem::path source = forewarp::test::source_dir();
const std::filesystem::path programs = source / "tests/programs";

struct Outcome {
  int status = 0;
  std::string out, err;
  [[nodiscard]] bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
};

class Programs : public ::testing::Test {
 protected:
  void SetUp() override {
    if (FOREWARP_SANITIZED)
      GTEST_SKIP() << "sanitizers bring libraries of their own, which programs without them cannot load";
    try {
      (void)source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda);
    } catch (const Unavailable& e) {
      GTEST_SKIP() << e.what();
    }
  }
  Outcome exec(const std::vector<std::string>& arguments, const std::vector<std::string>& of_program = {}) {
    std::vector<std::string> command = {FOREWARP_TOOL, "exec", "--compiler", "clang"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (!of_program.empty()) command.emplace_back("--");
    command.insert(command.end(), of_program.begin(), of_program.end());
    const ProcessResult r = run_process(command, {.timeout_s = 240});
    return {r.exit_status, r.output, r.errors};
  }
  Outcome on_h100(const char* program, const std::vector<std::string>& of_program = {}) {
    return exec({(programs / program).string(), "--device", "H100", "--no-advise"}, of_program);
  }
  /// The summary of a program that prints PASS.
  Json summary(const char* program, const std::vector<std::string>& of_program = {}) {
    const Outcome run = exec({(programs / program).string(), "--device", "H100", "--no-advise", "--json"}, of_program);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.err.find("PASS"), std::string::npos) << run.err;
    return Json::parse(run.out, nullptr, false);
  }
};

TEST_F(Programs, VectorAddHasTheRightResultAndTheNamedDevice) {
  const Outcome run = on_h100("vector_add.cu", {"5000"});

  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(run.says("NVIDIA H100, 132 SMs, 9.0\nPASS\n")) << run.out;
  EXPECT_TRUE(run.says("add(float const*, float const*, float*, int)")) << run.out;
  EXPECT_TRUE(run.says("host to device, pageable")) << run.out;
}

TEST_F(Programs, StreamsEventsCallbacksAndGraphs) {
  const Json json = summary("streams.cu");

  EXPECT_EQ(json["devices"][0]["kernels"][0]["launches"], 2 + 3 * 2);
  EXPECT_TRUE(json["failed_calls"].is_array());
}

TEST_F(Programs, ManagedRegisteredAndPitchedMemory) { EXPECT_EQ(summary("memory.cu")["faults"], Json::array()); }

TEST_F(Programs, ErrorsAreTheOnesOfCuda) { (void)summary("errors.cu"); }

TEST_F(Programs, HostThreadsWithStreamsOfTheirOwn) {
  const Json json = summary("threads.cu");

  EXPECT_EQ(json["devices"][0]["kernels"][0]["launches"], 320);
  EXPECT_EQ(json["failed_calls"].size(), 1U);
}

TEST_F(Programs, ACooperativeLaunchSynchronisesItsGrid) { (void)summary("cooperative.cu"); }

// 2^23 threads execute more than 10^8 instructions: enough to be sampled.
TEST_F(Programs, SampledResultsLeaveTheCountsAsTheyAre) {
  const std::string file = (programs / "vector_add.cu").string();
  Json json[2];
  for (const bool sampled : {false, true}) {
    const Outcome run =
        exec({file, "--device", "H100", "--no-advise", "--json", "--results", sampled ? "sampled" : "whole"},
             {std::to_string((1 << 23) + 1)});
    json[sampled] = Json::parse(run.out, nullptr, false);
    EXPECT_EQ(run.err.find("PASS") == std::string::npos, sampled) << run.err;
  }

  EXPECT_EQ(json[0]["results"], "whole");
  EXPECT_EQ(json[1]["results"], "sampled");
  const Json &whole = json[0]["launches"][0], &sampled = json[1]["launches"][0];
  EXPECT_LT(sampled["counted_blocks"], 1000) << sampled;
  const double instructions = whole["thread_instructions"];
  EXPECT_NEAR(sampled["thread_instructions"].get<double>(), instructions, 0.01 * instructions);
  const double seconds = whole["predictions"]["H100"]["time_s"];
  EXPECT_NEAR(sampled["predictions"]["H100"]["time_s"].get<double>(), seconds, 0.02 * seconds);
}

TEST_F(Programs, ACooperativeLaunchRunsWholeAlthoughResultsAreSampled) {
  const Outcome run =
      exec({(programs / "cooperative.cu").string(), "--device", "H100", "--no-advise", "--results", "sampled"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("PASS")) << run.out;
  EXPECT_FALSE(run.says("WARNING")) << run.out;
}

TEST_F(Programs, RepeatedLaunchesAreEmulatedOnce) {
  const Json json = summary("repeats.cu", {"20"});

  // 20 of square of which one runs, 20 of count of which two run, 3 more of count, square again, 20 of nothing.
  EXPECT_EQ(json["launches"].size(), 3U) << json.dump(1);
  EXPECT_EQ(json["devices"][0]["kernels"].size(), 3U);
}

TEST_F(Programs, AProgramOfSeveralFiles) {
  const Outcome run =
      exec({(programs / "two_files_main.cu").string(), (programs / "two_files_kernel.cu").string(),
            (programs / "two_files_host.cpp").string(), "--device", "V100", "-D", "FACTOR=3", "-I", programs.string()});

  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(run.says("PASS"));
}

TEST_F(Programs, SeveralDevicesGetTimelinesOfTheirOwn) {
  const Outcome run = exec({(programs / "vector_add.cu").string(), "--device", "H100,GTX 1080", "--json"}, {"100000"});

  const Json json = Json::parse(run.out, nullptr, false);
  ASSERT_EQ(json["devices"].size(), 2U) << run.err;
  const double h100 = json["devices"][0]["kernels"][0]["total_s"], gtx = json["devices"][1]["kernels"][0]["total_s"];
  EXPECT_GT(gtx, h100);
  EXPECT_NE(run.err.find("NVIDIA H100"), std::string::npos) << run.err;
}

TEST_F(Programs, PrintfOfKernelsComesInOrder) {
  const Outcome run = on_h100("faults.cu");

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, run.out.find("\n\n")),
            "thread 0 of block 0: 7 0.5 text\nthread 2 of block 0: 7 0.5 text\n"
            "thread 0 of block 1: 7 0.5 text\nthread 2 of block 1: 7 0.5 text");
}

TEST_F(Programs, AFaultNamesKernelAndLineAndReachesTheProgramAtItsNextWait) {
  const Outcome run = on_h100("faults.cu", {"bounds"});

  EXPECT_EQ(run.status, 5) << run.out;
  EXPECT_NE(run.err.find("kernel 'out_of_bounds(int*)'"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("faults.cu:12"), std::string::npos) << run.err;
  EXPECT_TRUE(run.says("fault: "));
}

TEST_F(Programs, AnAssertionOfAKernelIsItsError) {
  const Outcome run = on_h100("faults.cu", {"assert"});

  EXPECT_EQ(run.status, 6) << run.out;
  EXPECT_NE(run.err.find("assertion `value == 1' failed"), std::string::npos) << run.err;
}

TEST_F(Programs, TheStatusOfTheProgramIsOurs) {
  const Outcome exits = on_h100("faults.cu", {"exit"}), aborts = on_h100("faults.cu", {"abort"});

  EXPECT_EQ(exits.status, 3);
  EXPECT_EQ(aborts.status, 128 + 6);
}

TEST_F(Programs, AKilledProgramLeavesWhatHadEnded) {
  const Outcome run = on_h100("faults.cu", {"kill"});

  EXPECT_EQ(run.status, 128 + 9);
  EXPECT_TRUE(run.says("did not end by itself")) << run.out;
  EXPECT_TRUE(run.says("prints(int)")) << run.out;
}

TEST_F(Programs, AForkedChildHasNoGpuAndLeavesTheRecordingAlone) {
  const Outcome run = on_h100("faults.cu", {"fork"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("host: ")) << run.out;
}

TEST_F(Programs, ATimeoutEndsTheProgram) {
  const Outcome run = exec({(programs / "faults.cu").string(), "--device", "H100", "--timeout", "2"}, {"sleep"});

  EXPECT_EQ(run.status, 128 + 9);
  EXPECT_NE(run.err.find("killed after 2 s"), std::string::npos) << run.err;
}

TEST_F(Programs, TheClocksOfTheProgramShowTheTimeOfTheDevice) {
  const std::string file = (programs / "clocks.cu").string();

  EXPECT_TRUE(exec({file, "--device", "H100", "--clock", "device"}).says("device time"));
}

TEST_F(Programs, JacobiPasses) {
  const Outcome run = exec({(source / "examples/programs/jacobi.cu").string(), "--device", "H100"}, {"64", "10"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("PASS")) << run.out;
  EXPECT_TRUE(run.says("step(float const*, float*, int)")) << run.out;
}

TEST_F(Programs, ABuiltProgramRunsLaterAndAloneSaysWhatItNeeds) {
  const TemporaryFolder folder;
  const std::string program = (folder / "add").string();
  ASSERT_EQ(exec({(programs / "vector_add.cu").string(), "--device", "H100", "--build", "-o", program}).status, 0);

  const Outcome run = exec({program, "--device", "H100"}, {"10"});
  const ProcessResult alone = run_process({program});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("PASS")) << run.out;
  EXPECT_NE(alone.exit_status, 0);
  EXPECT_NE(alone.errors.find("forewarp exec"), std::string::npos) << alone.errors;
}

TEST_F(Programs, AMissingEntryPointIsNamed) {
  const TemporaryFolder folder;
  write_file(folder / "a.cu", "extern \"C\" cudaError_t cudaNoSuchCall();\nint main() { return cudaNoSuchCall(); }\n");

  const Outcome run = exec({(folder / "a.cu").string(), "--device", "H100"});

  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("cudaNoSuchCall"), std::string::npos) << run.err;
}

TEST_F(Programs, AnExecutableOfSomethingElseIsRefused) {
  const Outcome run = exec({"/bin/true", "--device", "H100"});

  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("not linked with libforewarp_cudart.so"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace forewarp
