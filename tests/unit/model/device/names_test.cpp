// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/names.hpp"

#include <gtest/gtest.h>

namespace forewarp::device::detail {
namespace {

TEST(Names, CaseBlanksDashesAndBracketsDoNotMatter) {
  EXPECT_EQ(canonical("RTX 2080-Ti"), "rtx2080ti");
  EXPECT_EQ(canonical("Titan X (Maxwell)"), "titanxmaxwell");
  EXPECT_EQ(canonical(" - "), "");
}

TEST(Names, NamesThatHoldTheWordComeBeforeNamesAFewEditsAway) {
  const std::vector<std::string> names = {"A100", "GTX 1080", "GTX 1080 Ti", "RTX 2080", "V100"};

  EXPECT_EQ(nearest_names("gtx108", names, 2), (std::vector<std::string>{"GTX 1080", "GTX 1080 Ti"}));
  EXPECT_EQ(nearest_names("B100", names, 2), (std::vector<std::string>{"A100", "V100"}));
  EXPECT_TRUE(nearest_names("completely different", names, 3).empty());
}

TEST(Names, AWordWithATypingErrorFindsLongerNames) {
  const std::vector<std::string> names = {"Jetson Orin NX 8GB", "Jetson AGX Orin 64GB", "Jetson Nano",
                                          "RTX 3060 Laptop"};

  EXPECT_EQ(nearest_names("Jetsn Orin", names, 3),
            (std::vector<std::string>{"Jetson Orin NX 8GB", "Jetson AGX Orin 64GB"}));
  EXPECT_TRUE(nearest_names("Jetsn 9999", names, 3).empty());
}

}  // namespace
}  // namespace forewarp::device::detail
