// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/line_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::runtime {
namespace {

TEST(LineFile, AKilledProcessLeavesEveryLineThatItAdded) {
  const TemporaryFolder folder;
  const auto path = folder / "lines";
  const std::string line(99, 'x');
  constexpr std::size_t lines = 20'000;  // 2 MB: the file grows several times

  const pid_t child = fork();
  if (child == 0) {
    LineFile file(path);
    for (std::size_t i = 0; i < lines; ++i)
      if (!file.add(line)) _exit(1);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);

  ASSERT_TRUE(WIFSIGNALED(status));
  std::string text = read_file(path);
  text.resize(std::min(text.find('\0'), text.size()));
  EXPECT_EQ(text.size(), lines * 100);
  EXPECT_EQ(text.substr(text.size() - 100), line + "\n");
}

TEST(LineFile, AClosedFileHasItsLinesAlone) {
  const TemporaryFolder folder;
  LineFile file(folder / "lines");
  EXPECT_TRUE(file.add("a"));
  EXPECT_TRUE(file.add(""));

  file.close();
  EXPECT_TRUE(file.add("behind the end"));

  EXPECT_EQ(read_file(folder / "lines"), "a\n\n");
}

TEST(LineFile, AFullDiskIsSaidOnceAndLeavesWholeLines) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 19, 1 << 19};
    setrlimit(RLIMIT_FSIZE, &limit);
    LineFile file(folder / "lines");
    const std::string line(999, 'x');
    int refused = 0;
    for (int i = 0; i < 1000; ++i) refused += file.add(line) ? 0 : 1;
    _exit(refused);
  }
  int status = 0;
  waitpid(child, &status, 0);

  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string text = read_file(folder / "lines");
  EXPECT_EQ(text.size() % 1000, 0U);
  EXPECT_GT(text.size(), 200'000U);
}

TEST(LineFile, AFileThatExistsIsNotWrittenTo) {
  const TemporaryFolder folder;
  write_file(folder / "lines", "before");

  EXPECT_THROW(LineFile(folder / "lines"), InputError);
}

}  // namespace
}  // namespace forewarp::runtime
