// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "advise_counters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "forewarp/report/counter_advice_view.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "profiler_file.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

/// The launches of one kernel: how many, and the longest (the first where no time was measured).
struct OfKernel {
  std::string kernel;
  std::size_t row = 0, launches = 0;
  double elapsed = -1;
};

std::vector<OfKernel> by_kernel(const table::Table::Texts& kernels, const std::vector<advise::Metrics>& metrics) {
  std::vector<OfKernel> all;
  std::map<std::string_view, std::size_t> index;
  for (std::size_t row = 0; row < kernels.size(); ++row) {
    const auto [at, is_new] = index.try_emplace(kernels[row], all.size());
    if (is_new) all.push_back({kernels[row], row, 0, -1});
    OfKernel& one = all[at->second];
    ++one.launches;
    const auto elapsed = metrics[row].find("elapsed");
    if (elapsed != metrics[row].end() && elapsed->second > one.elapsed) one.row = row, one.elapsed = elapsed->second;
  }
  return all;
}

nlohmann::ordered_json json_of(const CounterAdviceRequest& request, const counters::Imported& imported,
                               const std::vector<report::LaunchAdvice>& all) {
  return {{"file", request.file},
          {"format", imported.format},
          {"notes", imported.notes},
          {"left_out", imported.unknown},
          {"advice", report::counter_advice_json(all)}};
}

void print(const CounterAdviceRequest& request, const counters::Imported& imported,
           const std::vector<report::LaunchAdvice>& all) {
  if (request.json) {
    fmt::print("{}\n", report::json_text(nlohmann::json(json_of(request, imported, all))));
  } else if (request.csv) {
    fmt::print("{}", report::counter_advice_csv(all));
  } else {
    fmt::print("{}{}: {}, {} launches\n",
               report::beginning(report::counter_advice_answer(json_of(request, imported, all))), request.file,
               imported.format, imported.table.rows());
    for (const std::string& note : imported.notes) fmt::print("note: {}\n", note);
    if (!imported.unknown.empty()) fmt::print("note: left out: {}\n", fmt::join(imported.unknown, ", "));
    fmt::print("{}", report::counter_advice_text(all));
  }
}

}  // namespace

void advise_from_counters(const CounterAdviceRequest& request, const std::vector<device::DeviceSpec>& devices,
                          const std::vector<advise::Strategy>& strategies) {
  const counters::Imported imported = read_profiler_file(request.file);
  const std::vector<advise::Metrics> metrics = advise::metrics_of(imported.table);
  const auto& ids = imported.table.texts("id");
  const auto& kernels = imported.table.texts("kernel");
  const std::set<std::string> chosen = kernels_called(request.kernel, kernels, request.file);
  std::vector<report::LaunchAdvice> all;
  for (const OfKernel& k : by_kernel(kernels, metrics)) {
    if (!chosen.contains(k.kernel)) continue;
    for (const device::DeviceSpec& device : devices)
      all.push_back(
          {k.kernel, ids[k.row], device.name, k.launches, advise::advise(metrics[k.row], device, strategies)});
  }
  print(request, imported, all);
  save_report(request.report, "advise", json_of(request, imported, all));
}

}  // namespace forewarp::tool
