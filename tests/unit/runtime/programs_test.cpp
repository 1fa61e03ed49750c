// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Whole programs (tests/programs, examples/programs) through forewarp exec: they check their own results.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include <fmt/format.h>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "programs_fixture.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

using Json = nlohmann::json;

const std::filesystem::path source = forewarp::test::source_dir();

using test::Outcome;
using test::Programs;

TEST_F(Programs, VectorAddHasTheRightResultAndTheNamedDevice) {
  const Outcome run = on_h100("vector_add.cu", {"5000"});

  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_TRUE(run.says("NVIDIA H100, 132 SMs, 9.0\nPASS\n")) << run.out;
  EXPECT_TRUE(run.says("add(float const*, float const*, float*, int)")) << run.out;
  EXPECT_TRUE(run.says("host to device, pageable")) << run.out;
}

TEST_F(Programs, ADeviceThatALaunchDoesNotFitHasNoTimeOfItsOwn) {
  const Outcome run =
      exec({(programs / "large_tile.cu").string(), "--device", "H100,GTX 1650", "--expect", "reverse < 1s"});

  EXPECT_EQ(run.status, 4) << run.out << run.err;
  EXPECT_TRUE(run.says("PASS\n")) << run.out;
  EXPECT_TRUE(
      run.says("WARNING: reverse(float const*, float*, int) cannot run on GTX 1650; its time is taken from H100: "))
      << run.out;
  EXPECT_NE(run.err.find("not met  reverse(float const*, float*, int): cannot run: "), std::string::npos) << run.err;
}

/// Caches are cold, so DRAM supplies all that is read and takes all that is written: 4 MiB a buffer.
TEST_F(Programs, MemoryThatNoArgumentPointsToHasTrafficToo) {
  const Outcome run =
      exec({(programs / "reached.cu").string(), "--device", "H100", "--no-advise", "--json", "--ncu"}, {});
  const Json json = Json::parse(run.out, nullptr, false);

  ASSERT_EQ(json["launches"].size(), 3U) << run.err;
  constexpr double buffer = 4 << 20;
  EXPECT_NEAR(json["launches"][0]["dram_bytes"].get<double>(), buffer, 0.02 * buffer);
  EXPECT_NEAR(json["launches"][1]["dram_bytes"].get<double>(), 3 * buffer, 0.06 * buffer);
  EXPECT_NEAR(json["launches"][2]["dram_bytes"].get<double>(), 2 * buffer, 0.04 * buffer);
}

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
  EXPECT_NE(run.err.find("faults.cu:14"), std::string::npos) << run.err;
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

/// Folders by the number that their names begin with.
std::map<std::size_t, std::filesystem::path> saved_in(const std::filesystem::path& folder) {
  std::map<std::size_t, std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_directory()) out[std::stoul(entry.path().filename().string())] = entry.path();
  return out;
}

Outcome forewarp(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), FOREWARP_TOOL);
  const ProcessResult r = run_process(arguments, {.timeout_s = 240});
  return {r.exit_status, r.output, r.errors};
}

class SavedPrograms : public Programs, public ::testing::WithParamInterface<const char*> {};

TEST_P(SavedPrograms, PredictOfASavedLaunchAnswersAsTheRunDid) {
  const TemporaryFolder folder;
  const Outcome run = exec({(source / GetParam()).string(), "--device", "H100", "--no-advise", "--json", "--save",
                            (folder / "saved").string()});
  ASSERT_EQ(run.status, 0) << run.err;

  const Json launches = Json::parse(run.out)["launches"];
  const auto saved = saved_in(folder / "saved");

  ASSERT_EQ(saved.size(), launches.size()) << run.err;
  for (const Json& launch : launches) {
    const Outcome predicted =
        forewarp({"predict", saved.at(launch["id"].get<std::size_t>()).string(), "--device", "H100", "--json"});
    ASSERT_EQ(predicted.status, 0) << predicted.err;
    const Json p = Json::parse(predicted.out)["predictions"][0], then = launch["predictions"]["H100"];
    // predict counts a few blocks before the others, and does not undo what they wrote: a loop that repeats an atomic
    // until it succeeds may then take another number of rounds.
    for (const char* member : {"time_s", "low_s", "high_s"})
      EXPECT_NEAR(p[member].get<double>() / then[member].get<double>(), 1, 2e-3) << launch["kernel"] << " " << member;
    EXPECT_EQ(p["limiter"], then["limiter"]) << launch["kernel"];
    for (const auto& [term, seconds] : then["terms_s"].items())
      EXPECT_NEAR(p["terms"][term].get<double>(), seconds.get<double>(), 5e-3 * seconds.get<double>())
          << launch["kernel"] << " " << term;
  }
}

INSTANTIATE_TEST_SUITE_P(OfTests, SavedPrograms,
                         ::testing::Values("tests/programs/linked.cu", "tests/programs/vector_add.cu",
                                           "tests/programs/cooperative.cu", "tests/programs/streams.cu",
                                           "tests/programs/memory.cu", "tests/programs/repeats.cu",
                                           "tests/programs/clusters.cu", "examples/programs/jacobi.cu"),
                         [](const auto& p) { return std::filesystem::path(p.param).stem().string(); });

TEST_F(Programs, ASavedLaunchIsTakenByTheOtherCommands) {
  const TemporaryFolder folder;
  const Outcome run = exec(
      {(programs / "linked.cu").string(), "--device", "H100", "--no-advise", "--save", (folder / "saved").string()});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("saved 1 launch in"), std::string::npos) << run.err;
  EXPECT_TRUE(read_file(folder / "saved/launches.csv").starts_with("folder,launches\n00-follow,"));
  const std::string launch = (folder / "saved/00-follow").string();

  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"profile", launch},
                                             {"predict", launch + "/launch.toml", "--device", "V100"},
                                             {"advise", launch, "--device", "V100"},
                                             {"rank", launch, "--device", "V100", "--vary", "block=64,128"}}) {
    const Outcome answer = forewarp(command);
    EXPECT_EQ(answer.status, 0) << command.front() << ": " << answer.err;
    EXPECT_NE(answer.out.find("follow"), std::string::npos) << command.front() << ": " << answer.out;
  }
}

TEST_F(Programs, WhatIsSavedIsBounded) {
  const TemporaryFolder folder;
  const std::vector<std::string> program = {(programs / "linked.cu").string(), "--device", "H100", "--no-advise"};
  std::vector<std::string> small = program, taken = program;
  small.insert(small.end(), {"--save", (folder / "small").string(), "--save-limit", "20kB"});
  write_file(folder / "file", "");
  taken.insert(taken.end(), {"--save", folder.path().string()});

  const Outcome bounded = exec(small), refused = exec(taken);

  EXPECT_EQ(bounded.status, 0) << bounded.err;
  EXPECT_TRUE(bounded.says("is not saved: with it, more than 20000 bytes would be saved")) << bounded.out;
  EXPECT_TRUE(saved_in(folder / "small").empty());
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("has something in it"), std::string::npos) << refused.err;
}

TEST_F(Programs, ThePageHasTheTimelineAndTheSourceOfALaunch) {
  const TemporaryFolder folder;
  const std::string page = (folder / "page.html").string();

  const Outcome run = exec({(programs / "linked.cu").string(), "--device", "H100,V100", "--report", page});

  ASSERT_EQ(run.status, 0) << run.err;
  const std::string html = read_file(page);
  EXPECT_NE(html.find("\"type\":\"timeline\""), std::string::npos);
  EXPECT_NE(html.find("host waits in cudaMemcpy"), std::string::npos);
  EXPECT_NE(html.find("const Node* node = view.nodes + i;"), std::string::npos);
  EXPECT_NE(html.find("\"title\":\"Roofline\""), std::string::npos);
  EXPECT_NE(html.find("What holds it back on V100"), std::string::npos);
}

TEST_F(Programs, AllAdviceIsThatOfAdvise) {
  const std::vector<std::string> program = {(programs / "linked.cu").string(), "--device", "H100", "--advise"};
  std::vector<std::string> as_json = program;
  as_json.emplace_back("--json");

  const Outcome text = exec(program), json = exec(as_json);

  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(text.says("advice for follow(View, float const*, float)")) << text.out;
  EXPECT_TRUE(text.says("\n  1. ")) << text.out;
  const Json advice = Json::parse(json.out, nullptr, false)["advice"];
  ASSERT_EQ(advice.size(), 1U) << json.err;
  EXPECT_EQ(advice[0]["advice"][0]["device"], "H100");
  EXPECT_FALSE(advice[0]["advice"][0]["suggestions"].empty());
}

TEST_F(Programs, AMissingEntryPointIsNamed) {
  const TemporaryFolder folder;
  write_file(folder / "a.cu", "extern \"C\" cudaError_t cudaNoSuchCall();\nint main() { return cudaNoSuchCall(); }\n");

  const Outcome run = exec({(folder / "a.cu").string(), "--device", "H100"});

  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("forewarp's runtime does not have cudaNoSuchCall"), std::string::npos) << run.err;
}

TEST_F(Programs, ALibraryThatIsNotNamedIsAdvised) {
  const TemporaryFolder folder;
  write_file(folder / "a.cu",
             "extern \"C\" int cuInit(unsigned), nvrtcVersion(int*, int*);\n"
             "int main() { int n = 0; return cuInit(0) + nvrtcVersion(&n, &n); }\n");

  const Outcome run = exec({(folder / "a.cu").string(), "--device", "H100"});

  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("cuInit is of another library: add -lcuda"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("nvrtcVersion is of another library: add -lnvrtc"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("undefined reference"), std::string::npos) << run.err;
}

TEST_F(Programs, KernelsThatLaunchKernelsAreRefusedByName) {
  const TemporaryFolder folder;
  write_file(folder / "a.cu",
             "__global__ void k(int n) { if (n) k<<<1, 1>>>(n - 1); }\nint main() { k<<<1, 1>>>(2); }\n");

  const Outcome run = exec({(folder / "a.cu").string(), "--device", "H100"});

  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.complains("kernels that launch kernels (dynamic parallelism) are not supported")) << run.err;
  EXPECT_TRUE(run.complains("a.cu:1:")) << run.err;
}

}  // namespace
}  // namespace forewarp
