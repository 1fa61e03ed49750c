// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/aiwc_data.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers {
namespace {

constexpr const char* source = "https://github.com/BeauJoh/opencl-predictions-with-aiwc (MIT)";

/// The features stand between the names of the case and the measurement, in this file as in AIWC's own order.
std::vector<std::string> feature_names(const Table& table) {
  std::vector<std::string> names;
  bool within = false;
  for (const Table::Column& column : table.columns()) {
    within = within || column.name == "opcode";
    if (column.name == "invocation") break;
    if (within) names.push_back(column.name);
  }
  if (names.empty()) throw InputError("the AIWC file has no column 'opcode' before 'invocation'");
  return names;
}

using Case = std::array<std::string, 3>;  // application, kernel, size

struct Rows {
  std::map<Case, std::vector<std::size_t>> of_case;
  std::map<std::string, std::map<Case, std::vector<double>>> times;
};

Rows collect(const Table& table) {
  Rows rows;
  const auto &application = table.texts("application"), &kernel = table.texts("kernel"), &size = table.texts("size"),
             &device = table.texts("device");
  const auto& time_us = table.numbers("kernel_time");
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const Case key = {application[i], kernel[i], size[i]};
    rows.of_case[key].push_back(i);
    rows.times[device[i]][key].push_back(time_us[i] * 1e-6);
  }
  return rows;
}

double median_over(const Table::Numbers& column, const std::vector<std::size_t>& rows) {
  std::vector<double> values;
  for (const std::size_t row : rows) values.push_back(column[row]);
  return median(values);
}

}  // namespace

AiwcData read_aiwc(const Options& options) {
  const auto path = data_file(options, "aiwc/opendwarfs_aiwc.csv.gz", source);
  const Table table = table::read_csv(path);
  const Rows rows = collect(table);
  AiwcData data;
  data.file = path.string();
  data.features = learn::Samples(feature_names(table), rows.of_case.size());
  std::size_t at = 0;
  for (const auto& [key, members] : rows.of_case) {
    data.applications.push_back(key[0]);
    data.kernels.push_back(key[0] + "/" + key[1]);
    data.sizes.push_back(key[2]);
    for (std::size_t j = 0; j < data.features.features(); ++j)
      data.features.feature(j)[at] = median_over(table.numbers(data.features.names()[j]), members);
    ++at;
  }
  for (const auto& [device, times] : rows.times) {
    data.devices.push_back(device);
    std::vector<double>& seconds = data.seconds.emplace_back();
    for (const auto& [key, members] : rows.of_case) {
      if (!times.contains(key))
        throw InputError(fmt::format("{}: {}/{} {} was not measured on {}", data.file, key[0], key[1], key[2], device));
      seconds.push_back(median(times.at(key)));
    }
  }
  return data;
}

learn::Samples aiwc_bounds(const AiwcData& data) {
  const auto column = [&](std::string_view name) {
    for (std::size_t j = 0; j < data.features.features(); ++j)
      if (data.features.names()[j] == name) return data.features.feature(j);
    throw InputError(fmt::format("{} has no column '{}'", data.file, name));
  };
  const auto instructions = column("total_instruction_count"), items = column("workitems"),
             footprint = column("total_memory_footprint"), barriers = column("total_barriers_hit");
  learn::Samples bounds({"instructions a work item", "instructions", "footprint", "barriers a work item"},
                        data.cases());
  for (std::size_t i = 0; i < data.cases(); ++i) {
    bounds.feature(0)[i] = instructions[i] / items[i];
    bounds.feature(1)[i] = instructions[i];
    bounds.feature(2)[i] = footprint[i];
    bounds.feature(3)[i] = barriers[i] / items[i];
  }
  return bounds;
}

}  // namespace forewarp::papers
