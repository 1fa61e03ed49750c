// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Learners simple enough to foresee what validation must say of them.
#include <memory>
#include <numeric>
#include <vector>

#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/validation/method.hpp"

namespace forewarp::validate::test {

using learn::FitOptions;
using learn::Samples;
using learn::Target;

inline Samples samples_of(std::vector<std::string> names, const std::vector<std::vector<double>>& columns) {
  Samples samples(std::move(names), columns.front().size());
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (std::size_t i = 0; i < columns[j].size(); ++i) samples.feature(j)[i] = columns[j][i];
  return samples;
}

/// Says factor times the first feature, whatever it was shown; in a thousandth the seed shows.
inline Method proportional(double factor, bool show_seed = false) {
  return {"proportional", false,
          [factor, show_seed](const Samples& samples, const Target&, const Split& split, const FitOptions& options) {
            std::vector<double> answer;
            for (const std::size_t row : split.test)
              answer.push_back(factor * samples.at(row, 0) *
                               (show_seed ? 1 + 1e-6 * static_cast<double>(options.seed % 1000) : 1));
            return answer;
          }};
}

}  // namespace forewarp::validate::test
