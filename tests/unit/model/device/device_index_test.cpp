// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/device_index.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/detail/figures.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::device::detail {
namespace {

void expect_same(const DeviceSpec& read, const DeviceSpec& written) {
  EXPECT_EQ(read.name, written.name);
  EXPECT_EQ(read.aliases, written.aliases) << written.name;
  EXPECT_EQ(read.vendor, written.vendor) << written.name;
  EXPECT_EQ(read.architecture, written.architecture) << written.name;
  EXPECT_EQ(read.dram_type, written.dram_type) << written.name;
  EXPECT_EQ(read.checked, written.checked) << written.name;
  EXPECT_EQ(read.target, written.target) << written.name;
  EXPECT_EQ(read.sources, written.sources) << written.name;
  for (const Figure& figure : figures())
    EXPECT_EQ(figure.get(read), figure.get(written)) << written.name << ' ' << figure.key;
}

TEST(DeviceIndex, ReadsBackEveryShippedDeviceAsItsFileSays) {
  std::vector<DeviceSpec> devices;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_file("devices")))
    if (entry.path().extension() == ".toml") devices.push_back(load_device(entry.path()));
  ASSERT_GT(devices.size(), 100u);

  const auto read = devices_of_index(index_text(devices));

  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) expect_same((*read)[i], devices[i]);
}

TEST(DeviceIndex, ShippedDevicesAreThoseOfTheirFilesWithAndWithoutTheCache) {
  for (const DeviceSpec& device : shipped_devices()) expect_same(device, find_device(device.name));
}

TEST(DeviceIndex, AnyOtherTextIsNone) {
  const std::string text = index_text({find_device("V100"), find_device("MI100")});

  EXPECT_TRUE(devices_of_index(text));
  EXPECT_FALSE(devices_of_index(""));
  EXPECT_FALSE(devices_of_index("no index\n"));
  EXPECT_FALSE(devices_of_index("999999999999\n"));
  EXPECT_FALSE(devices_of_index(text + "x"));
  for (std::size_t length = 0; length < text.size(); length += 7)
    EXPECT_FALSE(devices_of_index(text.substr(0, length)));
}

TEST(DeviceIndex, NoDeviceIsAnEmptyList) {
  const auto read = devices_of_index(index_text({}));

  ASSERT_TRUE(read);
  EXPECT_TRUE(read->empty());
}

}  // namespace
}  // namespace forewarp::device::detail
