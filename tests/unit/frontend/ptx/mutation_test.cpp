// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The fuzzer's check on its corpus, on the golden inputs, and on damaged copies of them; the short form of
// tests/fuzz/ptx_parse_fuzzer.cpp for every build.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "forewarp/support/file.hpp"
#include "fuzz/ptx_check.hpp"
#include "source_dir.hpp"

namespace forewarp::ptx {
namespace {

std::vector<std::string> seeds() {
  const std::filesystem::path tests = std::filesystem::path(forewarp::test::source_dir()) / "tests";
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"fuzz/corpus/ptx_parse", "golden/ptx"})
    for (const auto& entry : std::filesystem::directory_iterator(tests / folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) texts.push_back(read_file(path));
  return texts;
}

/// One to four small wounds: a byte changed, a stretch removed, doubled or moved from another seed.
std::string damaged(const std::vector<std::string>& all, std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  static constexpr std::string_view telling = "{}()[]<>,;:.%@!|=+-_$\"0x19afprs/*\n \0\xff";
  for (std::size_t wounds = 1 + below(4); wounds > 0 && !text.empty(); --wounds) {
    const std::size_t at = below(text.size());
    const std::size_t length = 1 + below(24);
    const std::string& other = all[below(all.size())];
    switch (below(4)) {
      case 0:
        text[at] = telling[below(telling.size())];
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      default:
        text.insert(at, other.substr(below(other.size()), length));
        break;
    }
  }
  return text;
}

TEST(Mutation, EverySeedPrintsAndReadsBackTheSame) {
  const auto all = seeds();
  ASSERT_GE(all.size(), 8U);

  for (const std::string& text : all) EXPECT_EQ(test::ptx_failure(text).value_or("same"), "same") << text;
}

TEST(Mutation, DamagedTextIsRefusedOrPrintsAndReadsBackTheSame) {
  const auto all = seeds();
  std::mt19937 random(20260101);

  for (int i = 0; i < 30000; ++i) {
    const std::string text = damaged(all, all[random() % all.size()], random);
    const auto failure = test::ptx_failure(text);
    ASSERT_FALSE(failure) << *failure << "\nof the text:\n" << text;
  }
}

}  // namespace
}  // namespace forewarp::ptx
