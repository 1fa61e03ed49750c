// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> wavelet_forward(const launch::Launch&, const Inputs& inputs) {
  const std::size_t width = inputs.parameter("width"), half = width / 2;
  const auto image = inputs.values<std::int32_t>("image");
  Expected out{.buffer = "out", .value = std::vector<double>(image.size()), .bound = {}};
  for (std::size_t first = 0; first < image.size(); first += width) {
    std::vector<std::int32_t> detail(half);
    for (std::size_t i = 0; i < half; ++i) {
      const std::int32_t left = image[first + 2 * i], right = image[first + (i + 1 < half ? 2 * i + 2 : 2 * i)];
      detail[i] = image[first + 2 * i + 1] - ((left + right) >> 1);
      out.value[first + half + i] = detail[i];
    }
    for (std::size_t i = 0; i < half; ++i)
      out.value[first + i] = image[first + 2 * i] + ((detail[i > 0 ? i - 1 : 0] + detail[i] + 2) >> 2);
  }
  return {out};
}

}  // namespace forewarp::kernels
