// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

/// The weights exp(score - the largest score) of all keys for one query, before they are added up.
std::vector<Bounded> weights(const Bounded* query, const Bounded* keys, std::size_t n, std::size_t width) {
  const Bounded scale = reciprocal_root({static_cast<double>(width), 0});
  std::vector<Bounded> scores(n);
  double most = -INFINITY, least = INFINITY;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t c = 0; c < width; ++c) scores[j] = multiply_add(query[c] * scale, keys[j * width + c], scores[j]);
    most = std::max(most, scores[j].value);
    least = std::min(least, scores[j].value);
  }
  // Differences of scores are rounded, at every step by half a unit of itself; together they are the spread. A tile
  // scales by one expf (2 units) and one product.
  const double shrinks = std::ceil(static_cast<double>(n) / 16);
  const double relative = gamma(most - least + 5 * shrinks);
  for (Bounded& score : scores) {
    const Bounded exact_difference{score.value - most, score.error};
    score = exponential(exact_difference);
    score.error += relative * (score.value + score.error);
  }
  return scores;
}

}  // namespace

std::vector<Expected> attention_flash_like(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n"), width = inputs.parameter("WIDTH");
  const auto q = exact(inputs.values<float>("q")), k = exact(inputs.values<float>("k"));
  const auto v = exact(inputs.values<float>("v"));
  std::vector<Bounded> out;
  for (std::size_t row = 0; row < q.size() / width; ++row) {
    const std::size_t head = row / n * n * width;
    const std::vector<Bounded> weight = weights(&q[row * width], &k[head], n, width);
    Bounded total;
    for (const Bounded each : weight) total = total + each;
    for (std::size_t c = 0; c < width; ++c) {
      Bounded sum;
      double moduli = 0;
      for (std::size_t j = 0; j < n; ++j) {
        sum = multiply_add(weight[j], v[head + j * width + c], sum);
        moduli += weight[j].value * std::abs(v[head + j * width + c].value);
      }
      sum.error += gamma(static_cast<double>(n)) * moduli;  // partial sums may be larger than those of this order
      out.push_back(sum / total);
    }
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
