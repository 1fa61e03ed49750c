// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/ptx_entries.hpp"

#include <gtest/gtest.h>

namespace forewarp::fatbin {
namespace {

TEST(PtxEntries, ParametersHaveTypes) {
  const auto entries = ptx_entries(
      ".version 8.0\n"
      ".visible .entry _Z1fPfi(\n"
      "\t.param .u64 .ptr .align 1 _Z1fPfi_param_0, // the data\n"
      "\t.param .align 8 .b8 _Z1fPfi_param_1[24],\n"
      "\t.param .f32 _Z1fPfi_param_2\n)\n{ ret; }\n"
      ".entry none()\n{ ret; }\n");

  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0], (PtxEntry{"_Z1fPfi", {"u64", "b8[24]", "f32"}}));
  EXPECT_EQ(entries[1], (PtxEntry{"none", {}}));
}

TEST(PtxEntries, CommentsAndQuotesAreSkipped) {
  EXPECT_TRUE(ptx_entries("// .entry f()\n.pragma \".entry g()\";\n.entry_of h()\n.entry").empty());
}

TEST(PtxEntries, TextThatIsCutOffIsRead) {
  EXPECT_EQ(ptx_entries(".entry f(.param .u64 a").at(0).name, "f");
  EXPECT_EQ(ptx_entries(".entry f").at(0).name, "f");
  EXPECT_TRUE(ptx_entries(".entry (").empty());
}

}  // namespace
}  // namespace forewarp::fatbin
