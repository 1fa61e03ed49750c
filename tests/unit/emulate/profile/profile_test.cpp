// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

/// A bundled kernel at a size, from the PTX that ships with it.
Profile bundled(const char* name, std::map<std::string, std::int64_t> set, const ProfileOptions& options = {}) {
  const auto description = launch::load_kernel(name);
  launch::Overrides overrides;
  for (const auto& [key, value] : set) overrides.set[key] = value;
  const auto shipped = launch::shipped_ptx(description, overrides);
  if (!shipped) throw InputError("no PTX ships with the kernel");
  const auto module = ptx::parse(shipped->text, shipped->file.string());
  const auto* entry = module.find(description.entry);
  return profile(module, launch::launch_from(description, overrides, entry), options);
}

double threads_of(const Profile& p, ptx::Opcode opcode) {
  double sum = 0;
  for (const auto& i : p.instructions) sum += i.opcode == opcode ? i.threads : 0;
  return sum;
}

const BufferFootprint& buffer(const Profile& p, std::string_view name) {
  for (const auto& b : p.buffers) {
    if (b.name == name) return b;
  }
  throw InputError("no such buffer");
}

TEST(Profile, OfTiledProductsMergesLoadsAsTheMachineCodeDoes) {
  const auto shared_loads = [](const Profile& p, auto count) {
    double sum = 0;
    for (const auto& site : p.sites)
      if (site.space == ptx::StateSpace::shared && site.kind == emu::AccessKind::load) sum += count(site);
    return sum;
  };
  const auto requests = [](const AccessSite& site) { return site.requests; };
  const auto merged = [](const AccessSite& site) { return site.merged_requests(); };

  // nvcc 13 for sm_75 to sm_90: of 32 loads a tile, 16 of a row of a become 4 LDS.128, 16 of a column of b stay.
  const auto tiled = bundled("matmul_tiled", {{"n", 64}});
  EXPECT_EQ(shared_loads(tiled, merged), shared_loads(tiled, requests) * 20 / 32);

  // And 64 loads become 16 LDS.128.
  const auto registers = bundled("sgemm_registers", {{"n", 128}});
  EXPECT_EQ(shared_loads(registers, merged), shared_loads(registers, requests) / 4);
}

TEST(Profile, OfASmallMatrixProductIsExact) {
  const auto p = bundled("matmul_tiled", {{"n", 64}});

  EXPECT_TRUE(p.sampling.exact);
  EXPECT_EQ(p.sampling.blocks_run, 16U);
  EXPECT_EQ(threads_of(p, ptx::Opcode::fma), 64 * 64 * 64);
  // Each of 16 blocks: 4 tiles, 8 warps, two barriers each.
  EXPECT_EQ(p.barriers, 16 * 4 * 8 * 2);
  // A warp reads two rows of 16 floats of a and of b: 2 * 64 bytes = 4 sectors; 16 blocks * 4 tiles * 8 warps.
  for (const auto& site : p.sites) {
    if (site.space == ptx::StateSpace::global && site.kind == emu::AccessKind::load) {
      EXPECT_EQ(site.requests, 512);
      EXPECT_EQ(site.sectors, 2048);
    }
    if (site.space == ptx::StateSpace::shared) {
      EXPECT_EQ(site.wavefronts, site.requests);
    }
  }
  // A block's rows of a: 16 * 64 floats = 128 sectors, the same for the next block along x.
  EXPECT_EQ(buffer(p, "a").sectors_per_block, 128);
  EXPECT_EQ(buffer(p, "a").overlap, (Overlap{1, 0, 1}));
  EXPECT_EQ(buffer(p, "b").overlap, (Overlap{0, 1, 1}));
  EXPECT_EQ(buffer(p, "a").sectors_total, 64 * 64 * 4 / 32);
}

TEST(Profile, SampledInBlocksAndIterationsEqualsTheFullRun) {
  ProfileOptions sampled, full;
  sampled.exact_below = 0;
  full.exact = true;

  const auto few = bundled("matmul_tiled", {{"n", 384}}, sampled), all = bundled("matmul_tiled", {{"n", 384}}, full);

  EXPECT_FALSE(few.sampling.exact);
  EXPECT_TRUE(few.sampling.loops_sampled);
  EXPECT_LT(few.sampling.warp_instructions_run * 10, all.sampling.warp_instructions_run);
  EXPECT_EQ(few.sampling.relative_error, 0);
  EXPECT_EQ(few.thread_instructions, all.thread_instructions);
  EXPECT_EQ(threads_of(few, ptx::Opcode::fma), 384.0 * 384 * 384);
  EXPECT_EQ(few.barriers, all.barriers);
  EXPECT_EQ(few.branches, all.branches);
  ASSERT_EQ(few.sites.size(), all.sites.size());
  for (std::size_t i = 0; i < few.sites.size(); ++i) {
    EXPECT_EQ(few.sites[i].requests, all.sites[i].requests);
    EXPECT_EQ(few.sites[i].sectors, all.sites[i].sectors);
    EXPECT_EQ(few.sites[i].lines, all.sites[i].lines);
    EXPECT_EQ(few.sites[i].wavefronts, all.sites[i].wavefronts);
    EXPECT_EQ(few.sites[i].unique_sectors_per_block, all.sites[i].unique_sectors_per_block);
    EXPECT_EQ(few.sites[i].overlap, all.sites[i].overlap);
  }
  EXPECT_EQ(few.path.global, all.path.global);
}

TEST(Profile, OfAnEnormousVectorAddCostsFewBlocksAndIsExact) {
  const auto p = bundled("vector_add", {{"n", 1'000'000'000}});

  EXPECT_FALSE(p.sampling.exact);
  EXPECT_LT(p.sampling.blocks_run, 100U);
  // n / 32 requests of 4 sectors; the last block is partial or not, it stands for itself.
  ASSERT_EQ(p.sites.size(), 3U);
  for (const auto& site : p.sites) {
    EXPECT_EQ(site.lanes, 1e9);
    EXPECT_EQ(site.requests, 1e9 / 32);
    EXPECT_EQ(site.sectors, 1e9 / 8);
  }
}

TEST(Profile, OfAFewBlocksStillRunsThePartialLastOne) {
  const std::int64_t n = 9 * 256 + 40;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    ProfileOptions few;
    few.seed = seed;
    few.exact_below = 0;
    few.budget = 1;  // the first, one inside, its neighbour, the last
    const auto p = bundled("vector_add", {{"n", n}, {"block", 256}}, few);

    ASSERT_LE(p.sampling.blocks_run, 4U);
    ASSERT_EQ(p.sites.size(), 3U);
    // 9 blocks of 8 warps and 2 of the last one's; all lanes taken together, one a number.
    for (const auto& site : p.sites) {
      EXPECT_EQ(site.lanes, n);
      EXPECT_EQ(site.requests, 9 * 8 + 2);
    }
    EXPECT_EQ(p.sampling.relative_error, 0);
  }
}

TEST(Profile, OfAFewBlocksOfARectangleHasItsEdgesByTheirOwnBlocks) {
  // 33 x 33 blocks of 16 x 16 over 520 x 520: those at the edge do half the work and the corner a quarter, as if whole
  // 3 % too much. The kernel's own comparisons tell them apart.
  const double all = 520.0 * 520;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    ProfileOptions few;
    few.seed = seed;
    few.exact_below = 0;
    few.budget = 1;
    const auto p = bundled("matrix_add_coalesced", {{"n", 520}, {"block", 16}}, few);

    ASSERT_LE(p.sampling.blocks_run,
              7U);  // the first, one inside and its two neighbours, one of either edge, the corner
    for (const auto& site : p.sites) EXPECT_DOUBLE_EQ(site.lanes, all) << seed;
  }
}

/// A block of one warp goes round as often as its number says; nothing about it is alike from block to block.
constexpr const char* triangle = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry triangle() {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, 0;
L:add.u32 %r2, %r2, 1;
  setp.le.u32 %p1, %r2, %r1;
  @%p1 bra L;
  ret;
}
)";

TEST(Profile, NeverSaysThatMoreBlocksRanThanThereAre) {
  for (const auto* name : {"prime_sieve_mark", "histo_saturating", "radix_sort_count", "bfs_queue"}) {
    ProfileOptions options;
    options.exact_below = 0;
    const auto p = bundled(name, {}, options);

    EXPECT_LE(p.sampling.blocks_run, p.sampling.blocks_total) << name;
  }
}

TEST(Profile, OfATableThatBlocksFillRunsAllOfThem) {
  const auto p = bundled("hash_insert", {});

  // A few blocks would meet an empty table: half the instructions.
  EXPECT_TRUE(p.sampling.exact);
  EXPECT_EQ(p.sampling.blocks_run, p.sampling.blocks_total);
}

TEST(Profile, OfGathersStatesThatTheirTrafficIsNotKnown) {
  const auto p = bundled("binary_search", {});

  ASSERT_FALSE(p.sampling.exact);
  EXPECT_GT(p.sampling.dram_error, 0.01);
}

TEST(Profile, OfIrregularBlocksIsWithinItsStatedError) {
  const auto module = ptx::parse(triangle);
  launch::Launch launch;
  launch.entry = "triangle";
  launch.grid = {20000, 1, 1};
  launch.block = {32, 1, 1};
  // Block b: 2 before the loop, 3 (b + 1) in it, 1 after. Sum over b < g: 3 g + 3 g (g + 1) / 2, times 32 lanes.
  const double g = 20000, truth = 32 * (3 * g + 3 * g * (g + 1) / 2);

  const auto p = profile(module, launch);

  EXPECT_LT(p.sampling.blocks_run, 20000U);
  EXPECT_GT(p.sampling.relative_error, 0);
  EXPECT_LT(p.sampling.relative_error, 0.05);
  EXPECT_LT(std::abs(p.thread_instructions - truth), 3 * p.sampling.relative_error * truth);
  EXPECT_GT(p.imbalance, 1.5);
}

TEST(Profile, StatedErrorsHoldAgainstTheFullRunForMostSeeds) {
  ProfileOptions all;
  all.exact = true;
  const std::map<std::string, std::int64_t> size = {{"width", 512}, {"height", 256}};
  const double truth = bundled("mandelbrot", size, all).thread_instructions;

  unsigned inside = 0, sampled = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ProfileOptions few;
    few.seed = seed;
    few.exact_below = 0;
    few.budget = 4'000'000;
    const auto p = bundled("mandelbrot", size, few);
    sampled += p.sampling.blocks_run < p.sampling.blocks_total ? 1 : 0;
    inside += std::abs(p.thread_instructions / truth - 1) <= 2 * p.sampling.relative_error ? 1 : 0;
  }

  EXPECT_EQ(sampled, 20U);
  EXPECT_GE(inside, 14U);  // two standard errors hold 19 of 20 where totals are normal; these are skewed
}

TEST(Profile, ReuseOfASampleIsThatOfTheWholeGrid) {
  const std::map<std::string, std::int64_t> size = {{"nx", 64}, {"ny", 64}, {"nz", 16}};
  ProfileOptions few;
  few.exact_below = 0;
  const auto sampled = bundled("stencil7_parboil", size, few), whole = bundled("stencil7_parboil", size);

  ASSERT_LT(sampled.sampling.blocks_run, sampled.sampling.blocks_total);
  ASSERT_EQ(whole.sampling.blocks_run, whole.sampling.blocks_total);
  // 64 x 64 x 16 floats, 8 a sector: all are read but the first and last row of the outer planes, 4 of 1024
  EXPECT_NEAR(buffer(whole, "in").sectors_total, 8192 * 1020 / 1024.0, 1e-6);
  EXPECT_NEAR(buffer(sampled, "in").sectors_total / 8192, 1, 0.15);
}

TEST(Profile, DoesNotDependOnTheNumberOfThreads) {
  ProfileOptions one, two;
  one.threads = 1;
  two.threads = 2;

  const auto a = bundled("spmv_csr", {}, one), b = bundled("spmv_csr", {}, two);

  EXPECT_EQ(a.sampling.blocks_run, b.sampling.blocks_run);
  EXPECT_EQ(a.thread_instructions, b.thread_instructions);
  EXPECT_EQ(a.loads.counts, b.loads.counts);
  EXPECT_EQ(a.path.ilp, b.path.ilp);
  ASSERT_EQ(a.sites.size(), b.sites.size());
  for (std::size_t i = 0; i < a.sites.size(); ++i) EXPECT_EQ(a.sites[i].sectors, b.sites[i].sectors);
}

TEST(Profile, RefusesWhatIsNoKernel) {
  const auto module = ptx::parse(triangle);
  launch::Launch launch;
  launch.entry = "square";
  launch.grid = launch.block = {1, 1, 1};

  EXPECT_THROW((void)profile(module, launch), InputError);
  launch.entry = "triangle";
  EXPECT_THROW((void)profile(module, launch, {.warp_size = 16}), InputError);
}

TEST(Profile, OfBlocksThatWaitForEachOtherRunsAllOfThem) {
  // 300 blocks of 64 threads: a loop of 2000 iterations, then what nvcc makes of this_grid().sync(). 300 * 2 * 8000
  // warp instructions of 32 lanes are 150 million, far above ProfileOptions::exact_below.
  const auto module = ptx::parse(R"(.version 8.5
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<10>; .reg .pred %p<8>;
  mov.u32 %r1, %tid.x; mov.u32 %r2, 0;
LOOP:
  xor.b32 %r1, %r1, %r2; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2000; @%p1 bra LOOP;
  mov.u32 %r10, %envreg2; cvt.u64.u32 %rd7, %r10; mov.u32 %r11, %envreg1; cvt.u64.u32 %rd8, %r11;
  bfi.b64 %rd2, %rd8, %rd7, 32, 32;
  barrier.sync 0;
  mov.u32 %r3, %tid.x; setp.ne.s32 %p2, %r3, 0; @%p2 bra CAME;
  mov.u32 %r12, %ctaid.x; setp.eq.s32 %p3, %r12, 0; mov.u32 %r16, %nctaid.x;
  mov.u32 %r17, -2147483647; sub.s32 %r17, %r17, %r16; selp.b32 %r15, %r17, 1, %p3;
  atom.add.release.gpu.u32 %r14, [%rd2+4], %r15;
ASK:
  ld.acquire.gpu.u32 %r18, [%rd2+4]; xor.b32 %r19, %r18, %r14; setp.gt.s32 %p4, %r19, -1; @%p4 bra ASK;
CAME:
  barrier.sync 0;
  ld.param.u64 %rd1, [out]; st.global.u32 [%rd1], %r1;
  ret;
})",
                                 "grid.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {300, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments.push_back({"out", launch::Buffer{.element = ptx::Type::u32, .count = 1, .fill = {}}});

  const Profile p = profile(module, launch);

  EXPECT_TRUE(p.synchronises_grid);
  EXPECT_EQ(p.sampling.blocks_run, 300U);
  EXPECT_TRUE(p.sampling.exact);
  EXPECT_EQ(threads_of(p, ptx::Opcode::atom), 300);  // one a block
  EXPECT_EQ(threads_of(p, ptx::Opcode::st), 300 * 64);
}

/// Of the kernel k.
Profile of_one_warp(const ptx::Module& module) {
  launch::Launch launch;
  launch.entry = "k";
  launch.block = {32, 1, 1};
  return profile(module, launch);
}

TEST(Profile, ATestOfAnMbarrierReadsItOnceForAllLanes) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
  .reg .pred %p<2>;
  .shared .align 8 .b64 bar;
  mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
  ret;
})",
                                 "mbarrier.ptx");
  const Profile p = of_one_warp(module);

  ASSERT_EQ(p.sites.size(), 1U);
  EXPECT_EQ(p.sites[0].wavefronts, 1);
  EXPECT_EQ(p.sites[0].kind, emu::AccessKind::load);
}

TEST(Profile, SaysHowOftenAKernelPrints) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 format[3] = {104, 105, 0};
.visible .entry k()
{
  .reg .b64 %rd<2>;
  mov.u64 %rd1, format;
  cvta.global.u64 %rd1, %rd1;
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %rd1; st.param.b64 [a], 0;
    call.uni (r), vprintf, (f, a); }
  ret;
})",
                                 "print.ptx");
  const Profile p = of_one_warp(module);

  ASSERT_FALSE(p.marks.empty());
  EXPECT_EQ(p.marks.back().kind, MarkKind::untimed);
  EXPECT_EQ(p.marks.back().text.find("calls of printf in the kernel: 32; "), 0U) << p.marks.back().text;
}

}  // namespace
}  // namespace forewarp::profile
