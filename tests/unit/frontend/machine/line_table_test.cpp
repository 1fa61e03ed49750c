// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/line_table.hpp"

#include <gtest/gtest.h>

#include "unit/message_of.hpp"

namespace forewarp::machine {
namespace {

using namespace std::string_literals;

const BytePlace place{"k.cubin", 0};

/// A file with one table of lines, whose address at byte 29 is of section 7.
std::map<std::uint32_t, LineRows> tables_of(const std::string& bytes) {
  static const std::string relocation = "\x1d\0\0\0\0\0\0\0\x02\0\0\0\x01\0\0\0"s;
  elf::Elf file;
  file.sections.resize(3);
  file.sections[1].name = ".nv_debug_line_sass";
  file.sections[1].bytes = bytes;
  file.sections[2].type = 9;
  file.sections[2].info = 1;
  file.sections[2].bytes = relocation;
  std::vector<elf::Symbol> symbols(2);
  symbols[1].section = 7;
  return read_line_tables(file, symbols, place);
}

/// Length, version 2, header of 16 bytes: step 1, base -5, range 14, first special opcode 10.
const std::string header = "\x02\0\x10\0\0\0\x01\x01\xfb\x0e\x0a\0\x01\x01\x01\x01\0\0\0\x01\0\0"s;

std::string unit(const std::string& program) {
  const std::string body = header + program;
  return std::string(1, static_cast<char>(body.size())) + "\0\0\0"s + body;
}

std::string refusal(const std::string& bytes) {
  return forewarp::testing::message_of([&] { (void)tables_of(bytes); });
}

const std::string set_address = "\0\x09\x02\0\0\0\0\0\0\0\0"s, end = "\0\x01\x01"s;

// The example of line_table.cpp, then lines -3 by 0x7d and address + 32 by opcode 2.
TEST(LineTable, RowsFollowFromTheProgram) {
  const auto tables = tables_of(unit(set_address + "\x03\x09\x01\xf3\x03\x7d\x02\x20\x01"s + end));

  ASSERT_TRUE(tables.contains(7));
  EXPECT_EQ(tables.at(7), (LineRows{{0, 10}, {16, 14}, {48, 11}}));
  EXPECT_EQ(line_at(tables.at(7), 16), 14U);
  EXPECT_EQ(line_at(tables.at(7), 40), 14U);
  EXPECT_EQ(line_at({{16, 3}}, 0), 0U);
}

TEST(LineTable, AFileWithoutLinesHasNone) { EXPECT_TRUE(read_line_tables({}, {}, place).empty()); }

TEST(LineTable, EveryPrefixOfAProgramIsRefused) {
  const std::string whole = unit(set_address + "\x03\x09\x01"s + end);
  for (std::size_t size = 1; size < whole.size(); ++size)
    EXPECT_NE(refusal(whole.substr(0, size)), "nothing is thrown") << size;
}

TEST(LineTable, WhatCannotBeIsRefused) {
  EXPECT_NE(refusal(unit(set_address + "\x03\x70\x01"s)).find("there is no line -15"), std::string::npos);
  EXPECT_NE(refusal(unit("\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"s)).find("more than 63 bits"),
            std::string::npos);
  EXPECT_NE(refusal(unit("\0\0"s)).find("an extended opcode of no bytes"), std::string::npos);
  std::string other_version = unit(end);
  other_version[4] = 5;
  EXPECT_NE(refusal(other_version).find("DWARF 5"), std::string::npos);
  std::string no_range = unit(end);
  no_range[13] = 0;
  EXPECT_NE(refusal(no_range).find("without a range of lines"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::machine
