// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/instance.hpp"

#include <gtest/gtest.h>

namespace forewarp::source {
namespace {

TEST(Instance, IsNamedByItsProbe) {
  const std::vector<std::string> entries{"_Z4fillILb1EfEvPT0_", "_Z4fillILb0EfEvPT0_"};
  const std::string probe = ".global .align 4 .u32 _Z14forewarp_probeIXadL_Z4fillILb1EfEvPT0_EEE;\n";

  EXPECT_EQ(probed_entry(probe, entries), "_Z4fillILb1EfEvPT0_");
  EXPECT_EQ(probed_entry("", entries), std::nullopt);
}

// In the probe's name the back references of the kernel's name have other numbers: PS2_ for PS1_.
TEST(Instance, IsNamedByItsProbeWhereItsNameRefersBack) {
  const std::vector<std::string> entries{"_Z2tkIfL4Mode0ELb1EEvPKT_PS1_i", "_Z2tkIfL4Mode1ELb1EEvPKT_PS1_i"};
  const std::string probe =
      ".global .align 4 .u32 _Z14forewarp_probeIXadL_Z2tkIfL4Mode0ELb1EEvPKT_PS2_iEEE;\n"
      ".visible .entry _Z2tkIfL4Mode0ELb1EEvPKT_PS1_i(\n";

  EXPECT_EQ(probed_entry(probe, entries), "_Z2tkIfL4Mode0ELb1EEvPKT_PS1_i");
}

TEST(Instance, IsAskedForByItsAddress) {
  const std::vector<std::string> one{"fill<1, float>"};

  EXPECT_EQ(instance_lines(one), "auto* forewarp_instance_0 = &fill<1, float>;\n");
  EXPECT_NE(probe_lines(one).find("template __device__ int forewarp_probe<&fill<1, float>>;"), std::string::npos);
  EXPECT_EQ(instance_lines({}) + probe_lines({}), "");
}

}  // namespace
}  // namespace forewarp::source
