// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Extremely randomised trees (Geurts, Ernst, Wehenkel 2006): one random threshold per feature of a node, of which the
/// best is taken.
///
/// Steps per node: (1) one pass over the node's rows finds the range of every feature; constant features drop out; (2)
/// max_features of the others are drawn; (3) a threshold for each, uniform in its range; (4) one more pass per pair of
/// vector blocks (16 features) sums both sides; (5) the highest gain wins, ties by reservoir sampling. No sorting, so a
/// node of n rows costs O(n * features), all features of a vector at once.
///
/// Invariant: rows ascend by target, so that runs of equal targets are classes and absolute deviations take one pass.
///
/// Example (mse): targets 1, 1, 5, 5 centred to -2, -2, 2, 2, and a threshold that separates them: left sum -4, right
/// sum 4, gain 16 / 2 + 16 / 2 - 0 = 16, the whole squared error of the node.
#include <algorithm>

#include "forewarp/learn/trees/impurity.hpp"
#include "forewarp/learn/trees/splitter.hpp"

namespace forewarp::learn::trees {
namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

class RandomSplitter : public Splitter {
 public:
  RandomSplitter(const Growth& growth, Random& random)
      : g_(growth),
        kernels_(node_kernels(growth.isa)),
        random_(random),
        lane_random_(random),
        low_(growth.data.stride),
        high_(growth.data.stride),
        threshold_(growth.data.stride),
        left_(growth.data.stride),
        left_of_class_(growth.data.stride),
        sum_(growth.data.stride),
        right_sum_(growth.data.stride),
        gain_(growth.data.stride) {
    features_.reserve(growth.data.features);
  }

  std::optional<Split> find(const Node& node) override {
    if (node.rows.size() == 2 && g_.settings.min_leaf == 1 && g_.monotone.empty()) return split_pair(node);
    const NodeLanes all = lanes_of(node, 0, g_.data.stride / lanes);
    kernels_.extent(all, low_.data(), high_.data());
    features_.clear();
    for (std::uint32_t j = 0; j < g_.data.features; ++j)
      if (low_[j] < high_[j]) features_.push_back(j);
    if (features_.empty()) return std::nullopt;
    const std::size_t drawn = draw_features(features_, g_.max_features, random_);
    kernels_.draw(lane_random_, all.blocks, low_.data(), high_.data(), threshold_.data());
    before_ = before(node);
    score(node, std::span(features_).first(drawn), all.blocks);
    return best(node, std::span(features_).first(drawn));
  }

 private:
  [[nodiscard]] NodeLanes lanes_of(const Node& node, std::size_t block, std::size_t blocks) const {
    return {g_.data.x.data() + block * lanes,
            g_.data.stride,
            node.rows.data(),
            node.rows.size(),
            g_.centred.data(),
            blocks};
  }

  /// Two samples: every feature that differs separates them completely, so no gain need be computed. The search starts
  /// at a random feature; the same 64 random bits give the feature (upper 32) and the threshold (lower 24).
  std::optional<Split> split_pair(const Node& node) {
    const float* const a = g_.data.x.data() + node.rows[0] * g_.data.stride;
    const float* const b = g_.data.x.data() + node.rows[1] * g_.data.stride;
    const auto features = static_cast<std::uint32_t>(g_.data.features);
    const std::uint64_t bits = random_.next();
    auto j = static_cast<std::uint32_t>(((bits >> 32) * features) >> 32);
    for (std::uint32_t k = 0; k < features; ++k, j = j + 1 == features ? 0 : j + 1) {
      if (a[j] == b[j]) continue;
      const float least = std::min(a[j], b[j]), most = std::max(a[j], b[j]);
      const float t = least + static_cast<float>(bits & 0xffffff) * 0x1p-24F * (most - least);
      return Split{j, t < most ? t : least, pair_gain(node)};
    }
    return std::nullopt;
  }

  /// The two targets differ, or the node would be a leaf.
  [[nodiscard]] double pair_gain(const Node& node) const {
    const double apart = g_.centred[node.rows[1]] - g_.centred[node.rows[0]];
    switch (g_.settings.criterion) {
      case Criterion::mse:
        return apart * apart / 2;
      case Criterion::mae:
        return apart;
      case Criterion::gini:
        return 1;
      case Criterion::entropy:
        return 2 * std::log(2.0);
    }
    return 0;
  }

  /// The criterion's value of the undivided node; score_classes sets it for classes.
  double before(const Node& node) {
    if (g_.classes > 0) return 0;  // set by score_classes
    if (g_.settings.criterion == Criterion::mae) return -deviation(node.rows, g_.centred);
    total_ = 0;
    for (const std::uint32_t row : node.rows) total_ += g_.centred[row];
    return squared(total_, static_cast<double>(node.rows.size()));
  }

  /// Two vector blocks at a time, if they contain a drawn feature.
  void score(const Node& node, std::span<const std::uint32_t> drawn, std::size_t blocks) {
    const bool all = drawn.size() == features_.size();
    if (g_.classes > 0) std::ranges::fill(left_, 0);
    for (std::size_t block = 0; block < blocks; block += 2) {
      const auto here = [&](std::uint32_t j) { return j / lanes / 2 == block / 2; };
      if (all || std::ranges::any_of(drawn, here)) score_block(node, block, std::min<std::size_t>(2, blocks - block));
    }
  }

  /// Fills gain_ for the features of the blocks; `impossible` where a side has fewer than min_leaf samples.
  void score_block(const Node& node, std::size_t block, std::size_t blocks) {
    const NodeLanes in = lanes_of(node, block, blocks);
    const std::size_t at = block * lanes;
    const auto count = static_cast<std::int32_t>(node.rows.size());
    const auto min_leaf = static_cast<std::int32_t>(std::min<std::size_t>(g_.settings.min_leaf, node.rows.size()));
    if (g_.classes > 0) return score_classes(node, block, blocks);
    if (g_.settings.criterion == Criterion::mse) {
      kernels_.sum_left(in, threshold_.data() + at, left_.data() + at, sum_.data() + at);
      kernels_.gain(blocks, {left_.data() + at, sum_.data() + at}, {count, total_, min_leaf}, gain_.data() + at);
    } else {
      kernels_.count_left(in, threshold_.data() + at, left_.data() + at);
      kernels_.deviations(in, threshold_.data() + at, left_.data() + at, gain_.data() + at);
      for (std::size_t k = at; k < at + blocks * lanes; ++k)
        gain_[k] = left_[k] >= min_leaf && count - left_[k] >= min_leaf ? -gain_[k] : impossible;
    }
  }

  /// Classes are runs of the rows, as rows ascend by target: a count of the left side per run gives the terms of both
  /// sides. One pass over the rows for all classes.
  void score_classes(const Node& node, std::size_t block, std::size_t blocks) {
    const std::size_t at = block * lanes, end = at + blocks * lanes;
    std::fill(sum_.begin() + static_cast<std::ptrdiff_t>(at), sum_.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    std::fill(right_sum_.begin() + static_cast<std::ptrdiff_t>(at),
              right_sum_.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    const Criterion criterion = g_.settings.criterion;
    double terms = 0;
    for (std::size_t i = 0; i < node.rows.size();) {
      std::size_t stop = i;
      while (stop < node.rows.size() && g_.data.y[node.rows[stop]] == g_.data.y[node.rows[i]]) ++stop;
      NodeLanes run = lanes_of(node, block, blocks);
      run.rows += i;
      run.count = stop - i;
      kernels_.count_left(run, threshold_.data() + at, left_of_class_.data() + at);
      terms += class_term(criterion, static_cast<double>(run.count));
      for (std::size_t k = at; k < end; ++k) {
        left_[k] += left_of_class_[k];
        sum_[k] += class_term(criterion, left_of_class_[k]);
        right_sum_[k] += class_term(criterion, static_cast<double>(run.count) - left_of_class_[k]);
      }
      i = stop;
    }
    before_ = purity(criterion, terms, static_cast<double>(node.rows.size()));
    finish_classes(node, at, end);
  }

  /// From the sums of class terms to the gain of each feature.
  void finish_classes(const Node& node, std::size_t at, std::size_t end) {
    const auto count = static_cast<std::int32_t>(node.rows.size());
    const auto min_leaf = static_cast<std::int32_t>(std::min<std::size_t>(g_.settings.min_leaf, node.rows.size()));
    const Criterion criterion = g_.settings.criterion;
    for (std::size_t k = at; k < end; ++k) {
      const std::int32_t left = left_[k], right = count - left;
      gain_[k] = left >= min_leaf && right >= min_leaf
                     ? purity(criterion, sum_[k], left) + purity(criterion, right_sum_[k], right)
                     : impossible;
    }
  }

  /// Monotone features only: the means of both sides must be in order and within the node's bounds.
  [[nodiscard]] bool allowed(const Node& node, std::uint32_t j) const {
    if (g_.monotone.empty()) return true;
    const double left = left_[j], right = static_cast<double>(node.rows.size()) - left;
    return keeps_order(g_.monotone[j], node.bounds, sum_[j] / left, (total_ - sum_[j]) / right);
  }

  /// Of k equal gains each is chosen with probability 1 / k (reservoir sampling): small nodes have many ties.
  [[nodiscard]] std::optional<Split> best(const Node& node, std::span<const std::uint32_t> drawn) {
    double highest = impossible;
    std::uint32_t feature = 0, equals = 0;
    for (const std::uint32_t j : drawn) {
      if (!(gain_[j] >= highest) || gain_[j] == impossible || !allowed(node, j)) continue;
      equals = gain_[j] > highest ? 1 : equals + 1;
      highest = gain_[j];
      if (equals == 1 || random_.below(equals) == 0) feature = j;
    }
    if (highest == impossible) return std::nullopt;
    return Split{feature, threshold_[feature], highest - before_};
  }

  Growth g_;
  const NodeKernels& kernels_;
  Random& random_;
  LaneRandom lane_random_;
  LineVector<float> low_, high_, threshold_;
  LineVector<std::int32_t> left_, left_of_class_;
  LineVector<double> sum_, right_sum_, gain_;
  std::vector<std::uint32_t> features_;
  double total_ = 0, before_ = 0;
};

}  // namespace

std::unique_ptr<Splitter> random_splitter(const Growth& growth, Random& random) {
  return std::make_unique<RandomSplitter>(growth, random);
}

}  // namespace forewarp::learn::trees
