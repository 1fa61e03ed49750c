// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/machine/executions.hpp"
#include "forewarp/frontend/machine/mix.hpp"
#include "forewarp/model/bounds/machine_demand.hpp"
#include "forewarp/query/device_profiles.hpp"
#include "forewarp/report/disassembly_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/ptx_json.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct DisassembleArguments {
  KernelOptions kernel;
  std::vector<std::string> devices;
  std::string report;
};

device::DeviceSpec device_of(const DisassembleArguments& arguments) {
  std::vector<device::DeviceSpec> devices = devices_of(arguments.devices);
  if (devices.size() != 1) throw InputError("--device: machine code is of one device at a time");
  return std::move(devices[0]);
}

machine::KernelCode code_of(const kernel::Kernel& kernel, const device::DeviceSpec& device, Progress& progress) {
  machine::AssembledKernel assembled = machine_code_of(kernel, device, &progress);
  if (assembled.code) return *std::move(assembled.code);
  if (assembled.refused) throw InputError(assembled.reason);
  throw Unavailable(assembled.reason);
}

void disassemble_command(const DisassembleArguments& arguments) {
  const device::DeviceSpec device = device_of(arguments);
  ProgressBar bar;
  kernel::Request request = request_of(arguments.kernel);
  request.device_capability = device.compute_capability;
  const kernel::Kernel kernel = kernel::load(request, &bar);
  const machine::KernelCode code = code_of(kernel, device, bar);
  const profile::Profile profile = query::profile_for(arguments.kernel, kernel, device.warp_size, &bar);
  const machine::PtxLines lines = model::ptx_lines_of(profile, *kernel.module);
  const machine::Executions executions = machine::executions_of(code.kernel, code.graph, lines);
  const machine::Mix mix = machine::mix_of(code.kernel, code.graph, executions, lines);
  const report::Disassembly disassembly{code, executions, mix, *kernel.module};
  nlohmann::json json = report::heading_json(kernel, profile);
  json["device"] = device.name;
  json["machine_code"] = report::disassembly_json(disassembly);
  if (arguments.kernel.json) {
    fmt::print("{}\n", report::json_text(json));
  } else if (arguments.kernel.csv) {
    fmt::print("{}", report::disassembly_csv(disassembly));
  } else {
    fmt::print("{}{}\n{}{}", report::beginning(report::disassembly_answer(json)), report::heading_text(kernel, profile),
               report::disassembly_text(disassembly), report::notes_text(kernel, profile));
  }
  json["ptx"] = report::ptx_json(kernel.code.ptx, *kernel.module);
  save_report(arguments.report, "disassemble", json);
}

}  // namespace

void add_disassemble_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "disassemble", "show machine code with executions and stall counts, beside PTX");
  auto arguments = std::make_shared<DisassembleArguments>();
  add_kernel_options(command, arguments->kernel);
  command.add_option("--device", arguments->devices).required();
  add_report_option(command, arguments->report);
  command.callback([arguments] { disassemble_command(*arguments); });
}

}  // namespace forewarp::tool
