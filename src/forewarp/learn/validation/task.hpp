// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a table and the user's specification to a learning task: target, features and groups.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::validate {

struct TaskSpec {
  std::string target;
  std::vector<std::string> features = {};  ///< empty: every column of numbers that is no target, no group, no key
                                           ///< (table/key_columns.hpp) and not dropped
  std::vector<std::string> drop = {};      ///< columns that are no features
  std::vector<std::string> groups = {};    ///< columns that say what belongs together; never features
  bool find_groups = true;                 ///< without groups: columns of text with a usual name (table::group_columns)
  bool skip_missing = false;               ///< rows where a feature or the target is NaN or infinite are left out
};

struct Group {
  std::string column;
  std::vector<std::string> of_row;
};

struct Task {
  std::string target_name, target_unit;
  learn::Samples samples;
  std::vector<std::string> units;  ///< of the features, empty where none was given
  learn::Target target;
  std::vector<Group> groups;
  std::vector<std::size_t> rows;   ///< of the table, one a sample
  std::vector<std::string> notes;  ///< what was left out and why, a line each
};

/// Throws InputError naming a column that is not there (with near names), that is used twice, or a feature that holds
/// text; where no feature or no row is left; and naming column and row where a value is NaN or infinite unless such
/// rows are skipped. Columns of text and columns with one value only are left out with a note.
[[nodiscard]] Task task_from(const Table& table, const TaskSpec& spec);

/// Of all values, names and groups: processes that share an evaluation compare it.
[[nodiscard]] std::string task_digest(const Task& task);

/// The task with these features only, by index.
void keep_features(Task& task, std::span<const std::size_t> features);

/// How a learner wants to be shown its task: transforms and scaling that its kind is used to. Trees take features as
/// they are and the logarithm of the target; distances and kernels take logarithms and z-scores; bounds take both as
/// they are. A logarithm is taken only of columns above zero throughout.
struct Recipe {
  learn::Transform features = learn::Transform::identity, target = learn::Transform::identity;
  learn::ScalingKind scaling = learn::ScalingKind::none;
};
[[nodiscard]] Recipe usual_recipe(std::string_view learner);
[[nodiscard]] learn::PipelineSpec pipeline_spec(const Task& task, std::string_view learner,
                                                const std::map<std::string, std::string>& settings,
                                                const Recipe& recipe);

}  // namespace forewarp::validate
