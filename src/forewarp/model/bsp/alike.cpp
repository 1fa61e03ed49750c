// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/alike.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "forewarp/support/statistics.hpp"

namespace forewarp::model::bsp {
namespace {

std::vector<LambdaOfRun> runs_of(const RunsBySize& runs) {
  std::vector<LambdaOfRun> all;
  for (const auto& [size, run] : runs) all.push_back(run);
  return all;
}

/// log(lambda / lambda between the runs of the sizes in `known`) of the other boards, their mean; nothing where none
/// has all of these sizes.
std::optional<double> pattern(const std::vector<RunsBySize>& others, const RunsBySize& known, const std::string& size) {
  std::vector<double> logs;
  for (const RunsBySize& other : others) {
    RunsBySize common;
    for (const auto& [at, run] : known)
      if (const auto there = other.find(at); there != other.end()) common.insert(*there);
    const auto here = other.find(size);
    if (here == other.end() || common.empty() || common.size() < known.size()) continue;
    logs.push_back(std::log(here->second.lambda / lambda_between(runs_of(common), here->second.predicted_s)));
  }
  if (logs.empty()) return std::nullopt;
  return mean(logs);
}

/// A^2: the mean square of the pattern over the sizes that the own board did not run.
double explained(const std::vector<RunsBySize>& others, const RunsBySize& own) {
  std::set<std::string> sizes;
  for (const RunsBySize& other : others)
    for (const auto& [size, run] : other)
      if (!own.contains(size)) sizes.insert(size);
  std::vector<double> squares;
  for (const std::string& size : sizes)
    if (const auto m = pattern(others, own, size)) squares.push_back(*m * *m);
  return squares.empty() ? 0 : mean(squares);
}

/// d^2: what the pattern misses of the run in the middle, by the model's time, when it is predicted from the rest.
double missed(const std::vector<RunsBySize>& others, const RunsBySize& own) {
  std::vector<std::pair<double, std::string>> by_time;
  for (const auto& [size, run] : own) by_time.emplace_back(run.predicted_s, size);
  std::ranges::sort(by_time);
  const std::string& middle = by_time[by_time.size() / 2].second;
  RunsBySize rest = own;
  rest.erase(middle);
  const LambdaOfRun& run = own.at(middle);
  const double measured = std::log(run.lambda / lambda_between(runs_of(rest), run.predicted_s));
  return std::pow(measured - pattern(others, rest, middle).value_or(0), 2);
}

}  // namespace

bool alike(const device::DeviceSpec& a, const device::DeviceSpec& b) {
  return a.compute_capability / 10 == b.compute_capability / 10 && a.memory_bus_bits == b.memory_bus_bits;
}

/// Example: own lambdas 1, 1, 1, and a board alike with 1, 1, 1 at the same sizes and 0.5 at the size asked: d = 0, so
/// that lambda is 0.5. Had the middle run been 0.5 as well, d^2 would equal A^2, and lambda would be about 0.5^(1/2)
/// times that of the own runs.
double lambda_with_alike(const RunsBySize& own, const std::vector<RunsBySize>& others, const std::string& size,
                         double predicted_s) {
  const double between = lambda_between(runs_of(own), predicted_s);
  if (own.size() < 3 || own.contains(size)) return between;
  const auto m = pattern(others, own, size);
  const double known = m ? explained(others, own) : 0;
  if (known <= 0) return between;
  return between * std::exp(*m * known / (known + missed(others, own)));
}

}  // namespace forewarp::model::bsp
