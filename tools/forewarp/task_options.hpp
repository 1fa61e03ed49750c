// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The options that train, evaluate and importance share: which table, what is learnt of it, by which learner.

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/learn/validation/evaluate.hpp"
#include "forewarp/learn/validation/task.hpp"

namespace forewarp::tool {

struct TaskOptions {
  std::string table;
  validate::TaskSpec task;
  std::vector<std::string> kinds;  ///< of counters that are features; empty: any column of numbers
  std::string transform = "usual", target_transform = "usual", scaling = "usual";
  std::size_t folds = 10;
  double level = 0.9;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool keep_leaks = false, json = false, csv = false;
};

void add_task_options(const Command& command, TaskOptions& options);

/// The table read, columns checked, and features that give the target away left out unless --keep-leaks.
[[nodiscard]] validate::Task task_of(const TaskOptions& options);

/// What was left out and why, a line each.
[[nodiscard]] std::string notes_text(const validate::Task& task);

/// "extra_trees", or with settings "extra_trees:trees=256,criterion=mae".
struct LearnerChoice {
  std::string name;
  std::map<std::string, std::string> settings;
};
[[nodiscard]] LearnerChoice learner_choice(const std::string& text);
/// What is learnt when nobody says by what.
[[nodiscard]] std::string usual_learner(const validate::Task& task);

/// The learner's usual recipe with --transform, --target-transform and --scaling over it.
[[nodiscard]] learn::PipelineSpec pipeline_of(const TaskOptions& options, const validate::Task& task,
                                              const LearnerChoice& choice);
[[nodiscard]] std::shared_ptr<const learn::Learner> learner_of(const TaskOptions& options, const validate::Task& task,
                                                               const LearnerChoice& choice);

}  // namespace forewarp::tool
