// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Figures 3, 4 and 5 as pictures, from the tables of the same names.
#include "forewarp/learn/selection/selection.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::amaris2022_learned {

[[nodiscard]] Picture qq_picture(const Table& quantiles);
/// Ten clusters, as the paper cuts it.
[[nodiscard]] Picture dendrogram_picture(const learn::FeatureSelection& selection);
/// In logarithms beside the printed totals of Tables 14 and 15 (2 GPU features, 5 of the kernel), the one point of
/// Figure 5 that the paper has as a number; and in seconds.
[[nodiscard]] std::vector<Picture> bar_pictures(const Table& errors);

}  // namespace forewarp::papers::amaris2022_learned
