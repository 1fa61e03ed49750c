// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/error.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(ParseError, StartsWithItsPlace) {
  EXPECT_STREQ(ParseError({"a.ptx", 3, 7}, "no such opcode").what(), "a.ptx:3:7: no such opcode");
  EXPECT_STREQ(ParseError({"a.ptx", 3, 0}, "no such opcode").what(), "a.ptx:3: no such opcode");
  EXPECT_STREQ(ParseError({}, "no such opcode").what(), "no such opcode");
  EXPECT_EQ(ParseError({"a.ptx", 3, 7}, "").where(), (SourceLocation{"a.ptx", 3, 7}));
}

TEST(ParseError, IsAnInputError) { EXPECT_THROW(throw ParseError({}, "x"), InputError); }

TEST(Assert, IsALogicErrorThatNamesTheCondition) {
  FOREWARP_ASSERT(1 + 1 == 2, "sums hold");
  try {
    FOREWARP_ASSERT(1 + 1 == 3, "sums hold");
    FAIL() << "the condition is false";
  } catch (const std::logic_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("internal error: sums hold (1 + 1 == 3)"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace forewarp
