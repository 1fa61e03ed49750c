// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The example of docs/c-api.md is compiled as C99 and run.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "source_dir.hpp"

namespace {
namespace fs = std::filesystem;

std::string slurp(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The first block of the page that is C.
std::string example() {
  const std::string page = slurp(fs::path(forewarp::test::source_dir()) / "docs/c-api.md");
  const std::size_t begin = page.find("```c\n") + 5;
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(CApiExample, IsPlainCAndRuns) {
  char name[] = "/tmp/forewarp-capi-XXXXXX";
  ASSERT_NE(mkdtemp(name), nullptr);
  const fs::path folder = name;
  std::ofstream(folder / "example.c") << example();
  const fs::path library = FOREWARP_LIBRARY;
  const std::string sanitize = *FOREWARP_SANITIZE != '\0' ? " -fsanitize=" FOREWARP_SANITIZE : "";
  const std::string compile = FOREWARP_CXX " -x c -std=c99 -Wall -Wextra -pedantic -Werror" + sanitize + " -I'" +
                              forewarp::test::source_dir() + "/src/capi' -o '" + (folder / "example").string() + "' '" +
                              (folder / "example.c").string() + "' -x none '" + library.string() + "' -Wl,-rpath," +
                              library.parent_path().string();

  ASSERT_EQ(std::system(compile.c_str()), 0) << compile;
  const std::string run = "'" + (folder / "example").string() + "' > '" + (folder / "out.txt").string() + "'";
  ASSERT_EQ(std::system(run.c_str()), 0);

  const std::string out = slurp(folder / "out.txt");
  EXPECT_NE(out.find("A100: "), std::string::npos) << out;
  EXPECT_NE(out.find("limited by "), std::string::npos) << out;
  EXPECT_NE(out.find("\"advice\""), std::string::npos) << out;
  EXPECT_NE(out.find("error: no device"), std::string::npos) << out;
  fs::remove_all(folder);
}

}  // namespace
