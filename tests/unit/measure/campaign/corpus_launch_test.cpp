// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/corpus_launch.hpp"

#include <gtest/gtest.h>

#include <set>

namespace forewarp::campaign {
namespace {

launch::Description description(const char* more = "") {
  return launch::parse_description(std::string("source = \"k.cu\"\ngrid = \"n / m\"\nblock = \"m\"\n"
                                               "area = \"stencils\"\nsuite = \"own\"\nconstraints = [\"n % m == 0\"]\n"
                                               "[parameters]\nn = { default = 64, sizes = [32, 64, 128] }\n"
                                               "m = { default = 32, sizes = [32, 48] }\n") +
                                       more,
                                   "/somewhere/k/launch.toml");
}

TEST(CorpusLaunches, AreTheDefaultsAndEachParameterAtItsOtherSizes) {
  const auto launches = launches_of(description(), "/somewhere/k");

  // n = 64, 32, 128; m = 48 breaks the constraint for n = 64
  ASSERT_EQ(launches.size(), 3u);
  EXPECT_EQ(launches[0].id, "k");
  EXPECT_EQ(launches[1].id, "k n=32");
  EXPECT_EQ(launches[2].id, "k n=128");
  EXPECT_EQ(launches[2].set, std::vector<std::string>{"n=128"});
  EXPECT_EQ(launches[0].area, "stencils");
}

TEST(CorpusLaunches, EveryKernelComesOnceBeforeAnyComesTwice) {
  const std::vector<CorpusLaunch> launches = {{"a", "a", "", "", "a", {}},
                                              {"a n=1", "a", "", "", "a", {}},
                                              {"b", "b", "", "", "b", {}},
                                              {"c", "c", "", "", "c", {}}};

  EXPECT_EQ(round_robin(launches), (std::vector<std::size_t>{0, 2, 3, 1}));
}

TEST(CorpusLaunches, OfTheBundledKernelsHaveNamesOfTheirOwn) {
  const auto launches = corpus_launches();
  std::set<std::string> ids;
  for (const CorpusLaunch& launch : launches) ids.insert(launch.id);

  EXPECT_GT(launches.size(), 150u);
  EXPECT_EQ(ids.size(), launches.size());
}

}  // namespace
}  // namespace forewarp::campaign
