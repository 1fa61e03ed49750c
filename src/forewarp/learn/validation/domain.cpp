// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/domain.hpp"

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::validate {

Domain domain_of(const learn::Samples& samples) {
  if (samples.rows() == 0) throw InputError("there are no samples to learn from");
  Domain domain;
  for (std::size_t j = 0; j < samples.features(); ++j) {
    const auto [low, high] = std::ranges::minmax(samples.feature(j));
    domain.low.push_back(low);
    domain.high.push_back(high);
  }
  return domain;
}

std::vector<std::size_t> outside(const Domain& domain, std::span<const double> row) {
  FOREWARP_ASSERT(row.size() == domain.low.size(), "a row has the features that the domain has");
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < row.size(); ++j)
    if (!(row[j] >= domain.low[j] && row[j] <= domain.high[j])) out.push_back(j);
  return out;
}

}  // namespace forewarp::validate
