// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/report/score_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "papers/reproduction.hpp"
#include "papers/reproduction_view.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

using papers::Part;

struct ReproduceOptions {
  std::string paper, part, data, device, store, out, report;
  bool json = false, csv = false, tables = false;
  unsigned threads = 0;
};

std::vector<Part> chosen_parts(const ReproduceOptions& options) {
  std::vector<Part> chosen;
  std::vector<std::string> papers, parts;
  for (const Part& part : papers::parts()) {
    if (papers.empty() || papers.back() != part.paper) papers.emplace_back(part.paper);
    if (part.paper != options.paper) continue;
    parts.emplace_back(part.name);
    if (options.part.empty() || part.name == options.part) chosen.push_back(part);
  }
  if (parts.empty())
    throw InputError(fmt::format("no paper is called '{}'{}; there is {}", options.paper,
                                 did_you_mean(options.paper, papers), fmt::join(papers, ", ")));
  if (chosen.empty())
    throw InputError(fmt::format("{} has no part '{}'{}; there is {}", options.paper, options.part,
                                 did_you_mean(options.part, parts), fmt::join(parts, ", ")));
  return chosen;
}

papers::Options reproduction_options(const ReproduceOptions& options, Progress* progress) {
  papers::Options all{.data = std::nullopt,
                      .threads = options.threads,
                      .progress = progress,
                      .device = options.device,
                      .store = options.store};
  const char* environment = std::getenv("FOREWARP_DATA");
  if (!options.data.empty())
    all.data = options.data;
  else if (environment != nullptr && *environment != '\0')
    all.data = environment;
  return all;
}

void run(const ReproduceOptions& options) {
  ProgressBar bar;
  std::vector<Score> scores;
  nlohmann::json parts = nlohmann::json::array();
  for (const Part& part : chosen_parts(options)) {
    const papers::Reproduction result = papers::run(part, reproduction_options(options, &bar));
    if (!options.out.empty())
      for (const auto& file : papers::write_reproduction(part, result, options.out))
        fmt::print(stderr, "wrote {}\n", file.string());
    if (options.tables || !options.report.empty()) parts.push_back(papers::reproduction_json(part, result));
    if (options.tables) continue;
    if (options.json)
      scores.insert(scores.end(), result.scores.begin(), result.scores.end());
    else
      fmt::print("{}", options.csv ? papers::reproduction_csv(result) : papers::reproduction_text(part, result));
  }
  if (options.tables)
    fmt::print("{}\n", report::json_text(parts));
  else if (options.json)
    fmt::print("{}\n", report::json_text(report::scores_json(scores)));
  save_report(options.report, "reproduce", parts);
}

}  // namespace

void add_reproduce_command(CLI::App& app) {
  const auto options = std::make_shared<ReproduceOptions>();
  const Command command = add_documented_command(app, "reproduce", "reproduce a paper's tables and compare the errors");
  command.add_option("paper", options->paper).required();
  command.add_option("--part", options->part);
  command.add_option("--data", options->data);
  command.add_option("--device", options->device);
  command.add_option("--store", options->store);
  command.add_option("--out", options->out);
  command.add_option("--threads", options->threads);
  const Option json = command.add_flag("--json", options->json);
  command.add_flag("--tables", options->tables).needs(json);
  command.add_flag("--csv", options->csv).excludes(json);
  add_report_option(command, options->report);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
