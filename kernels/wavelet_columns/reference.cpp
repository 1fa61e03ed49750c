// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> wavelet_columns(const launch::Launch&, const Inputs& inputs) {
  const std::size_t width = inputs.parameter("width"), half = inputs.parameter("height") / 2;
  const auto image = inputs.values<std::int32_t>("image");
  Expected out{.buffer = "out", .value = std::vector<double>(image.size()), .bound = {}};
  for (std::size_t column = 0; column < width; ++column) {
    const auto pixel = [&](std::size_t row) { return image[row * width + column]; };
    std::vector<std::int32_t> detail(half);
    for (std::size_t i = 0; i < half; ++i) {
      detail[i] = pixel(2 * i + 1) - ((pixel(2 * i) + pixel(i + 1 < half ? 2 * i + 2 : 2 * i)) >> 1);
      out.value[(half + i) * width + column] = detail[i];
      out.value[i * width + column] = pixel(2 * i) + ((detail[i > 0 ? i - 1 : 0] + detail[i] + 2) >> 2);
    }
  }
  return {out};
}

}  // namespace forewarp::kernels
