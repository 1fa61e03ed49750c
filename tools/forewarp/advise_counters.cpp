// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "advise_counters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "forewarp/model/counters/import.hpp"
#include "forewarp/report/counter_advice_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 28;
constexpr std::size_t max_names = 10;

/// "saxpy" of "void saxpy<float>(int, float*)", as profilers write names.
std::string_view bare_name(std::string_view name) {
  name = name.substr(0, name.find_first_of("<("));
  while (name.ends_with(' ')) name.remove_suffix(1);
  const std::size_t before = name.find_last_of(" :*&");
  return before == std::string_view::npos ? name : name.substr(before + 1);
}

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

std::vector<OfKernel> chosen(std::vector<OfKernel> all, const CounterAdviceRequest& request) {
  if (request.kernel.empty()) return all;
  std::vector<std::string_view> names;
  for (const OfKernel& k : all)
    if (names.size() < max_names) names.push_back(k.kernel);
  const std::string there = fmt::format("{}{}", fmt::join(names, ", "), all.size() > names.size() ? ", ..." : "");
  std::vector<OfKernel> exact;
  std::ranges::copy_if(all, std::back_inserter(exact), [&](const OfKernel& k) { return k.kernel == request.kernel; });
  if (!exact.empty()) return exact;
  std::erase_if(all, [&](const OfKernel& k) { return bare_name(k.kernel) != request.kernel; });
  if (all.empty())
    throw InputError(
        fmt::format("{}: no kernel '{}' was profiled; there are: {}", request.file, request.kernel, there));
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
    fmt::print("{}: {}, {} launches\n", request.file, imported.format, imported.table.rows());
    for (const std::string& note : imported.notes) fmt::print("note: {}\n", note);
    if (!imported.unknown.empty()) fmt::print("note: left out: {}\n", fmt::join(imported.unknown, ", "));
    fmt::print("{}", report::counter_advice_text(all));
  }
}

}  // namespace

void advise_from_counters(const CounterAdviceRequest& request, const std::vector<device::DeviceSpec>& devices,
                          const std::vector<advise::Strategy>& strategies) {
  const std::string text =
      request.file.ends_with(".gz") ? table::read_gzip(request.file) : read_file(request.file, max_file_bytes);
  const counters::Imported imported = counters::import_counters(text, request.file);
  const std::vector<advise::Metrics> metrics = advise::metrics_of(imported.table);
  const auto& ids = imported.table.texts("id");
  std::vector<report::LaunchAdvice> all;
  for (const OfKernel& k : chosen(by_kernel(imported.table.texts("kernel"), metrics), request))
    for (const device::DeviceSpec& device : devices)
      all.push_back(
          {k.kernel, ids[k.row], device.name, k.launches, advise::advise(metrics[k.row], device, strategies)});
  print(request, imported, all);
  save_report(request.report, "advise", json_of(request, imported, all));
}

}  // namespace forewarp::tool
