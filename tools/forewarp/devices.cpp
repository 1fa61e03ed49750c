// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/devices_view.hpp"
#include "forewarp/report/hardware_view.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct DevicesOptions {
  std::vector<std::string> names;
  bool here = false, json = false, csv = false;
  std::string report;
};

void show_hardware(const DevicesOptions& options) {
  const run::Hardware hardware = run::list_hardware();
  if (options.json)
    fmt::print("{}\n", report::json_text(report::hardware_json(hardware)));
  else
    fmt::print("{}", options.csv ? report::hardware_csv(hardware) : report::hardware_text(hardware));
}

void show(const DevicesOptions& options) {
  if (options.here) return show_hardware(options);
  std::vector<device::DeviceSpec> named;
  for (const std::string& name : options.names) named.push_back(device::find_device(name));
  const std::vector<device::DeviceSpec>& devices = options.names.empty() ? device::shipped_devices() : named;
  save_report(options.report, "devices", report::devices_json(devices));
  if (options.json) {
    fmt::print("{}\n", report::json_text(report::devices_json(devices)));
  } else if (options.csv) {
    fmt::print("{}", report::devices_csv(devices));
  } else if (options.names.empty()) {
    fmt::print("{}{}", report::beginning(report::devices_answer(report::devices_json(devices))),
               report::devices_text(devices));
  } else {
    for (const device::DeviceSpec& device : devices)
      fmt::print("{}{}", &device == devices.data() ? "" : "\n", report::device_text(device));
  }
}

}  // namespace

void add_devices_command(CLI::App& app) {
  const auto options = std::make_shared<DevicesOptions>();
  const Command command =
      add_documented_command(app, "devices", "list the known GPUs, or the hardware of this machine");
  const Option names = command.add_option("name", options->names);
  const Option here = command.add_flag("--here", options->here).excludes(names);
  const Option json = command.add_flag("--json", options->json);
  command.add_flag("--csv", options->csv).excludes(json);
  add_report_option(command, options->report).excludes(here);
  command.callback([options] { show(*options); });
}

}  // namespace forewarp::tool
