// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/strata.hpp"

namespace forewarp::profile {

Strata::Axis Strata::cut(std::uint32_t extent, StrataLevel level) {
  Axis axis;
  if (level == StrataLevel::one || extent == 1) {
    axis.starts[1] = extent;
  } else if (level == StrataLevel::last || extent == 2) {
    axis.starts[1] = extent - 1;
    axis.starts[2] = extent;
    axis.classes = 2;
  } else {
    axis.starts[2] = extent - 1;
    axis.starts[3] = extent;
    axis.classes = 3;
  }
  return axis;
}

Strata::Strata(launch::Dim3 grid, StrataLevel level) : grid_(grid) {
  const std::uint32_t extents[3] = {grid.x, grid.y, grid.z};
  for (unsigned k = 0; k < 3; ++k) axes_[k] = cut(extents[k], level);
  const auto width = [](const Axis& a, std::uint32_t c) { return std::uint64_t{a.starts[c + 1]} - a.starts[c]; };
  for (std::uint32_t z = 0; z < axes_[2].classes; ++z) {
    for (std::uint32_t y = 0; y < axes_[1].classes; ++y) {
      for (std::uint32_t x = 0; x < axes_[0].classes; ++x) {
        population_.push_back(width(axes_[0], x) * width(axes_[1], y) * width(axes_[2], z));
      }
    }
  }
}

std::uint32_t Strata::of(std::uint64_t linear) const {
  const std::uint64_t places[3] = {linear % grid_.x, linear / grid_.x % grid_.y,
                                   linear / (std::uint64_t{grid_.x} * grid_.y)};
  std::uint32_t stratum = 0;
  for (unsigned k = 3; k-- > 0;) {
    std::uint32_t c = 0;
    while (c + 1 < axes_[k].classes && places[k] >= axes_[k].starts[c + 1]) ++c;
    stratum = stratum * axes_[k].classes + c;
  }
  return stratum;
}

std::uint64_t Strata::block(std::uint32_t stratum, std::uint64_t rank) const {
  std::uint64_t places[3];
  for (unsigned k = 0; k < 3; ++k) {
    const auto c = stratum % axes_[k].classes;
    stratum /= axes_[k].classes;
    const std::uint64_t width = axes_[k].starts[c + 1] - axes_[k].starts[c];
    places[k] = axes_[k].starts[c] + rank % width;
    rank /= width;
  }
  return places[0] + grid_.x * (places[1] + grid_.y * places[2]);
}

}  // namespace forewarp::profile
