// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the times of repeated launches say, on any machine, however busy (stevens2020, sections 6.1.4 and 8, and more):
/// no device is needed here.
///
/// A shared machine runs slower for seconds at a time, which no number of trials in a row averages out. So trials are
/// spread over passes, and between them a canary runs, one kernel that is always the same. Its times reveal plateaus:
///
///     baseline b = the 10 % quantile of all runs of the canary on this device
///     a run of the canary is slow        when it took more than 1.25 b
///     a trial is in a slow plateau       when the canary before or the canary after it was slow
///     a trial is an anomaly              when |t - m| > 10 s and not m / 3 < t < 3 m, with m the median of the
///                                        trials and s = 1.4826 times their median absolute deviation
///
/// Both are marked and kept. What models learn from is the estimate: the 10 % quantile of the trials that are neither;
/// where fewer than min_usable are left, of all that are no anomalies, and the summary reports it.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace forewarp::run {

struct TimingRules {
  double slow_factor = 1.25;
  double baseline_quantile = 0.1;  ///< of the canary
  double anomaly_spread = 10, anomaly_factor = 3;
  double low_quantile = 0.1;
  bool average = false;  ///< the estimate is the mean of the trials used, as in the paper, not their quantile
  std::size_t min_usable = 5;
};

/// One launch that was timed; or one run of the canary.
struct Timed {
  double seconds = 0;
  double at_s = 0;  ///< when it ended, seconds since 1970
};

/// Which of the times are anomalies. None in fewer than five.
[[nodiscard]] std::vector<bool> anomalies(std::span<const double> seconds, const TimingRules& rules = {});

/// When the machine was slow, according to the canary.
class Plateaus {
 public:
  Plateaus() = default;
  explicit Plateaus(std::vector<Timed> canary, const TimingRules& rules = {});
  /// Whether what ended at this time ran in a slow plateau. False where there is no canary.
  [[nodiscard]] bool slow_at(double at_s) const;
  [[nodiscard]] double baseline_s() const { return baseline_; }
  /// Share of the canary's runs that were slow.
  [[nodiscard]] double slow_share() const;
  /// Median of the last third of the canary's runs over that of the first: above 1 where a device throttles. 1 for
  /// fewer than nine.
  [[nodiscard]] double drift() const;

 private:
  std::vector<Timed> runs_;  // in order of time
  std::vector<bool> slow_;
  double baseline_ = 0;
};

/// A range that holds the median with 95 % confidence, from order statistics (Conover, Practical Nonparametric
/// Statistics, 3rd edition, section 3.2); unbounded for fewer than six.
struct MedianRange {
  double low = 0, high = 0;
  [[nodiscard]] double width() const { return high - low; }
};
[[nodiscard]] MedianRange median_range(std::span<const double> seconds);

struct Marked {
  Timed trial;
  bool anomaly = false, slow = false;
  [[nodiscard]] bool usable() const { return !anomaly && !slow; }
};
[[nodiscard]] std::vector<Marked> mark(std::span<const Timed> trials, const Plateaus& plateaus,
                                       const TimingRules& rules = {});

/// All of it in seconds. Over every trial, but for the estimate and its range.
struct TimingSummary {
  std::size_t trials = 0, anomalies = 0, slow = 0;
  std::size_t used = 0;        ///< trials behind the estimate
  bool from_plateaus = false;  ///< too few trials outside of slow plateaus: the estimate is from all but anomalies
  double average = 0, median = 0, lowest = 0, highest = 0;
  double spread = 0;    ///< between the quartiles
  double estimate = 0;  ///< the low quantile (or the mean) of those used
  MedianRange range;    ///< of the median of those used
};
/// Of no trials: zeros.
[[nodiscard]] TimingSummary summarise(std::span<const Timed> trials, const Plateaus& plateaus,
                                      const TimingRules& rules = {});

}  // namespace forewarp::run
