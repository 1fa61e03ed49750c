// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/query/profile.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/ptx_json.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "profile_counts.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"
#include "verify.hpp"

namespace forewarp::tool {
namespace {

struct ProfileArguments {
  KernelOptions kernel;
  CountOptions counts;
  std::string report;
  bool list = false, verify = false;
};

void print_list(const KernelOptions& options, const kernel::Listing& listing) {
  if (options.json) {
    const nlohmann::json json{{"kernels", listing.kernels}, {"launches", listing.launches}};
    fmt::print("{}\n", report::json_text(json));
    return;
  }
  for (const std::string& name : listing.kernels) fmt::print("{}\n", name);
  for (const std::string& launch : listing.launches) fmt::print("launched: {}\n", launch);
  if (listing.kernels.empty() && listing.launches.empty()) fmt::print("no kernel and no launch\n");
}

const kernel::Kernel& loaded(query::PreparedKernel& prepared) {
  ProgressBar bar;
  const auto reporting = prepared.reporting_to(&bar);
  return prepared.code_for({})->kernel();
}

query::Profiled counted(query::PreparedKernel& prepared) {
  ProgressBar bar;
  return query::profile(prepared, &bar);
}

void profile_command(const ProfileArguments& arguments) {
  const kernel::Request request = request_of(arguments.kernel);
  if (arguments.list) return print_list(arguments.kernel, kernel::list_kernels(request));
  const bool counts = arguments.counts.any();
  if (counts && (!arguments.report.empty() || !arguments.kernel.check.empty() || arguments.verify))
    throw InputError(
        "--report, --check and --verify are of the whole profile, not of --mode, --device, --instrument, --flux");
  query::PreparedKernel prepared(arguments.kernel);
  const kernel::Kernel& kernel = loaded(prepared);
  if (counts) return count_blocks(arguments.counts, arguments.kernel, kernel);
  const std::string verified = arguments.verify ? verify(kernel, arguments.kernel.profile.threads) : "";
  const query::Profiled profiled = counted(prepared);
  const profile::Profile& profile = *profiled.profile;
  nlohmann::json json = query::profiled_json(profiled);
  if (arguments.verify) json["verified"] = verified;
  if (arguments.kernel.json) {
    fmt::print("{}\n", report::json_text(json));
  } else if (arguments.kernel.csv) {
    fmt::print("{}", report::profile_csv(profile));
  } else {
    fmt::print("{}{}{}\n{}{}", report::beginning(report::kernel_answer(json)), report::heading_text(kernel, profile),
               arguments.verify ? verified + "\n" : "", report::profile_text(profile),
               report::notes_text(kernel, profile));
  }
  json["ptx"] = report::ptx_json(kernel.code.ptx, *kernel.module);
  save_report(arguments.report, "profile", json);
}

}  // namespace

void add_profile_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "profile", "count what one launch does: instructions, accesses, divergence");
  auto arguments = std::make_shared<ProfileArguments>();
  add_kernel_options(command, arguments->kernel);
  command.add_flag("--list", arguments->list);
  command.add_option("--warp-size", arguments->kernel.profile.warp_size).one_of({"32", "64"});
  command.add_flag("--verify", arguments->verify);
  add_count_options(command, arguments->counts);
  add_report_option(command, arguments->report);
  command.callback([arguments] { profile_command(*arguments); });
}

}  // namespace forewarp::tool
