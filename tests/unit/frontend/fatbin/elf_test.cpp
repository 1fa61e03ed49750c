// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/elf.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::elf {
namespace {

using forewarp::testing::message_of;

std::string complaint(const std::string& bytes) {
  return message_of([&] { (void)read_elf(bytes, {"app", 0}); });
}

TEST(Elf, SectionsHaveNamesAndBytes) {
  const std::string bytes = fatbin::samples::elf({{".text", "code"}, {".nv_fatbin", "device code"}});

  const Elf elf = read_elf(bytes, {"app", 0});

  ASSERT_EQ(elf.sections.size(), 4U) << "an empty one, the two, and that with the names";
  EXPECT_EQ(elf.sections[2].name, ".nv_fatbin");
  EXPECT_EQ(elf.sections[2].bytes, "device code");
  EXPECT_EQ(bytes.substr(elf.sections[2].offset, 11), "device code");
}

TEST(Elf, SectionsWithoutRoomInTheFileHaveNoBytes) {
  constexpr std::uint32_t no_bits = 8;
  EXPECT_EQ(read_elf(fatbin::samples::elf({{".bss", "zero", no_bits}}), {}).sections[1].bytes, "");
}

TEST(Elf, SymbolsHaveNamesTypesAndSections) {
  const std::string cubin = fatbin::samples::cubin({{"one", 8}, {"two", 16}});

  const std::vector<Symbol> symbols = symbols_of(read_elf(cubin, {}), {});

  ASSERT_EQ(symbols.size(), 3U);
  EXPECT_EQ(symbols[2].name, "two");
  EXPECT_EQ(symbols[2].type, 2);
  EXPECT_EQ(symbols[2].other, 0x10);
  EXPECT_EQ(symbols[2].section, 7);
}

TEST(Elf, OtherFilesAreRefused) {
  std::string bytes = fatbin::samples::elf({{".text", "code"}});
  EXPECT_EQ(complaint("#!/bin/sh"), "app, byte 0x0: no ELF file begins here");
  EXPECT_EQ(complaint(bytes.substr(0, 40)), "app, byte 0x0: an ELF file ends within its header");
  bytes[4] = 1;
  EXPECT_EQ(complaint(bytes), "app, byte 0x0: a 32-bit ELF file; only 64-bit ones are read");
  bytes[4] = 2;
  bytes[5] = 2;
  EXPECT_EQ(complaint(bytes), "app, byte 0x0: a big-endian ELF file; only little-endian ones are read");
}

// The file is 64 bytes of header, "code" and ".shstrtab"'s 17 bytes padded to 8 and 24, and three headers of 64 bytes.
TEST(Elf, WhatLeavesTheFileIsNamed) {
  const std::string bytes = fatbin::samples::elf({{".text", "code"}});
  ASSERT_EQ(bytes.size(), 64U + 8 + 24 + 3 * 64);

  EXPECT_EQ(complaint(bytes.substr(0, bytes.size() - 1)), "app, byte 0x60: the table of 3 sections leaves the file");
  std::string section = bytes;
  section[96 + 64 + 32 + 2] = 1;  // its size is 0x10004 now
  EXPECT_EQ(complaint(section),
            "app, byte 0xa0: section .text of 65540 bytes at 0x40 leaves the file, which has 288 bytes");
  std::string table = bytes;
  table[47] = 1;
  EXPECT_EQ(complaint(table), "app, byte 0x28: the table of sections lies beyond the end of the file");
  std::string names = bytes;
  names[62] = 9;
  EXPECT_EQ(complaint(names), "app, byte 0x3e: the section with the names of sections does not exist");
}

}  // namespace
}  // namespace forewarp::elf
