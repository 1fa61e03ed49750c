// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Launches that go beyond a buffer whose size was guessed.
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

launch::Launch stream_of(std::uint32_t blocks, std::uint64_t guessed_count) {
  launch::Launch out;
  out.entry = "stream";
  out.grid = {blocks, 1, 1};
  out.block = {256, 1, 1};
  out.arguments = {{"data", launch::Buffer{ptx::Type::u32, guessed_count, {}, false}, true}};
  out.guessed_arguments = true;
  return out;
}

/// Each thread loads one word of its own.
ptx::Module stream() {
  return ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry stream(.param .u64 data) {
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [data];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r1, 256, %r2;
  mul.wide.u32 %d2, %r3, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.u32 %r4, [%d3];
  ret;
}
)");
}

bool says(const Profile& p, const std::string& what) {
  return std::ranges::any_of(p.notes, [&](const std::string& note) { return note.find(what) != std::string::npos; });
}

// 1000 blocks of 1 KiB each are 32,000 sectors, though the buffer was guessed as 4 KiB.
TEST(ExceededGuess, HasTheFootprintThatTheKernelTouches) {
  const auto p = profile(stream(), stream_of(1000, 1024), {.exact = true});

  ASSERT_EQ(p.buffers.size(), 1U);
  EXPECT_EQ(p.buffers[0].sectors_total, 32'000);
  EXPECT_EQ(p.buffers[0].bytes, 1'024'000);
  EXPECT_TRUE(says(p, "goes beyond the guessed size of `data`, 1024 x u32: taken to be 256000"));
}

TEST(ExceededGuess, HasTheSameFootprintFromAFewBlocks) {
  const auto p = profile(stream(), stream_of(1'000'000, 1024));

  ASSERT_EQ(p.buffers.size(), 1U);
  EXPECT_LT(p.sampling.blocks_run, 1000U);
  EXPECT_EQ(p.buffers[0].sectors_total, 32e6);
  EXPECT_EQ(p.buffers[0].bytes, 1.024e9);
}

TEST(ExceededGuess, IsNotSaidOfABufferThatIsLargeEnough) {
  const auto p = profile(stream(), stream_of(1000, 1 << 20), {.exact = true});

  EXPECT_EQ(p.buffers[0].bytes, 4 << 20);
  EXPECT_FALSE(says(p, "goes beyond"));
}

}  // namespace
}  // namespace forewarp::profile
