// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "colour.hpp"

#include <gtest/gtest.h>

#include <string>

namespace forewarp::tool {
namespace {

TEST(Colour, GoesToTerminalsUnlessRefused) {
  EXPECT_TRUE(wants_colour(true, nullptr, "xterm"));
  EXPECT_TRUE(wants_colour(true, "", "xterm"));  // no-color.org: set and not empty
  EXPECT_FALSE(wants_colour(true, "1", "xterm"));
  EXPECT_FALSE(wants_colour(true, nullptr, "dumb"));
  EXPECT_FALSE(wants_colour(true, nullptr, nullptr));
  EXPECT_FALSE(wants_colour(false, nullptr, "xterm"));
}

TEST(Colour, AFileGetsPlainText) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);

  EXPECT_EQ(coloured(file, Colour::red, "text"), "text");

  std::fclose(file);
}

}  // namespace
}  // namespace forewarp::tool
