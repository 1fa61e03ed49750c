// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Figures 1 and 2 of hasan2014: time and efficiency over threads per block 32..1024 and blocks 16..1248.
#include <functional>

#include "papers/hasan2014/tables.hpp"

namespace forewarp::papers::hasan2014 {

/// The 2496 launches, blocks by blocks.
[[nodiscard]] std::vector<Cell> figure_launches();

/// Columns of a surface: a name and a time in ms for every launch of figure_launches().
struct Layer {
  std::string name;
  std::vector<double> time_ms;
  double tau_ms = 0;  ///< efficiency = tau / time
};
/// blocks, threads, and for each layer its time and efficiency.
[[nodiscard]] Table surface_table(const std::vector<Layer>& layers);
/// Time, seen from the corner of few blocks and threads, and efficiency, from the other.
[[nodiscard]] std::vector<Picture> surface_pictures(const std::string& id, const std::string& title,
                                                    const Layer& layer);

/// Figure 1 by the printed model and by ours.
[[nodiscard]] std::vector<Layer> figure1_layers(const Study& study);

/// How the model comes about, for docs/models/wave.md: a wave's time over the warps of an SM, and time over blocks.
[[nodiscard]] std::vector<Picture> story_pictures(const Study& study);

}  // namespace forewarp::papers::hasan2014
