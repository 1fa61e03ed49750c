// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Figures 1 and 2: one parameter, found from the product itself and from multiply-adds alone.
#include <cmath>

#include <fmt/format.h>

#include "forewarp/model/expression/calibrate.hpp"
#include "papers/chart_file.hpp"
#include "papers/charts.hpp"
#include "papers/stevens2020/bench.hpp"
#include "papers/stevens2020/stevens2020.hpp"

namespace forewarp::papers::stevens2020 {
namespace {

namespace expression = model::expression;
using calibrate::SizedKernel;

expression::Calibration calibrated(const expression::Expression& e, const std::vector<SizedKernel>& kernels,
                                   calibrate::Programs& programs, const calibrate::Times& times) {
  const expression::CalibrationOptions how;
  return expression::calibrate(e, calibrate::samples_of(kernels, programs, times, how.output), how);
}

struct Line {
  Table::Numbers n, measured, by_product, by_madd;
};

double geometric_mean_error(const Table::Numbers& told, const Table::Numbers& measured) {
  double logs = 0;
  for (std::size_t i = 0; i < told.size(); ++i) logs += std::log(std::max(1e-12, std::abs(told[i] / measured[i] - 1)));
  return 100 * std::exp(logs / static_cast<double>(told.size()));
}

Picture picture_of(const char* id, const char* title, const Line& line, const Table::Numbers& told) {
  report::Chart chart = chart_of(
      title, "n", "time",
      {series_of("model", line.n, told), series_of("measured", line.n, line.measured, report::Series::Style::points)});
  chart.y.unit = report::Unit::seconds;
  return {id, title, chart_file(chart)};
}

}  // namespace

Reproduction example(const Options& options) {
  if (options.device.empty()) return not_run();
  Bench bench(options);
  const bool cpu = bench.kind() == calibrate::DeviceKind::cpu;
  const auto product = kernels(
      fmt::format("matmul_sq dtype:float32 prefetch:True n:{}", cpu ? "336,432,560,688" : "2048,2560,3072,3584"));
  const auto madds = kernels(cpu ? "flops_madd_pattern dtype:float32 groups:256 m:16,32,64"
                                 : "flops_madd_pattern dtype:float32 groups:2048 m:256,384,512");
  const auto tested = kernels(fmt::format("matmul_sq dtype:float32 prefetch:True n:{}",
                                          cpu ? "272,384,496,624,752" : "1024,1536,2304,2816,3328"));
  std::vector<SizedKernel> all = product;
  all.insert(all.end(), madds.begin(), madds.end());
  all.insert(all.end(), tested.begin(), tested.end());
  const expression::Expression e = expression::parse("p_f32madd*f_op_float32_madd");
  calibrate::Programs programs(e.features);
  const calibrate::Times times = bench.measure(all, programs);
  const expression::Predictor by_product(calibrated(e, product, programs, times));
  const expression::Predictor by_madd(calibrated(e, madds, programs, times));
  Line line;
  for (const SizedKernel& kernel : tested) {
    const auto values = programs.values(kernel);
    line.n.push_back(static_cast<double>(kernel.sizes.at("n")));
    line.measured.push_back(times.seconds.at(kernel.name));
    line.by_product.push_back(by_product.value(values));
    line.by_madd.push_back(by_madd.value(values));
  }
  Reproduction result;
  Table table;
  table.add("n", line.n);
  table.add("measured", line.measured, "s");
  table.add("calibrated on the product", line.by_product, "s");
  table.add("calibrated on madds alone", line.by_madd, "s");
  result.tables.push_back({"figures1and2",
                           "Figures 1 and 2: p_madd f_madd for the prefetching product, two calibrations",
                           std::move(table), true});
  result.pictures.push_back(
      picture_of("figure1", "Figure 1: calibrated on other sizes of the product", line, line.by_product));
  result.pictures.push_back(picture_of("figure2", "Figure 2: calibrated on multiply-adds alone", line, line.by_madd));
  result.scores.push_back({.id = "example.figure1",
                           .what = "one parameter, sizes that were not measured, geometric mean of relative error",
                           .unit = "%",
                           .ours = geometric_mean_error(line.by_product, line.measured),
                           .target = 10,
                           .note = {}});
  result.notes.push_back(
      fmt::format("Figure 2's model predicts that multiply-adds at their peak rate are {:.0f} % of the "
                  "product's time at n = {:g}",
                  100 * line.by_madd.back() / line.measured.back(), line.n.back()));
  result.notes.push_back(bench.note(times));
  return result;
}

}  // namespace forewarp::papers::stevens2020
