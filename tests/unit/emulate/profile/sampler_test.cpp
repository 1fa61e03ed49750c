// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What is run of a launch, what is concluded of blocks that were not, and launches that do nothing.
#include "forewarp/emulate/profile/sampler.hpp"

#include <gtest/gtest.h>

#include "forewarp/emulate/profile/certainty.hpp"
#include "forewarp/emulate/profile/guessed_run.hpp"
#include "forewarp/emulate/profile/nothing_done.hpp"
#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// x[i] = i for i < n in 16 blocks of 256; with `body` in front of the store.
struct Stores {
  explicit Stores(const std::string& n, const std::string& body = "")
      : module(ptx::parse(R"(.version 8.5
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u32 n) {
  .reg .b32 %g, %n, %r<20>; .reg .b64 %x, %a, %rd<9>; .reg .pred %p<9>;
  ld.param.u64 %x, [x]; ld.param.u32 %n, [n];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %g, %r1, %r2, %r3;
  mul.wide.s32 %rd1, %g, 4; add.s64 %a, %x, %rd1;
  setp.ge.s32 %p1, %g, %n; @%p1 bra END;
)" + body + "st.global.u32 [%a], %g;\nEND: ret;\n}\n",
                          "k.ptx")) {
    launch.entry = "k";
    launch.grid = {16, 1, 1};
    launch.block = {256, 1, 1};
    const std::vector<launch::ArgumentSpec> given = {launch::parse_argument("x=buffer:u32:4096"),
                                                     launch::parse_argument("n=" + n)};
    launch::place_arguments(launch, entry(), std::vector<std::string>{"x", "n"}, given, &module);
  }
  [[nodiscard]] const ptx::Function& entry() const { return *module.find("k"); }
  [[nodiscard]] GuessedRun run() const { return run_guessed(module, entry(), launch, options, nullptr); }
  ptx::Module module;
  launch::Launch launch;
  ProfileOptions options;
};

std::uint64_t blocks_run(Sampler& sampler) {
  std::uint64_t blocks = 0;
  for (const auto& [stratum, counters] : sampler.runner().sums().counters) blocks += counters.blocks_run;
  return blocks;
}

TEST(Sampler, ASmallLaunchIsRunWhole) {
  const Stores stores("4096");

  const GuessedRun run = stores.run();

  EXPECT_EQ(blocks_run(*run.sampler), 16);
  EXPECT_FALSE(run.sampler->blocks_interact());
  EXPECT_FALSE(run.mark);  // nothing was guessed
  EXPECT_EQ(run.launch->grid.x, 16);
}

TEST(Certainty, WhereTheCodeProvesTheControlNoBlockMayDiffer) {
  const Stores stores("4096");
  const GuessedRun run = stores.run();

  const Unseen instructions = unseen_instructions(run.sampler->influence(), run.sampler->strata());
  const Unseen sectors = unseen_sectors(run.sampler->influence(), run.sampler->strata());

  for (std::uint32_t s = 0; s < run.sampler->strata().count(); ++s) {
    EXPECT_EQ(instructions(s), 0);
    EXPECT_LE(sectors(s), 0.25);
  }
}

// The work of a block is a number in memory.
TEST(Certainty, WhereDataDecideEveryBlockMay) {
  const Stores stores("4096", "ld.global.u32 %r5, [%a]; setp.eq.u32 %p2, %r5, 7; @%p2 bra END; bar.sync 0;\n");
  const GuessedRun run = stores.run();

  const Unseen instructions = unseen_instructions(run.sampler->influence(), run.sampler->strata());

  EXPECT_EQ(instructions(0), 1);
}

// A store hangs on a number in memory, in each of the 8 warps of a block, which come by once. The others are 10 or
// more.
TEST(Certainty, WhereDataDecideAStoreBlocksMayDifferByIt) {
  const Stores stores("4096", "ld.global.u32 %r5, [%a]; setp.eq.u32 %p2, %r5, 7; @%p2 st.global.u32 [%a], %r5;\n");
  const GuessedRun run = stores.run();
  Sampler& sampler = *run.sampler;

  const ShortParts parts =
      short_parts(sampler.influence(), sampler.runner().sums(), *sampler.runner().program().map, 32);

  EXPECT_TRUE(sampler.influence().control_is_known);
  EXPECT_GT(parts.instructions, 0);
  EXPECT_LE(parts.instructions, 0.1);
  EXPECT_EQ(parts.sectors, 1);  // it may be far from the one sector or the 4 that a warp asks for
  EXPECT_EQ(unseen_instructions(sampler.influence(), sampler.strata(), parts)(0), parts.instructions);
}

std::optional<Mark> nothing_done_of(const Stores& stores) {
  const GuessedRun run = stores.run();
  const LaunchCode code{
      .module = stores.module, .entry = stores.entry(), .program = run.sampler->runner().machine().program()};
  const Profile profile = forewarp::profile::profile(stores.module, stores.launch, stores.options);
  EXPECT_FALSE(overflowed_size(code, profile));
  return nothing_done(code, profile, analysis::dependence_of(stores.module, stores.entry()));
}

TEST(NothingDone, IsSaidOfALaunchWhoseGuardNobodyPasses) {
  const auto mark = nothing_done_of(Stores("0"));

  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->kind, MarkKind::empty);
  EXPECT_TRUE(mark->arguments.empty());  // nothing was guessed
}

TEST(NothingDone, IsNotSaidWhereOneThreadWorks) { EXPECT_FALSE(nothing_done_of(Stores("1"))); }

}  // namespace
}  // namespace forewarp::profile
