// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "device_profiles.hpp"

#include <gtest/gtest.h>

namespace forewarp::tool {
namespace {

std::vector<device::DeviceSpec> devices_of_capabilities(std::initializer_list<unsigned> capabilities) {
  std::vector<device::DeviceSpec> devices;
  for (const unsigned capability : capabilities) devices.emplace_back().compute_capability = capability;
  return devices;
}

TEST(CommonCapability, is_the_lowest_of_the_devices_that_have_one) {
  EXPECT_EQ(common_capability(devices_of_capabilities({70, 35, 90})), 35u);
  EXPECT_EQ(common_capability(devices_of_capabilities({0, 80})), 80u);  // AMD has none
  EXPECT_EQ(common_capability(devices_of_capabilities({0})), 0u);
  EXPECT_EQ(common_capability({}), 0u);
  EXPECT_EQ(capabilities_of(devices_of_capabilities({70, 0})), (std::vector<unsigned>{70, 0}));
}

TEST(ProfilesByWarpSize, emulates_once_per_warp_size) {
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
}  // namespace forewarp::tool
