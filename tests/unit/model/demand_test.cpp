// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/demand.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using ptx::Opcode;
using ptx::StateSpace;
using ptx::Type;

/// saxpy over 1000 blocks of 256: what nvcc makes of it, one warp instruction of each kind a warp.
profile::Profile saxpy() {
  profile::Profile p;
  p.launch.grid = {1000, 1, 1};
  p.launch.block = {256, 1, 1};
  p.registers = 16;
  p.warps = 8000;
  const auto add = [&](const char* mnemonic, Opcode o, Type t, StateSpace s = StateSpace::none) {
    p.instructions.push_back({mnemonic, o, t, s, 8000, 8000 * 32});
  };
  add("ld.param.u64", Opcode::ld, Type::u64, StateSpace::param);
  add("mad.lo.s32", Opcode::mad, Type::s32);
  add("setp.ge.s32", Opcode::setp, Type::s32);
  add("bra", Opcode::bra, Type::none);
  add("mul.wide.s32", Opcode::mul, Type::s32);
  p.instructions.back().lowered[static_cast<std::size_t>(analysis::Lowering::since_volta) - 1] = 8000;
  add("add.s64", Opcode::add, Type::s64);
  p.instructions.back().lowered[static_cast<std::size_t>(analysis::Lowering::wide_sum) - 1] = 8000;
  add("ld.global.f32", Opcode::ld, Type::f32, StateSpace::global);
  add("fma.rn.f32", Opcode::fma, Type::f32);
  add("st.global.f32", Opcode::st, Type::f32, StateSpace::global);
  profile::AccessSite load;
  load.space = StateSpace::global;
  load.kind = emu::AccessKind::load;
  load.requests = 8000;
  load.lanes = 8000 * 32;
  load.bytes_per_lane = 4;
  load.sectors = 32000;
  load.lines = 8000;
  profile::AccessSite store = load;
  store.kind = emu::AccessKind::store;
  p.sites = {load, store};
  p.loads.first = 32000;
  p.buffers.resize(1);
  p.buffers[0].sectors_total = 32000;
  p.buffers[0].sectors_per_block = p.buffers[0].read_sectors_per_block = p.buffers[0].written_sectors_per_block = 32;
  return p;
}

TEST(Demand, CountsMachineInstructionsAndNotPtx) {
  const Demand d = demand(saxpy(), a_device());

  // per warp: two before the first of PTX, a quarter for the parameter, IMAD, ISETP, BRA, IMAD.WIDE with the 64-bit add
  // inside it, LDG, FFMA, STG
  EXPECT_DOUBLE_EQ(d.issue, 8000 * (2 + 7.25));
  EXPECT_DOUBLE_EQ(d.fp32, 8000);
  EXPECT_DOUBLE_EQ(d.int_mul, 16000);
  EXPECT_DOUBLE_EQ(d.load_store, 16000);
}

TEST(Demand, OnMaxwellTakesTheProductsApart) {
  device::DeviceSpec maxwell = a_device();
  maxwell.compute_capability = 52;

  // IMAD is 3 XMAD, the wide one 5, and the 64-bit add two instructions of its own
  EXPECT_DOUBLE_EQ(demand(saxpy(), maxwell).issue, 8000 * (1 + 0.25 + 3 + 1 + 1 + 5 + 2 + 1 + 1 + 1));
}

TEST(Demand, OfBlocksThatWaitForEachOtherNeedsRoomForAllOfThem) {
  // 8 blocks of 256 threads on each of ten SMs of 2048 threads.
  profile::Profile p = saxpy();
  p.synchronises_grid = true;
  p.launch.grid = {80, 1, 1};
  EXPECT_NO_THROW((void)demand(p, a_device()));
  p.launch.grid = {81, 1, 1};

  try {
    (void)demand(p, a_device());
    FAIL() << "81 blocks do not fit";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("all 81 must be on the device at the same time: on round 80 fit (8 on each of "
                                         "10 SMs, by warps)"),
              std::string::npos)
        << e.what();
  }
}

TEST(Demand, HasTheTrafficAndTheOccupancy) {
  const Demand d = demand(saxpy(), a_device());

  EXPECT_EQ(d.occupancy.blocks_per_sm, 8U);  // 2048 threads
  EXPECT_DOUBLE_EQ(d.l2_sectors, 64000);
  // 1 MB in an L2 of 1 MiB: read once, kept
  EXPECT_DOUBLE_EQ(d.dram_bytes, 32000 * 32);
}

TEST(Demand, WideRequestsPassByGroupsFromVoltaOn) {
  profile::Profile p = saxpy();
  for (profile::AccessSite& site : p.sites) site.passes_per_line = 4;
  device::DeviceSpec pascal = a_device();
  pascal.compute_capability = 61;

  EXPECT_EQ(demand(p, a_device()).l1_wavefronts, 4 * 16000);
  EXPECT_EQ(demand(p, pascal).l1_wavefronts, 2 * 16000);
}

TEST(Demand, PassesOfAmdAreThoseOfItsAddressUnit) {
  profile::Profile p = saxpy();
  for (profile::AccessSite& site : p.sites) site.passes_per_line = 16;
  device::DeviceSpec amd = a_device();
  amd.vendor = device::Vendor::amd;
  amd.compute_capability = 0;
  amd.warp_size = 64;
  amd.l1_bytes_per_cycle = 64;
  device::DeviceSpec cdna3 = amd;  // twice as wide
  cdna3.l1_bytes_per_cycle = 128;

  EXPECT_EQ(demand(p, amd).l1_wavefronts, 16 * 16000);
  EXPECT_EQ(demand(p, cdna3).l1_wavefronts, 8 * 16000);
}

TEST(Demand, LanesThatShareAnAddressFillTheirRegistersAllTheSame) {
  profile::Profile p = saxpy();
  double returned = 0;
  for (profile::AccessSite& site : p.sites) {
    if (site.kind != emu::AccessKind::load) continue;
    site.sectors = site.lines = site.requests;
    returned += site.requests * 32 * site.bytes_per_lane;
  }
  for (profile::AccessSite& site : p.sites)
    if (site.kind != emu::AccessKind::load) site.sectors = site.lines = 0;
  device::DeviceSpec turing = a_device();
  turing.l1_bytes_per_cycle = 64;
  EXPECT_EQ(demand(p, turing).l1_wavefronts, returned / 64);
  EXPECT_GT(returned / 64, summarise(p).load_passes);
}

TEST(Demand, HalfWarpsPassOneByOneOnMaxwellAndPascal) {
  profile::Profile p = saxpy();
  const double lines = summarise(p).load_lines + summarise(p).store_lines;
  const double stored = summarise(p).store_sectors;
  for (profile::AccessSite& site : p.sites) site.half_passes_per_line = 16, site.half_sectors_per_sector = 2;
  device::DeviceSpec maxwell = a_device();
  maxwell.compute_capability = 52;

  EXPECT_EQ(demand(p, maxwell).l1_wavefronts, 16 * lines);
  EXPECT_EQ(demand(p, maxwell).l2_sectors, demand(p, a_device()).l2_sectors + stored);
  device::DeviceSpec kepler = a_device();
  kepler.compute_capability = 35;
  EXPECT_EQ(demand(p, kepler).l1_wavefronts, lines);
}

TEST(Demand, DoublesAreAddedOneByOneInL2) {
  // 100 requests of 32 doubles in 8 sectors each: a slice adds one double in the time that it needs for a sector.
  profile::Profile p = saxpy();
  const double before = demand(p, a_device()).l2_sectors;
  profile::AccessSite add;
  add.mnemonic = "red.global.add.f64";
  add.space = StateSpace::global;
  add.kind = emu::AccessKind::reduction;
  add.requests = 100;
  add.lanes = 3200;
  add.sectors = 800;
  p.sites.push_back(add);

  EXPECT_EQ(demand(p, a_device()).l2_sectors, before + 3200);

  p.sites.back().mnemonic = "red.global.add.f32";
  EXPECT_EQ(demand(p, a_device()).l2_sectors, before + 800);
}

TEST(Demand, SpillsThatFitL1StayThere) {
  // 8 blocks of 256 threads on an SM, 8 bytes a thread: 16 KB of the 32 KB of L1.
  profile::Profile p = saxpy();
  const Demand before = demand(p, a_device());
  p.spills = {.load_bytes = 8, .store_bytes = 8, .frame_bytes = 8};

  const Demand d = demand(p, a_device());

  // 8000 warps move 4 words each.
  EXPECT_EQ(d.issue, before.issue + 32000);
  EXPECT_EQ(d.load_store, before.load_store + 32000);
  EXPECT_EQ(d.l1_sectors, before.l1_sectors + 4 * 32000);
  EXPECT_EQ(d.l2_sectors, before.l2_sectors);
  EXPECT_EQ(d.dram_bytes, before.dram_bytes);
}

TEST(Demand, SpillsBeyondL1ReachL2AndThoseBeyondItDram) {
  // 32 bytes a thread: 64 KB on an SM, of which L1 holds half; 640 KB on ten SMs, which L2 holds.
  profile::Profile p = saxpy();
  const Demand before = demand(p, a_device());
  p.spills = {.load_bytes = 16, .store_bytes = 16, .frame_bytes = 32};

  const Demand in_l2 = demand(p, a_device());

  // 8000 warps of 8 words, 4 sectors each: 256,000, of which half miss L1.
  EXPECT_EQ(in_l2.l2_sectors, before.l2_sectors + 128000);
  EXPECT_EQ(in_l2.dram_bytes, before.dram_bytes);

  // With a quarter of that L2 holds a quarter of the frames.
  device::DeviceSpec small = a_device();
  small.l2_bytes = 8 * 256 * 32 * 10 / 4;
  p.spills = {};
  const double without = demand(p, small).dram_bytes;
  p.spills = {.load_bytes = 16, .store_bytes = 16, .frame_bytes = 32};
  EXPECT_EQ(demand(p, small).dram_bytes, without + 32 * 128000 * 0.75);
}

TEST(Demand, ARoundOfASharedAdditionIsALoopOfFiveInstructions) {
  profile::Profile p = saxpy();
  const Demand before = demand(p, a_device());
  profile::AccessSite add;
  add.mnemonic = "red.shared.add.f32";
  add.space = StateSpace::shared;
  add.kind = emu::AccessKind::reduction;
  add.requests = 8000;
  p.sites.push_back(add);
  p.retried_atomics = 256;

  const Demand d = demand(p, a_device());

  const double rounds = 1000 * 8 * 256;
  EXPECT_EQ(d.issue, before.issue + 5 * rounds - 8000);  // the request has a slot by its own count
  EXPECT_EQ(d.fp32, before.fp32 + rounds);
  EXPECT_EQ(d.shared_wavefronts, before.shared_wavefronts + 3 * rounds);
  EXPECT_EQ(d.path.shared, before.path.shared + 2 * 256);

  device::DeviceSpec amd = a_device();
  amd.vendor = device::Vendor::amd;
  EXPECT_EQ(demand(p, amd).fp32, before.fp32);
}

TEST(Demand, ABarrierTakesTheWarpsOneByOneSinceVolta) {
  profile::Profile p = saxpy();
  p.barriers = 475;
  const auto cycles = [&](const device::DeviceSpec& device) {
    return pipe_cycles(demand(p, device), device)[static_cast<std::size_t>(Resource::barrier)];
  };
  device::DeviceSpec device = a_device();
  device.compute_capability = 70;
  EXPECT_DOUBLE_EQ(cycles(device), 1000);
  device.compute_capability = 61;
  EXPECT_EQ(cycles(device), 0);
}

// ATOMS.POPC.INC, from compute capability 8.0 on.
TEST(Demand, LanesThatAddOneToAnAddressAreCountedTogetherSinceAmpere) {
  profile::Profile p = saxpy();
  profile::AccessSite add;
  add.mnemonic = "red.shared.add.u32";
  add.kind = emu::AccessKind::reduction;
  add.space = ptx::StateSpace::shared;
  add.requests = 1000;
  add.lanes = 32000;
  add.bytes_per_lane = 4;
  add.wavefronts = 32000;
  add.counted_wavefronts = 1000;
  p.sites.push_back(add);
  device::DeviceSpec device = a_device();
  device.compute_capability = 75;
  EXPECT_EQ(demand(p, device).shared_wavefronts, 32000);
  device.compute_capability = 80;
  EXPECT_EQ(demand(p, device).shared_wavefronts, 1000);
}

TEST(Demand, OfABlockThatDoesNotFitSaysSo) {
  profile::Profile p = saxpy();
  p.static_shared_bytes = 200'000;

  EXPECT_THROW((void)demand(p, a_device()), InputError);
}

TEST(Demand, HasSharedLoadsAsTheMachineMergesThem) {
  // four loads of 100 requests, merged into one of 16 bytes a lane that takes 2 cycles where registers are packed
  profile::Profile p = saxpy();
  const double issue = demand(p, a_device()).issue, load_store = demand(p, a_device()).load_store;
  profile::AccessSite lead;
  lead.space = ptx::StateSpace::shared;
  lead.requests = lead.wavefronts = 100;
  lead.saved_wavefronts = -100;
  lead.bytes_per_lane = 4;
  lead.merged_bytes_per_lane = 16;
  profile::AccessSite other = lead;
  other.merged_bytes_per_lane = 0;
  other.saved_requests = other.saved_wavefronts = 100;
  p.sites.insert(p.sites.end(), {lead, other, other, other});
  device::DeviceSpec maxwell = a_device();
  maxwell.compute_capability = 52;
  maxwell.shared_loads_return_pairs = false;

  EXPECT_EQ(demand(p, a_device()).shared_wavefronts, 200);
  EXPECT_EQ(demand(p, maxwell).shared_wavefronts, 400);  // four registers, a cycle each
  EXPECT_EQ(demand(p, a_device()).load_store, load_store + 100);
  EXPECT_EQ(demand(p, a_device()).issue, issue - 300);  // three of four instructions fall away
}

TEST(Demand, OfAnInstructionThatTheDeviceLacksIsAnError) {
  profile::Profile p = saxpy();
  p.instructions.push_back(
      {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", Opcode::mma, Type::f16, StateSpace::none, 1, 32});
  device::DeviceSpec device = a_device();
  device.vendor = device::Vendor::nvidia;
  device.compute_capability = 60;
  EXPECT_THROW((void)demand(p, device), InputError);
  device.compute_capability = 70;  // the same product in Volta's own shape
  EXPECT_NO_THROW((void)demand(p, device));

  p.instructions.back().mnemonic = "cp.async.ca.shared.global";
  EXPECT_THROW((void)demand(p, device), InputError);
  device.compute_capability = 80;
  EXPECT_NO_THROW((void)demand(p, device));
}

TEST(Demand, SpillsInALoopGoToTheSamePlaces) {
  profile::Profile p = saxpy();
  p.spills = {.load_bytes = 1e5, .store_bytes = 1e5, .frame_bytes = 8};
  const Demand d = demand(p, a_device());
  p.spills = {};

  EXPECT_EQ(d.l2_sectors, demand(p, a_device()).l2_sectors);
}

// AMD reads constant memory as any other.
TEST(Demand, ConstantsOfDifferentAddressesAreOneRequestOnAmd) {
  profile::Profile p = saxpy();
  profile::AccessSite site;
  site.mnemonic = "ld.const.f32";
  site.space = StateSpace::const_;
  site.kind = emu::AccessKind::load;
  site.requests = site.lines = 8000;
  site.addresses_per_line = 32;
  const double before = demand(p, a_device()).load_store;
  p.sites.push_back(site);
  device::DeviceSpec amd = a_device();
  amd.vendor = device::Vendor::amd;

  EXPECT_EQ(demand(p, a_device()).load_store, before + 32 * 8000);
  EXPECT_EQ(demand(p, amd).load_store, before + 8000);
  EXPECT_EQ(demand(p, amd).constant_repeats, 0);
  EXPECT_GT(demand(p, amd).l1_hit, demand(saxpy(), amd).l1_hit);
}

}  // namespace
}  // namespace forewarp::model
