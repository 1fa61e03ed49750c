// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/file.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {
namespace fs = std::filesystem;

TEST(File, WhatIsWrittenIsReadBackAndNothingIsLeftBeside) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_file_test";
  fs::remove_all(folder);
  fs::create_directories(folder);

  write_file(folder / "a", "one\ntwo");

  EXPECT_EQ(read_file(folder / "a"), "one\ntwo");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}), 1);
}

TEST(File, ALinkStaysALinkWhenItsFileIsWritten) {
  const fs::path folder = fs::path(::testing::TempDir()) / "forewarp_file_link";
  fs::remove_all(folder);
  fs::create_directories(folder);
  write_file(folder / "target", "old");
  fs::create_symlink("target", folder / "link");

  write_file(folder / "link", "new");

  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "target"), "new");
}

TEST(File, AnUnreadableFileIsNamed) {
  try {
    (void)read_file("/nowhere/at/all");
    FAIL() << "reading a file that is not there succeeded";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "/nowhere/at/all: cannot read: No such file or directory");
  }
}

TEST(File, AFileOverTheLimitIsRefused) {
  const fs::path file = fs::path(::testing::TempDir()) / "forewarp_limit";
  write_file(file, "0123456789");

  EXPECT_THROW((void)read_file(file, 9), InputError);
  EXPECT_EQ(read_file(file, 10).size(), 10u);
}

}  // namespace
}  // namespace forewarp
