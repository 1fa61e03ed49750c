// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/driver_name.hpp"

#include <gtest/gtest.h>

namespace forewarp::device {
namespace {

std::string sheet_name(const char* driver_name) {
  const auto sheet = data_sheet_of(driver_name);
  return sheet ? sheet->name : "none";
}

TEST(DriverName, ADriverPutsTheVendorBeforeTheName) {
  EXPECT_EQ(sheet_name("NVIDIA H200"), "H200");
  EXPECT_EQ(sheet_name("Tesla V100-SXM2-16GB"), "V100");
  EXPECT_EQ(sheet_name("NVIDIA RTX 6000 Ada Generation"), "RTX 6000 Ada");
}

TEST(DriverName, SyntheticTimesAreOfTheDeviceTheyWereMadeFor) { EXPECT_EQ(sheet_name("V100 (synthetic)"), "V100"); }

TEST(DriverName, AProcessorHasNoDataSheet) {
  EXPECT_EQ(sheet_name("pthread-Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz"), "none");
}

}  // namespace
}  // namespace forewarp::device
