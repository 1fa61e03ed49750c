// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/byte_place.hpp"

#include <gtest/gtest.h>

#include "unit/message_of.hpp"

namespace forewarp {
namespace {

TEST(BytePlace, NamesFileAndOffset) {
  const BytePlace header{"app", 0x2000};

  EXPECT_EQ(testing::message_of([&] { header.at(0x60).fail("an entry is cut off"); }),
            "app, byte 0x2060: an entry is cut off");
}

TEST(BytePlace, WithoutAFileItIsAFatBinaryInMemory) {
  EXPECT_EQ(testing::message_of([] {
              BytePlace{"", 16}.fail("no magic number");
            }),
            "the fat binary, byte 0x10: no magic number");
}

TEST(BytePlace, NumbersAreLittleEndianAtAnyAlignment) {
  const std::string_view bytes("\x01\x02\x03\x04\x05", 5);

  EXPECT_EQ(number_at<std::uint16_t>(bytes, 1), 0x0302);
  EXPECT_EQ(number_at<std::uint32_t>(bytes, 1), 0x05040302U);
}

}  // namespace
}  // namespace forewarp
