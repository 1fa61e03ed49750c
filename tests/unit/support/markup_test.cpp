// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/markup.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(Markup, TextCannotEndItsTagOrItsQuotes) {
  EXPECT_EQ(escape_markup("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(escape_markup("plain \xC2\xB5"), "plain \xC2\xB5");
  EXPECT_EQ(escape_markup(""), "");
}

}  // namespace
}  // namespace forewarp
