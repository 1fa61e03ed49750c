// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The best threshold of each drawn feature, halfway between two neighbouring values.
#include <algorithm>
#include <cmath>

#include "forewarp/learn/trees/best_scan.hpp"
#include "forewarp/learn/trees/splitter.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

/// The greatest float that is at most the middle, so that comparing with it is comparing with the
/// middle. Between neighbouring floats rounding may give b itself: then b <= threshold would send
/// both values left and leave a child without rows. Example: 1 + 2^-23 and 1 + 2^-22 round to the
/// latter (ties to even), corrected to the former.
float halfway(float a, float b) {
  const double middle = static_cast<double>(a) / 2 + static_cast<double>(b) / 2;
  const auto t = static_cast<float>(middle);
  return static_cast<double>(t) > middle ? std::nextafter(t, a) : t;
}

class BestSplitter : public Splitter {
 public:
  BestSplitter(const Growth& growth, Presorted order, Random& random)
      : g_(growth), order_(std::move(order)), random_(random), values_(growth.data.rows), later_(growth.data.rows) {
    scan_ = best_scan(growth);
  }

  std::optional<Split> find(const Node& node) override {
    // Sorted rows tell a feature that is constant in the node by their ends, O(1) each.
    features_.clear();
    for (std::uint32_t j = 0; j < g_.data.features; ++j) {
      const auto rows = order_.of(j).subspan(node.begin, node.rows.size());
      if (g_.data.at(rows.front(), j) < g_.data.at(rows.back(), j)) features_.push_back(j);
    }
    const std::size_t drawn = draw_features(features_, g_.max_features, random_);
    const double before = scan_->enter(node);
    std::optional<Split> best;
    equals_ = 1;
    for (std::size_t k = 0; k < drawn; ++k) try_feature(node, features_[k], before, best);
    return best;
  }

  [[nodiscard]] bool wants_division() const override { return true; }

  /// Divides every feature's order by the side of each row, in a stable way: both children stay sorted. O(features *
  /// n).
  void divided(const Node& node, std::span<const unsigned char> goes_left) override {
    for (std::size_t j = 0; j < g_.data.features; ++j) {
      const auto rows = order_.of(j).subspan(node.begin, node.rows.size());
      std::size_t left = 0, right = 0;
      for (const std::uint32_t row : rows) {
        rows[left] = row;
        later_[right] = row;
        left += goes_left[row];
        right += 1U - goes_left[row];
      }
      std::copy_n(later_.begin(), right, rows.begin() + static_cast<std::ptrdiff_t>(left));
    }
  }

 private:
  void try_feature(const Node& node, std::uint32_t j, double before, std::optional<Split>& best) {
    const auto rows = order_.of(j).subspan(node.begin, node.rows.size());
    const auto values = std::span(values_).first(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) values[i] = g_.data.at(rows[i], j);
    const signed char sign = g_.monotone.empty() ? static_cast<signed char>(0) : g_.monotone[j];
    const Cut cut = scan_->scan(rows, values, sign, node.bounds);
    if (cut.left == 0 || (best && cut.figure - before < best->gain)) return;
    equals_ = best && cut.figure - before == best->gain ? equals_ + 1 : 1;
    if (equals_ > 1 && random_.below(equals_) != 0) return;  // ties have equal probability (reservoir sampling)
    best = Split{j, halfway(values[cut.left - 1], values[cut.left]), cut.figure - before};
  }

  Growth g_;
  Presorted order_;
  Random& random_;
  std::unique_ptr<BestScan> scan_;
  std::vector<float> values_;
  std::vector<std::uint32_t> later_, features_;
  std::uint32_t equals_ = 1;  ///< features as good as the best so far
};

}  // namespace

std::unique_ptr<Splitter> best_splitter(const Growth& growth, Presorted presorted, Random& random) {
  return std::make_unique<BestSplitter>(growth, std::move(presorted), random);
}

}  // namespace forewarp::learn::trees
