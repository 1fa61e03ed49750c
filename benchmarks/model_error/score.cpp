// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "model_error/score.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "forewarp/support/statistics.hpp"

namespace forewarp::bench {
namespace {

double rank_correlation(const std::vector<Sample>& samples) {
  std::vector<double> measured, predicted;
  for (const Sample& s : samples) {
    measured.push_back(s.measured_s);
    predicted.push_back(s.predicted_s);
  }
  return spearman(predicted, measured);
}

std::string commonest_limiters(const std::vector<Sample>& samples) {
  std::map<std::string, std::size_t> counts;
  for (const Sample& s : samples) ++counts[s.limiter];
  std::vector<std::pair<std::size_t, std::string>> order;
  for (const auto& [name, n] : counts) order.emplace_back(n, name);
  std::sort(order.rbegin(), order.rend());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
    text += fmt::format("{}{} {:.0f}%", i ? ", " : "", order[i].second,
                        100.0 * double(order[i].first) / double(samples.size()));
  return text;
}

void print_line(const std::string& name, const std::vector<Sample>& samples) {
  const Summary s = summarise(samples);
  fmt::print("  {:<34} {:>6} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.2f} {:>8.0f} {:>8.3f}  {}\n", name, s.count,
             100 * s.median, 100 * s.mean, 100 * s.q90, 100 * s.largest, s.bias, 100 * s.in_range, s.spearman,
             commonest_limiters(samples));
}

}  // namespace

std::vector<std::pair<std::string, std::vector<Sample>>> by_group(const std::vector<Sample>& samples) {
  std::vector<std::pair<std::string, std::vector<Sample>>> groups;
  std::map<std::string, std::size_t> index;
  for (const Sample& s : samples) {
    const auto [at, fresh] = index.emplace(s.group, groups.size());
    if (fresh) groups.emplace_back(s.group, std::vector<Sample>{});
    groups[at->second].second.push_back(s);
  }
  return groups;
}

Summary summarise(const std::vector<Sample>& samples) {
  Summary r;
  r.count = samples.size();
  if (samples.empty()) return r;
  std::vector<double> errors, ratios, ranks;
  std::size_t inside = 0;
  for (const Sample& s : samples) {
    ratios.push_back(s.predicted_s / s.measured_s);
    errors.push_back(std::abs(s.predicted_s - s.measured_s) / s.measured_s);
    inside += s.low_s <= s.measured_s && s.measured_s <= s.high_s;
  }
  for (const auto& [name, group] : by_group(samples)) ranks.push_back(rank_correlation(group));
  r.mean = mean(errors);
  r.median = median(errors);
  r.q90 = quantile(errors, 0.9);
  r.largest = *std::max_element(errors.begin(), errors.end());
  r.bias = median(ratios);
  r.in_range = double(inside) / double(samples.size());
  r.spearman = median(ranks);
  return r;
}

void print(const std::string& title, const std::vector<Sample>& samples) {
  fmt::print("{}\n  {:<34} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}  {}\n", title, "relative error of seconds",
             "n", "median%", "mean%", "90%", "max%", "pred/m", "inside%", "rank r", "limiter");
  const auto groups = by_group(samples);
  for (const auto& [name, group] : groups) print_line(name, group);
  if (groups.size() > 1) print_line("all", samples);
  fmt::print("\n");
}

}  // namespace forewarp::bench
