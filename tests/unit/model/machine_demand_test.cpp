// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/machine_demand.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/bounds/spills.hpp"
#include "unit/frontend/machine/samples.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using machine::Pipe;

MachineWork work() {
  machine::Mix mix;
  mix.issue = 100;
  mix.pipes[static_cast<std::size_t>(Pipe::fp32)] = 40;
  mix.pipes[static_cast<std::size_t>(Pipe::control)] = 7;
  mix.pipes[static_cast<std::size_t>(Pipe::memory)] = 30;
  mix.constant_loads = 10;
  MachineWork w;
  w.arch = "sm_70";
  w.registers = 64;
  w.mix = mix;
  return w;
}

Demand demand_of_ptx() {
  Demand d;
  d.blocks = 1;
  d.threads_per_block = 32;
  d.occupancy.warps_per_block = 1;
  d.issue = 999;
  d.fp32 = d.int_add = 999;
  d.dram_bytes = 1000;
  d.tensor_f16 = 5;
  return d;
}

TEST(MachineDemand, InstructionsAreThoseOfTheMachineCode) {
  const Demand d = with_machine_code(demand_of_ptx(), work(), a_device());

  EXPECT_DOUBLE_EQ(d.issue, 100);
  EXPECT_DOUBLE_EQ(d.fp32, 40);
  EXPECT_DOUBLE_EQ(d.int_add, 0);
  EXPECT_DOUBLE_EQ(d.branch, 7);
  EXPECT_DOUBLE_EQ(d.load_store, 30);
  EXPECT_DOUBLE_EQ(d.dram_bytes, 1000);
  EXPECT_DOUBLE_EQ(d.tensor_f16, 5);
}

// The code has one instruction, whose lanes ask for as many constants as their addresses differ.
TEST(MachineDemand, ConstantsAtAnAddressForEachLaneTakeAPassForEach) {
  Demand ptx = demand_of_ptx();
  ptx.constant_repeats = 310;

  EXPECT_DOUBLE_EQ(with_machine_code(ptx, work(), a_device()).load_store, 30 + 310);
}

// CUDA C++ Programming Guide, "Arithmetic Instructions": 2 a cycle on 8.6, as doubles, and 16 on 8.0.
TEST(MachineDemand, ConversionsOf64BitsTakeASlotOfDoublesAndOneOfConversions) {
  MachineWork w = work();
  w.mix->pipes[static_cast<std::size_t>(Pipe::fp64)] = 3;
  w.mix->pipes[static_cast<std::size_t>(Pipe::convert)] = 4;
  w.mix->pipes[static_cast<std::size_t>(Pipe::convert64)] = 10;

  const Demand d = with_machine_code(demand_of_ptx(), w, a_device());

  EXPECT_DOUBLE_EQ(d.fp64, 13);
  EXPECT_DOUBLE_EQ(d.convert, 14);
}

// Schedulers that issue two at once: 30 of the 100 instructions take no slot of their own.
TEST(MachineDemand, PairsAreThoseOfTheMachineCode) {
  device::DeviceSpec pascal = a_device();
  pascal.issue_per_scheduler = 2;
  MachineWork w = work();
  w.mix->paired = 30;

  EXPECT_EQ(with_machine_code(demand_of_ptx(), w, pascal).paired, 30);
  EXPECT_EQ(with_machine_code(demand_of_ptx(), w, a_device()).paired, std::nullopt);
}

TEST(MachineDemand, WithoutInstructionsTheyAreThoseOfPtx) {
  MachineWork w = work();
  w.mix.reset();

  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, a_device()).issue, 999);
}

/// Waits for global memory that last as long as its latency, whatever it is.
machine::WaitsByLatency whole_waits(const machine::Waits& w) {
  machine::WaitsByLatency waits;
  waits.issue_cycles = w.issue_cycles;
  for (std::size_t k = 0; k < waits.of.size(); ++k)
    waits.of[k] = {.global = w.global * machine::WaitsByLatency::latencies[k],
                   .shared = w.shared * waits.of_a_wait.shared,
                   .near = w.near * waits.of_a_wait.near,
                   .other = w.other_cycles};
  return waits;
}

// 400 cycles of stall counts and 100 of waits for constants are 100 latencies of 5; of 3 loads a warp waits for 1.5
// together, so two are in flight at once. A warp has 7 branches in PTX and 2 in the machine code.
TEST(MachineDemand, AWarpsPathIsThatOfTheMachineCode) {
  MachineWork w = work();
  w.mix->waits = whole_waits({.issue_cycles = 400, .global = 1.5, .shared = 4, .other_cycles = 100});
  w.mix->global_loads.narrow = 3;
  w.mix->pipes[static_cast<std::size_t>(Pipe::control)] = 2;
  Demand d = demand_of_ptx();
  d.path = {.alu = 9, .shared = 9, .global = 9, .barrier = 6, .branch = 7};

  d = with_machine_code(d, w, a_device());

  EXPECT_DOUBLE_EQ(d.path.alu, 100);
  EXPECT_DOUBLE_EQ(d.path.shared, 4);
  EXPECT_DOUBLE_EQ(d.path.global, 1.5);
  EXPECT_DOUBLE_EQ(d.path.mlp, 2);
  EXPECT_DOUBLE_EQ(d.path.barrier, 6);
  EXPECT_DOUBLE_EQ(d.path.branch, 2);
}

// Four loads of a stream and four of a table, each four waited for together. Where L1 has the table, half of the load
// requests hit, and the two waits are known apart; a device whose L1 has none of it keeps them together.
TEST(MachineDemand, WaitsForLoadsThatL1AnswersAreApartWhereItDoes) {
  MachineWork w = work();
  w.mix->waits = whole_waits({.global = 2});
  w.mix->waits_apart = whole_waits({.global = 1, .near = 0.5});
  w.mix->global_loads.narrow = 8;
  w.mix->near_loads = 4;
  w.near_share = 0.5;
  Demand d = demand_of_ptx();
  d.longest_warp.path = {.global = 50, .instructions = 1050};
  d.path = {.global = 5};
  d.request_l1_hit = 0.5;

  const Demand apart = with_machine_code(d, w, a_device());
  d.request_l1_hit = 0;
  const Demand together = with_machine_code(d, w, a_device());

  EXPECT_DOUBLE_EQ(apart.path.global, 1);
  EXPECT_DOUBLE_EQ(apart.path.near, 0.5);
  EXPECT_DOUBLE_EQ(apart.path.near_share, 0.5);
  EXPECT_DOUBLE_EQ(apart.path.mlp, 4);
  EXPECT_DOUBLE_EQ(apart.longest_warp.path.global, 10);
  EXPECT_DOUBLE_EQ(apart.longest_warp.path.near, 5);
  EXPECT_DOUBLE_EQ(together.path.global, 2);
  EXPECT_DOUBLE_EQ(together.path.near, 0);
  EXPECT_DOUBLE_EQ(together.path.near_share, 0);
  EXPECT_DOUBLE_EQ(together.path.mlp, 4);
}

// Nine of ten blocks return at once: what all warps wait in the mean is a tenth of what those of the tenth wait.
TEST(MachineDemand, BlocksThatReturnAtOnceDoNotShortenTheWaits) {
  MachineWork w = work();
  w.mix->waits = whole_waits({.issue_cycles = 40, .global = 1.5});
  Demand d = demand_of_ptx();
  d.idle_blocks = 9 * d.blocks;
  d.idle_share = 0.2;

  d = with_machine_code(d, w, a_device());

  EXPECT_DOUBLE_EQ(d.path.global, 15);
  EXPECT_DOUBLE_EQ(d.path.alu, 10 * 0.8 * 40 / 5);
}

// The A100 computes bfloats at half the rate of halves, the H100 at the same.
TEST(MachineDemand, BfloatsTakeTwoSlotsOnTheA100) {
  MachineWork w = work();
  w.mix->pipes[static_cast<std::size_t>(Pipe::fp16)] = 10;
  w.mix->bfloats = 4;
  device::DeviceSpec device = a_device();

  device.compute_capability = 80;
  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, device).fp16, 14);
  device.compute_capability = 90;
  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, device).fp16, 10);
}

// DMMA is an instruction of the tensor cores; its time is that of the double lanes all the same.
TEST(MachineDemand, MatrixProductsOnPlainLanesStay) {
  MachineWork w = work();
  Demand d = demand_of_ptx();
  d.tensor_fp64 = 300;
  EXPECT_DOUBLE_EQ(with_machine_code(d, w, a_device()).fp64, 0);

  w.mix->pipes[static_cast<std::size_t>(Pipe::tensor)] = 8;
  w.mix->pipes[static_cast<std::size_t>(Pipe::fp64)] = 5;
  EXPECT_DOUBLE_EQ(with_machine_code(d, w, a_device()).fp64, 305);
}

// HMMA has its latency in stall counts; HGMMA is waited for without any.
TEST(MachineDemand, MatrixProductsAreInThePathOnce) {
  MachineWork w = work();
  Demand d = demand_of_ptx();
  d.path.tensor = 10;
  EXPECT_DOUBLE_EQ(with_machine_code(d, w, a_device()).path.tensor, 0);

  w.mix->warpgroup_products = 1;
  EXPECT_DOUBLE_EQ(with_machine_code(d, w, a_device()).path.tensor, 10);
}

TEST(MachineDemand, TooFewInstructionsAreAReason) {
  EXPECT_EQ(too_few({50, 100}, {15, 100}), "");
  EXPECT_EQ(too_few({49, 100}, {100, 100}),
            "it leaves open how often its loops run, and 49 % of PTX's arithmetic would be executed");
  EXPECT_EQ(too_few({0, 0}, {14, 100}),
            "it leaves open how often its loops run, and 14.0 instructions for 100 of PTX would be executed");
}

TEST(MachineDemand, WhatItOccupiesIsThatOfTheArchitecture) {
  Summary summary;
  summary.registers = 20;
  summary.static_shared_bytes = 100;
  summary.shared_bytes = 600;
  MachineWork w = work();
  w.static_shared_bytes = 128;
  w.spills = {.load_bytes = 8, .store_bytes = 4, .frame_bytes = 16};

  const Summary with = with_allocation(summary, w);

  EXPECT_EQ(with.registers, 64U);
  EXPECT_EQ(with.shared_bytes, 628U);
  EXPECT_DOUBLE_EQ(with.spills.load_bytes, 8);
  EXPECT_EQ(with_allocation(summary, {}).registers, 20U);
  EXPECT_EQ(with_allocation(summary, {}).shared_bytes, 600U);
}

TEST(MachineDemand, ShiftsRunWhereAdditionsDoIfMultipliesDoNot) {
  MachineWork w = work();
  w.mix->pipes[static_cast<std::size_t>(Pipe::int_add)] = 300;
  w.mix->pipes[static_cast<std::size_t>(Pipe::shift)] = 100;
  device::DeviceSpec device = a_device();
  device.throughput.int_add = device.throughput.shift = 64;

  device.fp32_lanes_multiply_int = false;
  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, device).int_add, 300);
  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, device).shift, 100);
  device.fp32_lanes_multiply_int = true;
  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, device).int_add, 400);
  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, device).shift, 0);
}

// 100 loads of the program that miss, and 300 of spilled registers that hit.
TEST(MachineDemand, LoadsOfSpilledRegistersHitWhereTheirFramesFit) {
  Demand d;
  d.l1_hit = 0;
  d.request_l1_hit = 0.2;
  d.l2_hit = 0.5;
  d.path.near_share = 0.2;

  mix_hits(d, 100, 300, {1, 1, 1});

  EXPECT_DOUBLE_EQ(d.l1_hit, 0.75);
  EXPECT_DOUBLE_EQ(*d.request_l1_hit, 0.8);
  EXPECT_DOUBLE_EQ(d.path.near_share, 0.05);
  EXPECT_DOUBLE_EQ(d.l2_hit, 0.5);
}

// Of 10 steps of a warp the machine makes 4 of 5 cycles each, so of the 1000 of the longest one 400; loads become no
// more.
TEST(MachineDemand, TheLongestWarpIsShorterByWhatTheMachineSaves) {
  Demand d = demand_of_ptx();
  d.path = {.alu = 10, .global = 2, .spread = 3, .spread_of_mean = 3};
  d.longest_warp.path = {.alu = 1000, .global = 50, .instructions = 1050};
  MachineWork w = work();
  w.mix->waits = whole_waits({.issue_cycles = 20, .global = 4});

  d = with_machine_code(d, w, a_device());

  EXPECT_DOUBLE_EQ(d.path.alu, 4);
  EXPECT_DOUBLE_EQ(d.longest_warp.path.alu, 400);
  EXPECT_DOUBLE_EQ(d.longest_warp.path.global, 50);
}

// The warp that was traced is as long as a block's longest one and three times a mean one; machine code has the mean.
TEST(MachineDemand, TheSpreadOfTheMachinesPathIsThatOfTheMean) {
  Demand d = demand_of_ptx();
  d.path = {.alu = 10, .spread = 1, .spread_of_mean = 3};
  MachineWork w = work();
  w.mix->waits.issue_cycles = 20;

  EXPECT_DOUBLE_EQ(with_machine_code(d, w, a_device()).path.spread, 3);
}

// 100 additions of PTX were 80 of the machine: 50 are then 40. Shuffles, which PTX has not, stay.
TEST(MachineDemand, OfAChangedLaunchTheProportionIsKept) {
  Demand ptx, machine, changed;
  ptx.int_add = 100;
  machine.int_add = 80;
  machine.shuffle = 3;
  changed.int_add = 50;
  ptx.path.shared = 10;
  machine.path.shared = 5;
  changed.path.shared = 4;
  machine.path.spread = 3;
  changed.path.spread = 1;

  const Demand d = in_proportion(changed, ptx, machine);

  EXPECT_DOUBLE_EQ(d.int_add, 40);
  EXPECT_DOUBLE_EQ(d.shuffle, 3);
  EXPECT_DOUBLE_EQ(d.path.shared, 2);
  EXPECT_DOUBLE_EQ(d.path.spread, 3);
}

// 80 instructions of the machine, 20 of them beside another one, to 100 of PTX: of 50 of PTX 40 and 10.
TEST(MachineDemand, OfAChangedLaunchTheShareOfPairsIsKept) {
  Demand ptx, machine, changed;
  ptx.issue = 100;
  machine.issue = 80;
  machine.paired = 20;
  changed.issue = 50;

  EXPECT_EQ(in_proportion(changed, ptx, machine).paired, 10);
}

profile::Profile profile_of_ten_warps() {
  profile::Profile p;
  p.threads = 320;
  p.warps = 10;
  p.thread_instructions = 3200;
  p.basic_blocks.push_back({.function = "k", .instructions = 5, .warps = 10, .threads = 320});
  return p;
}

// Ten instructions a thread in five places: what spills runs twice.
TEST(MachineDemand, SpillsOfCodeThatIsNotReadRunAsOftenAsAMeanInstruction) {
  machine::AssembledKernel assembled;
  assembled.arch = {61, ""};
  assembled.usage =
      source::ResourceUsage{.registers = 40, .stack_bytes = 16, .spill_store_bytes = 8, .spill_load_bytes = 4};
  assembled.reason = "not read";

  const MachineWork w = machine_work(profile_of_ten_warps(), {}, assembled);

  EXPECT_EQ(w.registers, 40U);
  EXPECT_DOUBLE_EQ(w.spills.load_bytes, 8);
  EXPECT_DOUBLE_EQ(w.spills.store_bytes, 16);
  EXPECT_DOUBLE_EQ(w.spills.frame_bytes, 16);
  EXPECT_FALSE(w.mix.has_value());
  EXPECT_EQ(statement_of(w), "estimated, with registers and spills of sm_61: not read");
}

// A loop of nothing but its counter, of which ptxas made two bodies: nothing tells how often either is executed. The
// fewest instructions would be none of them, which is not believed where PTX executes many.
TEST(MachineDemand, ALoopThatWouldHardlyRunIsNotBelieved) {
  using namespace machine::samples;
  const ptx::Module module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<4>; .reg .pred %p<3>;\n"
      "mov.u32 %r1, 0;\nloop: add.u32 %r1, %r1, 1;\n@%p1 bra loop;\nret;\n}\n",
      "k.ptx");
  profile::Profile p = profile_of_ten_warps();
  p.basic_blocks = {{.function = "k", .instructions = 1, .warps = 10, .threads = 320},
                    {.function = "k", .instructions = 2, .warps = 10'000, .threads = 320'000},
                    {.function = "k", .instructions = 1, .warps = 10, .threads = 320}};
  constexpr std::uint16_t iadd3 = 0x810;
  machine::AssembledKernel assembled;
  assembled.arch = {80, ""};
  assembled.usage = source::ResourceUsage{.registers = 8};
  const machine::Kernel code =
      machine::samples::kernel({plain(mov, 7), branch(1, 4, 0), plain(iadd3, 8), branch(3, 2, 0, 9), plain(iadd3, 8),
                                branch(5, 4, 0, 9), leave(7, 10)});
  assembled.code = machine::KernelCode{assembled.arch, code, machine::flow_graph(code)};

  p.warp_instructions = 20'020;
  EXPECT_NE(statement_of(machine_work(p, module, assembled)).find("leaves open how often its loops run"),
            std::string::npos);
  p.warp_instructions = 100;
  EXPECT_EQ(statement_of(machine_work(p, module, assembled)), "read");
}

TEST(MachineDemand, WhereNothingWasMadeTheReasonIsStated) {
  machine::AssembledKernel assembled;
  assembled.refusal = "there is no ptxas";

  EXPECT_EQ(statement_of(machine_work(profile_of_ten_warps(), {}, assembled)), "estimated: there is no ptxas");
  EXPECT_EQ(statement_of(work()), "read");
}

}  // namespace
}  // namespace forewarp::model
