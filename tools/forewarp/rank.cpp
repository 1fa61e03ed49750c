// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/model/rank/rank.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct RankArguments {
  KernelOptions kernel;
  std::vector<std::string> devices, vary;
  std::string space_file, report, caches = "usual", model = "bounds";
  MachineCodeOption machine_code;
  std::size_t top = 20;
};

rank::Space space_of(const RankArguments& arguments, const kernel::Request& request) {
  if (!arguments.space_file.empty()) return rank::load_space(arguments.space_file);
  if (arguments.vary.empty()) return rank::space_of(request);
  rank::Space space;
  for (const std::string& text : arguments.vary) space.dimensions.push_back(rank::parse_dimension(text));
  return space;
}

rank::RankOptions options_of(const RankArguments& arguments) {
  const std::vector<device::DeviceSpec> devices = devices_of(arguments.devices);
  if (devices.size() != 1) throw InputError(fmt::format("rank takes one --device, and {} are named", devices.size()));
  kernel::Request request = request_of(arguments.kernel);
  request.device_capability = devices.front().compute_capability;
  request.many_variants = true;
  rank::Space space = space_of(arguments, request);
  profile::ProfileOptions profile = checked_options_of(arguments.kernel);
  profile.registers = stated_registers(arguments.kernel);
  return {std::move(request),
          std::move(space),
          devices.front(),
          profile,
          register_source(arguments.kernel),
          model::caches_called(arguments.caches),
          wants_machine_code(arguments.machine_code, arguments.kernel),
          &model::model_called(arguments.model)};
}

void rank_command(const RankArguments& arguments) {
  const rank::RankOptions options = options_of(arguments);
  rank::Ranking ranking;
  {
    ProgressBar bar;
    ranking = rank::rank(options, &bar);
  }
  if (arguments.kernel.json) {
    fmt::print("{}\n", report::json_text(report::ranking_json(ranking, options)));
  } else if (arguments.kernel.csv) {
    fmt::print("{}", report::ranking_csv(ranking, options));
  } else {
    fmt::print("{}", report::ranking_text(ranking, options, arguments.top));
  }
  if (!arguments.report.empty() && !ranking.cancelled)
    save_report(arguments.report, "rank", report::ranking_page_json(ranking, options));
  if (ranking.cancelled) throw Interrupted();
  if (ranking.candidates.empty() || !ranking.candidates.front().prediction)
    throw InputError("no configuration of the space can run" +
                     (ranking.candidates.empty() ? "" : ": " + ranking.candidates.front().reason));
}

}  // namespace

void add_rank_command(CLI::App& app) {
  const Command command = add_documented_command(app, "rank", "predict many configurations of a kernel, fastest first");
  auto arguments = std::make_shared<RankArguments>();
  add_kernel_options(command, arguments->kernel);
  command.add_option("--device", arguments->devices).one_at_a_time();
  const Option space = command.add_option("--space", arguments->space_file);
  command.add_option("--vary", arguments->vary).one_at_a_time().excludes(space);
  command.add_option("--caches", arguments->caches);
  command.add_option("--model", arguments->model);
  command.add_option("--top", arguments->top);
  add_machine_code_option(command, arguments->machine_code);
  add_report_option(command, arguments->report);
  command.callback([arguments] { rank_command(*arguments); });
}

}  // namespace forewarp::tool
