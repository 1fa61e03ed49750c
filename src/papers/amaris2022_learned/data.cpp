// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_learned/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "forewarp/learn/validation/cross_predict.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/join.hpp"
#include "forewarp/support/table/rows.hpp"

namespace forewarp::papers::amaris2022_learned {
namespace {

struct Kernel {
  std::string_view file, name;
};
constexpr std::array<Kernel, 6> rodinia = {{{"bpnn_layerforward_CUDA", "BCK-K1"},
                                            {"bpnn_adjust_weights_cuda", "BCK-K2"},
                                            {"kernel", "HTW"},
                                            {"calculate_temp", "HOT"},
                                            {"lud_diagonal", "LUD-K1"},
                                            {"lud_perimeter", "LUD-K3"}}};
constexpr std::array<Kernel, 9> matrix_vector = {{{"matMul_gpu_uncoalesced", "MMGU"},
                                                  {"matMul_gpu", "MMGC"},
                                                  {"matMul_gpu_sharedmem_uncoalesced", "MMSU"},
                                                  {"matMul_gpu_sharedmem", "MMSC"},
                                                  {"matrix_sum_normal", "MAU"},
                                                  {"matrix_sum_coalesced", "MAC"},
                                                  {"dotProd", "dotP"},
                                                  {"vectorAdd", "vAdd"},
                                                  {"subSeqMax", "MSA"}}};

Table read(const Options& options, const std::string& name, Names& files) {
  const std::filesystem::path path = data_file(options, std::filesystem::path("amaris") / name, published_at);
  files.push_back(path.string());
  return table::read_csv(path);
}

/// Rows of the device table under the names of the launches' columns.
Table device_table(const Options& options, Names& files) {
  const Table given = read(options, "deviceInfo.csv", files);
  Table devices;
  for (const Table::Column& column : given.columns())
    if (column.name != "gpu_name") devices.add(column.name == "gpu_id" ? "device" : column.name, column.cells);
  return devices;
}

Launches launches_of(Table table, Names kernel) {
  Launches all{std::move(table), std::move(kernel), {}, {}};
  all.gpu = all.table.texts("gpu_name");
  return all;
}

}  // namespace

Launches read_rodinia(const Options& options, Names& files, std::size_t most) {
  const Table devices = device_table(options, files);
  const Names key = {"gpu_name"};
  Table all;
  Names kernel;
  for (const Kernel& k : rodinia)
    for (const std::string_view gpu :
         {"GTX-680", "Tesla-K40", "Tesla-K20", "Titan", "Quadro", "TitanX", "GTX-970", "GTX-980", "Tesla-P100"}) {
      const std::string name = fmt::format("datasets/{}-{}.csv.gz", k.file, gpu);
      if (k.name == "LUD-K3" && (gpu == "TitanX" || gpu == "GTX-970")) continue;  // never published
      const Table part = table::cap(table::drop_columns(read(options, name, files), Names{""}), key, most, seed);
      all = all.columns().empty() ? part : table::append(all, part);
      kernel.resize(all.rows(), std::string(k.name));
    }
  Launches launches = launches_of(table::join(all, devices, {"device"}), std::move(kernel));
  launches.seconds = launches.table.numbers("duration");
  return launches;
}

Launches read_matrix_vector(const Options& options, Names& files, std::size_t most) {
  const Names keys = {"AppName", "gpu_name"};
  Table table =
      table::cap(table::drop_columns(read(options, "App-GPU-CC-All.csv.gz", files), Names{""}), keys, most, seed);
  std::vector<std::size_t> rows;
  Names kernel;
  for (std::size_t i = 0; i < table.rows(); ++i)
    for (const Kernel& k : matrix_vector)
      if (table.texts("AppName")[i] == k.file && table.texts("gpu_name")[i] != "GTX-750" &&
          table.texts("gpu_name")[i] != "TitanBlack") {  // boards the paper does not show
        rows.push_back(i);
        kernel.emplace_back(k.name);
      }
  Launches launches = launches_of(table::take_rows(table, rows), std::move(kernel));
  launches.seconds = launches.table.numbers("Duration");
  return launches;
}

Launches of_rows(const Launches& all, std::span<const std::size_t> rows) {
  Launches some{table::take_rows(all.table, rows), {}, {}, {}};
  for (const std::size_t row : rows) {
    some.kernel.push_back(all.kernel[row]);
    some.gpu.push_back(all.gpu[row]);
    some.seconds.push_back(all.seconds[row]);
  }
  return some;
}

Table published(Reproduction& result, std::string_view name) {
  const auto file = shipped_file(fmt::format("papers/amaris2022_{}.csv", name));
  result.files.push_back(file.string());
  return table::read_csv(file);
}

Launches of_kernel(const Launches& all, const std::string& kernel) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < all.kernel.size(); ++i)
    if (all.kernel[i] == kernel) rows.push_back(i);
  return of_rows(all, rows);
}

Names distinct(const Names& names) {
  Names once;
  for (const std::string& name : names)
    if (std::ranges::find(once, name) == once.end()) once.push_back(name);
  return once;
}

std::vector<Technique> techniques(const std::string& svm_kernel) {
  return {{"LR", "linear", {}},
          {"SVM", "svm", {{"kernel", svm_kernel}}},
          {"RF", "random_forest", {{"trees", "50"}, {"max_features", "3"}}}};
}

std::vector<double> told(const Launches& launches, const Names& features, const Technique& technique,
                         const Names& groups, const Options& options) {
  learn::PipelineSpec spec;
  learn::Samples samples(features, launches.seconds.size());
  for (std::size_t j = 0; j < features.size(); ++j) {
    spec.features.push_back({.name = features[j], .unit = {}, .transform = learn::Transform::log2, .offset = 1e-10});
    std::vector<double> cells = launches.table.numbers(features[j]);
    for (double& v : cells)
      if (std::isnan(v)) v = 0;  // 0 transactions a request of 0 requests
    std::ranges::copy(cells, samples.feature(j).begin());
  }
  spec.target = {.name = "duration", .unit = "s", .transform = learn::Transform::log2, .offset = 1e-10};
  spec.learner = technique.learner;
  spec.settings = technique.settings;
  const std::vector<validate::Method> methods = {
      validate::learner_method(technique.name, std::shared_ptr<const learn::Learner>(learn::pipeline_learner(spec)))};
  const std::vector<validate::Splits> schemes = {validate::leave_one_group_out(groups)};
  return validate::cross_predict(samples, learn::Target{launches.seconds, {}}, methods, schemes,
                                 {.seed = seed, .threads = options.threads})[0][0];
}

namespace {

template <typename Error>
double mean_error(std::span<const double> told, std::span<const double> seconds, const Names& groups,
                  const std::string& group, Error error) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < told.size(); ++i)
    if (group.empty() || groups[i] == group) errors.push_back(100 * error(told[i], seconds[i]));
  return mean(errors);
}

}  // namespace

double mape(std::span<const double> told, std::span<const double> seconds, const Names& groups,
            const std::string& group) {
  return mean_error(told, seconds, groups, group, [](double p, double t) { return std::abs(p - t) / t; });
}

double median_error(std::span<const double> told, std::span<const double> seconds) {
  return 100 * median(relative_errors(told, seconds));
}

double mape_of_logs(std::span<const double> told, std::span<const double> seconds, const Names& groups,
                    const std::string& group) {
  return mean_error(told, seconds, groups, group,
                    [](double p, double t) { return std::abs((std::log(p) - std::log(t)) / std::log(t)); });
}

}  // namespace forewarp::papers::amaris2022_learned
