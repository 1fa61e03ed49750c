// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "forewarp/emulate/profile/thread_walk.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/campaign/retrain.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/feature/profile_features.hpp"
#include "forewarp/model/feature/wider.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers {
namespace {

constexpr const char* source = "https://github.com/marcosamaris/gpuperfpredict";

/// Their kernel and the bundled one that does the same.
const std::map<std::string, std::string>& kernels() {
  static const std::map<std::string, std::string> all = {
      {"matMul_gpu", "matmul_global_coalesced"},
      {"matMul_gpu_uncoalesced", "matmul_global_uncoalesced"},
      {"matMul_gpu_sharedmem", "matmul_shared_coalesced"},
      {"matMul_gpu_sharedmem_uncoalesced", "matmul_shared_uncoalesced"},
      {"matrix_sum_coalesced", "matrix_add_coalesced"},
      {"matrix_sum_normal", "matrix_add_uncoalesced"},
  };
  return all;
}

const std::map<std::string, std::string>& gpus() {
  static const std::map<std::string, std::string> all = {
      {"GTX-680", "GTX 680"}, {"Tesla-K40", "K40"},       {"Tesla-K20", "K20"},   {"TitanBlack", "GTX Titan Black"},
      {"Titan", "GTX Titan"}, {"Quadro", "Quadro K5200"}, {"GTX-750", "GTX 750"}, {"TitanX", "GTX Titan X"},
      {"GTX-980", "GTX 980"}, {"GTX-970", "GTX 970"},
  };
  return all;
}

using Launch = std::pair<std::string, double>;  // their kernel, n

struct Emulated {
  feature::Features features;
  model::Summary summary;
};

Emulated emulated(const Launch& launch) {
  kernel::Request request;
  request.path = kernels().at(launch.first);
  request.set = {fmt::format("n={:.0f}", launch.second)};
  request.defines = {"BLOCK=16"};
  const kernel::Kernel kernel = kernel::load(request);
  profile::ThreadWalk walk;
  const profile::Profile profile = profile::profile(*kernel.module, kernel.launch, {.threads = 1}, walk);
  Emulated one{feature::profile_features(profile), model::summarise(profile)};
  feature::set_walk(one.features, walk);
  one.summary.read_only_sectors = 0;  // their pointers are not __restrict__: no ld.global.nc
  return one;
}

/// Every eighth size of each kernel and GPU: what is left out is a kernel or a GPU, and sizes are alike.
struct Row {
  Launch launch;
  std::string gpu;
  double seconds;
};

std::vector<Row> rows_of(const Table& t) {
  constexpr std::size_t every = 8;
  std::map<std::string, std::size_t> seen;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const std::string &app = t.texts("AppName")[i], &gpu = t.texts("gpu_name")[i];
    if (!kernels().contains(app) || !gpus().contains(gpu) || t.numbers("blockSize")[i] != 256) continue;
    if (seen[app + gpu]++ % every == 0)
      rows.push_back({{app, t.numbers("Input.Size")[i]}, gpus().at(gpu), t.numbers("Duration")[i]});
  }
  return rows;
}

Table training_table_of(const std::vector<Row>& rows) {
  std::map<Launch, Emulated> known;
  for (const Row& row : rows) known.try_emplace(row.launch);
  std::vector<std::pair<const Launch, Emulated>*> each;
  for (auto& entry : known) each.push_back(&entry);
  parallel_for(each.size(), [&](std::size_t i) { each[i]->second = emulated(each[i]->first); });
  std::map<std::string, Table::Numbers> columns;
  Table::Texts devices, names;
  Table::Numbers seconds;
  for (const Row& row : rows) {
    const Emulated& one = known.at(row.launch);
    const device::DeviceSpec device = device::find_device(row.gpu);
    for (const auto& [name, value] : one.features.items()) columns[name].push_back(value);
    for (const auto& [name, value] : campaign::device_facts(model::predict(one.summary, device), device))
      columns[name].push_back(value);
    devices.push_back(row.gpu);
    names.push_back(kernels().at(row.launch.first));
    seconds.push_back(row.seconds);
  }
  Table table;
  table.add("device", std::move(devices));
  table.add("kernel", std::move(names));
  for (auto& [name, column] : columns) table.add(name, std::move(column));
  table.add("time", std::move(seconds), "s");
  return table;
}

/// Errors of the bounds model alone, which learns nothing.
validate::ErrorSummary untrained(const Table& table) {
  return validate::summarise(table.numbers(std::string(campaign::bounds_input)), table.numbers("time"));
}

ResultTable errors_table(const campaign::Retrained& retrained, const validate::ErrorSummary& bounds) {
  ResultTable result{"devices",
                     fmt::format("median error and MAPE in % over {} launches of {} kernels on ten GPUs, by what is "
                                 "left out",
                                 retrained.rows, retrained.kernels),
                     {},
                     true};
  Table::Texts recipes;
  for (const validate::MethodResult& method : retrained.evaluation.schemes.front().methods)
    recipes.push_back(method.name);
  recipes.emplace_back("the bounds model, untrained");
  result.table.add("recipe", std::move(recipes));
  for (const validate::SchemeResult& scheme : retrained.evaluation.schemes) {
    Table::Numbers medians, mapes;
    for (const validate::MethodResult& method : scheme.methods) {
      medians.push_back(100 * method.errors->median);
      mapes.push_back(100 * method.errors->mape);
    }
    medians.push_back(100 * bounds.median);
    mapes.push_back(100 * bounds.mape);
    result.table.add(scheme.name + ": median", std::move(medians));
    result.table.add(scheme.name + ": MAPE", std::move(mapes));
  }
  return result;
}

}  // namespace

Reproduction over_devices(const Options& options) {
  Reproduction result;
  const auto file = data_file(options, "amaris/App-GPU-CC-All.csv.gz", source);
  result.files = {file.string()};
  const Table table = training_table_of(rows_of(table::read_csv(file)));
  const campaign::Retrained retrained = campaign::retrain(table, "time", "",
                                                          {.cap = 1000,
                                                           .iterations = 0,
                                                           .date = {},
                                                           .device_kind = {},
                                                           .threads = options.threads,
                                                           .progress = options.progress});
  const validate::ErrorSummary bounds = untrained(table);
  result.tables.push_back(errors_table(retrained, bounds));
  for (const validate::SchemeResult& scheme : retrained.evaluation.schemes)
    for (const validate::MethodResult& method : scheme.methods) {
      if (method.name != "physics first" || !scheme.name.starts_with("by ")) continue;
      const bool device = scheme.name.starts_with("by device");
      result.scores.push_back(
          {device ? "braun-devices-device" : "braun-devices-kernel",
           fmt::format("six kernels on ten GPUs, time: median error, each {} left out", device ? "GPU" : "kernel"), "%",
           100 * method.errors->median, 100 * bounds.median, 20, Better::lower,
           "trees on time over the bounds model's; other: the bounds model untrained"});
    }
  result.notes = {
      "the model over several devices has the data sheets and the bounds model's terms beside the features: a GPU that "
      "that was never measured gets a prediction; here Kepler and Maxwell alone, and kernels of two families"};
  return result;
}

}  // namespace forewarp::papers
