// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a search over settings found, and what the choice is worth.
///
///     24 settings, 30 iterations of 3 folds, settings chosen on inner folds of the training rows
///       setting                                   MAPE on the folds of the choice
///       criterion=mae,max_features=all,trees=512  11.2 %  <- best
///     outer folds: MAPE median 12.1 % [11.0 %, 13.9 %]
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/learn/validation/search.hpp"

namespace forewarp::report {

[[nodiscard]] std::string search_text(const std::vector<std::string>& settings, const validate::SearchResult& result,
                                      validate::Nesting nesting);
/// A line for each outer fold.
[[nodiscard]] std::string search_csv(const std::vector<std::string>& settings, const validate::SearchResult& result);
[[nodiscard]] nlohmann::json search_json(const std::vector<std::string>& settings, const validate::SearchResult& result,
                                         validate::Nesting nesting);

}  // namespace forewarp::report
