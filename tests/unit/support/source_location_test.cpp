// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/source_location.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(SourceLocation, LeavesOutWhatIsUnknown) {
  EXPECT_EQ((SourceLocation{"k.cu", 12, 5}).str(), "k.cu:12:5");
  EXPECT_EQ((SourceLocation{"k.cu", 12, 0}).str(), "k.cu:12");
  EXPECT_EQ((SourceLocation{"k.cu", 0, 5}).str(), "k.cu");
  EXPECT_EQ((SourceLocation{"", 1, 6}).str(), "line 1, column 6");
  EXPECT_EQ((SourceLocation{"", 3, 0}).str(), "line 3");
  EXPECT_EQ(SourceLocation{}.str(), "");
}

}  // namespace
}  // namespace forewarp
