// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/model/device/database.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

device::DeviceSpec with_l3() {
  device::DeviceSpec d = a_device();
  d.l3_bytes = 1 << 28;
  d.l3_bytes_per_s = 200e9;
  d.l3_latency = 300;
  return d;
}

// 200 kB of one block on one SM at 1 GHz: 1000 cycles.
TEST(L3, IsAResourceThatAllSmsShare) {
  Demand d;
  d.blocks = 1;
  d.l3_bytes = 200e3;

  const BlockCycles cycles = block_cycles(d, with_l3(), nominal(with_l3()), 1);

  EXPECT_DOUBLE_EQ(cycles[static_cast<std::size_t>(Resource::l3)], 1000);
  EXPECT_TRUE(is_shared_by_sms(Resource::l3));
  EXPECT_TRUE(is_memory(Resource::l3));
  EXPECT_STREQ(name_of(Resource::l3), "l3");
}

// Ten waits, all past L1 and L2, of which L3 serves four fifths: 8 of 300 and 2 of 400 cycles.
TEST(L3, AnswersSoonerThanDram) {
  Demand d;
  d.blocks = 1;
  d.path.global = 10;
  d.path.mlp = 1;
  d.l3_hit = 0.8;

  EXPECT_NEAR(path_cycles(d, with_l3(), nominal(with_l3())), 10 * (0.8 * 300 + 0.2 * 400), 1e-9);
}

TEST(L3, IsInTheFilesOfCardsWithAnInfinityCache) {
  const device::DeviceSpec card = device::find_device("RX 6900 XT");

  EXPECT_EQ(card.l3_bytes, 128 * 1048576.0);
  EXPECT_EQ(card.l3_bytes_per_s, 1950e9);
  EXPECT_GT(card.l3_latency, card.l2_latency);
  EXPECT_LT(card.l3_latency, card.dram_latency);
  EXPECT_EQ(card.target, "gfx1030");
  EXPECT_EQ(device::find_device("MI250X").l3_bytes, 0);
  EXPECT_EQ(device::find_device("MI250X").target, "gfx90a");
}

TEST(L3, TheListOfDevicesKeepsTargets) {
  const std::vector<device::DeviceSpec>& all = device::shipped_devices();

  const auto card = std::ranges::find(all, "W6600", &device::DeviceSpec::name);

  ASSERT_NE(card, all.end());
  EXPECT_EQ(card->target, "gfx1032");
}

}  // namespace
}  // namespace forewarp::model
