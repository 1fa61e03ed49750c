// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Launches that go beyond a buffer whose size was guessed.
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/emulate/profile/profile.hpp"
#include "unit/emulate/profile/row_kernel.hpp"

namespace forewarp::profile {
namespace {

/// Of a buffer whose size was guessed; each thread loads one word of its own.
launch::Launch stream_of(std::uint32_t blocks, std::uint64_t guessed_count) {
  launch::Launch out = row_launch(blocks, guessed_count);
  out.arguments[0].guessed = out.guessed_arguments = true;
  return out;
}

bool says(const Profile& p, const std::string& what) {
  return std::ranges::any_of(p.notes, [&](const std::string& note) { return note.find(what) != std::string::npos; });
}

// 1000 blocks of 1 KiB each are 32,000 sectors, though the buffer was guessed as 4 KiB.
TEST(ExceededGuess, HasTheFootprintThatTheKernelTouches) {
  const auto p = profile(row_kernel(0), stream_of(1000, 1024), {.exact = true});

  ASSERT_EQ(p.buffers.size(), 1U);
  EXPECT_EQ(p.buffers[0].sectors_total, 32'000);
  EXPECT_EQ(p.buffers[0].bytes, 1'024'000);
  EXPECT_TRUE(says(p, "goes beyond the guessed size of `data`, 1024 x u32: taken to be 256000"));
}

TEST(ExceededGuess, HasTheSameFootprintFromAFewBlocks) {
  const auto p = profile(row_kernel(0), stream_of(1'000'000, 1024));

  ASSERT_EQ(p.buffers.size(), 1U);
  EXPECT_LT(p.sampling.blocks_run, 1000U);
  EXPECT_EQ(p.buffers[0].sectors_total, 32e6);
  EXPECT_EQ(p.buffers[0].bytes, 1.024e9);
}

TEST(ExceededGuess, IsNotSaidOfABufferThatIsLargeEnough) {
  const auto p = profile(row_kernel(0), stream_of(1000, 1 << 20), {.exact = true});

  EXPECT_EQ(p.buffers[0].bytes, 4 << 20);
  EXPECT_FALSE(says(p, "goes beyond"));
}

}  // namespace
}  // namespace forewarp::profile
