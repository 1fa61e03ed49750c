// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/learn/validation/search.hpp"
#include "forewarp/learn/validation/train.hpp"
#include "forewarp/report/evaluation_view.hpp"
#include "forewarp/report/search_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "job.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"
#include "task_options.hpp"

namespace forewarp::tool {
namespace {

struct EvaluateOptions {
  TaskOptions task;
  std::vector<std::string> learners;
  std::string bound, out, report;
  std::string grid, nesting = "nested";
  std::size_t iterations = 30, search_folds = 3;
  bool stratify = false;
};

/// Where several processes share the work, the first one prints.
class Run {
 public:
  explicit Run(const EvaluateOptions& options) {
    distribute::Team* team = job_.join([&] { task_ = task_of(options.task); },
                                       [&] {
                                         return distribute::Identity{{"the table", validate::task_digest(task_)}};
                                       });
    cross_ = {.seed = options.task.seed,
              .threads = options.task.threads,
              .progress = speaks() ? &bar_ : nullptr,
              .team = team};
  }
  [[nodiscard]] bool speaks() const { return job_.speaks(); }
  [[nodiscard]] const validate::Task& task() const { return task_; }
  [[nodiscard]] const validate::CrossOptions& cross() const { return cross_; }

 private:
  Job job_;
  validate::Task task_;
  ProgressBar bar_;
  validate::CrossOptions cross_;
};

std::vector<double> bound_of(const EvaluateOptions& options, const validate::Task& task) {
  if (options.bound.empty()) return {};
  const auto& names = task.samples.names();
  for (std::size_t j = 0; j < names.size(); ++j)
    if (names[j] == options.bound) return {task.samples.feature(j).begin(), task.samples.feature(j).end()};
  throw InputError(fmt::format("--bound {}: no feature has this name", options.bound));
}

validate::Method method_of(const TaskOptions& options, const validate::Task& task, const std::string& text) {
  const learn::PipelineSpec spec = pipeline_of(options, task, learner_choice(text));
  (void)learn::make_learner(spec.learner, spec.settings);  // a setting that is unknown is said at once
  return validate::pipeline_method(text, spec);
}

void evaluate_command(const EvaluateOptions& options, const validate::Task& task, const Run& run) {
  std::vector<validate::Method> methods = validate::baselines(task.target, bound_of(options, task));
  std::vector<std::string> learners = options.learners;
  if (learners.empty()) learners.push_back(usual_learner(task));
  for (const std::string& text : learners) methods.push_back(method_of(options.task, task, text));
  const std::vector<validate::Scheme> schemes = validate::schemes_of(task, options.task.folds, options.task.seed);
  const validate::Evaluation evaluation = validate::evaluate(task.samples, task.target, schemes, methods,
                                                             {.cross = run.cross(), .coverage = options.task.level});
  if (!run.speaks()) return;
  if (!options.out.empty()) write_file(options.out, report::held_out_csv(task, evaluation));
  nlohmann::ordered_json json = report::evaluation_json(task, evaluation);
  if (options.task.json)
    fmt::print("{}\n", report::json_text(json));
  else
    fmt::print("{}", options.task.csv ? report::evaluation_csv(evaluation) : report::evaluation_text(task, evaluation));
  if (!task.target.is_class()) json["held_out"] = report::held_out_json(task, evaluation);
  save_report(options.report, "evaluate", std::move(json));
}

std::string setting_text(const std::map<std::string, std::string>& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += (text.empty() ? "" : ",") + name + "=" + value;
  return text;
}

validate::Splitter splitter_of(const EvaluateOptions& options, const validate::Task& task) {
  if (options.stratify) return validate::duration_splitter(task.target.values, options.search_folds);
  if (!options.task.task.groups.empty())
    return validate::group_splitter(task.groups.front().of_row, options.search_folds);
  return validate::k_fold_splitter(options.search_folds);
}

void search_command(const EvaluateOptions& options, const validate::Task& task, const Run& run) {
  if (options.learners.size() > 1) throw InputError("--grid searches the settings of one learner");
  if (options.nesting != "nested" && options.nesting != "shared")
    throw InputError(fmt::format("--nesting {}: expected nested or shared", options.nesting));
  LearnerChoice choice = learner_choice(options.learners.empty() ? usual_learner(task) : options.learners.front());
  std::vector<validate::Method> settings;
  std::vector<std::string> names;
  for (const auto& point : validate::expand_grid(learn::parse_settings(options.grid))) {
    LearnerChoice one = choice;
    for (const auto& [name, value] : point) one.settings[name] = value;
    names.push_back(setting_text(point));
    settings.push_back(validate::learner_method(names.back(), learner_of(options.task, task, one)));
  }
  const auto nesting = options.nesting == "nested" ? validate::Nesting::nested : validate::Nesting::shared_folds;
  const validate::SearchResult result =
      validate::search(task.samples, task.target, settings, splitter_of(options, task),
                       {.iterations = options.iterations, .nesting = nesting, .cross = run.cross()});
  if (!run.speaks()) return;
  if (options.task.json)
    fmt::print("{}\n", report::json_text(report::search_json(names, result, nesting)));
  else
    fmt::print("{}",
               options.task.csv ? report::search_csv(names, result) : report::search_text(names, result, nesting));
}

void run(const EvaluateOptions& options) {
  const Run run(options);
  if (options.grid.empty())
    evaluate_command(options, run.task(), run);
  else
    search_command(options, run.task(), run);
}

}  // namespace

void add_evaluate_command(CLI::App& app) {
  const auto options = std::make_shared<EvaluateOptions>();
  const Command command =
      add_documented_command(app, "evaluate", "estimate the errors of a learner by cross-validation");
  add_task_options(command, options->task);
  command.add_option("--learner", options->learners).one_at_a_time();
  command.add_option("--level", options->task.level).in_range(0.01, 0.999);
  command.add_option("--bound", options->bound);
  command.add_option("--out", options->out);
  const Option page = command.add_option("--report", options->report);
  const Option grid = command.add_option("--grid", options->grid).excludes(page);
  command.add_option("--nesting", options->nesting).needs(grid);
  command.add_option("--iterations", options->iterations).needs(grid).in_range(1u, 10000u);
  command.add_option("--search-folds", options->search_folds).needs(grid).in_range(2u, 1000u);
  command.add_flag("--stratify", options->stratify).needs(grid);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
