// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/elf_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

/// This test itself.
ElfFile own() { return std::move(ElfFile::open("/proc/self/exe").value()); }

TEST(ElfFile, AProgramNamesItsLoaderLibrariesAndSymbols) {
  const ElfFile file = own();

  EXPECT_NE(file.interpreter().find("ld-linux"), std::string::npos) << file.interpreter();
  EXPECT_EQ(file.soname(), "");
  EXPECT_NE(std::ranges::find(file.needed(), "libc.so.6"), file.needed().end());
  EXPECT_TRUE(file.undefined().contains("getenv"));
  EXPECT_FALSE(file.defined().contains("getenv"));
  EXPECT_NE(std::getenv("PATH"), nullptr);
}

TEST(ElfFile, SectionsAreFoundByName) {
  const ElfFile file = own();

  EXPECT_NE(file.section(".rodata").find("a text that is here alone"), std::string_view::npos);
  EXPECT_EQ(file.section(".no_such_section"), "");
}

TEST(ElfFile, WhatIsNoExecutableIsNothing) {
  const TemporaryFolder folder;
  write_file(folder / "text", std::string(1000, 'x'));
  write_file(folder / "short",
             "\x7f"
             "ELF");

  EXPECT_FALSE(ElfFile::open(folder / "text"));
  EXPECT_FALSE(ElfFile::open(folder / "short"));
  EXPECT_FALSE(ElfFile::open(folder / "absent"));
  EXPECT_FALSE(ElfFile::open(folder.path()));
}

TEST(ElfFile, ATruncatedFileReadsAsFarAsItGoes) {
  const TemporaryFolder folder;
  write_file(folder / "half", read_file("/proc/self/exe").substr(0, 5000));

  const auto half = ElfFile::open(folder / "half");

  ASSERT_TRUE(half);
  EXPECT_TRUE(half->needed().empty());
  EXPECT_EQ(half->section(".rodata"), "");
}

}  // namespace
}  // namespace forewarp
