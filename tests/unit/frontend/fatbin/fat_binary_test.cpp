// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/fat_binary.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/frontend/fatbin/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::fatbin {
namespace {

const std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";

TEST(FatBinary, WhatIsWrittenIsRead) {
  const std::string bytes = written(text, 80);

  EXPECT_EQ(container_bytes(bytes), bytes.size());
  const auto entries = read(bytes + "what follows");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(payload(entries[0]).bytes, text);
  EXPECT_EQ(entries[0].kind, Entry::Kind::ptx);
  EXPECT_EQ(entries[0].capability, 80U);
  EXPECT_EQ(entries[0].compression(), Compression::none);
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
  EXPECT_EQ(payload(entries[1]).bytes, ".version 8.1\n");
  EXPECT_EQ(entries[1].capability, 90U);
}

TEST(FatBinary, CompressedEntriesAreRead) {
  for (const Compression compression : {Compression::lz4, Compression::zstd}) {
    const std::string bytes = samples::container({{Entry::Kind::ptx, 80, text, compression}});

    const auto entries = read(bytes);

    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].compression(), compression);
    EXPECT_EQ(payload(entries[0]).bytes, text);
  }
}

TEST(FatBinary, FlagsSayWhichSuffixAnArchitectureHas) {
  const std::string bytes = samples::container({{Entry::Kind::ptx, 90, text, Compression::none, Entry::suffix_a},
                                                {Entry::Kind::ptx, 100, text, Compression::none, Entry::suffix_f}});

  const auto entries = read(bytes);

  EXPECT_EQ(entries.at(0).arch().str(), "sm_90a");
  EXPECT_EQ(entries.at(1).arch().str(), "sm_100f");
}

TEST(FatBinary, MessagesNameFileAndOffset) {
  std::string bytes = written(text, 80);
  bytes[16 + 8] = static_cast<char>(0xff);

  EXPECT_EQ(testing::message_of([&] {
              (void)read(bytes, {"app", 0x2000});
            }),
            "app, byte 0x2010: an entry of 319 bytes leaves its fat binary");
}

TEST(FatBinary, BytesThatEndEarlyAreRefused) {
  const std::string bytes = written(text, 80);

  EXPECT_EQ(container_bytes("\x7f"
                            "ELF"),
            0U);
  EXPECT_THROW((void)read("no container at all"), InputError);
  EXPECT_THROW((void)read(bytes.substr(0, bytes.size() - 1)), InputError);
  EXPECT_EQ(container_bytes(bytes.substr(0, 8) + std::string(8, '\xff')), 0U) << "a size that no sum can hold";
  std::string wrong = bytes;
  wrong[16 + 8] = static_cast<char>(0xff);  // a payload longer than the container
  EXPECT_THROW((void)read(wrong), InputError);
}

}  // namespace
}  // namespace forewarp::fatbin
