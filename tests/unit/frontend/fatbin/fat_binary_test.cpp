// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/fat_binary.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::fatbin {
namespace {

const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";

TEST(FatBinary, WhatIsWrittenIsRead) {
  const std::string bytes = written(text, 80);

  EXPECT_EQ(container_bytes(bytes), bytes.size());
  const auto entries = read(bytes + "what follows");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].payload, text);
  EXPECT_EQ(entries[0].kind, Entry::Kind::ptx);
  EXPECT_EQ(entries[0].capability, 80U);
  EXPECT_FALSE(entries[0].compressed());
}

TEST(FatBinary, HeadersHaveTheNumbersThatNvccWrites) {
  const std::string bytes = written(text, 90);

  EXPECT_EQ(bytes.substr(0, 8), std::string("\x50\xed\x55\xba\x01\x00\x10\x00", 8));
  EXPECT_EQ(bytes.substr(16, 8), std::string("\x01\x00\x01\x01\x40\x00\x00\x00", 8));
  EXPECT_EQ(bytes[16 + 28], 90);
}

TEST(FatBinary, SeveralEntriesAreReadInTheirOrder) {
  std::string bytes = written(text, 80);
  const std::string second = written(".version 8.1\n", 90).substr(16);
  bytes += second;
  bytes[8] = static_cast<char>(bytes.size() - 16);

  const auto entries = read(bytes);

  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[1].payload, ".version 8.1\n");
  EXPECT_EQ(entries[1].capability, 90U);
}

TEST(FatBinary, ACompressedEntryIsKnownAsSuch) {
  std::string bytes = written(text, 80);
  bytes[16 + 41] = static_cast<char>(0x80);  // flag 0x8000: zstd

  EXPECT_TRUE(read(bytes).at(0).compressed());
}

TEST(FatBinary, BytesThatEndEarlyAreRefused) {
  const std::string bytes = written(text, 80);

  EXPECT_EQ(container_bytes("\x7f"
                            "ELF"),
            0U);
  EXPECT_THROW((void)read("no container at all"), InputError);
  EXPECT_THROW((void)read(bytes.substr(0, bytes.size() - 1)), InputError);
  std::string wrong = bytes;
  wrong[16 + 8] = static_cast<char>(0xff);  // a payload longer than the container
  EXPECT_THROW((void)read(wrong), InputError);
}

}  // namespace
}  // namespace forewarp::fatbin
