// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/reproduce/braun2020/tutorial.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "forewarp/feature/access_width.hpp"
#include "forewarp/feature/instruction_class.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/table/mangrove.hpp"

namespace forewarp::reproduce {
namespace {

constexpr const char* source = "https://github.com/UniHD-CEG/gpu-mangrove-tutorial";

using feature::InstructionClass;

/// What one launch did, from its counters.
struct Counts {
  double total = 0, global = 0, param = 0, shared = 0;
  std::array<double, 7> by_class{};
  void add(const std::string& instruction, double threads) {
    const InstructionClass c = feature::class_of(ptx::opcode_from(instruction.substr(0, instruction.find('.'))));
    total += threads;
    by_class[static_cast<std::size_t>(c)] += threads;
    if (c != InstructionClass::memory) return;
    const double bytes = threads * feature::access_width(instruction);
    if (instruction.find(".param.") != std::string::npos)
      param += bytes;
    else if (instruction.find(".shared.") != std::string::npos)
      shared += bytes;
    else if (instruction.find(".local.") == std::string::npos)
      global += bytes;
  }
  [[nodiscard]] double of(InstructionClass c) const { return by_class[static_cast<std::size_t>(c)]; }
};

/// Not instructions: the launch, and CUDA Flux's own time.
bool is_instruction(const Table::Column& column) {
  static const std::array<std::string, 9> others = {"gX", "gY", "gZ", "bX", "bY", "bZ", "shm", "time", "lseq"};
  if (!column.is_number()) return false;
  for (const std::string& other : others)
    if (column.name == other) return false;
  return ptx::opcode_from(column.name.substr(0, column.name.find('.'))) != ptx::Opcode::unknown;
}

double cell(const Table& table, const char* name, std::size_t row) {
  const double value = table.numbers(name)[row];
  return std::isnan(value) ? 0 : value;
}

bool is_number(const std::string& word, double& value) {
  char* end = nullptr;
  value = std::strtod(word.c_str(), &end);
  return !word.empty() && end == word.c_str() + word.size();
}

}  // namespace

learn::Samples braun_features_from_flux(const Table& counters) {
  learn::Samples samples(
      {"threads_per_cta", "ctas", "total_instructions", "special_ops", "logic_ops", "control_ops", "arithmetic_ops",
       "sync_ops", "global_bytes", "param_bytes", "shared_bytes", "arithmetic_intensity"},
      counters.rows());
  std::vector<Counts> counts(counters.rows());
  for (const Table::Column& column : counters.columns())
    if (is_instruction(column))
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (const double n = std::get<Table::Numbers>(column.cells)[i]; n > 0) counts[i].add(column.name, n);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Counts& n = counts[i];
    const double arithmetic = n.of(InstructionClass::arithmetic), moved = n.global + n.param;
    const double values[] = {cell(counters, "bX", i) * cell(counters, "bY", i) * cell(counters, "bZ", i),
                             cell(counters, "gX", i) * cell(counters, "gY", i) * cell(counters, "gZ", i),
                             n.total,
                             n.of(InstructionClass::special),
                             n.of(InstructionClass::logic),
                             n.of(InstructionClass::control),
                             arithmetic,
                             n.of(InstructionClass::sync),
                             n.global,
                             n.param,
                             n.shared,
                             moved > 0 ? arithmetic / moved : 0};
    for (std::size_t j = 0; j < samples.features(); ++j) samples.feature(j)[i] = values[j];
  }
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

}  // namespace forewarp::reproduce
