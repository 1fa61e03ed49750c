// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/group.hpp"
#include "forewarp/support/table/mangrove.hpp"
#include "forewarp/support/table/sqlite.hpp"
#include "papers/chart_file.hpp"
#include "papers/charts.hpp"

namespace forewarp::papers {
namespace {

constexpr const char* source = "https://github.com/UniHD-CEG/gpu-mangrove-tutorial";

using Numbers = Table::Numbers;

/// One row a launch: the middle of its repetitions (s: the median, W: the mean) and their coefficient of variation.
struct Repeated {
  std::string gpu, quantity;
  Numbers middle, variation;
};

Repeated read(const Options& options, Reproduction& result, const std::string& gpu, const std::string& quantity) {
  const auto file = data_file(options, "braun-tutorial/kernel_" + quantity + "_" + gpu + ".db", source);
  result.files.push_back(file.string());
  const Table all = table::read_sqlite(file, "kernel" + quantity);
  const Table launches = table::group(all, table::launch_keys(),
                                      {{quantity, table::Aggregate::median, "median"},
                                       {quantity, table::Aggregate::mean, "mean"},
                                       {quantity, table::Aggregate::sd, "sd"}});
  Repeated runs{gpu, quantity, {}, {}};
  const double unit = quantity == "time" ? 1e-6 : 1;
  for (std::size_t i = 0; i < launches.rows(); ++i) {
    const double mean = launches.numbers("mean")[i], sd = launches.numbers("sd")[i];
    if (!(mean > 0) || !std::isfinite(sd)) continue;
    runs.middle.push_back(unit * (quantity == "time" ? launches.numbers("median")[i] : mean));
    runs.variation.push_back(sd / mean);
  }
  return runs;
}

std::string of(const Repeated& runs) { return fmt::format("{} {}", runs.quantity, runs.gpu); }

void add_histogram(ResultTable& histogram, const Repeated& runs) {
  Numbers counts;
  for (int decade = -6; decade < 2; ++decade)
    counts.push_back(static_cast<double>(std::ranges::count_if(
        runs.middle, [&](double t) { return t >= std::pow(10.0, decade) && t < std::pow(10.0, decade + 1); })));
  histogram.table.add(runs.gpu, std::move(counts));
}

void add_variation(Reproduction& result, const Repeated& runs) {
  const bool time = runs.quantity == "time";
  const std::string id = fmt::format("figure{}-{}", time ? 3 : 4, runs.gpu);
  const std::string title = fmt::format("coefficient of variation over the {} of ten repetitions, {} (Figure {})",
                                        time ? "median time" : "mean power", runs.gpu, time ? 3 : 4);
  ResultTable table{id, title, {}, false};
  table.table.add(time ? "median" : "mean", runs.middle, time ? "s" : "W");
  table.table.add("coefficient of variation", runs.variation);
  result.tables.push_back(std::move(table));
  report::Chart chart = chart_of(title, time ? "median time" : "mean power", "coefficient of variation",
                                 {series_of("", runs.middle, runs.variation, report::Series::Style::points)});
  chart.x.logarithmic = time;
  chart.x.unit = time ? report::Unit::seconds : report::Unit::watts;
  result.pictures.push_back({id, title, chart_file(chart)});
}

}  // namespace

Reproduction spread(const Options& options) {
  Reproduction result;
  ResultTable histogram{"figure2", "launches by their time (Figure 2)", {}, true};
  Table::Texts decades;
  for (int decade = -6; decade < 2; ++decade) decades.push_back(fmt::format("1e{} to 1e{} s", decade, decade + 1));
  histogram.table.add("time", std::move(decades));
  ResultTable summary{"variation", "coefficient of variation of ten repetitions in % (Figures 3 and 4)", {}, true};
  Table::Texts what;
  Numbers middle, most, short_ones, long_ones;
  for (const char* quantity : {"time", "power"})
    for (const char* gpu : {"T4", "K80"}) {
      const Repeated runs = read(options, result, gpu, quantity);
      if (runs.quantity == "time") add_histogram(histogram, runs);
      add_variation(result, runs);
      Numbers brief, rest;
      for (std::size_t i = 0; i < runs.middle.size(); ++i)
        (runs.middle[i] < 1e-3 ? brief : rest).push_back(runs.variation[i]);
      const auto percent = [](const Numbers& x) { return x.empty() ? std::nan("") : 100 * median(x); };
      what.push_back(of(runs));
      middle.push_back(percent(runs.variation));
      most.push_back(100 * *std::ranges::max_element(runs.variation));
      const bool time = runs.quantity == "time";
      short_ones.push_back(time ? percent(brief) : std::nan(""));
      long_ones.push_back(time ? percent(rest) : std::nan(""));
    }
  summary.table.add("what", std::move(what));
  summary.table.add("median", std::move(middle));
  summary.table.add("below 1 ms: median", std::move(short_ones));
  summary.table.add("above: median", std::move(long_ones));
  summary.table.add("largest", std::move(most));
  result.tables.insert(result.tables.begin(), {std::move(histogram), std::move(summary)});
  result.notes = {"the paper: launches below a millisecond scatter most (Figure 3), power by less than 5 % (Figure 4)"};
  return result;
}

}  // namespace forewarp::papers
