// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "source_dir.hpp"

namespace {
namespace fs = std::filesystem;

TEST(Licence, EverySourceFileStartsWithTheTwoLines) {
  const std::set<std::string> endings = {".cpp", ".hpp", ".cu", ".cl", ".def"};
  int seen = 0;

  for (const char* folder : {"src", "tools", "tests", "benchmarks", "examples", "kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(forewarp::test::source_dir()) / folder)) {
      if (!endings.contains(entry.path().extension())) continue;
      if (entry.path().string().find("/golden/") != std::string::npos) continue;  // input of tests, as users have it
      std::ifstream in(entry.path());
      std::string first, second;
      std::getline(in, first);
      std::getline(in, second);
      EXPECT_EQ(first, "// SPDX-FileCopyrightText: 2026 The forewarp authors") << entry.path();
      EXPECT_EQ(second, "// SPDX-License-Identifier: Apache-2.0") << entry.path();
      ++seen;
    }

  EXPECT_GT(seen, 400);
}

}  // namespace
