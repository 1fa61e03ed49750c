// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What the profile knows of an address beyond its sectors: whether the code fixes it, whether it is one for a block,
/// and how many lanes of a block meet there.
#include <gtest/gtest.h>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

constexpr const char* header = R"(.version 7.0
.target sm_70
.address_size 64
.const .align 4 .f32 table[64];
.visible .entry k(.param .u64 in)
{
.reg .b32 %r<8>;
.reg .b64 %d<8>;
.reg .f32 %f<5>;
.shared .align 4 .b32 places[64];
ld.param.u64 %d0, [in];
mov.u32 %r0, %tid.x;
)";

/// 4 blocks of 256 threads, whose buffer holds zeros.
Profile profiled(const std::string& body, const ProfileOptions& options = {}) {
  std::string text = header;
  text += body;
  text += "ret;\n}\n";
  const ptx::Module module = ptx::parse(text);
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {4, 1, 1};
  launch.block = {256, 1, 1};
  launch.arguments = {{"in", launch::Buffer{.element = ptx::Type::u32, .count = 4096, .fill = {}}}};
  return profile(module, launch, options);
}

const AccessSite& site_at(const Profile& p, ptx::StateSpace space, emu::AccessKind kind) {
  for (const AccessSite& site : p.sites)
    if (site.space == space && site.kind == kind) return site;
  throw InputError("no such access");
}

TEST(Places, AConstantWithAnIndexHasNoFixedAddress) {
  const Profile fixed = profiled("ld.const.f32 %f1, [table+8];\nst.global.f32 [%d0], %f1;\n");
  const Profile indexed = profiled(
      "mov.u64 %d1, table;\nmul.wide.u32 %d2, %r0, 0;\nadd.s64 %d1, %d1, %d2;\n"
      "ld.const.f32 %f1, [%d1];\nst.global.f32 [%d0], %f1;\n");

  EXPECT_TRUE(site_at(fixed, ptx::StateSpace::const_, emu::AccessKind::load).fixed_address);
  EXPECT_FALSE(site_at(indexed, ptx::StateSpace::const_, emu::AccessKind::load).fixed_address);
}

TEST(Places, AnAtomicIsCombinedForItsCodeAndNotForItsData) {
  // All threads add to in[0]: once because the code says so, once because in[1] is 0.
  const Profile by_code = profiled("red.global.add.u32 [%d0], 1;\n");
  const Profile by_data = profiled(
      "ld.global.u32 %r1, [%d0+4];\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d1, %d0, %d2;\n"
      "red.global.add.u32 [%d1], 1;\n");
  const Profile by_thread = profiled(
      "shr.u32 %r1, %r0, 5;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d1, %d0, %d2;\nred.global.add.u32 [%d1], 1;\n");

  const auto is_combined = [](const Profile& p) {
    return site_at(p, ptx::StateSpace::global, emu::AccessKind::reduction).combined;
  };
  EXPECT_TRUE(is_combined(by_code));
  EXPECT_FALSE(is_combined(by_data));
  EXPECT_FALSE(is_combined(by_thread));
}

/// Two words of one bank, 16 lanes of each warp on each: one by one 32 passes, counted 2.
TEST(Places, AtomicsThatAddOneAreCountedTogetherUnlessTheirResultIsRead) {
  const std::string place =
      "mov.u64 %d1, places;\nand.b32 %r1, %r0, 1;\nmul.wide.u32 %d2, %r1, 128;\nadd.s64 %d1, %d1, %d2;\n";
  const auto counted = [&](const std::string& atomic, emu::AccessKind kind) {
    const Profile p = profiled(place + atomic);
    const AccessSite& site = site_at(p, ptx::StateSpace::shared, kind);
    EXPECT_EQ(site.wavefronts, 32 * site.requests) << atomic;
    return site.counted_wavefronts / site.requests;
  };
  EXPECT_EQ(counted("red.shared.add.u32 [%d1], 1;\n", emu::AccessKind::reduction), 2);
  EXPECT_EQ(counted("atom.shared.add.u32 %r3, [%d1], 1;\n", emu::AccessKind::atomic), 2);
  EXPECT_EQ(counted("atom.shared.inc.u32 %r3, [%d1], -1;\n", emu::AccessKind::atomic), 2);
  EXPECT_EQ(counted("atom.shared.add.u32 %r3, [%d1], 2;\n", emu::AccessKind::atomic), 0);
  EXPECT_EQ(counted("red.shared.add.u32 [%d1], %r0;\n", emu::AccessKind::reduction), 0);
  EXPECT_EQ(counted("atom.shared.add.u32 %r3, [%d1], 1;\nst.global.u32 [%d0], %r3;\n", emu::AccessKind::atomic), 0);
}

TEST(Places, CombinedAtomicsOfSeveralInstructionsAreOneARequestEach) {
  const std::string maximum = "red.global.max.s32 [%d0], %r0;\n", swap = "atom.global.exch.b32 %r1, [%d0+4], %r0;\n";
  const Profile once = profiled(maximum), twice = profiled(maximum + maximum), swapped = profiled(maximum + swap);

  EXPECT_EQ(twice.hottest_atomic_requests, 2 * once.hottest_atomic_requests);
  EXPECT_EQ(swapped.hottest_atomic_requests, once.hottest_atomic);
}

TEST(Places, AnAddressThatAnAtomicOfSharedMemoryTellsIsNotOne) {
  const Profile p = profiled(
      "atom.shared.add.u32 %r1, [places], 1;\nand.b32 %r1, %r1, 3;\nmul.wide.u32 %d2, %r1, 4;\n"
      "add.s64 %d1, %d0, %d2;\nred.global.add.u32 [%d1], 1;\n");

  EXPECT_FALSE(site_at(p, ptx::StateSpace::global, emu::AccessKind::reduction).combined);
}

TEST(Places, CombinedAreIntegersOf32BitsAndConstantsThatAreAddedToThoseOf64) {
  const auto is_combined = [](const std::string& atomic) {
    return site_at(profiled(atomic), ptx::StateSpace::global, emu::AccessKind::atomic).combined;
  };
  for (const char* const combined : {"atom.global.add.u32 %r1, [%d0], %r0;\n", "atom.global.max.s32 %r1, [%d0], %r0;\n",
                                     "atom.global.xor.b32 %r1, [%d0], %r0;\n", "atom.global.add.u64 %d1, [%d0], 3;\n"})
    EXPECT_TRUE(is_combined(combined)) << combined;
  for (const char* const one_by_one :
       {"atom.global.exch.b32 %r1, [%d0], %r0;\n", "atom.global.cas.b32 %r1, [%d0], %r0, 1;\n",
        "atom.global.inc.u32 %r1, [%d0], 7;\n", "atom.global.add.u64 %d1, [%d0], %d0;\n",
        "atom.global.max.u64 %d1, [%d0], 3;\n", "atom.global.add.f32 %f1, [%d0], 0f3F800000;\n"})
    EXPECT_FALSE(is_combined(one_by_one)) << one_by_one;
}

TEST(Places, CombinedAtomicsOfSharedMemoryTakeOneWavefrontEach) {
  const Profile one = profiled("red.shared.add.u32 [places], %r0;\n");
  // A word for each of 64 threads in turn: the lanes of a warp do not meet.
  const Profile apart = profiled(
      "mov.u32 %r1, places;\nand.b32 %r2, %r0, 63;\nmad.lo.u32 %r1, %r2, 4, %r1;\nred.shared.add.u32 [%r1], 1;\n");
  const Profile swapped = profiled("atom.shared.exch.b32 %r1, [places], %r0;\n");

  // 4 blocks of 8 warps.
  EXPECT_EQ(site_at(one, ptx::StateSpace::shared, emu::AccessKind::reduction).merged_wavefronts(), 32);
  EXPECT_EQ(site_at(apart, ptx::StateSpace::shared, emu::AccessKind::reduction).merged_wavefronts(), 32);
  EXPECT_EQ(site_at(swapped, ptx::StateSpace::shared, emu::AccessKind::atomic).merged_wavefronts(), 32 * 32);
}

TEST(Places, LanesOfABlockThatAddToOneSharedFloatAreCounted) {
  const Profile one = profiled("mov.f32 %f1, 0f3F800000;\nred.shared.add.f32 [places], %f1;\n");
  // A float for each of 64 threads in turn: 4 lanes on each.
  const Profile many = profiled(
      "mov.f32 %f1, 0f3F800000;\nmov.u32 %r1, places;\nand.b32 %r2, %r0, 63;\nmad.lo.u32 %r1, %r2, 4, %r1;\n"
      "red.shared.add.f32 [%r1], %f1;\n");
  // The machine adds integers itself.
  const Profile integer = profiled("red.shared.add.u32 [places], 1;\n");

  EXPECT_EQ(one.retried_atomics, 256);
  EXPECT_EQ(many.retried_atomics, 4);
  EXPECT_EQ(integer.retried_atomics, 0);
}

TEST(Places, SpillsRunAsOftenAsAMeanInstruction) {
  ProfileOptions options;
  options.spills = {.load_bytes = 80, .store_bytes = 40, .frame_bytes = 64};

  const Profile p = profiled("add.u32 %r1, %r0, 1;\n", options);

  // No loop: each instruction runs once.
  EXPECT_EQ(p.spills.load_bytes, 80);
  EXPECT_EQ(p.spills.store_bytes, 40);
  EXPECT_EQ(p.spills.frame_bytes, 64);
}

}  // namespace
}  // namespace forewarp::profile
