// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What forewarp exec demands of programs: --check on programs with mistakes, --expect, baselines and JUnit.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path programs = std::filesystem::path(forewarp::test::source_dir()) / "tests/programs";

class Checks : public ::testing::Test {
 protected:
  /// Built once: the tests run it with different arguments.
  static void SetUpTestSuite() {
    if (FOREWARP_SANITIZED) return;
    folder_ = new TemporaryFolder;
    for (const char* name : {"findings", "vector_add"}) {
      const ProcessResult r = run_process({FOREWARP_TOOL, "exec", "--compiler", "clang", "--build", "--device", "H100",
                                           (programs / (std::string(name) + ".cu")).string(), "-o", path(name)},
                                          {.timeout_s = 240});
      if (r.exit_status != 0) reason_ = r.errors;
    }
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  void SetUp() override {
    if (FOREWARP_SANITIZED)
      GTEST_SKIP() << "sanitizers bring libraries of their own, which programs without them cannot load";
    if (!has_clang()) GTEST_SKIP() << "no clang";
    ASSERT_EQ(reason_, "");
  }
  static bool has_clang() {
    try {
      (void)source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda);
    } catch (const Unavailable&) {
      return false;
    }
    return true;
  }
  static std::string path(const std::string& name) { return (*folder_ / name).string(); }
  static ProcessResult run(const char* program, std::vector<std::string> options, const std::string& argument = "") {
    std::vector<std::string> command = {FOREWARP_TOOL, "exec", path(program), "--device", "H100", "--no-advise"};
    command.insert(command.end(), options.begin(), options.end());
    if (!argument.empty()) command.insert(command.end(), {"--", argument});
    return run_process(command, {.timeout_s = 240});
  }
  static ProcessResult check(const std::string& checks, const std::string& mistake = "") {
    return run("findings", {"--check", checks}, mistake);
  }
  static void expect_found(const ProcessResult& r, std::initializer_list<const char*> parts) {
    EXPECT_EQ(r.exit_status, 4) << r.output << r.errors;
    for (const char* part : parts) EXPECT_NE(r.errors.find(part), std::string::npos) << part << "\n" << r.errors;
  }

  static TemporaryFolder* folder_;
  static std::string reason_;
};
TemporaryFolder* Checks::folder_ = nullptr;
std::string Checks::reason_;

TEST_F(Checks, ACorrectProgramEndsWithZero) {
  const ProcessResult r = check("all");

  EXPECT_EQ(r.exit_status, 0) << r.errors;
  for (const char* name : {"memory", "race", "init", "sync"})
    EXPECT_NE(r.errors.find(std::string("met      check ") + name + ": nothing found"), std::string::npos) << r.errors;
}

// x[100] of 100 elements: one thread of each of three launches.
TEST_F(Checks, AnAccessBehindTheEndIsFoundWithTheMemoryAndTheProgramGoesOn) {
  const ProcessResult r = check("memory", "bounds");

  expect_found(r,
               {"check memory: 1 found", "store of 4 bytes", "in kernel 'fill(int*, int)' at ", "findings.cu:10",
                "block (3,0,0) thread (4,0,0), 3 times",
                "0 bytes behind the end of 400 bytes allocated by the 3rd cudaMalloc, called from make (findings.cu:"});
  EXPECT_NE(r.output.find("end\n"), std::string::npos) << r.output;
}

TEST_F(Checks, MemoryThatWasFreedIsNamed) {
  expect_found(check("memory", "freed"), {"in memory that was freed: 256 bytes allocated by the 2nd cudaMalloc"});
}

TEST_F(Checks, AReadOfMemoryThatNothingWroteIsFound) {
  expect_found(check("init", "init"), {"check init: 1 found", "never written", "findings.cu:15", "64 times",
                                       "part of 400 bytes allocated by the 3rd cudaMalloc"});
}

// The first 32 elements of b come from memory that nothing wrote.
TEST_F(Checks, ACopyOfMemoryThatNothingWroteIsNoWrite) {
  expect_found(check("init", "copied"), {"check init: 1 found", "32 times", "the 2nd cudaMalloc"});
}

TEST_F(Checks, SharedMemoryCountsToo) {
  expect_found(check("init", "shared"), {"read of shared memory", "findings.cu:29"});
}

TEST_F(Checks, AMissingBarrierIsARace) {
  const ProcessResult r = check("race", "race");

  expect_found(r, {"check race: 2 found", "data race in shared memory", "findings.cu:22"});
}

TEST_F(Checks, ThreadsAtDifferentBarriersAreFound) {
  expect_found(check("sync", "sync"), {"check sync: 1 found", "wait at different barriers", "two_barriers(int*)"});
}

TEST_F(Checks, ABarrierThatHalfOfAWarpReachesIsFoundAndEndsTheLaunch) {
  expect_found(check("sync", "diverge"), {"check sync: 1 found", "barrier divergence: 16 of the 32 live threads"});
}

TEST_F(Checks, WhatIsNotAskedForIsNotFound) {
  EXPECT_EQ(check("sync", "race").exit_status, 0);
  EXPECT_EQ(check("races", "init").exit_status, 0);
  EXPECT_EQ(check("speed").exit_status, 2);
}

TEST_F(Checks, TheStatusOfAProgramThatFailsIsItsOwnButForFindings) {
  EXPECT_EQ(check("all", "fails").exit_status, 3);
  EXPECT_EQ(run("findings", {"--expect", "copy < 1ns"}, "fails").exit_status, 3);
}

TEST_F(Checks, AnExpectationThatIsMetEndsWithZeroAndOneThatIsNotWithFour) {
  const ProcessResult met = run("vector_add", {"--expect", "add < 1s", "--expect", "add.launches == 2"});
  const ProcessResult unmet = run("vector_add", {"--expect", "add < 1s", "--expect", "add < 1ns"});
  const ProcessResult unknown = run("vector_add", {"--expect", "ad < 1s"});

  EXPECT_EQ(met.exit_status, 0) << met.errors;
  EXPECT_EQ(unmet.exit_status, 4);
  EXPECT_NE(unmet.errors.find("not met  add < 1ns: expected below 1.00 ns, predicted "), std::string::npos)
      << unmet.errors;
  EXPECT_NE(unmet.errors.find(" (range "), std::string::npos) << unmet.errors;
  EXPECT_EQ(unknown.exit_status, 4);
  EXPECT_NE(unknown.errors.find("no kernel 'ad' was launched (did you mean 'add'?)"), std::string::npos)
      << unknown.errors;
}

TEST_F(Checks, AnExpectationThatCannotBeIsRefusedBeforeTheProgramRuns) {
  const ProcessResult r = run("vector_add", {"--expect", "add < 120"});

  EXPECT_EQ(r.exit_status, 2);
  EXPECT_NE(r.errors.find("times have a unit"), std::string::npos) << r.errors;
  EXPECT_EQ(r.output.find("PASS"), std::string::npos);
}

TEST_F(Checks, ABaselineIsMetByTheSameProgramAndNotByOneThatDoesMore) {
  const std::string base = path("base.json");
  ASSERT_EQ(run("vector_add", {"--save-baseline", base}, "1000000").exit_status, 0);

  const ProcessResult same = run("vector_add", {"--against", base}, "1000000");
  const ProcessResult more = run("vector_add", {"--against", base, "--tolerance", "5%"}, "2000000");

  EXPECT_EQ(same.exit_status, 0) << same.errors;
  EXPECT_NE(same.errors.find("no change"), std::string::npos) << same.errors;
  EXPECT_EQ(more.exit_status, 4);
  EXPECT_NE(more.errors.find("slower; expected at most "), std::string::npos) << more.errors;
}

TEST_F(Checks, ABaselineOfAnotherDeviceOrVersionIsRefused) {
  const std::string base = path("other.json");
  ASSERT_EQ(run("vector_add", {"--save-baseline", base}).exit_status, 0);
  const std::string text = read_file(base);

  std::string device = text, version = text;
  device.replace(device.find("\"H100"), 5, "\"H999");
  const std::size_t at = version.find("\"forewarp\": \"") + 13;
  version.replace(at, version.find('"', at) - at, "0.0.1");
  write_file(base, device);
  const ProcessResult other_device = run("vector_add", {"--against", base});
  write_file(base, version);
  const ProcessResult other_version = run("vector_add", {"--against", base});

  EXPECT_EQ(other_device.exit_status, 2);
  EXPECT_NE(other_device.errors.find("was made for H999"), std::string::npos) << other_device.errors;
  EXPECT_EQ(other_version.exit_status, 2);
  EXPECT_NE(other_version.errors.find("was made by forewarp 0.0.1"), std::string::npos) << other_version.errors;
}

TEST_F(Checks, JUnitHasOneCaseForEachDemand) {
  const std::string file = path("results.xml");

  const ProcessResult r =
      run("findings", {"--check", "memory,init", "--expect", "copy < 1s", "--junit", file}, "bounds");

  EXPECT_EQ(r.exit_status, 4);
  const std::string xml = read_file(file);
  EXPECT_NE(xml.find("<testsuites name=\"forewarp exec\" tests=\"4\" failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"copy &lt; 1s\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message=\"1 found&#10;store of 4 bytes"), std::string::npos) << xml;
}

}  // namespace
}  // namespace forewarp
