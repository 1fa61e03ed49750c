// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What features are worth, most first; how much worse predictions of held-out rows get when a feature is shuffled.
///
///     feature      impurity  shuffled: random folds  shuffled: by kernel, each left out
///     global_bytes     31 %             +24 % (3.1 %)                       +11 % (9.0 %)
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/learn/validation/importance.hpp"

namespace forewarp::report {

struct SchemeImportances {
  std::string scheme;
  validate::Importances importances;
};

/// Sorted by the rise in error under the first scheme.
[[nodiscard]] std::string importance_text(const std::vector<SchemeImportances>& schemes);
[[nodiscard]] std::string importance_csv(const std::vector<SchemeImportances>& schemes);
[[nodiscard]] nlohmann::json importance_json(const std::vector<SchemeImportances>& schemes);

}  // namespace forewarp::report
