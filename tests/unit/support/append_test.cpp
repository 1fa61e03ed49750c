// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/append.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "forewarp/support/own_folders.hpp"

namespace forewarp {
namespace {

TEST(Append, TakesARangeOrAListInBraces) {
  std::vector<std::string> words{"nvcc"};
  append(words, {"-c", "a.cu"});
  append(words, std::set<std::string>{"y", "x"});
  EXPECT_EQ(words, (std::vector<std::string>{"nvcc", "-c", "a.cu", "x", "y"}));
  append(words, std::vector<std::string>());
  EXPECT_EQ(words.size(), 5u);
}

TEST(OwnFolders, HaveTheFolderOfTheProgram) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::vector<std::filesystem::path> folders = own_folders();
  EXPECT_NE(std::ranges::find(folders, program), folders.end());
}

}  // namespace
}  // namespace forewarp
