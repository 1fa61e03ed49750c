// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/process.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/progress.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

TEST(Process, GivesBothStreamsAndTheExitStatus) {
  const ProcessResult r = run_process({"sh", "-c", "echo out; echo err >&2; exit 7"});

  EXPECT_EQ(r.exit_status, 7);
  EXPECT_EQ(r.output, "out\n");
  EXPECT_EQ(r.errors, "err\n");
  EXPECT_FALSE(r.timed_out);
}

TEST(Process, PassesArgumentsUntouchedByAnyShell) {
  EXPECT_EQ(run_process({"printf", "%s|", "a b", "$HOME;*"}).output, "a b|$HOME;*|");
}

TEST(Process, IsEndedWithItsChildrenWhenTheTimeIsUp) {
  const auto before = std::chrono::steady_clock::now();
  const ProcessResult r = run_process({"sh", "-c", "sleep 30 & sleep 30"}, {.timeout_s = 0.2});

  EXPECT_TRUE(r.timed_out);
  EXPECT_EQ(r.exit_status, 128 + 9);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
}

/// Stops at the third report.
struct Impatient : Progress {
  int reports = 0;
  std::string said;
  void advance(std::size_t, std::size_t, std::string_view) override {}
  void busy(std::string_view what) override {
    ++reports;
    said = what;
  }
  [[nodiscard]] bool cancelled() const override { return reports >= 3; }
};

TEST(Process, IsEndedWithItsChildrenWhenTheUserStops) {
  const auto before = std::chrono::steady_clock::now();
  Impatient progress;

  EXPECT_THROW((void)run_process({"sh", "-c", "sleep 30 & sleep 30"}, {.progress = &progress, .what = "sleeping"}),
               Interrupted);

  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
  EXPECT_EQ(progress.said, "sleeping");
}

TEST(Process, KeepsNoMoreOutputThanAllowed) {
  EXPECT_EQ(run_process({"head", "-c", "100000", "/dev/zero"}, {.max_bytes = 1000}).output.size(), 1000u);
}

TEST(Process, WritesBothStreamsToAFileWithoutLimits) {
  const TemporaryFolder folder("process");

  EXPECT_EQ(run_to_file({"sh", "-c", "echo out; echo err >&2; exit 3"}, folder / "text"), 3);
  EXPECT_EQ(read_file(folder / "text"), "out\nerr\n");
  EXPECT_EQ(run_to_file({"sh", "-c", "kill -9 $$"}, folder / "text"), 128 + 9);
  EXPECT_EQ(read_file(folder / "text"), "");
  EXPECT_THROW((void)run_to_file({"/nonexistent/program"}, folder / "text"), Unavailable);
}

TEST(FindProgram, LooksOnPathAndTakesPathsAsTheyAre) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_EQ(find_program("/bin/sh"), std::filesystem::path("/bin/sh"));
  EXPECT_FALSE(find_program("no_program_of_this_name"));
  EXPECT_FALSE(find_program("/etc/passwd"));  // a file that cannot be executed
  EXPECT_FALSE(find_program("/etc"));         // a folder
}

TEST(Process, ThatCannotStartIsUnavailable) { EXPECT_THROW((void)run_process({"/nonexistent/compiler"}), Unavailable); }

}  // namespace
}  // namespace forewarp
