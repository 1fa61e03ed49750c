// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/moments.hpp"

#include <numeric>

namespace forewarp::learn {

Moments moments(std::span<const double> x) {
  Moments m{0, 0, x.size()};
  if (x.empty()) return m;
  // Offsets from the first value: a constant has mean x[0] to the bit, and so no spread.
  for (const double v : x) m.mean += v - x[0];
  m.mean = x[0] + m.mean / static_cast<double>(x.size());
  for (const double v : x) m.squares += (v - m.mean) * (v - m.mean);
  return m;
}

std::vector<double> shares(std::vector<double> values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (sum > 0)
    for (double& value : values) value /= sum;
  return values;
}

}  // namespace forewarp::learn
