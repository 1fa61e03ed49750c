// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/grow.hpp"

#include <algorithm>
#include <numeric>

namespace forewarp::learn::trees {
namespace {

struct Pending {
  std::uint32_t node = 0;
  std::size_t depth = 0;
  Bounds bounds;
};

/// Grows one tree depth first with an explicit stack. tree_.rows is one permutation of the rows; each node owns a
/// contiguous part of it, which a split divides in a stable way, so the rows of every node stay ascending by target.
/// O(depth * n) for the divisions, plus the splitter's work.
class Grower {
 public:
  Grower(const Growth& growth, Presorted presorted, Random& random)
      : g_(growth),
        splitter_(growth.settings.threshold == Threshold::random ? random_splitter(growth, random)
                                                                 : best_splitter(growth, std::move(presorted), random)),
        later_(growth.data.rows),
        goes_left_(splitter_->wants_division() ? growth.data.rows : 0) {
    tree_.rows.resize(growth.data.rows);
    std::iota(tree_.rows.begin(), tree_.rows.end(), 0U);
    tree_.importances.resize(growth.data.features);
  }

  GrownTree grow() {
    // At most rows / min_leaf leaves, and one node fewer that splits: no reallocation while the
    // tree grows.
    tree_.nodes.reserve(2 * g_.data.rows / std::max<std::size_t>(1, g_.settings.min_leaf));
    tree_.nodes.push_back({.end = static_cast<std::uint32_t>(g_.data.rows)});
    pending_.push_back({});
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      if (!try_split(next) && !g_.monotone.empty()) keep_bounds(next);
    }
    return std::move(tree_);
  }

 private:
  [[nodiscard]] std::span<std::uint32_t> rows_of(const GrownNode& node) {
    return {tree_.rows.data() + node.begin, node.end - node.begin};
  }

  /// Rows ascend by target: all are equal if the first and the last are.
  [[nodiscard]] bool may_split(std::span<const std::uint32_t> rows, std::size_t depth) const {
    const TreeSettings& s = g_.settings;
    return rows.size() >= std::max<std::size_t>(2, s.min_split) && rows.size() / 2 >= s.min_leaf &&
           depth < s.max_depth && g_.data.y[rows.front()] != g_.data.y[rows.back()];
  }

  bool try_split(const Pending& at) {
    const GrownNode node = tree_.nodes[at.node];
    const Node view{rows_of(node), node.begin, at.bounds};
    if (!may_split(view.rows, at.depth)) return false;
    const std::optional<Split> split = splitter_->find(view);
    if (!split) return false;
    if (splitter_->wants_division()) mark(view, *split);
    if (splitter_->wants_division()) splitter_->divided(view, goes_left_);
    const std::size_t left = partition(rows_of(node), *split);
    tree_.importances[split->feature] += std::max(0.0, split->gain);
    add_children(at, *split, static_cast<std::uint32_t>(left));
    return true;
  }

  void mark(const Node& node, const Split& split) {
    for (const std::uint32_t row : node.rows)
      goes_left_[row] = g_.data.at(row, split.feature) <= split.threshold ? 1 : 0;
  }

  /// Stable partition without branches: writes each row to both sides and advances one. Returns the number on the left.
  std::size_t partition(std::span<std::uint32_t> rows, const Split& split) {
    const float* const x = g_.data.x.data() + split.feature;
    const std::size_t stride = g_.data.stride;
    std::size_t left = 0, right = 0;
    for (const std::uint32_t row : rows) {
      const bool goes_left = x[row * stride] <= split.threshold;
      rows[left] = row;
      later_[right] = row;
      left += goes_left ? 1 : 0;
      right += goes_left ? 0 : 1;
    }
    std::copy_n(later_.begin(), right, rows.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
  }

  /// The left child is pushed last and therefore grown first.
  void add_children(const Pending& at, const Split& split, std::uint32_t left_count) {
    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    GrownNode& node = tree_.nodes[at.node];
    node.feature = split.feature;
    node.threshold = split.threshold;
    node.left = left;
    node.right = left + 1;
    const std::uint32_t begin = node.begin, middle = begin + left_count, end = node.end;
    tree_.nodes.push_back({.begin = begin, .end = middle});
    tree_.nodes.push_back({.begin = middle, .end = end});
    Pending l{left, at.depth + 1, at.bounds}, r{left + 1, at.depth + 1, at.bounds};
    if (!g_.monotone.empty() && g_.monotone[split.feature] != 0) bound(g_.monotone[split.feature], l, r);
    pending_.push_back(r);
    pending_.push_back(l);
  }

  /// No leaf below may cross the middle of the two means: that keeps the whole tree monotone, not
  /// only this split.
  ///
  /// Example (sign +1): means -1 and 3 give the middle 1. A later split on the left may find rows
  /// with the mean 2, whose leaf becomes 1; else it would lie above a leaf of 1.5 on the right, and
  /// the prediction would fall there.
  void bound(signed char sign, Pending& left, Pending& right) {
    const auto inside = [&](double v) { return std::clamp(v, left.bounds.low, left.bounds.high); };
    const double middle = (inside(centred_mean(left.node)) + inside(centred_mean(right.node))) / 2;
    (sign > 0 ? left : right).bounds.high = middle;
    (sign > 0 ? right : left).bounds.low = middle;
  }

  [[nodiscard]] double centred_mean(std::uint32_t node) {
    double sum = 0;
    const auto rows = rows_of(tree_.nodes[node]);
    for (const std::uint32_t row : rows) sum += g_.centred[row];
    return sum / static_cast<double>(rows.size());
  }

  void keep_bounds(const Pending& at) {
    tree_.bounds.resize(std::max<std::size_t>(tree_.bounds.size(), at.node + 1));
    tree_.bounds[at.node] = at.bounds;
  }

  Growth g_;
  std::unique_ptr<Splitter> splitter_;
  std::vector<std::uint32_t> later_;
  std::vector<unsigned char> goes_left_;
  std::vector<Pending> pending_;
  GrownTree tree_;
};

double mean_of(std::span<const std::uint32_t> rows, std::span<const double> y) {
  double sum = 0;
  for (const std::uint32_t row : rows) sum += y[row];
  return sum / static_cast<double>(rows.size());
}

double median_of(std::span<const std::uint32_t> rows, std::span<const double> y) {
  const double low = y[rows[(rows.size() - 1) / 2]], high = y[rows[rows.size() / 2]];
  return low + (high - low) / 2;
}

void set_leaf(const Growth& g, const GrownTree& tree, std::size_t node, std::span<double> out) {
  const GrownNode& leaf = tree.nodes[node];
  const auto rows = std::span(tree.rows).subspan(leaf.begin, leaf.end - leaf.begin);
  if (g.classes > 0) {
    for (const std::uint32_t row : rows) out[static_cast<std::size_t>(g.data.y[row])] += 1;
    for (double& share : out) share /= static_cast<double>(rows.size());
  } else {
    out[0] = g.settings.criterion == Criterion::mae ? median_of(rows, g.data.y) : mean_of(rows, g.data.y);
    if (!tree.bounds.empty())
      out[0] = std::clamp(out[0], tree.bounds[node].low + g.mean, tree.bounds[node].high + g.mean);
  }
}

}  // namespace

GrownTree grow(const Growth& growth, Presorted presorted, Random& random) {
  GrownTree tree = Grower(growth, std::move(presorted), random).grow();
  const std::size_t outputs = std::max<std::size_t>(1, growth.classes);
  tree.values.resize(tree.nodes.size() * outputs);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    if (tree.nodes[i].is_leaf()) set_leaf(growth, tree, i, std::span(tree.values).subspan(i * outputs, outputs));
  return tree;
}

}  // namespace forewarp::learn::trees
