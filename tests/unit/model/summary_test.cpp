// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/summary.hpp"

#include <gtest/gtest.h>

namespace forewarp::model {
namespace {

TEST(Summary, TheHottestAddressServesOneOperationAfterTheOther) {
  profile::Profile p;
  p.launch.grid = {100, 1, 1};
  p.launch.block = {32, 1, 1};
  p.hottest_atomic = 3200;
  p.hottest_atomic_requests = 100;

  EXPECT_EQ(summarise(p).atomic_serial, 100);
}

/// 100 warps that load one constant each.
profile::Profile constant_loads(double addresses) {
  profile::Profile p;
  p.launch.grid = {100, 1, 1};
  p.launch.block = {32, 1, 1};
  p.instructions = {{"ld.const.f32", ptx::Opcode::ld, ptx::Type::f32, ptx::StateSpace::const_, 100, 3200}};
  profile::AccessSite site;
  site.mnemonic = "ld.const.f32";
  site.space = ptx::StateSpace::const_;
  site.kind = emu::AccessKind::load;
  site.bytes_per_lane = 4;
  site.requests = site.lines = 100;
  site.lanes = 3200;
  site.addresses_per_line = addresses;
  p.sites = {site};
  return p;
}

TEST(Summary, AConstantAtAKnownAddressIsAnOperand) {
  profile::Profile p = constant_loads(1);
  p.sites[0].fixed_address = true;

  const Summary s = summarise(p);

  EXPECT_EQ(s.requests, 0);
  EXPECT_EQ(s.merged_away, 100);  // no issue slot either
}

TEST(Summary, EachAddressOfAnIndexedConstantIsARequest) {
  EXPECT_EQ(summarise(constant_loads(1)).requests, 100);
  EXPECT_EQ(summarise(constant_loads(32)).requests, 3200);
  EXPECT_EQ(summarise(constant_loads(32)).merged_away, 0);
  EXPECT_EQ(summarise(constant_loads(32)).load_passes, 0);  // not of L1
  EXPECT_EQ(summarise(constant_loads(1)).constant_repeats, 0);
  EXPECT_EQ(summarise(constant_loads(32)).constant_repeats, 3100);
}

// PTX ISA, "Cache Operators" and "Memory Consistency Model": what other SMs are to see is not in L1.
TEST(Summary, LoadsForOtherSmsToSeeBypassL1) {
  const auto uncached = [](const char* mnemonic, emu::AccessKind kind = emu::AccessKind::load) {
    profile::Profile p;
    p.launch.grid = {100, 1, 1};
    p.launch.block = {32, 1, 1};
    profile::AccessSite site;
    site.mnemonic = mnemonic;
    site.space = ptx::StateSpace::global;
    site.kind = kind;
    site.requests = 100, site.sectors = 400;
    p.sites = {site};
    return summarise(p).uncached_sectors;
  };

  for (const char* mnemonic : {"ld.global.cg.f32", "ld.global.cv.f32", "ld.volatile.global.f32",
                               "ld.relaxed.gpu.global.f32", "ld.acquire.sys.global.u32"})
    EXPECT_EQ(uncached(mnemonic), 400) << mnemonic;
  EXPECT_EQ(uncached("cp.async.cg.shared.global", emu::AccessKind::async_copy), 400);
  EXPECT_EQ(uncached("cp.async.ca.shared.global", emu::AccessKind::async_copy), 0);
  for (const char* mnemonic : {"ld.global.f32", "ld.global.nc.f32", "ld.global.ca.f32", "ld.relaxed.cta.global.f32"})
    EXPECT_EQ(uncached(mnemonic), 0) << mnemonic;
}

TEST(Summary, AdditionsOfFloatsInSharedMemoryGoRoundUntilTheySucceed) {
  // 10 blocks of 8 warps, each with one addition of all lanes to one float: 256 rounds that follow each other, in which
  // all 8 warps take part.
  profile::Profile p;
  p.launch.grid = {10, 1, 1};
  p.launch.block = {256, 1, 1};
  profile::AccessSite site;
  site.mnemonic = "atom.shared.add.f32";
  site.space = ptx::StateSpace::shared;
  site.kind = emu::AccessKind::atomic;
  site.requests = 80;
  p.sites = {site};
  p.retried_atomics = 256;

  const Summary s = summarise(p);

  EXPECT_EQ(s.retry_chain, 256);
  EXPECT_EQ(s.retry_rounds, 10 * 8 * 256);
  EXPECT_EQ(s.retried_requests, 80);

  p.sites[0].mnemonic = "atom.shared.add.u32";  // the machine has it
  EXPECT_EQ(summarise(p).retry_rounds, 0);
}

TEST(Summary, AScalarBeforeABufferDoesNotGiveItsLoadsToAnotherBuffer) {
  // k(int n, float* x, float* y): sites number all arguments, footprints are of buffers alone. x is loaded 300 times a
  // block beyond the first touch of its 100 sectors, y once only: all reloads are x's.
  profile::Profile p;
  p.launch.grid = {10, 1, 1};
  p.launch.block = {32, 1, 1};
  p.launch.arguments = {{"n", launch::Scalar{}}, {"x", launch::Buffer{}}, {"y", launch::Buffer{}}};
  profile::AccessSite x, y;
  x.space = y.space = ptx::StateSpace::global;
  x.kind = y.kind = emu::AccessKind::load;
  x.buffer = 1, x.sectors = 4000;
  y.buffer = 2, y.sectors = 1000;
  p.sites = {x, y};
  p.buffers.resize(2);
  for (profile::BufferFootprint& b : p.buffers) b.sectors_per_block = b.read_sectors_per_block = 100;

  const Summary s = summarise(p);

  ASSERT_EQ(s.access_skew.size(), 2U);
  EXPECT_DOUBLE_EQ(s.access_skew[0].loads_again, 1);
  EXPECT_DOUBLE_EQ(s.access_skew[1].loads_again, 0);
}

profile::InstructionCount ten_warps(const char* mnemonic) {
  return {mnemonic, ptx::opcode_of(mnemonic), ptx::Type::none, ptx::StateSpace::none, 10, 320};
}

double ops(const Summary& s, OpClass c) { return s.ops[static_cast<std::size_t>(c)]; }

TEST(Summary, WhatIsPartOfOtherInstructionsIsNotCountedAgain) {
  using enum analysis::Lowering;
  profile::Profile p;
  p.instructions = {ten_warps("mul.f32"), ten_warps("add.s64"), ten_warps("mov.u32")};
  p.instructions[0].type = ptx::Type::f32;
  p.instructions[1].type = ptx::Type::s64;
  const auto lower = [&](std::size_t n, analysis::Lowering kind, double warps) {
    p.instructions[n].lowered[static_cast<std::size_t>(kind) - 1] = warps;
  };
  lower(0, always, 4);
  lower(0, since_maxwell, 3);
  lower(1, wide_sum, 8);
  lower(2, special_register, 1);

  const Summary s = summarise(p);

  EXPECT_EQ(ops(s, OpClass::fp32), 6);
  EXPECT_EQ(s.merged_since_maxwell[static_cast<std::size_t>(OpClass::fp32)], 3);
  EXPECT_EQ(ops(s, OpClass::int64), 2);
  EXPECT_EQ(ops(s, OpClass::wide_sum), 8);
  EXPECT_EQ(ops(s, OpClass::move), 9);
  EXPECT_EQ(ops(s, OpClass::special_register), 1);
}

TEST(Summary, WmmaCountsAsTheMachinesInstructions) {
  profile::Profile p;
  p.instructions = {ten_warps("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"),           // 2 HMMA.16816
                    ten_warps("wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32"),  // 4 HMMA.1684.TF32
                    ten_warps("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16"),         // LDSM.x4
                    ten_warps("wmma.load.a.sync.aligned.col.m16n16k16.f16"),                // 4 LD, 4 MOVM
                    ten_warps("wmma.store.d.sync.aligned.row.m16n16k16.f32")};              // 4 ST.64

  const Summary s = summarise(p);

  EXPECT_EQ(ops(s, OpClass::tensor), 10 * (2 + 4));
  EXPECT_EQ(ops(s, OpClass::memory), 10 * (1 + 4 + 4));
  EXPECT_EQ(ops(s, OpClass::shuffle), 10 * 4);
  EXPECT_EQ(s.compute_capability, 80);  // of tf32
}

// Up to Pascal L1 has what goes through the texture units, by whatever instruction.
TEST(Summary, TexturesGoThroughTheirCacheAsReadOnlyLoadsDo) {
  profile::Profile p;
  p.launch.grid = {100, 1, 1};
  p.launch.block = {32, 1, 1};
  for (const char* mnemonic : {"tex.2d.v4.f32.f32", "ld.global.nc.f32", "ld.global.f32"}) {
    profile::AccessSite site;
    site.mnemonic = mnemonic;
    site.space = ptx::StateSpace::global;
    site.kind = emu::AccessKind::load;
    site.sectors = 400;
    p.sites.push_back(site);
  }

  EXPECT_EQ(summarise(p).load_sectors, 1200);
  EXPECT_EQ(summarise(p).read_only_sectors, 800);
}

// A quarter of the grid does all of its work: a block that does something has four times the sectors of a mean block.
TEST(Summary, BlocksThatDoNothingAreLeftOutOfTheOthersAmounts) {
  profile::Profile p;
  p.launch.grid = {10, 40, 1};
  p.launch.block = {32, 1, 1};
  p.working_parts = {1, 0.25, 1};
  p.path.global = 2;
  p.imbalance = 4;
  profile::BufferFootprint buffer;
  buffer.bytes = 1e6;
  buffer.sectors_total = 800;
  buffer.sectors_per_block = buffer.read_sectors_per_block = 2;
  p.buffers = {buffer};

  const Summary s = summarise(p);

  EXPECT_EQ(s.blocks, 100);
  EXPECT_EQ(s.idle_blocks, 300);
  EXPECT_EQ(s.grid.y, 10U);
  EXPECT_EQ(s.per_block.unique, 8);
  EXPECT_EQ(s.total.unique, 800);
  EXPECT_EQ(s.path.global, 8);
  EXPECT_EQ(s.imbalance, 1);
}

}  // namespace
}  // namespace forewarp::model
