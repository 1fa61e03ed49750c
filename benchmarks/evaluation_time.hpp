// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How long a count takes to evaluate at a new size, for the benchmarks of counting.
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/symbolic/sets/evaluator.hpp"

namespace forewarp::bench {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Seconds an evaluation, the median of five rounds of 2000; a parameter that `sizes` lacks is 1.
inline double evaluation_s(const symbolic::PwQPolynomial& formula, const std::map<std::string, std::int64_t>& sizes) {
  constexpr int rounds = 5, evaluations = 2000;
  const symbolic::Evaluator evaluator(formula);
  std::vector<std::int64_t> values;
  for (const std::string& name : evaluator.parameters()) values.push_back(sizes.contains(name) ? sizes.at(name) : 1);
  std::vector<double> times;
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < evaluations; ++n) sum += evaluator(values).value();
    times.push_back(seconds_since(start) / evaluations);
  }
  if (!(sum >= 0)) throw Error("a count is negative");
  return median(times);
}

}  // namespace forewarp::bench
