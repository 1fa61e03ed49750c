// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Whatever ends a program or forewarp exec itself: the report has all that had ended, and nothing keeps running.
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "exec_fixture.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

using Json = nlohmann::json;
using test::Outcome;

class Faults : public test::ExecTest {
 protected:
  /// tests/programs/faults.cu, which launches 'prints' before anything else; built once.
  static const std::string& program() {
    static const TemporaryFolder folder;
    static const std::string path = [] {
      const std::string made = (folder / "faults").string();
      const Outcome build = exec({"--compiler", "clang", std::string(test::source_dir()) + "/tests/programs/faults.cu",
                                  "--build", "-o", made});
      EXPECT_EQ(build.status, 0) << build.err;
      return made;
    }();
    return path;
  }
  /// The launches of a program that an argument ends, by the report.
  static int launches(const Outcome& run) {
    const Json json = Json::parse(run.out, nullptr, false);
    return json.is_object() ? json["devices"][0]["kernels"][0]["launches"].get<int>() : -1;
  }
  /// A shell script; $1 is forewarp, $2 the program, $3 a folder.
  Outcome script(const std::string& text) {
    return test::run({"/bin/sh", "-c",
                      "started() { i=0; until grep -q '^process' $1; do sleep 0.05; i=$((i + 1)); "
                      "[ $i -lt 600 ] || exit 9; done; }\n" +
                          text,
                      "sh", FOREWARP_TOOL, program(), folder.path().string()});
  }
  static bool runs(int process) { return process > 0 && kill(process, 0) == 0; }
  static bool ends(int process) {
    for (int i = 0; i < 100 && runs(process); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return !runs(process);
  }
  int process_in(const std::string& file) const {
    const std::string text = read_file(folder / file);
    const std::size_t at = text.find("process ");
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 8);
  }

  TemporaryFolder folder;
};

TEST_F(Faults, ACrashLeavesEveryLaunchBeforeIt) {
  const Outcome run = exec({"--json", program(), "--", "segv"});

  EXPECT_EQ(run.status, 128 + SIGSEGV);
  EXPECT_EQ(launches(run), 2) << run.out << run.err;
  EXPECT_NE(run.err.find("forewarp: the program was ended by SIGSEGV (Segmentation fault)\n"), std::string::npos)
      << run.err;
}

TEST_F(Faults, AnExitWithoutCleaningUpLeavesEveryLaunchBeforeIt) {
  const Outcome run = exec({"--json", program(), "--", "exit"});

  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(launches(run), 1) << run.out << run.err;
}

TEST_F(Faults, AnExitWithoutHandlersEndsTheRecording) {
  for (const char* how : {"exit", "quick"}) {
    const Outcome run = exec({"--json", program(), "--", how});
    const Json json = Json::parse(run.out, nullptr, false);

    EXPECT_EQ(run.status, 3);
    ASSERT_TRUE(json.is_object()) << run.err;
    EXPECT_TRUE(json["ended"]) << how;
    EXPECT_GT(json["devices"][0]["host"]["total_s"].get<double>(), 0) << how;
  }
}

TEST_F(Faults, AChildThatSharesTheMemoryDoesNotEndTheRecording) {
  const Outcome run = exec({"--json", program(), "--", "vfork"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(launches(run), 2) << run.out;
  EXPECT_NE(run.out.find("\"ended\": true"), std::string::npos) << run.out;
}

TEST_F(Faults, AnEndThatIsNotKnownMeetsNoExpectationOnTheProgram) {
  const Outcome run = exec({program(), "--expect", "program < 1s", "--expect", "program > 1ns", "--", "unseen"});

  EXPECT_EQ(run.status, 3);
  EXPECT_TRUE(run.says("the program left without its exit handlers")) << run.out;
  EXPECT_FALSE(run.says("did not end by itself")) << run.out;
  EXPECT_FALSE(run.says("100 %: ")) << run.out;
  EXPECT_TRUE(run.says("in which the GPU is busy: when the program ended is not known")) << run.out;
  EXPECT_TRUE(run.complains("not met  program < 1s")) << run.err;
  EXPECT_TRUE(run.complains("not met  program > 1ns")) << run.err;
  EXPECT_TRUE(run.complains("the time of the program is not known")) << run.err;
}

TEST_F(Faults, AProgramThatBecomesAnotherHasTwoReports) {
  const Outcome run = exec({program(), "--", "exec"});

  EXPECT_EQ(run.status, 0) << run.err;
  const std::size_t first = run.out.find("faults on H100");
  ASSERT_NE(first, std::string::npos) << run.out;
  EXPECT_NE(run.out.find("on H100", first + 20), std::string::npos) << run.out;
}

TEST_F(Faults, TheProgramReadsStandardInput) {
  const Outcome run = script("echo 42 | $1 exec --device H100 $2 -- read");

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("thread 0 of block 0: 42 ")) << run.out;
}

TEST_F(Faults, AnInterruptEndsTheProgramAndTheReportIsWritten) {
  const Outcome run = script(
      "env --default-signal=INT $1 exec --device H100 $2 -- wait > $3/out & p=$!\n"
      "started $3/out; kill -INT $p; wait $p; echo status $?; cat $3/out");

  EXPECT_TRUE(run.says("status 130")) << run.out << run.err;
  EXPECT_TRUE(run.says("did not end by itself")) << run.out;
  EXPECT_TRUE(run.says("prints(int)")) << run.out;
}

TEST_F(Faults, OtherSignalsGoOnToTheProgram) {
  const Outcome run = script(
      "$1 exec --device H100 $2 -- wait > $3/out & p=$!\n"
      "started $3/out; kill -TERM $p; wait $p; echo status $?; cat $3/out");

  EXPECT_TRUE(run.says("status 143")) << run.out << run.err;
  EXPECT_TRUE(run.says("prints(int)")) << run.out;
}

TEST_F(Faults, NothingRunsOnWhenForewarpIsKilled) {
  const Outcome run = script(
      "$1 exec --device H100 $2 -- wait > $3/out & p=$!\n"
      "started $3/out; kill -KILL $p; wait $p; echo status $?");

  EXPECT_TRUE(run.says("status 137")) << run.out << run.err;
  EXPECT_TRUE(ends(process_in("out")));
}

TEST_F(Faults, NeitherDoesWhatAScriptStarted) {
  write_file(folder / "start.sh", "#!/bin/sh\n$1 wait\necho done\n");
  const Outcome run = script(
      "chmod +x $3/start.sh; $1 exec --device H100 $3/start.sh -- $2 > $3/out & p=$!\n"
      "started $3/out; kill -KILL $p; wait $p; echo status $?");

  EXPECT_TRUE(run.says("status 137")) << run.out << run.err;
  EXPECT_TRUE(ends(process_in("out")));
}

TEST_F(Faults, ATimeoutEndsWhatAScriptStarted) {
  write_file(folder / "start.sh", "#!/bin/sh\n$1 wait\necho done\n");
  const Outcome run = script("chmod +x $3/start.sh; $1 exec --device H100 --timeout 3 $3/start.sh -- $2 > $3/out");

  EXPECT_EQ(run.status, 137) << run.err;
  EXPECT_TRUE(ends(process_in("out")));
}

}  // namespace
}  // namespace forewarp
