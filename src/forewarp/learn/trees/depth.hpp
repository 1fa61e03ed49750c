// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The depth of trees, which braun2020 reports beside the latency (Tables 4 and 5).
#include <optional>

#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/trees/packed.hpp"

namespace forewarp::learn::trees {

/// Steps from the root to the deepest leaf, the mean over the trees.
[[nodiscard]] double mean_depth(const PackedView& forest);
/// Of a predictor that is a forest; nothing of another.
[[nodiscard]] std::optional<double> mean_depth(const Predictor& predictor);

}  // namespace forewarp::learn::trees
