// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/temporary_folder.hpp"

#include <stdlib.h>

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsNewAndNamedByItsPurpose) {
  const TemporaryFolder one("test"), other("test");

  EXPECT_TRUE(fs::is_directory(one.path()));
  EXPECT_TRUE(fs::is_empty(one.path()));
  EXPECT_NE(one.path(), other.path());
  EXPECT_TRUE(one.path().filename().string().starts_with("forewarp-test-"));
}

TEST(TemporaryFolder, IsGoneWithItsContentsAfterwards) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    fs::create_directory(folder / "inner");
    write_file(folder / "inner/file", "text");
  }

  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, ThatCannotBeMadeIsUnavailable) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nonexistent/folder", 1);

  EXPECT_THROW(const TemporaryFolder folder, Unavailable);

  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace forewarp
