// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/tutorial.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "forewarp/model/feature/braun.hpp"
#include "forewarp/model/feature/flux.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/mangrove.hpp"

namespace forewarp::papers {
namespace {

constexpr const char* source = "https://github.com/UniHD-CEG/gpu-mangrove-tutorial";

bool is_number(const std::string& word, double& value) {
  char* end = nullptr;
  value = std::strtod(word.c_str(), &end);
  return !word.empty() && end == word.c_str() + word.size();
}

}  // namespace

learn::Samples braun_features_from_flux(const Table& counters) {
  const std::vector<feature::Features> rows = feature::flux_features(counters);
  learn::Samples samples(feature::braun_names(), rows.size());
  for (std::size_t j = 0; j < samples.features(); ++j)
    for (std::size_t i = 0; i < rows.size(); ++i) samples.feature(j)[i] = rows[i].at(feature::braun_names()[j]);
  return samples;
}

TutorialRuns read_tutorial(const Options& options, const std::string& gpu, const std::string& quantity) {
  const auto counters = data_file(options, "braun-tutorial/cuda_flux_metrics.db", source);
  const auto measured = data_file(options, "braun-tutorial/kernel_" + quantity + "_" + gpu + ".db", source);
  const Table joined = table::join_mangrove(table::read_mangrove(counters), table::read_mangrove(measured));
  TutorialRuns runs{gpu, quantity, {counters.string(), measured.string()}, {}, braun_features_from_flux(joined), {}};
  for (const char* key : {"bench", "app", "dataset", "name"}) runs.launches.add(key, joined.texts(key));
  const double unit = quantity == "time" ? 1e-6 : 1;
  for (const double value : joined.numbers(quantity)) runs.measured.push_back(value * unit);
  return runs;
}

std::vector<double> authors_predictions(const Options& options, const TutorialRuns& runs) {
  const auto file = data_file(options, "braun-tutorial/official_T4_predictions_cell49.txt", source);
  std::istringstream lines(read_file(file));
  std::map<std::array<std::string, 3>, double> told;
  std::string line, app, dataset;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(word);
    double measured = 0, predicted = 0, ratio = 0;
    if (row.size() < 4 || !is_number(row[row.size() - 3], measured) || !is_number(row[row.size() - 2], predicted) ||
        !is_number(row.back(), ratio))
      continue;
    row.resize(row.size() - 3);  // what is left: [[bench] app] dataset] name, as far as it changed
    if (row.size() >= 3) app = row[row.size() - 3];
    if (row.size() >= 2) dataset = row[row.size() - 2];
    told[{app, dataset, row.back()}] = predicted * 1e-6;
  }
  std::vector<double> predictions;
  for (std::size_t i = 0; i < runs.measured.size(); ++i) {
    const auto at =
        told.find({runs.launches.texts("app")[i], runs.launches.texts("dataset")[i], runs.launches.texts("name")[i]});
    predictions.push_back(at == told.end() ? std::numeric_limits<double>::quiet_NaN() : at->second);
  }
  return predictions;
}

}  // namespace forewarp::papers
