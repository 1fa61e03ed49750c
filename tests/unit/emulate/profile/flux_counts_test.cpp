// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/flux_counts.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "unit/emulate/profile/small_launch.hpp"

namespace forewarp::profile {
namespace {

using ptx::CountedThreads;

/// Threads below 40 of each CTA go once round a loop for each of 3 - blockIdx.x % 2, the others leave.
constexpr const char* loops = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry loops(.param .u64 out)
{
  .reg .pred %p<3>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p1, %r1, 40;
  @%p1 bra DONE;
  mov.u32 %r2, %ctaid.x;
  and.b32 %r3, %r2, 1;
  sub.u32 %r4, 3, %r3;
LOOP:
  sub.u32 %r4, %r4, 1;
  setp.ne.u32 %p2, %r4, 0;
  @%p2 bra LOOP;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
DONE:
  ret;
}
)";

launch::Launch loops_launch(std::uint32_t ctas, std::uint32_t threads) {
  launch::Launch launch;
  launch.entry = "loops";
  launch.grid = {ctas, 1, 1};
  launch.block = {threads, 1, 1};
  launch.arguments = {{"out", launch::Buffer{.element = ptx::Type::u32, .count = 64, .fill = {}}}};
  return launch;
}

std::vector<std::uint64_t> counted(const FluxCounts& counts) {
  std::vector<std::uint64_t> out;
  for (const FluxBlockCount& block : counts.blocks) out.push_back(block.counted);
  return out;
}

using Counts = std::vector<std::uint64_t>;

TEST(FluxCounts, AreThreadsByBlockWhoeverCounts) {
  const ptx::Module module = ptx::parse(loops);
  const launch::Launch launch = loops_launch(5, 64);

  // entry 5 * 64; below 40: 5 * 40; the loop 3 times in CTAs 0, 2, 4 and twice in 1, 3: 40 * 13; ret: all
  const Counts expected = {320, 200, 520, 200, 320};
  EXPECT_EQ(counted(count_emulated(module, launch, CountedThreads::all)), expected);
  EXPECT_EQ(counted(count_instrumented(module, launch, CountedThreads::all)), expected);
}

TEST(FluxCounts, OneCtaIsTheMiddleOneTimesTheGrid) {
  const ptx::Module module = ptx::parse(loops);
  const launch::Launch launch = loops_launch(7, 64);  // the middle is CTA 3: twice round

  const FluxCounts emulated = count_emulated(module, launch, CountedThreads::one_cta);

  EXPECT_EQ(counted(emulated), (Counts{64, 40, 80, 40, 64}));
  EXPECT_EQ(counted(count_instrumented(module, launch, CountedThreads::one_cta)), counted(emulated));
  EXPECT_EQ(emulated.scale, 7);
  // 4 instructions for 64 threads, 3 for 40, 3 in the loop for 80, 3 for 40, ret for 64, seven times
  EXPECT_EQ(emulated.thread_instructions, 7 * (4 * 64 + 3 * 40 + 3 * 80 + 3 * 40 + 64));
}

TEST(FluxCounts, OneWarpIsTheMiddleOneTimesTheThreads) {
  const ptx::Module module = ptx::parse(loops);
  const launch::Launch launch =
      loops_launch(6, 72);  // CTA 3; 72 / 32 / 2 is warp 1: threads 32 to 63, 8 of them below 40

  const FluxCounts emulated = count_emulated(module, launch, CountedThreads::one_warp);

  EXPECT_EQ(counted(emulated), (Counts{32, 8, 16, 8, 32}));
  EXPECT_EQ(counted(count_instrumented(module, launch, CountedThreads::one_warp)), counted(emulated));
  EXPECT_EQ(emulated.scale, 6 * 72 / 32.0);
}

TEST(FluxCounts, ThreadsOfASmallCtaAreItsOneWarp) {
  const ptx::Module module = ptx::parse(loops);

  const FluxCounts counts = count_emulated(module, loops_launch(4, 6), CountedThreads::one_warp);

  EXPECT_EQ(counts.blocks[0].counted, 6U);
  EXPECT_EQ(counts.scale, 4);
}

TEST(FluxCounts, AreWrittenAsCudaFluxWritesThem) {
  const FluxCounts counts = count_emulated(ptx::parse(loops), loops_launch(2, 32), CountedThreads::all);

  EXPECT_EQ(flux_launch_line(counts), "loops, 2, 1, 1, 32, 1, 1, 0, 0, 0, 64, 64, 160, 64, 64\n");
  EXPECT_TRUE(flux_analysis_text(counts).starts_with(
      "- Function:\n  Name: loops\n  BlockCount: 5\n  Blocks: \n  - entry:\n    - ld.param.u64\n    - mov.u32\n"));
  EXPECT_NE(flux_analysis_text(counts).find("  - LOOP:\n    - sub.u32\n    - setp.ne.u32\n    - bra\n"),
            std::string::npos);
}

TEST(FluxCounts, OfABlockThatIsNotThereAreRefused) {
  const ptx::Module module = ptx::parse(loops);
  const std::vector<ptx::CountedBlock> elsewhere = {{"other", 0, 1, 0, 0}}, beyond = {{"loops", 0, 99, 0, 0}};

  EXPECT_THROW((void)flux_counts(module, loops_launch(1, 1), CountedThreads::all, elsewhere, Counts{1}), InputError);
  EXPECT_THROW((void)flux_counts(module, loops_launch(1, 1), CountedThreads::all, beyond, Counts{1}), InputError);
  EXPECT_THROW((void)flux_counts(module, loops_launch(1, 1), CountedThreads::all, beyond, Counts{}), InputError);
}

std::vector<std::vector<std::byte>> buffers_after(const ptx::Module& module, const launch::Launch& launch) {
  emu::Machine machine(module, launch.entry);
  const emu::BoundArguments bound = emu::bind(launch, machine.memory());
  machine.run(launch, bound.bytes);
  std::vector<std::vector<std::byte>> out;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[i].value)) {
      out.emplace_back(buffer->bytes());
      machine.memory().read(bound.addresses[i], out.back());
    }
  return out;
}

/// What these do hangs on which warp comes first (who marks a vertex, who takes a slot, who saturates a bin), and
/// counters take turns of their own: the same work in another order.
bool depends_on_order(const std::string& kernel) {
  return kernel == "bfs_queue" || kernel == "bfs_step" || kernel == "hash_insert" || kernel == "histo_saturating";
}

class EveryKernelCounted : public testing::TestWithParam<std::string> {};

/// The instrumented module is PTX like any other: what its counters hold is held against the emulator's own observer,
/// which knows nothing of them, and what it computes against the module without them.
TEST_P(EveryKernelCounted, ByItsOwnPtxAsByTheEmulatorAndComputesTheSame) {
  const Small kernel = small(GetParam());
  for (const CountedThreads mode : {CountedThreads::all, CountedThreads::one_cta, CountedThreads::one_warp}) {
    const FluxCounts emulated = count_emulated(kernel.module, kernel.launch, mode);
    const FluxCounts instrumented = count_instrumented(kernel.module, kernel.launch, mode);

    std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> by_place;
    for (const FluxBlockCount& block : instrumented.blocks)
      by_place[{block.function, block.first_line}] = block.counted;
    ASSERT_FALSE(emulated.blocks.empty());
    EXPECT_EQ((by_place[{emulated.blocks[0].function, emulated.blocks[0].first_line}]), emulated.blocks[0].counted);
    if (depends_on_order(GetParam())) continue;
    for (const FluxBlockCount& block : emulated.blocks)
      EXPECT_EQ((by_place[{block.function, block.first_line}]), block.counted) << block.label;
    EXPECT_EQ(instrumented.thread_instructions, emulated.thread_instructions);
  }

  if (depends_on_order(GetParam())) return;
  const ptx::Module with_counters = ptx::parse(ptx::instrument(kernel.module).ptx);
  EXPECT_EQ(buffers_after(with_counters, kernel.launch), buffers_after(kernel.module, kernel.launch));
}

INSTANTIATE_TEST_SUITE_P(Corpus, EveryKernelCounted, testing::ValuesIn(launch::corpus_names()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace forewarp::profile
