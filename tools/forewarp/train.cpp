// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/learn/validation/train.hpp"
#include "forewarp/report/evaluation_view.hpp"
#include "forewarp/report/model_view.hpp"
#include "forewarp/report/text.hpp"
#include "progress_bar.hpp"
#include "task_options.hpp"

namespace forewarp::tool {
namespace {

struct TrainOptions {
  TaskOptions task;
  std::string learner, out, device, date;
};

void run(const TrainOptions& options) {
  ProgressBar bar;
  const validate::Task task = task_of(options.task);
  const LearnerChoice choice = learner_choice(options.learner.empty() ? usual_learner(task) : options.learner);
  const learn::PipelineSpec spec = pipeline_of(options.task, task, choice);
  std::vector<validate::Method> methods = validate::baselines(task.target);
  methods.push_back(validate::pipeline_method(choice.name, spec));
  const validate::CrossOptions cross{.seed = options.task.seed, .threads = options.task.threads, .progress = &bar};
  const validate::Evaluation evaluation =
      validate::evaluate(task.samples, task.target, validate::schemes_of(task, options.task.folds, options.task.seed),
                         methods, {.cross = cross, .coverage = options.task.level});
  validate::Trained trained = validate::train(task, spec, evaluation, {.level = options.task.level, .cross = cross});
  if (bar.cancelled()) throw Interrupted();  // a network may have stopped half trained
  trained.notes.device = options.device;
  trained.notes.date = options.date;
  learn::write_model(options.out, trained.pipeline, trained.notes);
  if (options.task.json) {
    nlohmann::json json = report::evaluation_json(task, evaluation);
    json["model"] = report::model_json(trained.pipeline, trained.notes);
    json["file"] = options.out;
    fmt::print("{}\n", report::json_text(json));
  } else if (options.task.csv) {
    fmt::print("{}", report::evaluation_csv(evaluation));
  } else {
    fmt::print("{}\nwrote {}: {}", report::evaluation_text(task, evaluation), options.out,
               report::model_text(trained.pipeline, trained.notes));
  }
}

}  // namespace

void add_train_command(CLI::App& app) {
  const auto options = std::make_shared<TrainOptions>();
  const Command command = add_documented_command(app, "train", "train a model on a table of measurements");
  add_task_options(command, options->task);
  command.add_option("--learner", options->learner);
  command.add_option("--level", options->task.level).in_range(0.01, 0.999);
  command.add_option("-o,--out", options->out).required();
  command.add_option("--device", options->device);
  command.add_option("--date", options->date);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
