// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/quantity_text.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(QuantityText, TimesHaveAUnit) {
  EXPECT_DOUBLE_EQ(seconds_in("3 ms").value(), 3e-3);
  EXPECT_DOUBLE_EQ(seconds_in(" 1.5s ").value(), 1.5);
  EXPECT_DOUBLE_EQ(seconds_in("20ns").value(), 20e-9);
  for (const char* wrong : {"", "3", "ms", "-1 ms", "0 s", "3 h", "3 ms 4", "inf s"})
    EXPECT_FALSE(seconds_in(wrong)) << wrong;
}

TEST(QuantityText, SizesAreInThousandsOrIn1024s) {
  EXPECT_DOUBLE_EQ(bytes_in("64 MB").value(), 64e6);
  EXPECT_DOUBLE_EQ(bytes_in("2GiB").value(), 2147483648.0);
  EXPECT_DOUBLE_EQ(bytes_in("0 B").value(), 0);
  for (const char* wrong : {"64", "-1 B", "1 mb", "MB"}) EXPECT_FALSE(bytes_in(wrong)) << wrong;
}

}  // namespace
}  // namespace forewarp
