// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/compute.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "source_dir.hpp"

namespace forewarp::counters {
namespace {

std::map<std::string, double> counters_of(const std::string& name) {
  ::setenv("FOREWARP_CACHE", "off", 1);
  kernel::Request request;
  request.path = std::string(forewarp::test::source_dir()) + "/kernels/" + name;
  const kernel::Kernel kernel = kernel::load(request);
  std::map<std::string, double> values;
  for (const auto& [metric, value] :
       compute(profile::profile(*kernel.module, kernel.launch, {}), device::find_device("TITAN V")))
    values[std::string(metric->name)] = value;
  return values;
}

TEST(Catalogue, EveryNameMeansOneMetric) {
  std::set<std::string_view> names;
  for (const Metric& m : catalogue()) {
    for (const std::string_view name : std::set<std::string_view>{m.name, m.nvprof, m.nsight})
      EXPECT_TRUE(name.empty() || names.insert(name).second) << name;
    EXPECT_EQ(find_metric(m.nsight.empty() ? m.name : m.nsight), &m);
  }
}

TEST(Catalogue, TheClassifiersHaveFortyEightInputs) { EXPECT_EQ(relative_metrics().size(), 48u); }

TEST(Compute, AVectorAddAsksForWhatItMoves) {
  const auto c = counters_of("vector_add");

  EXPECT_DOUBLE_EQ(c.at("gld_efficiency"), 100);
  EXPECT_DOUBLE_EQ(c.at("gld_transactions_per_request"), 4);  // 32 lanes * 4 bytes / 32
  EXPECT_DOUBLE_EQ(c.at("shared_utilization"), 0);
  EXPECT_GT(c.at("dram_utilization"), 80);
}

TEST(Compute, ATransposeThatIsNotTiledStoresBadly) {
  const auto c = counters_of("transpose_naive");

  EXPECT_DOUBLE_EQ(c.at("gst_efficiency"), 12.5);  // 4 of 32 bytes
  EXPECT_DOUBLE_EQ(c.at("gld_efficiency"), 100);
}

TEST(Compute, EverythingIsFiniteAndSharesAreShares) {
  for (const char* name : {"matmul_tiled", "bfs_step", "histogram", "nbody"})
    for (const auto& [metric, value] : counters_of(name)) {
      EXPECT_TRUE(std::isfinite(value)) << name << " " << metric;
      const bool is_share = find_metric(metric)->kind == Kind::utilisation;
      EXPECT_LE(is_share ? value : 0, 100.0) << name << " " << metric;
    }
}

}  // namespace
}  // namespace forewarp::counters
