// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/heading.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace forewarp::report {
namespace {

profile::Profile sampled() {
  profile::Profile p;
  p.sampling.exact = false;
  p.sampling.blocks_total = 4096;
  p.sampling.blocks_run = 40;
  p.sampling.relative_error = 0.01;
  return p;
}

TEST(Heading, StatesTheErrorsOfRequestsAndOfDramTraffic) {
  profile::Profile p = sampled();
  p.sampling.sectors_error = 0.06;
  p.sampling.dram_error = 3.4;  // has no limit

  const std::string text = heading_text({}, p);

  EXPECT_NE(
      text.find("emulated 40 of 4096 blocks (standard error 1.0 %, of memory requests 6.0 %, of DRAM traffic 340 %)"),
      std::string::npos)
      << text;
  EXPECT_EQ(heading_json({}, p)["sampling"]["dram_error"], 3.4);
  EXPECT_EQ(heading_json({}, p)["sampling"]["sectors_error"], 0.06);
}

TEST(Heading, StatesNoErrorThatIsNotLargerThanThatOfCounts) {
  profile::Profile p = sampled();
  p.sampling.dram_error = p.sampling.sectors_error = 0.01;

  const std::string text = heading_text({}, p);

  EXPECT_NE(text.find("(standard error 1.0 %)"), std::string::npos) << text;
}

}  // namespace
}  // namespace forewarp::report
