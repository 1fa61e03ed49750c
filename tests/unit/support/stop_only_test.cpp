// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/stop_only.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

struct Whole final : Progress {
  void advance(std::size_t, std::size_t, std::string_view) override { ++advances; }
  [[nodiscard]] bool cancelled() const override { return stop; }
  int advances = 0;
  bool stop = false;
};

TEST(StopOnly, StopsWithTheWholeAndKeepsItsOwnAdvanceToItself) {
  Whole whole;
  StopOnly part(&whole);

  part.advance(1, 2, "steps");
  EXPECT_EQ(whole.advances, 0);
  EXPECT_FALSE(part.cancelled());
  whole.stop = true;
  EXPECT_TRUE(part.cancelled());
}

TEST(StopOnly, OfNothingIsNeverCancelled) { EXPECT_FALSE(StopOnly(nullptr).cancelled()); }

}  // namespace
}  // namespace forewarp
