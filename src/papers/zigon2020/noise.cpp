// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
#include "papers/zigon2020/schemes.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

constexpr std::uint64_t seed = 2020;

/// Of each group its rows; groups of one say nothing of scatter.
using Groups = std::map<std::string, std::vector<std::size_t>>;

void add_deviations(std::vector<double>& pool, std::span<const double> values, const Groups& groups) {
  for (const auto& [key, rows] : groups) {
    if (rows.size() < 2) continue;
    std::vector<double> same;
    for (const std::size_t row : rows) same.push_back(values[row]);
    const double middle = median(same);
    if (!(middle > 0)) continue;
    // From the median of two, each is half as far as from the other; sqrt(2) makes the spread that of one measurement.
    const double scale = same.size() == 2 ? std::sqrt(2.0) : 1.0;
    for (const double value : same) pool.push_back(scale * (value / middle - 1));
  }
}

bool is_any(std::string_view name, std::span<const std::string_view> of) {
  return std::ranges::find(of, name) != of.end();
}

bool is_instruction_count(std::string_view column) {
  return column.find("inst_executed") != std::string_view::npos && column.ends_with(".sum");
}

/// The same instructions of each kind and the same shape: the same work.
Groups same_work(const Table& table) {
  constexpr std::array<std::string_view, 8> shape = {"gx", "gy", "gz", "bx", "by", "bz", "regs", "smem"};
  std::vector<const Table::Numbers*> keys;
  for (const Table::Column& column : table.columns())
    if (column.is_number() && (is_instruction_count(column.name) || is_any(column.name, shape)))
      keys.push_back(&table.numbers(column.name));
  Groups groups;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::string key;
    for (const Table::Numbers* column : keys) key += fmt::format("{} ", (*column)[i]);
    groups[key].push_back(i);
  }
  return groups;
}

/// Relative metrics that follow from what DRAM and L2 moved, or from which cache hit.
constexpr std::array<std::string_view, 9> of_traffic = {
    "dram_utilization",    "l2_utilization",  "dram_read_throughput", "dram_write_throughput",  "l2_read_throughput",
    "l2_write_throughput", "global_hit_rate", "l2_tex_hit_rate",      "stall_memory_dependency"};
/// Efficiencies over time; the other efficiencies are of instructions alone.
constexpr std::array<std::string_view, 7> of_time = {"achieved_occupancy",   "sm_efficiency",      "ipc",
                                                     "flop_sp_efficiency",   "flop_dp_efficiency", "stall_sync",
                                                     "stall_exec_dependency"};

const std::vector<double>* pool_of(std::string_view metric, const Scatter& scatter) {
  if (is_any(metric, of_traffic)) return &scatter.traffic;
  const counters::Metric* known = counters::find_metric(metric);
  const bool over_time =
      known != nullptr && (known->kind == counters::Kind::utilisation || known->kind == counters::Kind::throughput);
  return over_time || is_any(metric, of_time) ? &scatter.activity : nullptr;
}

/// One scheme: train on half of the launches as `training` has them, test on the others as `test` has them.
Summaries crossed(const learn::Samples& training, const learn::Samples& test, const learn::Target& target,
                  std::span<const validate::Method> methods, unsigned threads) {
  const std::size_t rows = training.rows();
  const validate::Splits halves = by_launch(rows, seed);
  learn::Samples both(training.names(), 2 * rows);
  learn::Target twice{target.values, target.classes};
  twice.values.insert(twice.values.end(), target.values.begin(), target.values.end());
  std::vector<std::size_t> used;
  for (std::size_t j = 0; j < training.features(); ++j) {
    std::ranges::copy(training.feature(j), both.feature(j).begin());
    std::ranges::copy(test.feature(j), both.feature(j).begin() + static_cast<std::ptrdiff_t>(rows));
  }
  for (std::size_t i = 0; i < rows; ++i)
    if (halves.fold_of[i] == validate::Splits::always_train) used.push_back(i);
  for (std::size_t i = 0; i < rows; ++i)
    if (halves.fold_of[i] == 0) used.push_back(rows + i);
  validate::Splits few{{}, 1, {}};
  for (const std::size_t i : used) few.fold_of.push_back(i < rows ? validate::Splits::always_train : 0);
  return score(both.select_rows(used), twice.select_rows(used), methods, few, threads);
}

std::vector<advise::KernelClass> ten_classes() {
  std::vector<advise::KernelClass> ten;
  for (advise::KernelClass& c : advise::read_classes())
    if (c.id.starts_with("K")) ten.push_back(std::move(c));
  return ten;
}

Table table_of_scatter(const std::vector<Scatter>& all) {
  Table::Texts source, what;
  Table::Numbers count, middle, high, largest;
  for (const Scatter& scatter : all)
    for (const auto& [name, pool] :
         {std::pair("DRAM and L2", &scatter.traffic), std::pair("units", &scatter.activity)}) {
      std::vector<double> sizes;
      for (const double d : *pool) sizes.push_back(100 * std::abs(d));
      source.push_back(scatter.source), what.push_back(name);
      count.push_back(static_cast<double>(sizes.size()));
      middle.push_back(median(sizes)), high.push_back(quantile(sizes, 0.9));
      largest.push_back(*std::ranges::max_element(sizes));
    }
  Table table;
  table.add("measured by", source);
  table.add("of", what);
  table.add("values", count);
  table.add("median", middle, "%");
  table.add("90 % below", high, "%");
  table.add("largest", largest, "%");
  return table;
}

}  // namespace

Scatter scatter_of_ktt(const std::vector<Table>& tables) {
  Scatter scatter{"Nsight Compute", {}, {}};
  for (const Table& table : tables) {
    const Groups groups = same_work(table);
    for (const Table::Column& column : table.columns()) {
      if (!column.is_number()) continue;
      const std::string_view name = column.name;
      const bool traffic = name.starts_with("dram__") || name.starts_with("lts__");
      if (traffic || name.find("pct_of_peak") != std::string_view::npos)
        add_deviations(traffic ? scatter.traffic : scatter.activity, table.numbers(column.name), groups);
    }
  }
  return scatter;
}

Scatter scatter_of_dvfs(const Table& table) {
  Scatter scatter{"nvprof", {}, {}};
  Groups groups;
  for (std::size_t i = 0; i < table.rows(); ++i) groups[table.texts("appName")[i]].push_back(i);
  for (const char* name :
       {"dram_read_transactions", "dram_write_transactions", "l2_read_transactions", "l2_write_transactions"})
    add_deviations(scatter.traffic, table.numbers(name), groups);
  for (const char* name : {"achieved_occupancy", "sm_activity"})
    add_deviations(scatter.activity, table.numbers(name), groups);
  return scatter;
}

learn::Samples scattered(const learn::Samples& samples, const Scatter& scatter, std::uint64_t draw) {
  learn::Samples out = samples;
  SplitMix random(draw, 0);
  for (std::size_t j = 0; j < out.features(); ++j) {
    const std::vector<double>* pool = pool_of(out.names()[j], scatter);
    if (pool == nullptr || pool->empty()) continue;
    for (double& value : out.feature(j)) value *= std::max(0.0, 1 + (*pool)[random.next() % pool->size()]);
  }
  return out;
}

Reproduction noise(const Options& options, const Effort& effort) {
  constexpr std::string_view ktt_at = "github.com/AutoTuningAssociation/benchmark_hub";
  constexpr std::string_view dvfs_at = "github.com/blackjack2015/NV-DVFS-Benchmark";
  Reproduction result;
  std::vector<Table> ktt;
  for (const char* name : {"ktt/KTConvolutionOutput_2080Ti.csv.gz", "ktt/KTPnpolyOutput_2080Ti.csv.gz"}) {
    result.files.push_back(data_file(options, name, ktt_at).string());
    ktt.push_back(table::read_csv(result.files.back()));
  }
  result.files.push_back(data_file(options, "dvfs/gtx1080ti-dvfs-real-Performance-Power.csv.gz", dvfs_at).string());
  const std::vector<Scatter> scatters = {scatter_of_ktt(ktt), scatter_of_dvfs(table::read_csv(result.files.back()))};
  result.tables.push_back(
      {"scatter", "how far counters of the same work are from their median", table_of_scatter(scatters)});

  const std::vector<device::DeviceSpec> titan = {device::find_device("Titan V")};
  const Sampled all = sample(ten_classes(), titan, effort.every, options.threads);
  const learn::Samples exact = all.samples.select_features(useful_features(all.samples, false));
  const std::vector<validate::Method> methods = three(effort);
  std::vector<SchemeRow> rows;
  const auto add = [&](const std::string& trained, const std::string& tested, const learn::Samples& training,
                       const learn::Samples& test) {
    const std::size_t before = rows.size();
    add_rows(rows, tested, "trained: " + trained, methods,
             crossed(training, test, all.target, methods, options.threads));
    return best(std::span(rows).subspan(before), &SchemeRow::f1);
  };
  const double plain = add("exact", "exact", exact, exact);
  for (const Scatter& scatter : scatters) {
    const learn::Samples training = scattered(exact, scatter, seed), test = scattered(exact, scatter, seed + 1);
    const double both = add(scatter.source, scatter.source, training, test);
    add("exact", scatter.source, exact, test);
    const std::string id = scatter.source == "nvprof" ? "nvprof" : "nsight";
    result.scores.push_back(
        {.id = "zigon2020.noise." + id,
         .what =
             fmt::format("macro F1, best of three, launches held out, counters that scatter as {}'s", scatter.source),
         .unit = "",
         .ours = both,
         .other = plain,
         .target = 0.95,
         .better = Better::higher,
         .note = "other: without noise"});
  }
  result.tables.push_back({"noise", "what is tested and trained on; exact: as the emulator counts", table_of(rows)});
  result.notes.push_back(
      fmt::format("{} launches of ten classes; utilisations, throughputs, hit rates and stalls are multiplied by 1 + a "
                  "deviation drawn from what was measured; counts of instructions repeat exactly in both tables",
                  exact.rows()));
  return result;
}

Reproduction noise(const Options& options) { return noise(options, {.every = 20}); }

}  // namespace forewarp::papers::zigon2020
