// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/arch.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::source {
namespace {

const std::vector<int> nvcc13 = {75, 80, 86, 90, 100, 120};

TEST(Arch, IsReadInEveryFormPeopleWrite) {
  EXPECT_EQ(parse_arch("sm_80"), (Arch{80, ""}));
  EXPECT_EQ(parse_arch("compute_75"), (Arch{75, ""}));
  EXPECT_EQ(parse_arch("8.6"), (Arch{86, ""}));
  EXPECT_EQ(parse_arch("12.0"), (Arch{120, ""}));
  EXPECT_EQ(parse_arch("sm_90a").str(), "sm_90a");
}

TEST(Arch, RejectsWhatIsNone) {
  for (const char* bad : {"", "sm_", "volta", "sm_80x", "8.", "-80", "sm_1", "99999"})
    EXPECT_THROW((void)parse_arch(bad), InputError) << bad;
}

TEST(Arch, TheDevicesOwnServesWithoutANote) {
  const ArchChoice c = choose_arch({}, Arch{86, ""}, nvcc13, "nvcc 13.0");

  EXPECT_EQ(c.arch.str(), "sm_86");
  EXPECT_EQ(c.note, "");
}

TEST(Arch, TheLowestServesADeviceOlderThanAllAndTheNoteSaysSo) {
  const ArchChoice c = choose_arch({}, Arch{35, ""}, nvcc13, "nvcc 13.0");

  EXPECT_EQ(c.arch.str(), "sm_75");
  EXPECT_EQ(c.note, "compiled for sm_75, the oldest target that nvcc 13.0 has; the device is sm_35");
}

TEST(Arch, TheNearestBelowServesADeviceThatTheCompilerDoesNotKnow) {
  const ArchChoice c = choose_arch({}, Arch{103, ""}, nvcc13, "nvcc 13.0");

  EXPECT_EQ(c.arch.str(), "sm_100");
  EXPECT_NE(c.note.find("sm_103"), std::string::npos);
}

TEST(Arch, TheDefaultIsSm80) { EXPECT_EQ(choose_arch({}, {}, nvcc13, "nvcc").arch.str(), "sm_80"); }

TEST(Arch, AnAskedOneThatTheCompilerLacksIsAnErrorNamingThoseItHas) {
  try {
    (void)choose_arch(Arch{35, ""}, {}, nvcc13, "nvcc 13.0");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "sm_35: nvcc 13.0 cannot compile for it; it knows sm_75, sm_80, sm_86, sm_90, sm_100, sm_120");
  }
}

}  // namespace
}  // namespace forewarp::source
