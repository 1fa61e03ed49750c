// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Two hundred pages at once, and ten thousand requests that are none.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "client.hpp"

namespace forewarp::serve {
namespace {

using test::post_text;
using test::scale_question;
using test::send_bytes;

constexpr double max_growth_mb = 100;

double resident_mb() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

ServerOptions options() {
  ::signal(SIGPIPE, SIG_IGN);
  return {.program = FOREWARP_TOOL, .port = 0, .workers = 2, .landlock = has_landlock()};
}

TEST(ServerLoad, TwoHundredPagesAtOnceEachReceiveTheirOwnAnswer) {
  test::RunningServer running(options());
  const int port = running.port();
  constexpr int pages = 200, kernels = 4;
  const double before = resident_mb();
  std::atomic<int> right = 0, wrong = 0;

  std::vector<std::thread> threads;
  for (int i = 0; i < pages; ++i)
    threads.emplace_back([&, i] {
      const auto received =
          send_bytes(port, post_text(port, fmt::format("p{}", i), 1, scale_question(1000 + i % kernels)));
      const bool is_own = received.body.find(fmt::format("{}.0f", 1000 + i % kernels)) != std::string::npos;
      bool has_other = false;
      for (int other = 0; other < kernels; ++other)
        has_other |=
            other != i % kernels && received.body.find(fmt::format("{}.0f", 1000 + other)) != std::string::npos;
      (received.status == 200 && is_own && !has_other ? right : wrong) += 1;
    });
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(right, pages);
  EXPECT_EQ(wrong, 0);
  EXPECT_LT(resident_mb() - before, max_growth_mb);
}

/// Cut off, extended, or with some bytes changed.
std::string spoiled(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  switch (below(4)) {
    case 0:
      text.resize(below(text.size()));
      break;
    case 1:
      text.insert(below(text.size()), std::string(1 + below(20000), static_cast<char>(below(256))));
      break;
    case 2:
      for (std::size_t i = 0; i < 8; ++i) text[below(text.size())] = static_cast<char>(below(256));
      break;
    default:
      text.erase(below(text.size()), 1 + below(40));
      break;
  }
  return text;
}

TEST(ServerLoad, TenThousandMalformedRequestsAreRefused) {
  test::RunningServer running(options());
  const int port = running.port();
  const std::string good = post_text(port, "p", 1, "{\"name\": \"k.cu\", \"devices\": [\"A100\"]}");
  constexpr int threads = 4, each = 2500;
  const double before = resident_mb();
  std::atomic<int> sent = 0, answers = 0;

  std::vector<std::thread> all;
  for (unsigned t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < each; ++i, ++sent)
        if (send_bytes(port, spoiled(good, random)).body.find("\"page\"") != std::string::npos) ++answers;
    });
  for (std::thread& thread : all) thread.join();

  EXPECT_EQ(sent, threads * each);
  EXPECT_EQ(answers, 0);
  EXPECT_LT(resident_mb() - before, max_growth_mb);
  const auto after = send_bytes(port, post_text(port, "q", 1, scale_question(7)));
  EXPECT_NE(after.body.find("\"page\""), std::string::npos) << after.body;
}

}  // namespace
}  // namespace forewarp::serve
