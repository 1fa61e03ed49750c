// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Agglomerative clustering: each thing begins alone, the two nearest clusters join until one is left. The distance of
/// the cluster joined of a and b to another c, n things each (Lance and Williams 1967):
///
///     single    min(ac, bc)        complete  max(ac, bc)        average  (na ac + nb bc) / (na + nb)
///     ward      sqrt(((na + nc) ac^2 + (nb + nc) bc^2 - nc ab^2) / (na + nb + nc))
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace forewarp::learn {

enum class Linkage { single, complete, average, ward };
inline constexpr std::array<std::string_view, 4> linkage_names = {"single", "complete", "average", "ward"};
/// Throws InputError naming those there are.
[[nodiscard]] Linkage linkage_called(std::string_view name);

/// Clusters a < b became one at this height. Things are clusters 0 to leaves - 1; the i-th merge makes leaves + i.
struct Merge {
  std::size_t a = 0, b = 0;
  double height = 0;
  std::size_t size = 0;
};

struct Dendrogram {
  std::size_t leaves = 0;
  std::vector<Merge> merges;  ///< leaves - 1, heights ascending

  /// The cluster of each leaf, numbered by first leaf. Throws InputError unless 1 <= clusters <= leaves.
  [[nodiscard]] std::vector<std::size_t> cut(std::size_t clusters) const;
  /// Merges above this height undone.
  [[nodiscard]] std::vector<std::size_t> cut_at_height(double height) const;
  /// Leaves from left to right so that no branches cross.
  [[nodiscard]] std::vector<std::size_t> order() const;
};

/// distances: leaves x leaves, symmetric, finite. Of equally near pairs the first joins. Throws InputError for no leaf,
/// for more than 4096, and for a distance that is negative or not finite.
[[nodiscard]] Dendrogram cluster(std::span<const double> distances, std::size_t leaves, Linkage linkage);

}  // namespace forewarp::learn
