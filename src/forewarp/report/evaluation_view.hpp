// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far a learner can be trusted, beside the baselines.
///
///     by kernel, each left out: trees is off by 19 % (median by 64 %)
///
///     time of 104 rows by 28 features
///
///     by kernel, each left out: 37 folds, 104 rows
///       method            median   MAPE    90 %     max  factor     R2  rank  range of 90 %
///       mean             301 %     900 %   2.1k %  ...    7.31   0.00  0.00
///       extra_trees       8.1 %     12 %    31 %    88 %   1.15   0.98  0.99  x1.45, covers 91 %
///       19 rows lie outside what was learnt from: extra_trees is off by 40 % there, by 7.5 % elsewhere (medians)
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/learn/validation/evaluate.hpp"
#include "forewarp/learn/validation/task.hpp"

namespace forewarp::report {

[[nodiscard]] std::string evaluation_text(const validate::Task& task, const validate::Evaluation& evaluation);
/// A line for each scheme and method; errors are fractions.
[[nodiscard]] std::string evaluation_csv(const validate::Evaluation& evaluation);
/// {"target", "rows", "features", "notes", "schemes": [{"name", "folds", "rows", "outside", "methods": [...]}]}.
[[nodiscard]] nlohmann::json evaluation_json(const validate::Task& task, const validate::Evaluation& evaluation);
/// A line for each row of the table that was used: measured, then a column for each scheme and method.
[[nodiscard]] std::string held_out_csv(const validate::Task& task, const validate::Evaluation& evaluation);

/// The same of what is no baseline, for a page: {"target", "unit", "measured", "labels" (the first group), "predicted":
/// {scheme: {method: [...]}}, "folds": {scheme: [the fold that tests each row]}}; null where a scheme never tests a
/// row.
[[nodiscard]] nlohmann::json held_out_json(const validate::Task& task, const validate::Evaluation& evaluation);

}  // namespace forewarp::report
