// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/machine_demand.hpp"

#include <gtest/gtest.h>

#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using machine::Pipe;

MachineWork work() {
  MachineWork w;
  w.mix.issue = 100;
  w.mix.pipes[static_cast<std::size_t>(Pipe::fp32)] = 40;
  w.mix.pipes[static_cast<std::size_t>(Pipe::control)] = 7;
  w.mix.pipes[static_cast<std::size_t>(Pipe::memory)] = 30;
  w.mix.constant_loads = 10;
  w.registers = 64;
  return w;
}

Demand demand_of_ptx() {
  Demand d;
  d.threads_per_block = 256;
  d.occupancy.blocks_per_sm = 4;
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
  EXPECT_DOUBLE_EQ(d.load_store, 20);  // loads of constants are no requests to L1
  EXPECT_DOUBLE_EQ(d.dram_bytes, 1000);
  EXPECT_DOUBLE_EQ(d.tensor_f16, 5);
}

// 4 blocks of 256 threads with frames of 64 bytes are 65536 bytes, of which an L1 of 32768 holds half. A load of 4
// bytes by 32 lanes is 4 sectors: 10 loads of 4 and 5 stores of 8 bytes are 40 and 40 sectors.
TEST(MachineDemand, SpillsAreTraffic) {
  MachineWork w = work();
  w.mix.spill_loads.narrow = 10;
  w.mix.spill_stores.wide = 5;
  w.frame_bytes = 64;

  const Demand d = with_machine_code(demand_of_ptx(), w, a_device());

  EXPECT_DOUBLE_EQ(d.l1_sectors, 40);
  EXPECT_DOUBLE_EQ(d.l1_wavefronts, 10);
  EXPECT_DOUBLE_EQ(d.l2_sectors, 40);
}

TEST(MachineDemand, FramesThatFitInL1ReachNoL2) {
  MachineWork w = work();
  w.mix.spill_loads.narrow = 10;
  w.frame_bytes = 16;

  EXPECT_DOUBLE_EQ(with_machine_code(demand_of_ptx(), w, a_device()).l2_sectors, 0);
}

TEST(MachineDemand, RegistersAreThoseOfTheMachineCode) {
  Summary summary;
  summary.registers = 20;

  EXPECT_EQ(with_registers(summary, work()).registers, 64U);
  EXPECT_EQ(with_registers(summary, {}).registers, 20U);
}

}  // namespace
}  // namespace forewarp::model
