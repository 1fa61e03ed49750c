// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/device_profiles.hpp"

#include <gtest/gtest.h>

namespace forewarp::query {
namespace {

std::vector<device::DeviceSpec> devices_of_capabilities(std::initializer_list<unsigned> capabilities) {
  std::vector<device::DeviceSpec> devices;
  for (const unsigned capability : capabilities) devices.emplace_back().compute_capability = capability;
  return devices;
}

TEST(ReasonAgainst, IsACapabilityBelowThatOfTheCode) {
  kernel::ForSeveral loaded;
  loaded.lowest = 70;
  const auto devices = devices_of_capabilities({35, 70, 90, 0});
  EXPECT_FALSE(reason_against(loaded, devices[0]));  // nothing refused it

  loaded.refused = "atomicAdd of double";

  EXPECT_EQ(reason_against(loaded, devices[0]), "does not compile for it: atomicAdd of double");
  EXPECT_FALSE(reason_against(loaded, devices[1]));
  EXPECT_FALSE(reason_against(loaded, devices[2]));
  EXPECT_FALSE(reason_against(loaded, devices[3]));  // AMD has no capability
  EXPECT_EQ(capabilities_of(devices), (std::vector<unsigned>{35, 70, 90, 0}));
}

TEST(ProfilesByWarpSize, EmulatesOncePerWarpSize) {
  KernelOptions options;
  options.request.path = "saxpy";
  options.request.set = {"n=4096"};
  const kernel::Kernel kernel = kernel::load(request_of(options));
  ProfilesByWarpSize profiles;

  const profile::Profile& of_64 = profiles.get(options, kernel, 64);
  const profile::Profile& of_32 = profiles.get(options, kernel, 32);

  EXPECT_EQ(&profiles.get(options, kernel, 64), &of_64);
  EXPECT_EQ(&profiles.get(options, kernel, 32), &of_32);
  EXPECT_EQ(&profiles.first(), &of_32);
}

}  // namespace
}  // namespace forewarp::query
