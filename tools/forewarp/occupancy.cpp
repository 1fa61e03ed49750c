// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/occupancy_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct OccupancyOptions {
  std::vector<std::string> devices;
  device::BlockDemand block;
  bool sweep = false, json = false, csv = false;
  std::string report;
};

std::vector<report::OccupancyCase> cases_of(const OccupancyOptions& options) {
  std::vector<report::OccupancyCase> cases;
  for (const std::string& name : options.devices) {
    const device::DeviceSpec device = device::find_device(name);
    if (!options.sweep) {
      cases.push_back(report::occupancy_case(device, options.block));
      continue;
    }
    const auto swept = report::occupancy_sweep(device, options.block);
    cases.insert(cases.end(), swept.begin(), swept.end());
  }
  return cases;
}

void run(const OccupancyOptions& options) {
  const std::vector<report::OccupancyCase> cases = cases_of(options);
  if (std::none_of(cases.begin(), cases.end(), [](const auto& c) { return c.occupancy.has_value(); }))
    throw InputError(cases.front().reason);
  save_report(options.report, "occupancy", report::occupancy_json(cases));
  if (options.json)
    fmt::print("{}\n", report::json_text(report::occupancy_json(cases)));
  else
    fmt::print("{}", options.csv ? report::occupancy_csv(cases) : report::occupancy_text(cases));
}

}  // namespace

void add_occupancy_command(CLI::App& app) {
  const auto options = std::make_shared<OccupancyOptions>();
  const Command command = add_documented_command(app, "occupancy", "compute how many blocks and warps an SM holds");
  command.add_option("--device", options->devices).required().delimiter(',');
  const Option threads = command.add_option("--threads", options->block.threads);
  command.add_option("--registers", options->block.registers_per_thread);
  command.add_option("--shared", options->block.shared_bytes);
  const Option sweep = command.add_flag("--sweep", options->sweep).excludes(threads);
  const Option json = command.add_flag("--json", options->json);
  command.add_flag("--csv", options->csv).excludes(json);
  add_report_option(command, options->report);
  command.callback([options, threads, sweep] {
    if (!threads.given() && !sweep.given())
      throw InputError("--threads is missing: threads a block, or --sweep for all");
    run(*options);
  });
}

}  // namespace forewarp::tool
