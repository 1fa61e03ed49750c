// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/support/statistics.hpp"

namespace forewarp::run {
namespace {

std::vector<double> seconds_of(std::span<const Timed> timed) {
  std::vector<double> seconds;
  for (const Timed& t : timed) seconds.push_back(t.seconds);
  return seconds;
}

bool ended_earlier(const Timed& a, const Timed& b) { return a.at_s < b.at_s; }

}  // namespace

/// Outliers by two conditions: more than anomaly_spread standard deviations from the median, and off by the factor
/// anomaly_factor. The deviation is estimated as 1.4826 * the median absolute deviation (exact for a normal
/// distribution), which outliers themselves do not change; the factor keeps very regular times from having outliers of
/// a fraction of a percent. O(n log n).
std::vector<bool> anomalies(std::span<const double> seconds, const TimingRules& rules) {
  std::vector<bool> marks(seconds.size(), false);
  if (seconds.size() < 5) return marks;
  const double middle = median(seconds);
  std::vector<double> distances;
  for (const double t : seconds) distances.push_back(std::abs(t - middle));
  const double spread = 1.4826 * median(distances);
  // Example: 10.0, 10.1, 9.9, 10.2 and 35 ms: median 10.1, distances 0.1, 0, 0.2, 0.1, 24.9, so
  // their median is 0.1 and the spread 0.148. 35 ms is off by 24.9 > 10 * 0.148 and by the factor
  // 3.5 >= 3: an anomaly. 12 ms in its place would be off by 1.9 > 1.48, too, but only by a factor
  // of 1.2, and stays.
  for (std::size_t i = 0; i < seconds.size(); ++i)
    marks[i] = distances[i] > rules.anomaly_spread * spread &&
               (seconds[i] >= rules.anomaly_factor * middle || seconds[i] * rules.anomaly_factor <= middle);
  return marks;
}

/// The canary is fast most of the time; its low quantile is the time at full clocks. A run is slow if it exceeds that
/// by slow_factor.
Plateaus::Plateaus(std::vector<Timed> canary, const TimingRules& rules) : runs_(std::move(canary)) {
  if (runs_.empty()) return;
  std::stable_sort(runs_.begin(), runs_.end(), ended_earlier);
  baseline_ = quantile(seconds_of(runs_), rules.baseline_quantile);
  for (const Timed& run : runs_) slow_.push_back(run.seconds > rules.slow_factor * baseline_);
}

/// A trial counts as slow if the canary was slow right before or right after it. Binary search: O(log runs). Example:
/// runs at 10 s (fast) and 11 s (slow): a trial at 10.4 s is slow, one at 9.5 s is not.
bool Plateaus::slow_at(double at_s) const {
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), Timed{0, at_s}, ended_earlier);
  const auto next = static_cast<std::size_t>(after - runs_.begin());
  return (next < runs_.size() && slow_[next]) || (next > 0 && slow_[next - 1]);
}

double Plateaus::slow_share() const {
  if (slow_.empty()) return 0;
  return static_cast<double>(std::count(slow_.begin(), slow_.end(), true)) / static_cast<double>(slow_.size());
}

/// Median of the last third over that of the first; 1 below nine runs. Runs of 2.0 ms at the start
/// and 2.3 ms at the end are a drift of 1.15: the device throttled, and launches of late passes
/// take 15 % longer.
double Plateaus::drift() const {
  const std::size_t third = runs_.size() / 3;
  if (third < 3) return 1;
  const std::vector<double> all = seconds_of(runs_);
  const double first = median(std::span(all).first(third));
  return first > 0 ? median(std::span(all).last(third)) / first : 1;
}

/// Confidence interval of the median from order statistics, free of assumptions about the distribution: the number of
/// values below the true median is binomial(n, 1/2), so ranks n / 2 -+ 1.96 sqrt(n) / 2 enclose it with 95 %. Example:
/// n = 20: 0.98 * 4.47 = 4.4, so the 6th and the 15th value. Infinite below six values.
MedianRange median_range(std::span<const double> seconds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(seconds.size());
  if (n < 6) return {-infinity, infinity};
  std::vector<double> sorted(seconds.begin(), seconds.end());
  std::sort(sorted.begin(), sorted.end());
  const double half_width = 0.98 * std::sqrt(n);  // 1.96 standard deviations of a binomial(n, 1/2)
  const auto below = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2 - half_width)));
  return {sorted[below], sorted[sorted.size() - 1 - below]};
}

std::vector<Marked> mark(std::span<const Timed> trials, const Plateaus& plateaus, const TimingRules& rules) {
  const std::vector<bool> outlying = anomalies(seconds_of(trials), rules);
  std::vector<Marked> marked;
  for (std::size_t i = 0; i < trials.size(); ++i)
    marked.push_back({trials[i], outlying[i], plateaus.slow_at(trials[i].at_s)});
  return marked;
}

/// The estimate is a low quantile of the usable trials (no outlier, canary fast). Where too few are
/// usable, the trials on slow plateaus are used too, and from_plateaus marks the result. A low
/// quantile and not the mean, because disturbances only ever add time; not the minimum, because
/// that depends on the number of trials.
TimingSummary summarise(std::span<const Timed> trials, const Plateaus& plateaus, const TimingRules& rules) {
  TimingSummary summary;
  summary.trials = trials.size();
  if (trials.empty()) return summary;
  std::vector<double> usable, regular;
  for (const Marked& m : mark(trials, plateaus, rules)) {
    summary.anomalies += m.anomaly;
    summary.slow += m.slow;
    if (m.usable()) usable.push_back(m.trial.seconds);
    if (!m.anomaly) regular.push_back(m.trial.seconds);
  }
  summary.from_plateaus = usable.size() < rules.min_usable && regular.size() > usable.size();
  const std::vector<double>& used = summary.from_plateaus ? regular : usable;
  const std::vector<double> all = seconds_of(trials);
  summary.used = used.size();
  summary.average = mean(all);
  summary.median = median(all);
  summary.lowest = quantile(all, 0);
  summary.highest = quantile(all, 1);
  summary.spread = quantile(all, 0.75) - quantile(all, 0.25);
  summary.estimate = rules.average ? mean(used) : quantile(used, rules.low_quantile);
  summary.range = median_range(used);
  return summary;
}

}  // namespace forewarp::run
