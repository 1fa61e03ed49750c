// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "advise_counters.hpp"
#include "command.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/query/advise.hpp"
#include "forewarp/report/advice_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "profiler_file.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct AdviseArguments {
  KernelOptions kernel;
  query::AdviseOptions query;
  std::string counters, report, machine_code = "auto";
};

void print(const KernelOptions& options, const query::Advised& advised) {
  if (options.json) {
    fmt::print("{}\n", report::json_text(query::advised_json(advised)));
  } else if (options.csv) {
    fmt::print("{}", report::advice_csv(advised.all));
  } else {
    const kernel::Kernel& kernel = advised.code->kernel();
    const profile::Profile& profile = advised.code->first_profile();
    fmt::print("{}{}\n{}", report::beginning(report::kernel_answer(query::advised_json(advised))),
               report::heading_text(kernel, profile), report::advice_text(advised.all));
    for (const query::Refused& one : advised.refused) fmt::print("\n{}: cannot run: {}\n", one.device, one.reason);
    fmt::print("{}", report::notes_text(kernel, profile));
  }
}

/// Counters come with a launch that has been: nothing that describes a kernel or a launch goes with them.
void advise_from_file(const AdviseArguments& arguments) {
  const std::vector<device::DeviceSpec> devices = devices_of(arguments.query.devices);
  const std::string& file = arguments.query.strategies;
  advise_from_counters({.file = arguments.counters,
                        .kernel = arguments.kernel.request.kernel,
                        .json = arguments.kernel.json,
                        .csv = arguments.kernel.csv,
                        .report = arguments.report},
                       devices, file.empty() ? advise::shipped_strategies() : advise::read_strategies(file));
}

void advise_command(const AdviseArguments& arguments) {
  query::PreparedKernel kernel(arguments.kernel, arguments.machine_code);
  query::Advised advised;
  {
    ProgressBar bar;
    advised = query::advise(kernel, arguments.query, &bar);
  }
  print(arguments.kernel, advised);
  if (!arguments.report.empty()) save_report(arguments.report, "advise", query::advised_document(advised));
}

}  // namespace

void add_advise_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "advise", "find what limits a kernel, and which changes would help");
  auto arguments = std::make_shared<AdviseArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--counters", arguments->counters);
  command.add_option("--device", arguments->query.devices).one_at_a_time();
  command.add_option("--strategies", arguments->query.strategies);
  command.add_option("--caches", arguments->query.caches);
  add_machine_code_option(command, arguments->machine_code);
  add_report_option(command, arguments->report);
  command.callback([arguments, command] {
    if (!arguments->counters.empty()) {
      refuse_beside_counters(command, {"--device", "--strategies", "--kernel", "--json", "--csv", "--report"});
      advise_from_file(*arguments);
      return;
    }
    if (arguments->kernel.request.path.empty()) throw InputError("nothing to do: give a kernel, or --counters FILE");
    advise_command(*arguments);
  });
}

}  // namespace forewarp::tool
