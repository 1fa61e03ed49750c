// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/model/rank/rank.hpp"
#include "forewarp/query/rank.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/report/text.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct RankArguments {
  KernelOptions kernel;
  query::RankQuery query;
  std::string report;
  std::size_t top = 20;
};

void rank_command(const RankArguments& arguments) {
  const rank::RankOptions options = query::rank_options(arguments.kernel, arguments.query);
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
  query::refuse_empty(ranking);
}

}  // namespace

void add_rank_command(CLI::App& app) {
  const Command command = add_documented_command(app, "rank", "predict many configurations of a kernel, fastest first");
  auto arguments = std::make_shared<RankArguments>();
  add_kernel_options(command, arguments->kernel);
  command.add_option("--device", arguments->query.devices).one_at_a_time();
  const Option space = command.add_option("--space", arguments->query.space_file);
  command.add_option("--vary", arguments->query.vary).one_at_a_time().excludes(space);
  command.add_option("--caches", arguments->query.caches);
  command.add_option("--model", arguments->query.model);
  command.add_option("--top", arguments->top);
  add_machine_code_option(command, arguments->query.machine_code);
  add_report_option(command, arguments->report);
  command.callback([arguments] { rank_command(*arguments); });
}

}  // namespace forewarp::tool
