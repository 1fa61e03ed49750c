// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "predict_counters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/features.hpp"
#include "forewarp/report/counter_prediction_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "profiler_file.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

template <typename Number>
Number number_of(std::string_view text, std::string_view option) {
  Number value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end)
    throw InputError(fmt::format("{}: with --counters it takes numbers, '{}' is none", option, text));
  return value;
}

/// "256" and "16,16,1". There is no kernel, whose parameters an expression could name.
std::optional<launch::Dim3> extent_of(std::string_view text, std::string_view option) {
  if (text.empty()) return std::nullopt;
  launch::Dim3 d;
  std::size_t from = 0;
  for (std::uint32_t* one : {&d.x, &d.y, &d.z}) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    *one = number_of<std::uint32_t>(text.substr(from, comma - from), option);
    from = comma + 1;
    if (comma == text.size()) break;
  }
  if (from <= text.size() || d.count() == 0)
    throw InputError(fmt::format("{} {}: expected one to three positive numbers", option, text));
  return d;
}

counters::LaunchShape stated_shape(const KernelOptions& options) {
  if (!options.registers.empty() && stated_registers(options) == 0)
    throw InputError(fmt::format("--registers {}: with --counters it must be a count", options.registers));
  counters::LaunchShape shape{.grid = extent_of(options.request.grid, "--grid"),
                              .block = extent_of(options.request.block, "--block"),
                              .registers = stated_registers(options)};
  if (!options.request.shared.empty())
    shape.shared_bytes = number_of<std::uint64_t>(options.request.shared, "--shared");
  return shape;
}

counters::LaunchShape shape_of(counters::LaunchShape stated, const counters::Extents& profiled) {
  if (!stated.grid) stated.grid = profiled.grid;
  if (!stated.block) stated.block = profiled.block;
  return stated;
}

report::CounterPrediction predicted(const counters::Metrics& metrics, const counters::LaunchShape& shape,
                                    const device::DeviceSpec& device, const model::Model& model) {
  report::CounterPrediction row{.device = device.name};
  if (const auto elapsed = metrics.find("elapsed"); elapsed != metrics.end() && elapsed->second > 0)
    row.measured_s = elapsed->second * 1e-6;
  try {
    row.prediction = counters::predict(metrics, shape, device, model);
  } catch (const InputError& error) {
    const std::string_view reason = error.what();
    row.reason = reason.substr(0, reason.find('\n'));
  }
  return row;
}

/// What no launch of the table has, by the name of the tool that wrote it.
std::vector<report::MissingMetric> missing_of(const std::vector<counters::Metrics>& launches,
                                              const counters::LaunchShape& stated, bool nsight) {
  counters::Metrics known;
  for (const counters::Metrics& metrics : launches) known.insert(metrics.begin(), metrics.end());
  if (stated.registers > 0) known["registers"] = stated.registers;
  std::vector<report::MissingMetric> all;
  for (const counters::Gap& gap : counters::gaps(known)) {
    const counters::Metric& metric = *counters::find_metric(gap.metric);
    const std::string_view name = nsight ? metric.nsight : metric.nvprof;
    all.push_back({std::string(name.empty() ? metric.name : name), std::string(gap.meaning)});
  }
  return all;
}

}  // namespace

void predict_from_counters(const std::string& file, const KernelOptions& options,
                           const std::vector<std::string>& devices, const model::Model& model,
                           const std::string& page) {
  const std::vector<device::DeviceSpec> sheets = devices_of(devices);
  const counters::LaunchShape stated = stated_shape(options);
  const counters::Imported imported = read_profiler_file(file);
  const auto& kernels = imported.table.texts("kernel");
  const auto& ids = imported.table.texts("id");
  const std::set<std::string> chosen = kernels_called(options.request.kernel, kernels, file);
  const std::vector<counters::Metrics> metrics = counters::metrics_of(imported.table);
  report::CounterPredictions all{.file = file, .format = imported.format, .notes = imported.notes};
  std::vector<counters::Metrics> used;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (!chosen.contains(kernels[i])) continue;
    used.push_back(metrics[i]);
    for (const device::DeviceSpec& device : sheets) {
      all.rows.push_back(predicted(metrics[i], shape_of(stated, imported.extents[i]), device, model));
      all.rows.back().id = ids[i];
      all.rows.back().kernel = kernels[i];
    }
  }
  all.missing = missing_of(used, stated, imported.format.starts_with("Nsight"));
  if (std::ranges::none_of(all.rows, [](const auto& row) { return row.reason.empty(); }))
    throw InputError(fmt::format("{}: {}", file, all.rows.front().reason));
  const nlohmann::ordered_json json = report::counter_prediction_json(all);
  if (options.json)
    fmt::print("{}\n", report::json_text(json));
  else
    fmt::print("{}", options.csv ? report::counter_prediction_csv(all) : report::counter_prediction_text(all));
  save_report(page, "predict", json.at("launches"));
}

}  // namespace forewarp::tool
