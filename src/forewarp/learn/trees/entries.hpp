// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The learners of this folder.
#include "forewarp/learn/learners.hpp"

namespace forewarp::learn::trees {

[[nodiscard]] LearnerEntry tree_entry();
[[nodiscard]] LearnerEntry random_forest_entry();
[[nodiscard]] LearnerEntry extra_trees_entry();
[[nodiscard]] LearnerEntry boosted_trees_entry();
[[nodiscard]] LearnerEntry quantile_forest_entry();

}  // namespace forewarp::learn::trees
