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

}  // namespace
}  // namespace forewarp::amdgcn
