// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/opened_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "forewarp/model/advise/counter_advice.hpp"
#include "forewarp/model/advise/strategy.hpp"
#include "forewarp/model/counters/import.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/report/counter_advice_view.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::serve {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_kernels = 50;  ///< of a profiler's file

/// The row of the longest launch of each kernel, and how many there are.
struct Longest {
  std::size_t row = 0, launches = 0;
  double elapsed_us = -1;
};

std::map<std::string, Longest> longest_launches(const counters::Imported& imported,
                                                const std::vector<advise::Metrics>& metrics) {
  std::map<std::string, Longest> all;
  const auto& kernels = imported.table.texts("kernel");
  for (std::size_t row = 0; row < kernels.size(); ++row) {
    if (!all.contains(kernels[row]) && all.size() == max_kernels) continue;
    Longest& one = all[kernels[row]];
    const auto elapsed = metrics[row].find("elapsed");
    const double time = elapsed == metrics[row].end() ? 0 : elapsed->second;
    if (time > one.elapsed_us) one = {row, one.launches, time};
    ++one.launches;
  }
  return all;
}

/// As forewarp advise --counters: the longest launch of each kernel on each device.
Json counters_document(const Question& question) {
  const counters::Imported imported = counters::import_counters(question.text, question.name);
  const std::vector<advise::Metrics> metrics = advise::metrics_of(imported.table);
  const std::vector<advise::Strategy> strategies = advise::shipped_strategies();
  const auto& ids = imported.table.texts("id");
  std::vector<report::LaunchAdvice> all;
  for (const auto& [kernel, longest] : longest_launches(imported, metrics))
    for (const device::DeviceSpec& device : query::devices_of(question.devices))
      all.push_back({kernel, ids[longest.row], device.name, longest.launches,
                     advise::advise(metrics[longest.row], device, strategies)});
  return {{"file", question.name},
          {"format", imported.format},
          {"notes", imported.notes},
          {"left_out", imported.unknown},
          {"advice", report::counter_advice_json(all)}};
}

}  // namespace

std::optional<report::Page> page_of_results(const Question& question) {
  const bool is_counters = question.name.ends_with(".csv");
  if (!is_counters && !question.name.ends_with(".json")) return std::nullopt;
  const report::Document document{
      question.name, is_counters ? counters_document(question) : parse_shallow(question.text, question.name)};
  return report::page_of({&document, 1});
}

std::optional<report::Page> page_of_machine_code(const Question& question) {
  if (!fatbin::is_binary(question.text)) return std::nullopt;
  const fatbin::KernelTable table = fatbin::kernel_table(fatbin::read_device_code(question.text, question.name));
  const auto& kernels = table.kernels;
  if (kernels.empty()) throw InputError(fmt::format("{} has no kernel", question.name));
  if (std::ranges::any_of(kernels, [](const auto& kernel) { return !kernel.only_machine_code(); })) return std::nullopt;
  report::Page page{.title = question.name};
  page.answer = report::Answer{
      .sentence = fmt::format("{} has machine code of {} {} and no PTX: its launches cannot be predicted from it alone",
                              question.name, kernels.size(), kernels.size() == 1 ? "kernel" : "kernels"),
      .no_change =
          "Open the source, or a file with PTX: compile with -gencode arch=compute_80,code=compute_80 "
          "beside the machine code. forewarp disassemble shows the instructions of a kernel with its launch."};
  report::PageTable list{.title = "Kernels", .columns = {{.name = "kernel"}, {.name = "machine code for"}}};
  for (const fatbin::TableKernel& kernel : kernels)
    list.rows.push_back({fatbin::signature(kernel), fatbin::archs_text(kernel.machine_code)});
  page.sections.push_back({.title = "What the file has", .blocks = {std::move(list)}});
  return page;
}

}  // namespace forewarp::serve
