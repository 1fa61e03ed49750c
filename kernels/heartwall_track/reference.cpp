// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

constexpr std::size_t side = 16, shifts = 17, reach = 8;

/// The normalised correlation of a template with the frame from its first pixel on.
Bounded correlation(const float* frame, std::size_t width, const float* pattern) {
  Bounded cross, sum, squares;
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t j = 0; j < side; ++j) {
      const Bounded f{frame[i * width + j], 0};
      cross = multiply_add(f, {pattern[i * side + j], 0}, cross);
      sum = sum + f;
      squares = multiply_add(f, f, squares);
    }
  const Bounded spread = squares - sum * sum * Bounded{1.0 / (side * side), 0};
  // sqrt halves a relative error, and may itself be off by 2 units in the last place.
  const double root = std::sqrt(spread.value);
  return cross / Bounded{root, spread.error / root + 4 * unit_roundoff * root};
}

}  // namespace

std::vector<Expected> heartwall_track(const launch::Launch&, const Inputs& inputs) {
  const std::size_t points = inputs.parameter("points"), width = inputs.parameter("width");
  const auto frame = inputs.values<float>("frame"), templates = inputs.values<float>("templates");
  const auto rows = inputs.values<std::int32_t>("rows"), columns = inputs.values<std::int32_t>("columns");
  std::vector<Bounded> likeness;
  Expected moved{.buffer = "moved", .value = {}, .bound = {}};
  for (std::size_t point = 0; point < points; ++point) {
    const std::size_t row = static_cast<std::size_t>(rows[point]) - reach;
    const std::size_t column = static_cast<std::size_t>(columns[point]) - reach;
    Bounded best{-std::numeric_limits<double>::infinity(), 0};
    std::size_t place = 0;
    for (std::size_t shift = 0; shift < shifts * shifts; ++shift) {
      const std::size_t first = (row + shift / shifts) * width + column + shift % shifts;
      const Bounded value = correlation(&frame[first], width, &templates[point * side * side]);
      if (value.value <= best.value) continue;
      best = value;
      place = shift;
    }
    likeness.push_back(best);
    moved.value.push_back(static_cast<double>(place));
  }
  return {moved, expected_from("likeness", likeness)};
}

}  // namespace forewarp::kernels
