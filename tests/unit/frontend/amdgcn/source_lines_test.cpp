// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/source_lines.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/frontend/amdgcn/samples.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::Space;

const ptx::Module module = ptx::parse(samples::ptx, "k.ptx");
const SourceLines source(module, {{"k", 10, 640}}, 640, 10, read_assembly(samples::assembly, "k.s")[0]);

// Six loads of 4 bytes by 640 threads are 15360 bytes, or 960 units of 16.
TEST(SourceLines, SumTheBytesOfAccesses) {
  const std::uint32_t loads = source.entry_of({"k.cu", 7}, 0, Effect::load, Space::shared);

  ASSERT_NE(loads, 0U);
  EXPECT_DOUBLE_EQ(source.lines().lines.at(loads).threads, 960);
  EXPECT_EQ(source.lines().lines.at(loads).bytes_per_lane, SourceLines::unit_bytes);
  EXPECT_EQ(source.widest(loads), 4U);
}

TEST(SourceLines, KeepTheExecutionsOfTheRest) {
  const std::uint32_t sums = source.entry_of({"k.cu", 7}, 0, Effect::none, Space::none);

  ASSERT_NE(sums, 0U);
  EXPECT_DOUBLE_EQ(source.lines().lines.at(sums).threads, 640);
}

TEST(SourceLines, OfAnAccessWhoseSpaceIsNotKnownAreThoseOfAnySpace) {
  EXPECT_EQ(source.entry_of({"k.cu", 9}, 0, Effect::store, Space::generic),
            source.entry_of({"k.cu", 9}, 0, Effect::store, Space::global));
}

TEST(SourceLines, ThatPtxDoesNotHaveAreNone) {
  EXPECT_EQ(source.entry_of({"k.cu", 9}, 0, Effect::store, Space::local), 0U);
  EXPECT_EQ(source.entry_of({"other.cu", 7}, 0, Effect::load, Space::shared), 0U);
}

// The loop that PTX has unrolled is one here: both have one depth. A second place of the machine is no other one.
TEST(SourceLines, LoopsThatOneCompilerUnrolledAreNotToldApart) {
  const std::uint32_t loads = source.entry_of({"k.cu", 7}, 1, Effect::load, Space::shared);

  EXPECT_NE(loads, 0U);
  EXPECT_EQ(loads, source.entry_of({"k.cu", 7}, 0, Effect::load, Space::shared));
}

// The additions of line 7 say nothing of the machine's, which are of the division, too.
TEST(SourceLines, DivisionsWithoutALineAreOfTheLineBefore) {
  std::string ptx = samples::ptx;
  ptx.insert(ptx.find(".loc 1 9 3"), "add.s32 %r1, %r1, 1;\n.loc 1 0 3\nrem.u64 %rd1, %rd1, %rd2;\n");
  const ptx::Module divided = ptx::parse(ptx, "k.ptx");

  const SourceLines lines(divided, {{"k", 10, 640}}, 640, 10, read_assembly(samples::assembly, "k.s")[0]);

  const PlaceArithmetic* integers = lines.arithmetic_of({{"k.cu", 7}, 0}, Arithmetic::integers);
  ASSERT_NE(integers, nullptr);
  EXPECT_DOUBLE_EQ(integers->threads, 640);
  EXPECT_TRUE(integers->has_other_floats);
}

TEST(SourceLines, LoopsHaveTheirIterationsAndTheStepOfTheirCounter) {
  std::string ptx = samples::ptx;
  ptx.insert(ptx.find(".loc 1 9 3"),
             "Loop:\n.loc 1 8 3\nadd.s32 %r3, %r3, -4;\nsetp.ne.s32 %p1, %r3, 0;\n@%p1 bra Loop;\n");
  ptx.insert(ptx.find(".reg .b64"), ".reg .pred %p<2>; ");
  const ptx::Module counted = ptx::parse(ptx, "k.ptx");

  const SourceLines lines(counted, {{"k", 10, 640}, {"k", 70, 4480}, {"k", 10, 640}}, 640, 10,
                          read_assembly(samples::assembly, "k.s")[0]);

  ASSERT_EQ(lines.loops().size(), 1U);
  const auto& [place, loop] = *lines.loops().begin();
  EXPECT_EQ(place, (Place{"k.cu", 8}));
  EXPECT_EQ(loop.step, 4U);
  EXPECT_EQ(loop.depth, 1U);
  EXPECT_DOUBLE_EQ(loop.threads, 4480);
}

}  // namespace
}  // namespace forewarp::amdgcn
