// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A surface over two variables as a picture: seen from above a corner, far parts drawn first, coloured by height.
#include <string>
#include <vector>

namespace forewarp::papers {

struct Surface {
  std::string title, x_name, y_name, z_name;
  std::vector<double> x, y;         ///< ascending, at least two each
  std::vector<double> z;            ///< z[i * y.size() + j] at x[i], y[j]; not negative
  bool low_corner_in_front = true;  ///< where the surface rises with x and y, so that nothing hides the rest
};

/// Throws InputError for fewer than two points a side, a z of another size or one that is not finite.
[[nodiscard]] std::string svg_surface(const Surface& surface);

}  // namespace forewarp::papers
