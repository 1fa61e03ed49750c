// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Data from outside: 241 thousand launches on nine GPUs that amaris2022's authors counted with nvprof. The map of
/// names and its formulas must agree with what nvprof itself made of its counts, and the limiter with a figure that it
/// does not look at.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "forewarp/model/advise/measured.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/derive.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
#include "source_dir.hpp"

namespace forewarp::advise {
namespace {

namespace fs = std::filesystem;

/// The data set names columns after nvprof's descriptions; nvprof's own names of them.
const std::map<std::string, std::string> nvprof_name = {
    {"achieved_occupancy", "achieved_occupancy"},
    {"requested_global_load_throughput", "gld_requested_throughput"},
    {"requested_global_store_throughput", "gst_requested_throughput"},
    {"global_load_throughput", "gld_throughput"},
    {"global_store_throughput", "gst_throughput"},
    {"global_memory_load_efficiency", "gld_efficiency"},
    {"global_memory_store_efficiency", "gst_efficiency"},
    {"global_load_transactions_per_request", "gld_transactions_per_request"},
    {"global_store_transactions_per_request", "gst_transactions_per_request"},
    {"global_load_transactions", "gld_transactions"},
    {"global_store_transactions", "gst_transactions"},
    {"gld_request", "global_load_requests"},
    {"gst_request", "global_store_requests"},
    {"device_memory_read_throughput", "dram_read_throughput"},
    {"device_memory_write_throughput", "dram_write_throughput"},
    {"issue_slot_utilization", "issue_slot_utilization"},
    {"executed_ipc", "ipc"},
    {"inst_executed", "inst_executed"},
    {"warps_launched", "warps_launched"},
    {"shared_memory_efficiency", "shared_efficiency"},
    {"shared_memory_load_transactions_per_request", "shared_load_transactions_per_request"},
    {"shared_load_transactions", "shared_load_transactions"}};

fs::path data_folder() {
  const char* named = std::getenv("FOREWARP_DATA");
  return named ? fs::path(named) : fs::path(test::source_dir()) / "../shared/data";
}

/// One file in our names and units; device_memory_utilization is nvprof's level of 0 to 10.
Table read(const fs::path& file) {
  const Table raw = table::parse_csv(table::read_gzip(file), file.string());
  Table t;
  for (const auto& [theirs, nvprof] : nvprof_name)
    if (raw.has(theirs) && raw.is_number(theirs)) {
      const counters::Metric* metric = counters::find_metric(nvprof);
      EXPECT_NE(metric, nullptr) << nvprof;
      t.add(std::string(metric->name), raw.numbers(theirs), std::string(metric->unit));
    }
  Table::Numbers level = raw.numbers("device_memory_utilization");
  for (double& l : level) l *= 10;
  t.add("dram_utilization", level, "%");
  t.add("device", raw.texts("gpu_name"));
  return t;
}

class Amaris : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const fs::path folder = data_folder() / "amaris/datasets";
    if (!fs::exists(folder)) return;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) tables.push_back(read(file));
  }
  void SetUp() override {
    if (tables.empty()) GTEST_SKIP() << "no ../shared/data/amaris; FOREWARP_DATA names another folder";
  }
  static std::vector<Table> tables;
};
std::vector<Table> Amaris::tables;

TEST_F(Amaris, TheFormulasGiveWhatNvprofGives) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> agreed;  // of how many
  std::size_t launches = 0;
  for (const Table& t : tables) {
    launches += t.rows();
    for (const counters::Formula& f : counters::formulas()) {
      if (!t.has(f.result) || !t.has(f.first) || !t.has(f.second)) continue;
      for (std::size_t i = 0; i < t.rows(); ++i) {
        const double ours = counters::value_of(f, t.numbers(f.first)[i], t.numbers(f.second)[i]);
        const double theirs = t.numbers(f.result)[i];
        if (std::isnan(ours) || std::isnan(theirs)) continue;
        auto& [good, all] = agreed[std::string(f.result)];
        ++all, good += std::abs(ours - theirs) <= 0.02 * std::max(std::abs(ours), std::abs(theirs)) + 1e-9;
      }
    }
  }

  EXPECT_GT(launches, 240'000u);
  EXPECT_EQ(agreed.size(), 8u);
  for (const auto& [name, count] : agreed) {
    EXPECT_GT(count.second, 200'000u) << name;
    EXPECT_GT(double(count.first), 0.999 * double(count.second)) << name << " in " << count.second;
  }
}

TEST_F(Amaris, WhatIsCalledMemoryBoundMovesMostOfWhatTheMemoryCan) {
  // GB/s, of the data sheets (deviceInfo.csv has 549 for a P100 of 732).
  const std::map<std::string, double> peak = {{"GTX-680", 192.3},  {"GTX-970", 224.3}, {"GTX-980", 224.3},
                                              {"Quadro", 192},     {"Tesla-K20", 208}, {"Tesla-K40", 288.4},
                                              {"Tesla-P100", 732}, {"Titan", 288.4},   {"TitanX", 336.5}};
  std::map<std::string, std::vector<double>> moved;
  std::size_t unknown = 0;
  for (const Table& t : tables)
    for (const Metrics& m : metrics_of(t)) {
      const auto limit = limiter(m);
      const auto read = m.find("dram_read_throughput"), write = m.find("dram_write_throughput");
      if (!limit) ++unknown;
      const std::string& device = t.texts("device")[0];
      if (read == m.end() || write == m.end() || !peak.contains(device)) continue;
      // Without L2's utilisation a launch that nothing else keeps busy is not called latency-bound.
      moved[limit ? std::string(name_of(limit->bound)) : "unknown"].push_back((read->second + write->second) /
                                                                              peak.at(device));
    }

  ASSERT_FALSE(moved["memory"].empty());
  EXPECT_GT(median(moved["memory"]), 0.4);
  EXPECT_LT(median(moved["unknown"]), 0.1);
  EXPECT_GT(unknown, 100'000u);
}

}  // namespace
}  // namespace forewarp::advise
