// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/required_block.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/source/detail/kernels_alone.hpp"

namespace forewarp::source {
namespace {

TEST(RequiredBlocks, OfSourceStandBeforeTheNameOfTheKernel) {
  const auto blocks = required_blocks_in_source(
      "# 1 \"k.cl\"\n"
      "__kernel __attribute__((reqd_work_group_size(64, 2, 1))) void first(__global float* a) {}\n"
      "__attribute__((__reqd_work_group_size__(8,\n# 7 \"block.h\"\n 8, 1), vec_type_hint(float)))\n"
      "__attribute__((used)) __kernel void second(int n) {}\n"
      "kernel void third(int n) {}\n");

  ASSERT_TRUE(blocks.has_value());
  EXPECT_EQ(*blocks, (RequiredBlocks{{"first", "64, 2, 1"}, {"second", "8, 8, 1"}}));
}

TEST(RequiredBlocks, OfSourceAreNotGuessed) {
  for (const char* text : {"__attribute__((reqd_work_group_size(2 * 32, 1, 1))) __kernel void k(int n) {}",
                           "__attribute__((reqd_work_group_size(N, 1, 1))) __kernel void k(int n) {}",
                           "__kernel void k(int n) __attribute__((reqd_work_group_size(64, 1, 1)));",
                           "__kernel __attribute__((reqd_work_group_size(64, 1, 1)", "a reqd_work_group_size of 64"})
    EXPECT_FALSE(required_blocks_in_source(text).has_value()) << text;
}

TEST(RequiredBlocks, OfLlvmAreInItsMetadata) {
  const RequiredBlocks blocks = required_blocks_in_llvm(
      "define void @k(ptr %0) !reqd_work_group_size !9 {\n}\ndefine void @other() {\n}\n"
      "!9 = !{i32 64, i32 1, i32 1}\n");

  EXPECT_EQ(blocks, (RequiredBlocks{{"k", "64, 1, 1"}}));
}

TEST(RequiredBlocks, BecomeAPragmaOfTheirKernelAlone) {
  EXPECT_EQ(with_pragmas(".entry k2(\n)\n{\n}\n.entry k(\n)\n{\n}\n", {{"k", "64, 1, 1"}}),
            ".entry k2(\n)\n{\n}\n.entry k(\n)\n.pragma \"reqd_work_group_size 64, 1, 1\";\n{\n}\n");
}

TEST(KernelsAlone, LeaveOutDeclarationsOfKernels) {
  EXPECT_EQ(
      without_declarations(".target sm_70\n\n.entry k\n(\n\t.param .u64 k_0\n)\n;\n.entry k(\n\t.param .u64 k_0\n)\n{\n"
                           "ret;\n}\n"),
      ".target sm_70\n\n.entry k(\n\t.param .u64 k_0\n)\n{\nret;\n}\n");
  for (const char* kept : {"\n.entry k()\n{\nret;\n}\n", "\n.entry k", "\n.entry k\n(\n", "\n.entry "})
    EXPECT_EQ(without_declarations(kept), kept);
}

TEST(KernelsAlone, AreNotOfAPathThatEndsItsLiteral) {
  EXPECT_FALSE(kernels_alone("/tmp/a\"b.cl").has_value());
  EXPECT_TRUE(kernels_alone("/tmp/a b.cl").has_value());
}

TEST(KernelsAlone, LeaveOutWhereTheFileIncludesTheSource) {
  EXPECT_EQ(without_inclusions("In file included from /t/kernels.cl:4:\n/s/k.cl:1:2: warning: w\n", "/t/kernels.cl"),
            "/s/k.cl:1:2: warning: w\n");
  EXPECT_EQ(without_inclusions("", "/t/kernels.cl"), "");
}

}  // namespace
}  // namespace forewarp::source
