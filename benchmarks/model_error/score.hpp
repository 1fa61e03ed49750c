// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predicted against measured times, by kernel, and what is said of them.
#include <string>
#include <vector>

namespace forewarp::bench {

struct Sample {
  std::string group;  ///< the kernel (and device) within which ranks are compared
  double measured_s = 0, predicted_s = 0, low_s = 0, high_s = 0;
  std::string limiter;
  std::string kernel = {}, device = {};  ///< where the data has both
  double size = 0;                       ///< n, likewise
};

struct Summary {
  std::size_t count = 0;
  double mean = 0, median = 0, q90 = 0, largest = 0;  ///< of |predicted - measured| / measured
  double bias = 0;                                    ///< median of predicted / measured
  double in_range = 0;                                ///< share of samples between low and high
  double spearman = 0;                                ///< of the group; over several groups the median of theirs
};
[[nodiscard]] Summary summarise(const std::vector<Sample>& samples);

/// Samples of each group, groups in order of appearance.
[[nodiscard]] std::vector<std::pair<std::string, std::vector<Sample>>> by_group(const std::vector<Sample>& samples);

/// One line a group and one for all.
void print(const std::string& title, const std::vector<Sample>& samples);

}  // namespace forewarp::bench
