// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A dendrogram as a picture: names below, a bracket where two clusters join, as high as they are apart.
#include <string>
#include <vector>

#include "forewarp/learn/selection/clustering.hpp"

namespace forewarp::papers {

struct Tree {
  std::string title, height_name;
  std::vector<std::string> names;  ///< of the leaves
  learn::Dendrogram dendrogram;
  std::size_t clusters = 0;  ///< a dashed line cuts the tree into so many; 0: none
};

/// Throws InputError for fewer than two leaves, or names of another number.
[[nodiscard]] std::string svg_tree(const Tree& tree);

}  // namespace forewarp::papers
