// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The promise of a campaign: killed at any moment and started again, it ends with every sample once.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <thread>

#include "forewarp/measure/campaign/corpus_launch.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::campaign {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t trials = 10;
const std::string kernels = "saxpy,transpose_naive,dot_product";

[[noreturn]] void campaign(const fs::path& folder, const std::string& store) {
  ::setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
  (void)std::freopen("/dev/null", "w", stdout);
  (void)std::freopen("/dev/null", "w", stderr);
  ::execl(FOREWARP_TOOL, "forewarp", "campaign", "--device", "emulated:V100", "--kernels", kernels.c_str(), "--store",
          (folder / store).c_str(), "--table", (folder / "table.csv").c_str(), "--retry", nullptr);
  ::_exit(9);
}

/// The exit status; nothing where it was killed before it came to its end.
std::optional<int> status_of(const fs::path& folder, const std::string& store,
                             std::optional<std::chrono::milliseconds> kill) {
  const pid_t child = ::fork();
  if (child == 0) campaign(folder, store);
  if (kill) {
    std::this_thread::sleep_for(*kill);
    ::kill(child, SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

TEST(CampaignKill, KilledAtAnyMomentItEndsWithEverySampleOnce) {
  const TemporaryFolder folder("kill");
  const std::string name = folder.path().string();
  const std::size_t launches =
      corpus_launches(std::vector<std::string>{"saxpy", "transpose_naive", "dot_product"}).size();
  ASSERT_EQ(status_of(name, "first.sqlite", std::nullopt), 0);  // its features are found by the others
  for (const std::string file : {"kill.sqlite", "kill.csv"}) {
    const fs::path store = fs::path(name) / file;
    std::size_t kills = 0;
    for (int round = 0; round < 12; ++round) {
      if (status_of(name, file, std::chrono::milliseconds(30 + 37 * round % 211))) break;
      ++kills;
    }
    EXPECT_GT(kills, 0u) << "it was through before it could be killed";

    EXPECT_EQ(status_of(name, file, std::nullopt), 0);

    std::map<std::string, std::vector<std::uint32_t>> numbers;
    for (const run::Sample& sample : run::open_store(store)->read().samples)
      if (sample.kind == run::SampleKind::trial) numbers[sample.job].push_back(sample.trial);
    ASSERT_EQ(numbers.size(), launches);
    for (const auto& [job, of_job] : numbers) {
      EXPECT_GE(of_job.size(), trials) << job;
      for (std::size_t i = 0; i < of_job.size(); ++i) EXPECT_EQ(of_job[i], i) << job;
    }
  }
}

}  // namespace
}  // namespace forewarp::campaign
