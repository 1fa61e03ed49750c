// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/placed_launch.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::profile {
namespace {

/// out[tid] = *(in's first pointer)[tid]: the second buffer is reached through memory alone, at an address of its own.
constexpr const char* code = R"(.version 7.0
.target sm_50
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .b32 %r<3>; .reg .b64 %rd<7>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.global.u64 %rd3, [%rd1];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd4, %r1, 4;
  add.s64 %rd5, %rd3, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  ld.global.u32 %r2, [%rd5];
  st.global.u32 [%rd6], %r2;
  ret;
}
)";

constexpr const char* description = R"(entry = "k"
source = "kernel.ptx"
grid = "1"
block = "32"
[[argument]]
name = "in"
buffer = "u8"
count = 8
fill = { kind = "file", path = "in.bin" }
address = 0x300000000000
[[argument]]
name = "out"
buffer = "u8"
count = 128
address = 0x300000010000
[[memory]]
name = "far"
buffer = "u8"
count = 128
fill = { kind = "file", path = "far.bin" }
address = 0x300000020000
)";

class Placed : public ::testing::Test {
 protected:
  Placed() {
    write_file(folder_.path() / "kernel.ptx", code);
    write_file(folder_.path() / "launch.toml", description);
    write_file(folder_.path() / "in.bin", std::string("\0\0\x02\0\0\x30\0\0", 8));  // 0x300000020000
    write_file(folder_.path() / "far.bin", std::string(128, 'f'));
    kernel::Request request;
    request.path = folder_.path().string();
    kernel_.emplace(kernel::load(request));
  }
  TemporaryFolder folder_{"placed"};
  std::optional<kernel::Kernel> kernel_;
};

TEST_F(Placed, MemoryThatNoArgumentPointsToStandsBehindTheArguments) {
  const launch::Launch launch = profiled_launch(*kernel_);

  ASSERT_EQ(launch.arguments.size(), 3u);
  EXPECT_EQ(launch.arguments[2].name, "far");
  EXPECT_EQ(launch.unpassed, 1u);
  EXPECT_EQ(kernel_->launch.arguments.size(), 2u);
}

TEST_F(Placed, ItsTrafficCounts) {
  const Profile profile = profile::profile_of(*kernel_, {});

  // 32 lanes load the pointer and 4 bytes each, and store 4 bytes each.
  EXPECT_EQ(profile.threads, 32);
  double moved = 0;
  for (const AccessSite& site : profile.sites) moved += site.lanes * site.bytes_per_lane;
  EXPECT_EQ(moved, 32 * (8 + 4 + 4));
}

TEST(SetAllocation, WhatPtxasAllocatedIsWhatTheProfileHas) {
  ProfileOptions options;

  set_allocation(options, {.registers = 40, .spill_store_bytes = 8, .spill_load_bytes = 16, .frame_bytes = 24});

  EXPECT_EQ(options.registers, 40u);
  EXPECT_EQ(options.spills.load_bytes, 16);
  EXPECT_EQ(options.spills.store_bytes, 8);
  EXPECT_EQ(options.spills.frame_bytes, 24);
}

}  // namespace
}  // namespace forewarp::profile
