// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a model file holds, and its answers for rows.
///
///     extra_trees on 12 features, 1650 rows, target time; ranges of 90 %: 0.71 to 1.44 times the prediction
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/learn/model_file.hpp"

namespace forewarp::report {

[[nodiscard]] std::string model_text(const learn::Pipeline& pipeline, const learn::ModelNotes& notes);
[[nodiscard]] nlohmann::json model_json(const learn::Pipeline& pipeline, const learn::ModelNotes& notes);

/// One row: its name, the answer, the features outside the training data, and what was
/// measured where the table has it (NaN else; of classes the index).
struct AnsweredRow {
  std::string label;
  learn::Answer answer;
  std::vector<std::string> outside;
  double measured = 0;
};

[[nodiscard]] std::string answers_text(const learn::Pipeline& pipeline, const std::vector<AnsweredRow>& rows);
[[nodiscard]] std::string answers_csv(const learn::Pipeline& pipeline, const std::vector<AnsweredRow>& rows);
[[nodiscard]] nlohmann::json answers_json(const learn::Pipeline& pipeline, const std::vector<AnsweredRow>& rows);

}  // namespace forewarp::report
