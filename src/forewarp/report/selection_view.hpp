// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which features were chosen out of many, and why.
///
///     4 features, 2 over the threshold, 1 chosen
///     left out cycles: its name means time in another unit
///     feature  correlation  cluster  variance  chosen
///     n             0.8286        1     0.114  yes
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/learn/selection/selection.hpp"

namespace forewarp::report {

/// leaks_kept: features that are time in disguise were named, not left out.
[[nodiscard]] std::string selection_text(const learn::FeatureSelection& selection, bool leaks_kept);
[[nodiscard]] std::string selection_csv(const learn::FeatureSelection& selection);
/// {"features", "selected", "kept": [{"feature", "correlation", "cluster", "variance", "chosen"}], "matrix" (kept x
/// kept), "order" (leaves of the tree so that no branches cross), "merges": [[a, b, height]], "notes"}.
[[nodiscard]] nlohmann::json selection_json(const learn::FeatureSelection& selection, bool leaks_kept);

}  // namespace forewarp::report
