// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> attention_scores(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n"), width = inputs.parameter("WIDTH");
  const Bounded scale = reciprocal_root({static_cast<double>(width), 0});
  const auto q = exact(inputs.values<float>("q")), k = exact(inputs.values<float>("k"));
  std::vector<Bounded> scores;
  for (std::size_t row = 0; row < q.size() / width; ++row)
    for (std::size_t j = 0; j < n; ++j) {
      const Bounded *a = &q[row * width], *b = &k[(row / n * n + j) * width];
      Bounded sum;
      for (std::size_t c = 0; c < width; ++c) sum = multiply_add(a[c], b[c], sum);
      scores.push_back(sum * scale);
    }
  return {expected_from("scores", scores)};
}

}  // namespace forewarp::kernels
