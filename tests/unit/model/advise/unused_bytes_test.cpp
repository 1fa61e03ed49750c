// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Bytes that no thread asks for, told from bytes that another site asks for.
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/emulate/profile/footprint_of.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/device/database.hpp"
#include "unit/emulate/profile/window_kernel.hpp"

namespace forewarp::advise {
namespace {

using test::Window;

struct Advised {
  Situation situation;
  Advice advice;
  [[nodiscard]] const Suggestion* find(std::string_view id) const {
    const auto at = std::ranges::find(advice.suggestions, id, &Suggestion::id);
    return at == advice.suggestions.end() ? nullptr : &*at;
  }
  [[nodiscard]] double time_s() const { return advice.prediction.time_s; }
};

Advised advise_on(const test::WindowKernel& kernel) {
  Situation s = situation(profile::profile(kernel.module, kernel.launch, {}), device::find_device("V100"));
  Advice advice = advise(s, kernel.module, shipped_strategies());
  return {std::move(s), std::move(advice)};
}

Advised advise_on(const Window& window) { return advise_on(test::window_kernel(window, 2048)); }

TEST(UnusedBytes, OneChannelOfFourInAWindowIsWorthWhatThePlaneAloneCosts) {
  const Advised one = advise_on({.pixel_floats = 4, .channels = 1});
  const Advised plane = advise_on({.pixel_floats = 1, .channels = 1});

  const Suggestion* found = one.find("S10");
  ASSERT_NE(found, nullptr);
  EXPECT_NE(found->causes[0].what.find("uses 8 of the 32 bytes of each sector of 'image'"), std::string::npos)
      << found->causes[0].what;
  EXPECT_GT(found->causes[0].ptx_line, 0U);
  EXPECT_NEAR(found->gain, one.time_s() / plane.time_s(), 0.1 * found->gain);
}

TEST(UnusedBytes, AllChannelsReadByFourSitesAreNotCalledWasted) {
  const Advised scalar = advise_on({.pixel_floats = 4, .channels = 4});
  const Advised vector = advise_on({.pixel_floats = 4, .channels = 4, .vector = true});

  for (const Advised* all : {&scalar, &vector}) {
    EXPECT_GT(used_share(all->situation.profile), 0.95);
    EXPECT_EQ(all->find("F11"), nullptr);
    for (const Suggestion& s : all->advice.suggestions)
      for (const Cause& cause : s.causes) EXPECT_EQ(cause.what.find("of the 32 bytes"), std::string::npos);
  }
  EXPECT_EQ(vector.find("S10"), nullptr);
  // Four loads of 16 bytes apart are four times the sectors of L1, and no more than those: DRAM's stay.
  const Suggestion* s10 = scalar.find("S10");
  if (s10 != nullptr) {
    EXPECT_LT(s10->gain, 1.05 * scalar.time_s() / vector.time_s());
  }
}

TEST(UnusedBytes, AnArrayOfStructuresReadAtOneSiteGetsWhatItsLanesAskFor) {
  // No window: what is used is what the one site asks for, 4 of 16 bytes.
  const Advised field = advise_on({.pixel_floats = 4, .channels = 1, .side = 1});
  const Advised plane = advise_on({.pixel_floats = 1, .channels = 1, .side = 1});

  const Suggestion* found = field.find("S10");
  ASSERT_NE(found, nullptr);
  EXPECT_NEAR(found->gain, field.time_s() / plane.time_s(), 0.05 * found->gain);
}

/// Each warp reads one float of four structures of `bytes`, all lanes the same, and writes 32: a row scaled by weights.
test::WindowKernel weights_of_warps(unsigned bytes) {
  constexpr unsigned warps = 1 << 18;
  std::string loads;
  for (unsigned k = 0; k < 4; ++k)
    loads += fmt::format("ld.global.f32 %f1, [%d3+{}];\nadd.f32 %f0, %f0, %f1;\n", k * bytes);
  test::WindowKernel out{ptx::parse(fmt::format(R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 weights, .param .u64 rows)
{{
.reg .b32 %r<6>;
.reg .b64 %d<6>;
.reg .f32 %f<2>;
ld.param.u64 %d0, [weights];
ld.param.u64 %d1, [rows];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %ntid.x;
mov.u32 %r3, %tid.x;
mad.lo.s32 %r4, %r1, %r2, %r3;
shr.u32 %r5, %r4, 5;
mul.wide.u32 %d2, %r5, {};
add.s64 %d3, %d0, %d2;
mov.f32 %f0, 0f00000000;
{}mul.wide.u32 %d4, %r4, 4;
add.s64 %d5, %d1, %d4;
st.global.f32 [%d5], %f0;
ret;
}}
)",
                                                4 * bytes, loads)),
                         {}};
  out.launch.entry = "scale";
  out.launch.grid = {warps / 8, 1, 1};
  out.launch.block = {256, 1, 1};
  out.launch.arguments = {{"weights", launch::Buffer{.element = ptx::Type::f32, .count = warps * bytes, .fill = {}}},
                          {"rows", launch::Buffer{.element = ptx::Type::f32, .count = warps * 32, .fill = {}}}};
  return out;
}

TEST(UnusedBytes, OneFieldThatAllLanesReadTogetherIsToldThoughNoRequestIsSpread) {
  // A request for a weight is one sector, as few as can be; of 32 bytes 4 are used. A warp moves 4 such sectors and
  // writes 4 whole ones: 8, and 4.5 where the weights lie side by side.
  const Advised apart = advise_on(weights_of_warps(32)), packed = advise_on(weights_of_warps(4));

  const Suggestion* found = apart.find("F11");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found, &apart.advice.suggestions[0]);
  EXPECT_NE(found->causes[0].what.find("uses 4 of the 32 bytes of each sector of 'weights'"), std::string::npos)
      << found->causes[0].what;
  EXPECT_NEAR(found->gain, apart.time_s() / packed.time_s(), 0.1 * found->gain);
  EXPECT_EQ(packed.find("F11"), nullptr);
}

TEST(UnusedBytes, AScalarBeforeABufferDoesNotMoveItsFootprint) {
  // (int n, float* x, float* y): x is argument 1 and footprint 0.
  profile::Profile p;
  p.launch.arguments = {{"n", launch::Scalar{}}, {"x", launch::Buffer{}}, {"y", launch::Buffer{}}};
  p.buffers.resize(2);
  profile::AccessSite site;

  site.buffer = 2;
  EXPECT_EQ(profile::footprint_of(p, site), 1u);
  site.buffer = 1;
  EXPECT_EQ(profile::footprint_of(p, site), 0u);
  site.buffer = 0;
  EXPECT_FALSE(profile::footprint_of(p, site));
  site.buffer = -1;
  EXPECT_FALSE(profile::footprint_of(p, site));
}

TEST(UnusedBytes, OfABufferThatEndsWithinItsLastSectorAreNone) {
  profile::BufferFootprint result;  // one float: 4 of 32 bytes, and there are no more
  result.bytes = 4;
  result.sectors_total = result.sectors_per_block = 1;
  result.used_bytes_per_block = result.used_bytes_total = 4;

  EXPECT_FALSE(is_wasted(result));
}

}  // namespace
}  // namespace forewarp::advise
