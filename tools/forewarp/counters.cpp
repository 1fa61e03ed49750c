// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/model/counters/compute.hpp"
#include "forewarp/model/counters/import.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/file.hpp"
#include "profiled_kernel.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct CountersArguments {
  KernelOptions kernel;
  std::string device, import, out, report, names = "ours";
  bool list = false;
};

/// What a metric is called there; empty where that tool has none.
std::string_view called(const counters::Metric& m, const std::string& names) {
  return names == "nvprof" ? m.nvprof : names == "nsight" ? m.nsight : m.name;
}

void list() {
  report::TextTable table({"metric", "unit", "kind", "nvprof", "Nsight Compute"}, {report::Align::left});
  for (const auto* metrics : {&counters::catalogue(), &counters::counted_metrics()})
    for (const counters::Metric& m : *metrics)
      table.row({std::string(m.name), std::string(m.unit), std::string(name_of(m.kind)), std::string(m.nvprof),
                 std::string(m.nsight)});
  fmt::print("{}", table.str());
}

void import_file(const CountersArguments& a) {
  const std::string text =
      a.import.ends_with(".gz") ? table::read_gzip(a.import) : read_file(a.import, std::size_t{1} << 28);
  const counters::Imported imported = counters::import_counters(text, a.import);
  table::Table renamed;
  for (const table::Table::Column& column : imported.table.columns()) {
    const counters::Metric* metric = counters::find_metric(column.name);
    const std::string name(metric ? called(*metric, a.names) : std::string_view(column.name));
    if (!name.empty()) renamed.add(name, column.cells, column.unit);
  }
  if (a.out.empty()) {
    fmt::print("{}", table::csv_text(renamed));
    return;
  }
  table::write_table(renamed, a.out);
  fmt::print("{}: {} launches, {} columns\n", imported.format, renamed.rows(), renamed.columns().size());
  for (const std::string& note : imported.notes) fmt::print("note: {}\n", note);
  for (const std::string& name : imported.unknown) fmt::print("left out: {}\n", name);
}

void compute(const CountersArguments& a) {
  const device::DeviceSpec device = device::find_device(a.device);
  const auto [kernel, profile] = profiled_kernel(a.kernel, device);
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  report::TextTable table({"metric", "value", "unit"},
                          {report::Align::left, report::Align::right, report::Align::left});
  std::string csv = "metric,value,unit\n";
  for (const auto& [metric, value] : counters::compute(profile, device)) {
    const std::string name(called(*metric, a.names));
    if (name.empty()) continue;
    json[name] = {{"value", value}, {"unit", metric->unit}};
    table.row({name, fmt::format("{:.4g}", value), std::string(metric->unit)});
    csv += csv_line({name, report::number_text(value), std::string(metric->unit)});
  }
  nlohmann::json document = report::heading_json(kernel, profile);
  document["device"] = device.name;
  document["counters"] = json;
  save_report(a.report, "counters", document);
  if (a.kernel.json) {
    fmt::print("{}\n", report::json_text(document));
  } else if (a.kernel.csv) {
    fmt::print("{}", csv);
  } else {
    fmt::print("{}{}\n{}{}", report::beginning(report::counters_answer(document)),
               report::heading_text(kernel, profile), table.str(), report::notes_text(kernel, profile));
  }
}

}  // namespace

void add_counters_command(CLI::App& app) {
  const Command command = add_documented_command(app, "counters", "compute, read or rename performance counters");
  auto arguments = std::make_shared<CountersArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--device", arguments->device);
  command.add_option("--import", arguments->import);
  command.add_option("--names", arguments->names).one_of({"ours", "nvprof", "nsight"});
  command.add_option("-o,--out", arguments->out);
  add_report_option(command, arguments->report);
  command.add_flag("--list", arguments->list);
  command.callback([arguments] {
    if (arguments->list)
      list();
    else if (!arguments->import.empty())
      import_file(*arguments);
    else if (!arguments->kernel.request.path.empty() && !arguments->device.empty())
      compute(*arguments);
    else
      throw InputError("nothing to do: give a kernel and --device, --import FILE, or --list");
  });
}

}  // namespace forewarp::tool
