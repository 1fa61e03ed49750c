// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/counters/catalogue.hpp"

namespace forewarp::counters {
namespace {

/// One that the profilers name and scale differently.
const Metric& scaled_metric() {
  for (const Metric& metric : catalogue())
    if (metric.from_nsight != 1 && !metric.nsight.empty() && metric.nsight != metric.name) return metric;
  throw std::logic_error("no metric has another unit in Nsight Compute");
}

TEST(Metrics, ValuesOfNsightAreTakenInItsUnit) {
  const Metric& metric = scaled_metric();
  table::Table table;
  table.add(std::string(metric.nsight), table::Table::Numbers{3});

  EXPECT_DOUBLE_EQ(metrics_of(table).at(0).at(std::string(metric.name)), 3 * metric.from_nsight);
}

TEST(Metrics, OurNamesAreInOurUnit) {
  const Metric& metric = scaled_metric();
  table::Table table;
  table.add(std::string(metric.name), table::Table::Numbers{3});

  EXPECT_EQ(metrics_of(table).at(0).at(std::string(metric.name)), 3);
}

TEST(Metrics, WhatWasNotMeasuredIsNotThere) {
  table::Table table;
  table.add("achieved_occupancy", table::Table::Numbers{0.5, NAN});
  table.add("kernel", table::Table::Texts{"a", "b"});
  table.add("no_such_metric", table::Table::Numbers{1, 2});

  const std::vector<Metrics> all = metrics_of(table);

  EXPECT_EQ(all, (std::vector<Metrics>{{{"achieved_occupancy", 0.5}}, {}}));
}

}  // namespace
}  // namespace forewarp::counters
