// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "task_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/validation/leaks.hpp"
#include "forewarp/model/counters/catalogue.hpp"
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

/// Whether counters of this kind are asked for. "relative": all but absolute counts (zigon2020, section 5.4).
bool is_asked(const std::vector<std::string>& kinds, counters::Kind kind) {
  return std::ranges::any_of(kinds, [&](const std::string& name) {
    return name == counters::name_of(kind) || (name == "relative" && kind != counters::Kind::absolute);
  });
}

void check_kinds(const std::vector<std::string>& kinds) {
  using counters::Kind;
  for (const std::string& name : kinds)
    if (!is_asked({name}, Kind::absolute) && !is_asked({name}, Kind::efficiency) &&
        !is_asked({name}, Kind::utilisation) && !is_asked({name}, Kind::throughput))
      throw InputError(
          fmt::format("--kind {}: expected relative, absolute, efficiency, utilisation or throughput", name));
}

/// Drops every column of numbers that is no counter of these kinds, and says which.
void keep_kinds(const Table& table, const std::vector<std::string>& kinds, validate::TaskSpec& spec,
                std::vector<std::string>& notes) {
  std::vector<std::string> others;
  std::size_t kept = 0;
  for (const Table::Column& column : table.columns()) {
    const bool has_role = column.name == spec.target || std::ranges::find(spec.groups, column.name) != spec.groups.end() ||
                          std::ranges::find(spec.drop, column.name) != spec.drop.end();
    if (!column.is_number() || has_role) continue;
    const counters::Metric* metric = counters::find_metric(column.name);
    if (metric != nullptr && is_asked(kinds, metric->kind))
      ++kept;
    else
      others.push_back(column.name);
  }
  if (kept == 0)
    throw InputError(fmt::format("--kind {}: no column is a counter of this kind (forewarp counters --help names them)",
                                 fmt::join(kinds, ",")));
  if (!others.empty())
    notes.push_back(fmt::format("left out, as they are no {} counters: {}", fmt::join(kinds, " or "), fmt::join(others, ", ")));
  spec.drop.insert(spec.drop.end(), others.begin(), others.end());
}

}  // namespace

void add_task_options(const Command& command, TaskOptions& o) {
  command.add_option("table", o.table).required();
  command.add_option("--target", o.task.target).required();
  const Option features = command.add_option("--features", o.task.features).delimiter(',').one_at_a_time();
  command.add_option("--kind", o.kinds).delimiter(',').one_at_a_time().excludes(features);
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
  validate::TaskSpec spec = options.task;
  std::vector<std::string> notes;
  check_kinds(options.kinds);
  if (!options.kinds.empty()) keep_kinds(table, options.kinds, spec, notes);
  validate::Task task = validate::task_from(table, spec);
  task.notes.insert(task.notes.begin(), notes.begin(), notes.end());
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
