// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "task_options.hpp"

#include <fmt/format.h>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/validation/leaks.hpp"
#include "forewarp/model/feature/time_proxy.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"

namespace forewarp::tool {
namespace {

using learn::Transform;

Transform transform_of(const std::string& text, Transform usual) {
  if (text == "usual") return usual;
  return text == "none" ? Transform::identity : learn::transform_called(text);
}

}  // namespace

void add_task_options(const Command& command, TaskOptions& o) {
  command.add_option("table", o.table).required();
  command.add_option("--target", o.task.target).required();
  command.add_option("--features", o.task.features).delimiter(',').one_at_a_time();
  command.add_option("--drop", o.task.drop).delimiter(',').one_at_a_time();
  command.add_option("--group", o.task.groups).delimiter(',').one_at_a_time();
  command.add_flag("--skip-missing", o.task.skip_missing);
  command.add_flag("--keep-leaks", o.keep_leaks);
  command.add_option("--transform", o.transform);
  command.add_option("--target-transform", o.target_transform);
  command.add_option("--scaling", o.scaling);
  command.add_option("--folds", o.folds).in_range(0u, 100000u);
  command.add_option("--seed", o.seed);
  command.add_option("--threads", o.threads).in_range(0u, 1024u);
  const Option json = command.add_flag("--json", o.json);
  command.add_flag("--csv", o.csv).excludes(json);
}

validate::Task task_of(const TaskOptions& options) {
  const Table table = table::read_table(options.table);
  validate::Task task = validate::task_from(table, options.task);
  if (!options.keep_leaks)
    validate::drop_leaks(task, {.is_time = feature::is_time_proxy, .asked_for = options.task.features});
  return task;
}

std::string notes_text(const validate::Task& task) {
  std::string text;
  for (const std::string& note : task.notes) text += fmt::format("note: {}\n", note);
  return text;
}

LearnerChoice learner_choice(const std::string& text) {
  const std::size_t colon = text.find(':');
  LearnerChoice choice{text.substr(0, colon), {}};
  if (colon != std::string::npos) choice.settings = learn::parse_settings(std::string_view(text).substr(colon + 1));
  (void)learn::find_learner(choice.name);
  return choice;
}

std::string usual_learner(const validate::Task& task) {
  for (const learn::LearnerEntry& entry : learn::learners())
    if (entry.name == (task.target.is_class() ? "random_forest" : "extra_trees")) return std::string(entry.name);
  return task.target.is_class() ? "svm" : "bounds";
}

learn::PipelineSpec pipeline_of(const TaskOptions& options, const validate::Task& task, const LearnerChoice& choice) {
  const learn::LearnerEntry& entry = learn::find_learner(choice.name);
  if (task.target.is_class() ? !entry.classification : !entry.regression)
    throw InputError(fmt::format("{} learns {}, and '{}' holds {}", choice.name,
                                 task.target.is_class() ? "numbers" : "classes", task.target_name,
                                 task.target.is_class() ? "classes" : "numbers"));
  validate::Recipe recipe = validate::usual_recipe(choice.name);
  recipe.features = transform_of(options.transform, recipe.features);
  recipe.target = transform_of(options.target_transform, recipe.target);
  if (options.scaling != "usual") recipe.scaling = learn::scaling_called(options.scaling);
  return validate::pipeline_spec(task, choice.name, choice.settings, recipe);
}

std::shared_ptr<const learn::Learner> learner_of(const TaskOptions& options, const validate::Task& task,
                                                 const LearnerChoice& choice) {
  learn::PipelineSpec spec = pipeline_of(options, task, choice);
  (void)learn::make_learner(spec.learner, spec.settings);  // a setting that is unknown is said at once
  return learn::pipeline_learner(std::move(spec));
}

}  // namespace forewarp::tool
