// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/shares.hpp"

#include <numeric>

namespace forewarp::learn {

std::vector<double> shares(std::vector<double> values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (sum > 0)
    for (double& value : values) value /= sum;
  return values;
}

}  // namespace forewarp::learn
