// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/architectures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace forewarp::device::detail {
namespace {

TEST(Architectures, AreReadOnceByTheirNames) {
  Architectures all;
  const std::vector<std::string> names = all.names();
  ASSERT_NE(std::ranges::find(names, "volta"), names.end());
  const DeviceFile* const volta = all.find("volta");
  ASSERT_NE(volta, nullptr);
  EXPECT_EQ(all.find("volta"), volta);
  EXPECT_EQ(all.find("vulta"), nullptr);
}

}  // namespace
}  // namespace forewarp::device::detail
