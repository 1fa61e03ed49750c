// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forest/data.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>

#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::bench {
namespace {

/// Irwin and Hall: twelve uniform numbers less six have a standard deviation of 1.
double normal(SplitMix& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

learn::Samples uniform(std::size_t rows, std::size_t features, SplitMix& random) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < features; ++j) names.push_back("x" + std::to_string(j));
  learn::Samples samples(names, rows);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < features; ++j) samples.feature(j)[i] = random.uniform();
  return samples;
}

}  // namespace

ForestData friedman1(std::size_t rows, std::uint64_t seed) {
  SplitMix random(seed);
  ForestData data{"Friedman 1", uniform(rows, 12, random), {}};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto x = [&](std::size_t j) { return data.samples.at(i, j); };
    data.target.values.push_back(10 * std::sin(std::numbers::pi * x(0) * x(1)) + 20 * std::pow(x(2) - 0.5, 2) +
                                 10 * x(3) + 5 * x(4) + normal(random));
  }
  return data;
}

ForestData friedman2(std::size_t rows, std::uint64_t seed) {
  SplitMix random(seed);
  ForestData data{"Friedman 2", uniform(rows, 4, random), {}};
  const double low[] = {0, 40 * std::numbers::pi, 0, 1}, high[] = {100, 560 * std::numbers::pi, 1, 11};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      double& v = data.samples.feature(j)[i];
      v = low[j] + v * (high[j] - low[j]);
    }
    const auto x = [&](std::size_t j) { return data.samples.at(i, j); };
    data.target.values.push_back(std::hypot(x(0), x(1) * x(2) - 1 / (x(1) * x(3))) + 37 * normal(random));
  }
  return data;
}

std::optional<ForestData> aiwc(const std::filesystem::path& directory) {
  const auto file = directory / "aiwc/opendwarfs_aiwc.csv.gz";
  if (!std::filesystem::exists(file)) return std::nullopt;
  const table::Table table = table::read_csv(file);
  const auto &application = table.texts("application"), &size = table.texts("size"), &kernel = table.texts("kernel");
  const auto& device = table.texts("device");
  const auto& seconds = table.numbers("kernel_time");
  std::map<std::string, std::vector<std::size_t>> cases;
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (device[i] == "titanx") cases[application[i] + '/' + size[i] + '/' + kernel[i]].push_back(i);
  std::vector<std::string> names;
  for (const auto& column : table.columns()) {
    if (column.name == "invocation") break;  // measurements from here on
    if (column.is_number()) names.push_back(column.name);
  }
  ForestData data{"AIWC, titanx", learn::Samples(names, cases.size()), {}};
  std::size_t row = 0;
  for (const auto& [name, rows] : cases) {
    std::vector<double> times;
    for (const std::size_t i : rows) times.push_back(seconds[i]);
    data.target.values.push_back(std::log2(median(times)));
    for (std::size_t j = 0; j < names.size(); ++j) data.samples.feature(j)[row] = table.numbers(names[j])[rows.front()];
    ++row;
  }
  return data;
}

void save(const ForestData& data, const std::filesystem::path& file) {
  std::ofstream out(file, std::ios::binary);
  const std::uint64_t shape[] = {data.samples.rows(), data.samples.features()};
  out.write(reinterpret_cast<const char*>(shape), sizeof shape);
  std::vector<double> row(data.samples.features());
  const auto put = [&](std::span<const double> values) {
    out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
  };
  for (std::size_t i = 0; i < data.samples.rows(); ++i) {
    data.samples.copy_row(i, row);
    put(row);
  }
  put(data.target.values);
}

}  // namespace forewarp::bench
