// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Ctrl-C while the tool emulates: it ends soon, says so, and leaves no file behind. On a terminal its progress is
/// drawn until then, and taken away.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "forewarp/support/file.hpp"

namespace {
namespace fs = std::filesystem;

/// Every thread of the grid counts to 2^30, or to what lies in memory where that is more: minutes of emulation, and a
/// count that no formula has.
constexpr const char* long_kernel = R"(.version 8.0
.target sm_70
.address_size 64
.visible .entry count(.param .u64 data)
{
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [data];
  ld.global.u32 %r3, [%rd1];
  or.b32 %r4, %r3, 1073741824;
  mov.u32 %r1, 0;
  mov.u32 %r2, 7;
LOOP:
  add.u32 %r1, %r1, 1;
  mad.lo.u32 %r2, %r2, %r2, %r1;
  setp.lt.u32 %p1, %r1, %r4;
  @%p1 bra LOOP;
  st.global.u32 [%rd1], %r2;
  ret;
}
)";

struct Ended {
  int status = -1;
  double seconds = 0;
};

/// Starts the tool, sends SIGINT after half a second and waits for its end.
Ended interrupted(const fs::path& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), FOREWARP_TOOL);
  const pid_t child = ::fork();
  if (child == 0) {
    const int log = ::open((folder / "log").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    ::dup2(log, 1);
    ::dup2(log, 2);
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    ::execv(FOREWARP_TOOL, argv.data());
    ::_exit(127);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto before = std::chrono::steady_clock::now();
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), seconds};
}

class Interrupt : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Interrupt, EndsWithStatus130AndNoReport) {
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const fs::path folder = fs::path(::testing::TempDir()) / ("forewarp_interrupt_" + test.substr(test.find('/') + 1));
  fs::create_directories(folder);
  forewarp::write_file(folder / "k.ptx", long_kernel);
  const fs::path page = folder / "page.html";
  fs::remove(page);
  std::vector<std::string> arguments = GetParam();
  arguments.insert(arguments.begin() + 1, (folder / "k.ptx").string());
  for (const char* more : {"--grid", "64", "--block", "256", "--arg", "data=buffer:u32:64", "--report"})
    arguments.emplace_back(more);
  arguments.push_back(page.string());

  const Ended ended = interrupted(folder, arguments);

  EXPECT_EQ(ended.status, 130) << forewarp::read_file(folder / "log");
  EXPECT_LT(ended.seconds, 20);
  EXPECT_EQ(forewarp::read_file(folder / "log"), "forewarp: interrupted\n");
  EXPECT_FALSE(fs::exists(page));
}

INSTANTIATE_TEST_SUITE_P(, Interrupt,
                         ::testing::Values(std::vector<std::string>{"predict", "--device", "V100", "--exact", "--limit",
                                                                    "1000000000000"},
                                           std::vector<std::string>{"profile", "--exact", "--limit", "1000000000000"},
                                           std::vector<std::string>{"count", "--fill"}));

/// What comes from a terminal until `end` is seen (empty: until it is closed), for at most a minute.
std::string read_until(int terminal, const std::string& end) {
  std::string text;
  char buffer[4096];
  pollfd ready{.fd = terminal, .events = POLLIN, .revents = 0};
  while (::poll(&ready, 1, 60'000) > 0) {
    const ssize_t count = ::read(terminal, buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
    if (!end.empty() && text.find(end) != std::string::npos) break;
  }
  return text;
}

TEST(Progress, IsDrawnOnATerminalAndTakenAwayWhenCtrlCEndsTheWork) {
  const std::string bar = "\r\x1b[K[", cleared = "\r\x1b[K";
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::setenv("NO_COLOR", "1", 1);
    ::execl(FOREWARP_TOOL, FOREWARP_TOOL, "predict", "matmul_tiled", "--device", "V100", "--set", "n=2048", "--exact",
            "--limit", "1000000000000", nullptr);
    ::_exit(127);
  }

  const std::string before = read_until(terminal, bar);
  ASSERT_EQ(::write(terminal, "\x03", 1), 1);  // Ctrl-C
  const std::string after = read_until(terminal, "");
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);

  EXPECT_NE(before.find(bar), std::string::npos) << before;
  EXPECT_TRUE(after.ends_with(cleared + "forewarp: interrupted\r\n")) << after;
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
}

}  // namespace
