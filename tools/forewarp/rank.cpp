// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/model/rank/input_digest.hpp"
#include "forewarp/model/rank/rank.hpp"
#include "forewarp/query/rank.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/report/rankings_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/report/tuner_view.hpp"
#include "forewarp/support/file.hpp"
#include "job.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct RankArguments {
  KernelOptions kernel;
  query::RankQuery query;
  std::string report, cache_file, t4_file;
  std::size_t top = 20;
};

using Rankings = std::vector<rank::Ranking>;

void print_one(const RankArguments& arguments, const query::RankQuestion& question, const rank::Ranking& ranking) {
  if (arguments.kernel.json)
    fmt::print("{}\n", report::json_text(report::ranking_json(ranking, question.options, question.measured_s)));
  else if (arguments.kernel.csv)
    fmt::print("{}", report::ranking_csv(ranking, question.options, question.measured_s));
  else
    fmt::print("{}", report::ranking_text(ranking, question.options, arguments.top, question.measured_s));
}

void print_several(const RankArguments& arguments, const query::RankQuestion& question, const Rankings& rankings) {
  if (arguments.kernel.json)
    fmt::print("{}\n", report::json_text(report::rankings_json(rankings, question.options, question.devices)));
  else if (arguments.kernel.csv)
    fmt::print("{}", report::rankings_csv(rankings, question.options, question.devices));
  else
    fmt::print("{}", report::rankings_text(rankings, question.options, question.devices, arguments.top));
}

/// The files of tuners, and on standard error what is in them.
void write_for_tuners(const RankArguments& arguments, const query::RankQuestion& question,
                      const rank::Ranking& ranking) {
  const std::size_t all = ranking.candidates.size(), timed = report::with_time(ranking);
  const auto write = [&](const std::string& file, const std::string& text) {
    write_file(file, text);
    fmt::print(stderr, "wrote {}: {} configurations, {} with a predicted time\n", file, all, timed);
  };
  if (!arguments.cache_file.empty())
    write(arguments.cache_file,
          report::kernel_tuner_cache(ranking, question.options, {question.kernel_name, question.problem_size}));
  if (!arguments.t4_file.empty()) write(arguments.t4_file, report::t4_results(ranking).dump(1) + "\n");
}

void check(const RankArguments& arguments, const query::RankQuestion& question) {
  const bool for_tuners = !arguments.cache_file.empty() || !arguments.t4_file.empty();
  if (for_tuners && question.devices.size() > 1)
    throw InputError(
        fmt::format("--kernel-tuner-cache and --t4 are of one device, and {} are named", question.devices.size()));
}

void rank_command(const RankArguments& arguments) {
  Job job;
  query::RankQuestion question;
  const auto read = [&] {
    question = query::rank_question(arguments.kernel, arguments.query);
    check(arguments, question);
  };
  question.options.team = job.join(read, [&] {
    return distribute::Identity{{"the input", rank::input_digest(question.options, question.devices)}};
  });
  Rankings rankings;
  {
    ProgressBar bar;
    rankings = rank::rank_each(question.options, question.devices, &bar);
  }
  if (!job.speaks()) return;
  const bool one = rankings.size() == 1, cancelled = rankings.front().cancelled;
  if (one)
    print_one(arguments, question, rankings.front());
  else
    print_several(arguments, question, rankings);
  if (!arguments.report.empty() && !cancelled)
    save_report(arguments.report, "rank",
                one ? report::ranking_page_json(rankings.front(), question.options, question.measured_s)
                    : report::rankings_json(rankings, question.options, question.devices));
  if (cancelled) throw Interrupted();
  if (std::ranges::none_of(rankings, [](const rank::Ranking& ranking) { return !ranking.groups.empty(); }))
    query::refuse_empty(rankings.front());
  write_for_tuners(arguments, question, rankings.front());
}

}  // namespace

void add_rank_command(CLI::App& app) {
  const Command command = add_documented_command(app, "rank", "predict many configurations of a kernel, fastest first");
  auto arguments = std::make_shared<RankArguments>();
  add_kernel_options(command, arguments->kernel);
  command.add_option("--device", arguments->query.devices).one_at_a_time();
  const Option space = command.add_option("--space", arguments->query.space_file);
  const Option listed = command.add_option("--configurations", arguments->query.configurations_file).excludes(space);
  command.add_option("--vary", arguments->query.vary).one_at_a_time().excludes(space).excludes(listed);
  command.add_option("--measured-column", arguments->query.measured_column);
  command.add_option("--caches", arguments->query.caches);
  command.add_option("--model", arguments->query.model);
  command.add_option("--top", arguments->top);
  command.add_option("--kernel-tuner-cache", arguments->cache_file).writable();
  command.add_option("--t4", arguments->t4_file).writable();
  add_machine_code_option(command, arguments->query.machine_code);
  add_report_option(command, arguments->report);
  command.callback([arguments] { rank_command(*arguments); });
}

}  // namespace forewarp::tool
