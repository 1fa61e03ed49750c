// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

/// In single precision, operation for operation as the kernel: near the border of the set any other rounding gives
/// another count.
int steps_to_escape(float real, float imaginary, int limit) {
  float x = 0, y = 0;
  int count = 0;
  while (count < limit && std::fma(x, x, y * y) <= 4.0F) {
    const float next = std::fma(x, x, std::fma(-y, y, real));
    y = std::fma(x + x, y, imaginary);
    x = next;
    ++count;
  }
  return count;
}

}  // namespace

std::vector<Expected> mandelbrot(const launch::Launch&, const Inputs& inputs) {
  const auto value = [&](const char* name) { return static_cast<float>(inputs.scalar(name)); };
  const int limit = static_cast<int>(inputs.scalar("limit"));
  Expected iterations{.buffer = "iterations", .value = {}, .bound = {}};
  for (std::size_t row = 0; row < inputs.parameter("height"); ++row)
    for (std::size_t column = 0; column < inputs.parameter("width"); ++column)
      iterations.value.push_back(steps_to_escape(std::fma(value("step_x"), static_cast<float>(column), value("left")),
                                                 std::fma(value("step_y"), static_cast<float>(row), value("top")),
                                                 limit));
  return {iterations};
}

}  // namespace forewarp::kernels
