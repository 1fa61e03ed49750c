// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/task.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/key_columns.hpp"

namespace forewarp::validate {
namespace {

using learn::Transform;
using Names = std::vector<std::string>;

bool among(const Names& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

void must_have(const Table& table, const std::string& name, std::string_view role) {
  if (table.has(name)) return;
  Names columns;
  for (const Table::Column& column : table.columns()) columns.push_back(column.name);
  throw InputError(fmt::format("there is no column '{}' for the {}{}", name, role, did_you_mean(name, columns)));
}

/// Every name is there, and no column has two roles.
void check_names(const Table& table, const TaskSpec& spec) {
  must_have(table, spec.target, "target");
  Names taken = {spec.target};
  const auto take = [&](const Names& names, std::string_view role) {
    for (const std::string& name : names) {
      must_have(table, name, role);
      if (among(taken, name)) throw InputError(fmt::format("column '{}' is named twice ({})", name, role));
      taken.push_back(name);
    }
  };
  take(spec.groups, "groups");
  take(spec.features, "features");
  take(spec.drop, "columns to drop");
}

std::vector<std::string> as_texts(const Table& table, const std::string& column) {
  if (!table.is_number(column)) return table.texts(column);
  std::vector<std::string> texts;
  for (const double value : table.numbers(column)) texts.push_back(fmt::format("{}", value));
  return texts;
}

Names groups_of(const Table& table, const TaskSpec& spec) {
  Names groups = spec.groups;
  if (!groups.empty() || !spec.find_groups) return groups;
  for (const Table::Column& column : table.columns())
    if (std::ranges::find(table::group_columns(), column.name) != table::group_columns().end() &&
        column.name != spec.target && std::holds_alternative<Table::Texts>(column.cells) &&
        !among(spec.features, column.name) && !among(spec.drop, column.name))
      groups.push_back(column.name);
  return groups;
}

/// The requested features, else all numeric columns without another role; keys and texts are left out with a note.
Names features_of(const Table& table, const TaskSpec& spec, const Names& groups, Names& notes) {
  for (const std::string& name : spec.features)
    if (!table.is_number(name)) throw InputError(fmt::format("column '{}' holds text: it cannot be a feature", name));
  if (!spec.features.empty()) return spec.features;
  Names features, texts, keys;
  for (const Table::Column& column : table.columns()) {
    if (column.name == spec.target || among(groups, column.name) || among(spec.drop, column.name)) continue;
    if (!column.is_number())
      texts.push_back(column.name);
    else if (table::is_key_column(column.name))
      keys.push_back(column.name.empty() ? "the column without a name" : column.name);
    else
      features.push_back(column.name);
  }
  if (!keys.empty())
    notes.push_back(
        fmt::format("left out, as they identify the row: {} (--features takes them)", fmt::join(keys, ", ")));
  if (!texts.empty()) notes.push_back(fmt::format("left out, as they hold text: {}", fmt::join(texts, ", ")));
  return features;
}

/// Rows without missing values; an error names the first missing one unless such rows may be skipped.
std::vector<std::size_t> rows_of(const Table& table, const TaskSpec& spec, const Names& features, Names& notes) {
  Names numbers = features;
  if (table.is_number(spec.target)) numbers.push_back(spec.target);
  std::vector<char> usable(table.rows(), 1);
  for (const std::string& name : numbers) {
    const Table::Numbers& cells = table.numbers(name);
    for (std::size_t row = 0; row < cells.size(); ++row) {
      if (std::isfinite(cells[row])) continue;
      if (!spec.skip_missing)
        throw InputError(fmt::format("'{}' in row {} is {}: drop the column or skip such rows", name, row + 1,
                                     std::isnan(cells[row]) ? "missing or NaN" : "infinite"));
      usable[row] = 0;
    }
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < usable.size(); ++row)
    if (usable[row]) rows.push_back(row);
  if (rows.size() < table.rows())
    notes.push_back(
        fmt::format("{} of {} rows left out: a value is missing", table.rows() - rows.size(), table.rows()));
  if (rows.empty()) throw InputError("there are no rows to learn from");
  return rows;
}

Names without_constants(const Table& table, const Names& features, const std::vector<std::size_t>& rows, Names& notes) {
  Names varied, constant;
  for (const std::string& name : features) {
    const Table::Numbers& cells = table.numbers(name);
    const bool same = std::ranges::all_of(rows, [&](std::size_t row) { return cells[row] == cells[rows.front()]; });
    (same ? constant : varied).push_back(name);
  }
  if (!constant.empty())
    notes.push_back(fmt::format("left out, as every row has the same value: {}", fmt::join(constant, ", ")));
  if (varied.empty()) throw InputError("no feature is left: every column of numbers has one value only");
  return varied;
}

bool above_zero(std::span<const double> values) {
  return std::ranges::all_of(values, [](double v) { return v > 0; });
}

}  // namespace

Task task_from(const Table& table, const TaskSpec& spec) {
  check_names(table, spec);
  Task task;
  task.target_name = spec.target;
  task.target_unit = table.column(spec.target).unit;
  const Names groups = groups_of(table, spec);
  Names features = features_of(table, spec, groups, task.notes);
  if (features.empty()) throw InputError("no column of numbers is left to be a feature");
  task.rows = rows_of(table, spec, features, task.notes);
  features = without_constants(table, features, task.rows, task.notes);
  std::vector<learn::Variable> variables;
  for (const std::string& name : features) variables.push_back({name, table.column(name).unit, Transform::identity, 0});
  task.samples = learn::samples_from(table, variables).select_rows(task.rows);
  for (const learn::Variable& variable : variables) task.units.push_back(variable.unit);
  task.target = learn::target_from(table, spec.target).select_rows(task.rows);
  for (const std::string& column : groups) {
    const std::vector<std::string> all = as_texts(table, column);
    Group group{column, {}};
    for (const std::size_t row : task.rows) group.of_row.push_back(all[row]);
    const bool one = std::ranges::count(group.of_row, group.of_row.front()) == std::ssize(group.of_row);
    if (one && spec.groups.empty()) continue;  // recognised by its name only, and without information
    task.groups.push_back(std::move(group));
  }
  learn::check(task.samples, task.target);
  return task;
}

std::string task_digest(const Task& task) {
  std::string bytes = task.target_name + "\n";
  const auto add_numbers = [&](std::span<const double> values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  };
  const auto add_texts = [&](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) bytes += text + "\n";
  };
  add_texts(task.samples.names());
  add_numbers(task.samples.values());
  add_numbers(task.target.values);
  add_texts(task.target.classes);
  for (const Group& group : task.groups) {
    bytes += group.column + "\n";
    add_texts(group.of_row);
  }
  return digest(bytes);
}

void keep_features(Task& task, std::span<const std::size_t> features) {
  if (features.empty()) throw InputError("no feature is left");
  task.samples = task.samples.select_features(features);
  std::vector<std::string> units;
  for (const std::size_t j : features) units.push_back(task.units[j]);
  task.units = std::move(units);
}

Recipe usual_recipe(std::string_view learner) {
  if (learner == "bounds") return {};
  if (learner == "response") return {Transform::identity, Transform::log, learn::ScalingKind::none};
  if (learner.find("tree") != std::string_view::npos || learner.find("forest") != std::string_view::npos ||
      learner.find("boost") != std::string_view::npos)
    return {Transform::identity, Transform::log, learn::ScalingKind::none};
  if (learner == "linear") return {Transform::log, Transform::log, learn::ScalingKind::none};
  return {Transform::log, Transform::log, learn::ScalingKind::z_score};
}

learn::PipelineSpec pipeline_spec(const Task& task, std::string_view learner,
                                  const std::map<std::string, std::string>& settings, const Recipe& recipe) {
  learn::PipelineSpec spec;
  for (std::size_t j = 0; j < task.samples.features(); ++j)
    spec.features.push_back(
        {task.samples.names()[j], "", above_zero(task.samples.feature(j)) ? recipe.features : Transform::identity, 0});
  const bool log_target = !task.target.is_class() && above_zero(task.target.values);
  spec.target = {task.target_name, task.target_unit, log_target ? recipe.target : Transform::identity, 0};
  spec.scaling = recipe.scaling;
  spec.learner = learner;
  spec.settings = settings;
  return spec;
}

}  // namespace forewarp::validate
