// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "measured_text.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::tool {
namespace {

TEST(MeasuredText, IsATimeAtBlocksByThreads) {
  const MeasuredText m = parse_measured("14.5ms@208x128");

  EXPECT_DOUBLE_EQ(m.time_s, 14.5e-3);
  EXPECT_EQ(m.blocks, 208u);
  EXPECT_EQ(m.threads, 128u);
  EXPECT_DOUBLE_EQ(parse_measured("2s@1x32").time_s, 2);
  EXPECT_DOUBLE_EQ(parse_measured("3us@1x32").time_s, 3e-6);
  EXPECT_DOUBLE_EQ(parse_measured("4e2ns@1x32").time_s, 4e-7);
}

TEST(MeasuredText, IsRefusedWhenItIsAnythingElse) {
  for (const char* text :
       {"", "14.5", "14.5ms", "14.5ms@208", "14.5@208x128", "14.5ms@208x128x", "-1ms@1x1", "0s@1x1", "nans@1x1",
        "infs@1x1", "1ms@0x32", "1ms@32x0", "1ms@-1x32", "1ms@1x99999999999", " 1ms@1x1"})
    EXPECT_THROW((void)parse_measured(text), InputError) << text;
}

}  // namespace
}  // namespace forewarp::tool
