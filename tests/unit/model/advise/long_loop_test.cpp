// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The advice to deal a long loop out to more blocks, checked by doing it.
#include "forewarp/model/advise/long_loop.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::advise {
namespace {

/// Sums of columns: thread j of 256 adds up rows of value, gridDim.y blocks a part of them each.
constexpr const char* column_sums = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry column_sums(.param .u64 value, .param .u64 sums, .param .u32 n, .param .u32 d)
{
  .reg .pred %p<3>;
  .reg .f32 %f<10>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd2, [value];
  ld.param.u64 %rd3, [sums];
  ld.param.u32 %r7, [n];
  ld.param.u32 %r6, [d];
  mov.u32 %r8, %ntid.x;
  mov.u32 %r9, %ctaid.x;
  mov.u32 %r10, %tid.x;
  mad.lo.s32 %r1, %r9, %r8, %r10;
  mov.u32 %r11, %nctaid.y;
  div.u32 %r12, %r7, %r11;
  mov.u32 %r13, %ctaid.y;
  mul.lo.s32 %r15, %r12, %r13;
  add.s32 %r3, %r15, %r12;
  mov.f32 %f9, 0f00000000;
  cvta.to.global.u64 %rd1, %rd2;
$rows:
  mad.lo.s32 %r14, %r15, %r6, %r1;
  mul.wide.s32 %rd4, %r14, 4;
  add.s64 %rd5, %rd1, %rd4;
  ld.global.nc.f32 %f6, [%rd5];
  add.f32 %f9, %f9, %f6;
  add.s32 %r15, %r15, 1;
  setp.lt.u32 %p2, %r15, %r3;
  @%p2 bra $rows;
  cvta.to.global.u64 %rd6, %rd3;
  mul.wide.s32 %rd7, %r1, 4;
  add.s64 %rd8, %rd6, %rd7;
  atom.global.add.f32 %f7, [%rd8], %f9;
  ret;
}
)";

/// A list: each round loads where the next one is.
constexpr const char* list_walk = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry list_walk(.param .u64 next, .param .u64 found, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [next];
  ld.param.u64 %rd2, [found];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, 0;
$step:
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.u32 %r2, [%rd4];
  add.s32 %r3, %r3, 1;
  setp.lt.u32 %p1, %r3, %r1;
  @%p1 bra $step;
  st.global.u32 [%rd2], %r2;
  ret;
}
)";

struct Advised {
  kernel::Kernel kernel;
  Situation situation;
  Advice advice;
};

Advised advise_on(const char* ptx, const std::string& grid, std::vector<std::string> arguments) {
  ::setenv("FOREWARP_CACHE", "off", 1);
  const TemporaryFolder folder("advise");
  const std::filesystem::path path = folder / "long_loop.ptx";
  std::ofstream(path) << ptx;
  kernel::Request request;
  request.path = path;
  request.grid = grid;
  request.block = "256";
  request.arguments = std::move(arguments);
  kernel::Kernel kernel = kernel::load(request);
  Situation s = situation(profile::profile(*kernel.module, kernel.launch, {}), device::find_device("V100"));
  Advice advice = advise(s, *kernel.module, shipped_strategies());
  return {std::move(kernel), std::move(s), std::move(advice)};
}

Advised sums(const std::string& grid) {
  return advise_on(column_sums, grid,
                   {"value=buffer:f32:16777216:uniform", "sums=buffer:f32:256:zero", "n=65536", "d=256"});
}

const Suggestion* find(const Advice& advice, const std::string& id) {
  for (const Suggestion& s : advice.suggestions)
    if (s.id == id) return &s;
  return nullptr;
}

TEST(LongLoop, DealtOutIsWorthWhatDoingItBrings) {
  const Advised before = sums("1");
  const Suggestion* dealt = find(before.advice, "F12");
  ASSERT_NE(dealt, nullptr);
  EXPECT_NE(dealt->causes.at(0).what.find("65536 times a thread, in 1 block for 80 SMs"), std::string::npos)
      << dealt->causes.at(0).what;

  double best = before.advice.prediction.time_s;
  for (const char* grid : {"1,64", "1,128", "1,256", "1,512"})
    best = std::min(best, sums(grid).advice.prediction.time_s);
  const double reached = before.advice.prediction.time_s / best;

  EXPECT_GT(reached, 50);
  EXPECT_LT(std::abs(std::log(dealt->gain / reached)), std::log(1.5)) << dealt->gain << " against " << reached;
}

TEST(LongLoop, AGridThatFillsTheDeviceIsNotToldSo) {
  EXPECT_EQ(find(sums("1,640").advice, "F12"), nullptr);  // eight blocks an SM, as many as are resident
}

TEST(LongLoop, AGridOfLessThanAWaveIsToldWhatMoreBlocksBring) {
  const Advised before = sums("1,256");
  const Suggestion* dealt = find(before.advice, "F12");
  ASSERT_NE(dealt, nullptr);

  const double reached = before.advice.prediction.time_s / sums("1,512").advice.prediction.time_s;
  EXPECT_LT(std::abs(std::log(dealt->gain / reached)), std::log(1.2)) << dealt->gain << " against " << reached;
}

TEST(LongLoop, RoundsThatLoadTheirNextAddressHaveAnOrder) {
  const Advised walk =
      advise_on(list_walk, "1", {"next=buffer:u32:4096:permutation", "found=buffer:u32:1:zero", "n=4096"});
  ASSERT_TRUE(long_loop(walk.situation.profile));
  const std::vector<std::size_t> loads = long_loop(walk.situation.profile)->loads;
  ASSERT_EQ(loads.size(), 1U);
  const ptx::Function& function = *walk.kernel.module->find("list_walk");

  EXPECT_TRUE(feeds_its_address(function, walk.situation.profile.sites[loads[0]].ptx_line));
  EXPECT_EQ(find(walk.advice, "F12"), nullptr);

  const Advised before = sums("1");
  const auto& streamed = before.situation.profile.sites[long_loop(before.situation.profile)->loads.at(0)];
  EXPECT_FALSE(feeds_its_address(*before.kernel.module->find("column_sums"), streamed.ptx_line));
}

/// 2 warps; a block of 4 instructions that each runs 100 times, one of 10 that it runs once.
profile::Profile looping() {
  profile::Profile p;
  p.launch.grid = {1, 1, 1};
  p.launch.block = {64, 1, 1};
  p.warps = 2, p.threads = 64;
  p.basic_blocks = {{"f", 1, 10, 10, 2, 64}, {"f", 11, 14, 4, 200, 6400}};
  p.warp_instructions = 820;
  profile::AccessSite load;
  load.space = ptx::StateSpace::global;
  load.kind = emu::AccessKind::load;
  load.requests = 200, load.sectors = 800, load.unique_sectors_per_block = 800, load.buffer = 0;
  profile::AccessSite store = load;
  store.kind = emu::AccessKind::store;
  store.requests = 2, store.sectors = 8, store.unique_sectors_per_block = 8, store.buffer = 1;
  p.sites = {load, store};
  p.path.global = 100;
  return p;
}

TEST(LongLoop, KeepsTheTotalOfTheLoopAndRepeatsTheRest) {
  profile::Profile p = looping();
  const std::optional<LongLoop> loop = long_loop(p);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->rounds, 100);
  EXPECT_DOUBLE_EQ(loop->share, 800.0 / 820);

  split_over_blocks(p, *loop, 4);
  EXPECT_EQ(p.launch.grid.count(), 4U);
  EXPECT_DOUBLE_EQ(p.warps, 8);
  EXPECT_DOUBLE_EQ(p.warp_instructions, 800 + 4 * 20);
  EXPECT_DOUBLE_EQ(p.sites[0].sectors, 800);
  EXPECT_DOUBLE_EQ(p.sites[0].unique_sectors_per_block, 200);
  EXPECT_DOUBLE_EQ(p.sites[1].sectors, 4 * 8);
  // The part of the chain that is in the loop, 800 of 820, is a quarter as long.
  EXPECT_DOUBLE_EQ(p.path.global, 100 * (20.0 / 820 + 800.0 / 820 / 4));
}

TEST(LongLoop, RoundsThatMeetInMemoryAreLeftInTheirOrder) {
  profile::Profile in_place = looping();
  in_place.sites[1].buffer = 0;  // stores where it loads
  EXPECT_FALSE(long_loop(in_place));

  profile::Profile steps = looping();
  steps.sites[1].requests = 200;  // stores in each round,
  EXPECT_TRUE(long_loop(steps));
  steps.barriers = 200;  // and waits there
  EXPECT_FALSE(long_loop(steps));

  profile::Profile straight = looping();
  straight.sites[0].requests = 2;  // no loads in it
  EXPECT_FALSE(long_loop(straight));
}

}  // namespace
}  // namespace forewarp::advise
