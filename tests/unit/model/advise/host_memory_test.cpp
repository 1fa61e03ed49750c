// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The advice to copy from host memory once, checked by doing it.
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/device/database.hpp"

namespace forewarp::advise {
namespace {

/// Four neighbours of each element, added up: `step` bytes apart.
constexpr const char* sums = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry sums(.param .u64 from, .param .u64 to)
{
  .reg .b32 %r<5>; .reg .b64 %rd<6>; .reg .f32 %f<5>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  ld.global.f32 %f2, [%rd4+128];
  ld.global.f32 %f3, [%rd4+256];
  ld.global.f32 %f4, [%rd4+384];
  add.f32 %f1, %f1, %f2;
  add.f32 %f3, %f3, %f4;
  add.f32 %f1, %f1, %f3;
  st.global.f32 [%rd5], %f1;
  ret;
}
)";

constexpr std::uint64_t elements = 1U << 22;

Situation sums_with(bool is_host, const char* device = "V100") {
  const ptx::Module module = ptx::parse(sums, "sums.ptx");
  launch::Launch launch;
  launch.entry = "sums";
  launch.block = {256, 1, 1};
  launch.grid = {elements / 256, 1, 1};
  launch.arguments = {
      {"from", launch::Buffer{.element = ptx::Type::f32, .count = elements + 96, .fill = {}, .host = is_host}},
      {"to", launch::Buffer{.element = ptx::Type::f32, .count = elements, .fill = {}}}};
  return situation(profile::profile(module, launch), device::find_device(device));
}

const Suggestion* copy_first(const Advice& advice) {
  for (const Suggestion& s : advice.suggestions)
    if (s.id == "F14") return &s;
  return nullptr;
}

Advice advise_on(const Situation& s) { return advise(s, ptx::parse(sums, "sums.ptx"), shipped_strategies()); }

TEST(HostMemory, ReadFourTimesIsCopiedOnce) {
  const Advice advice = advise_on(sums_with(true));

  EXPECT_EQ(advice.limiter.bound, Bound::memory);
  EXPECT_EQ(advice.limiter.resource, "host link");
  const Suggestion* copy = copy_first(advice);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy, &advice.suggestions.front());
  EXPECT_NEAR(copy->gain, 4, 0.2);
  EXPECT_NE(
      copy->causes.at(0).what.find("'from' is in host memory, of which each sector read crosses the link 4 times"),
      std::string::npos)
      << copy->causes.at(0).what;
}

TEST(HostMemory, InTheDevicesOwnThereIsNothingToCopy) { EXPECT_EQ(copy_first(advise_on(sums_with(false))), nullptr); }

TEST(HostMemory, OverAnUnknownLinkNothingIsSaid) {
  Situation s = sums_with(true);
  s.device.host_bytes_per_s = 0;
  EXPECT_EQ(copy_first(advise_on(situation(s.profile, s.device))), nullptr);
}

}  // namespace
}  // namespace forewarp::advise
