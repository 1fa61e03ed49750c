// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/learn/validation/importance.hpp"
#include "forewarp/learn/validation/train.hpp"
#include "forewarp/report/importance_view.hpp"
#include "forewarp/report/text.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"
#include "task_options.hpp"

namespace forewarp::tool {
namespace {

struct ImportanceOptions {
  TaskOptions task;
  std::string learner, report;
  std::size_t repeats = 5;
};

void run(const ImportanceOptions& options) {
  ProgressBar bar;
  const validate::Task task = task_of(options.task);
  const LearnerChoice choice = learner_choice(options.learner.empty() ? usual_learner(task) : options.learner);
  const auto learner = learner_of(options.task, task, choice);
  std::vector<report::SchemeImportances> schemes;
  for (const validate::Scheme& scheme : validate::schemes_of(task, options.task.folds, options.task.seed))
    schemes.push_back(
        {scheme.name,
         validate::importances(task.samples, task.target, *learner, scheme.splits, options.repeats,
                               {.seed = options.task.seed, .threads = options.task.threads, .progress = &bar})});
  if (!options.report.empty()) save_report(options.report, "importance", report::importance_json(schemes));
  if (options.task.json)
    fmt::print("{}\n", report::json_text(report::importance_json(schemes)));
  else
    fmt::print(
        "{}", options.task.csv ? report::importance_csv(schemes) : notes_text(task) + report::importance_text(schemes));
}

}  // namespace

void add_importance_command(CLI::App& app) {
  const auto options = std::make_shared<ImportanceOptions>();
  const Command command =
      add_documented_command(app, "importance", "measure how much each feature contributes to predictions");
  add_task_options(command, options->task);
  command.add_option("--learner", options->learner);
  add_report_option(command, options->report);
  command.add_option("--repeats", options->repeats).in_range(1u, 1000u);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
