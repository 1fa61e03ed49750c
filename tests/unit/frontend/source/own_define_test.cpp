// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/own_define.hpp"

#include <gtest/gtest.h>

namespace forewarp::source {
namespace {

TEST(OwnDefine, IsTheLineOfADefinitionThatOverridesTheCommandLine) {
  EXPECT_EQ(own_define("#include <x>\n  #  define BK 16\nint a[BK];\n", "BK"), 2U);
  EXPECT_EQ(own_define("#define BK(x) x\n", "BK"), 1U);
}

TEST(OwnDefine, ADefinitionThatIsMadeOnlyWhereThereIsNoneGivesWay) {
  EXPECT_EQ(own_define("#ifndef BK\n#define BK 16\n#endif\n", "BK"), 0U);
  EXPECT_EQ(own_define("#if !defined(BK)\n#define BK 16\n#endif\n", "BK"), 0U);
  EXPECT_EQ(own_define("#ifndef OTHER\n#define BK 16\n#endif\n", "BK"), 2U);
}

TEST(OwnDefine, LongerNamesAreOthers) {
  EXPECT_EQ(own_define("#define BK2 16\n#define MY_BK 1\n#undef BK\n", "BK"), 0U);
  EXPECT_EQ(own_define("", "BK"), 0U);
}

}  // namespace
}  // namespace forewarp::source
