// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "forewarp/support/file.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

namespace fs = std::filesystem;

TEST(TestNames, AreInCamelCase) {
  const std::regex test(R"(\bTEST(?:_F|_P)?\((\w+),\s*(\w+)\))");
  int seen = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(forewarp::test::source_dir()) / "tests" / "unit")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    const std::string text = read_file(entry.path());
    for (auto it = std::sregex_iterator(text.begin(), text.end(), test); it != std::sregex_iterator(); ++it, ++seen) {
      const std::string name = (*it)[2];
      EXPECT_TRUE(name.find('_') == std::string::npos && name[0] >= 'A' && name[0] <= 'Z')
          << entry.path() << ": " << (*it)[1] << '.' << name << " is not in CamelCase";
    }
  }
  EXPECT_GT(seen, 1000);
}

}  // namespace
}  // namespace forewarp
