// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/best_scan.hpp"
#include "forewarp/learn/trees/impurity.hpp"
#include "forewarp/learn/trees/running_median.hpp"

namespace forewarp::learn::trees {
namespace {

/// Two passes with a running median: removing rows from the front leaves the right side of each cut, removing them from
/// the back the left side. O(n) per feature, where a median per cut would be O(n^2).
class AbsoluteScan : public BestScan {
 public:
  explicit AbsoluteScan(const Growth& growth) : g_(growth), median_(growth.data.rows), right_(growth.data.rows) {}

  double enter(const Node& node) override {
    node_rows_ = node.rows;
    return -deviation(node.rows, g_.centred);
  }

  Cut scan(std::span<const std::uint32_t> rows, std::span<const float> values, signed char, const Bounds&) override {
    const std::size_t n = rows.size(), least = g_.settings.min_leaf;
    median_.start(node_rows_, g_.centred);
    // Example: y = 9, 1, 2, 4 in the order of the feature, deviation 10 in all. Right sides: 1, 2,
    // 4 has 3 (right_[1]), 2, 4 has 2, 4 has 0; left sides: 0, 8, 8. The first cut, -(0 + 3), is
    // best, a gain of 7.
    for (std::size_t left = 1; left < n; ++left) {
      median_.remove(rows[left - 1]);
      right_[left] = median_.deviation();
    }
    Cut best;
    median_.start(node_rows_, g_.centred);
    for (std::size_t left = n - 1; left >= least; --left) {
      median_.remove(rows[left]);
      if (n - left < least || values[left - 1] == values[left]) continue;
      const double figure = -(median_.deviation() + right_[left]);
      // Cuts come from the last to the first here: with >= the first of equal cuts stays, as with >
      // elsewhere.
      if (figure >= best.figure) best = {left, figure};
    }
    return best;
  }

 private:
  Growth g_;
  RunningMedian median_;
  std::vector<double> right_;
  std::span<const std::uint32_t> node_rows_;
};

}  // namespace

std::unique_ptr<BestScan> absolute_scan(const Growth& growth) { return std::make_unique<AbsoluteScan>(growth); }

}  // namespace forewarp::learn::trees
