// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/selection/clustering.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

constexpr std::size_t max_leaves = 4096;

/// Agglomerative clustering: joins the two nearest clusters until one is left. A cluster lives in the row of its first
/// leaf p; joining p and q updates the distances of p to all others by the Lance-Williams formula of the linkage, and q
/// disappears. O(n^3) for n leaves, at most 4096. Ties go to the pair with the smallest rows.
///
/// Example: leaves at 0, 1 and 5: (0, 1) join at height 1; complete linkage then joins 5 at height 5, single at 4.
class Agglomeration {
 public:
  Agglomeration(std::span<const double> distances, std::size_t leaves, Linkage linkage)
      : n_(leaves), linkage_(linkage), d_(distances.begin(), distances.end()), id_(leaves), size_(leaves, 1) {
    std::iota(id_.begin(), id_.end(), std::size_t{0});
    for (std::size_t i = 0; i < leaves; ++i) alive_.push_back(i);
  }

  Merge join_nearest(std::size_t new_id) {
    auto [p, q] = nearest();
    const double height = at(p, q);
    for (const std::size_t c : alive_)
      if (c != p && c != q) at(p, c) = at(c, p) = joined_distance(p, q, c);
    const Merge merge{std::min(id_[p], id_[q]), std::max(id_[p], id_[q]), height, size_[p] + size_[q]};
    size_[p] += size_[q];
    id_[p] = new_id;
    std::erase(alive_, q);
    return merge;
  }

 private:
  double& at(std::size_t i, std::size_t j) { return d_[i * n_ + j]; }

  std::pair<std::size_t, std::size_t> nearest() {
    std::pair<std::size_t, std::size_t> best{alive_[0], alive_[1]};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < alive_.size(); ++i)
      for (std::size_t j = i + 1; j < alive_.size(); ++j)
        if (at(alive_[i], alive_[j]) < least) {
          least = at(alive_[i], alive_[j]);
          best = {alive_[i], alive_[j]};
        }
    return best;
  }

  double joined_distance(std::size_t p, std::size_t q, std::size_t c) {
    const double ac = at(p, c), bc = at(q, c), ab = at(p, q);
    const auto na = static_cast<double>(size_[p]), nb = static_cast<double>(size_[q]);
    const auto nc = static_cast<double>(size_[c]);
    switch (linkage_) {
      case Linkage::single:
        return std::min(ac, bc);
      case Linkage::complete:
        return std::max(ac, bc);
      case Linkage::average:
        return (na * ac + nb * bc) / (na + nb);
      case Linkage::ward:
        break;
    }
    return std::sqrt(std::max(0.0, (na + nc) * ac * ac + (nb + nc) * bc * bc - nc * ab * ab) / (na + nb + nc));
  }

  std::size_t n_;
  Linkage linkage_;
  std::vector<double> d_;
  std::vector<std::size_t> id_, size_, alive_;
};

void check(std::span<const double> distances, std::size_t leaves) {
  if (leaves == 0) throw InputError("there is nothing to cluster");
  if (leaves > max_leaves) throw InputError(fmt::format("{} features are more than {}", leaves, max_leaves));
  FOREWARP_ASSERT(distances.size() == leaves * leaves, "distances are a square");
  for (const double d : distances)
    if (!(d >= 0) || !std::isfinite(d)) throw InputError(fmt::format("{} is not a distance", d));
}

/// Cluster of each leaf after the first `count` merges, numbered in the order of the leaves.
std::vector<std::size_t> labels(const Dendrogram& tree, std::size_t count) {
  std::vector<std::size_t> parent(tree.leaves + tree.merges.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i) parent[tree.merges[i].a] = parent[tree.merges[i].b] = tree.leaves + i;
  std::vector<std::size_t> number(parent.size(), parent.size()), result;
  std::size_t next = 0;
  for (std::size_t leaf = 0; leaf < tree.leaves; ++leaf) {
    std::size_t root = leaf;
    while (parent[root] != root) root = parent[root];
    if (number[root] == parent.size()) number[root] = next++;
    result.push_back(number[root]);
  }
  return result;
}

}  // namespace

Linkage linkage_called(std::string_view name) {
  const auto at = std::ranges::find(linkage_names, name);
  if (at == linkage_names.end())
    throw InputError(fmt::format("'{}' is not a linkage; there is {}", name, fmt::join(linkage_names, ", ")));
  return static_cast<Linkage>(at - linkage_names.begin());
}

Dendrogram cluster(std::span<const double> distances, std::size_t leaves, Linkage linkage) {
  check(distances, leaves);
  Agglomeration agglomeration(distances, leaves, linkage);
  Dendrogram tree{leaves, {}};
  while (tree.merges.size() + 1 < leaves)
    tree.merges.push_back(agglomeration.join_nearest(leaves + tree.merges.size()));
  return tree;
}

std::vector<std::size_t> Dendrogram::cut(std::size_t clusters) const {
  if (clusters < 1 || clusters > leaves)
    throw InputError(fmt::format("{} features cannot be cut into {} clusters", leaves, clusters));
  return labels(*this, leaves - clusters);
}

std::vector<std::size_t> Dendrogram::cut_at_height(double height) const {
  const auto count = std::ranges::count_if(merges, [&](const Merge& m) { return m.height <= height; });
  return labels(*this, static_cast<std::size_t>(count));
}

/// Leaves in the order of the drawn tree: depth first, left before right.
std::vector<std::size_t> Dendrogram::order() const {
  std::vector<std::size_t> stack = {merges.empty() ? 0 : leaves + merges.size() - 1}, leaves_in_order;
  while (!stack.empty()) {
    const std::size_t node = stack.back();
    stack.pop_back();
    if (node < leaves) {
      leaves_in_order.push_back(node);
    } else {
      stack.push_back(merges[node - leaves].b);
      stack.push_back(merges[node - leaves].a);
    }
  }
  return leaves_in_order;
}

}  // namespace forewarp::learn
