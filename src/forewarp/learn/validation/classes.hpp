// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How well classes are distinguished.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace forewarp::validate {

/// How often class t was called class p.
struct Confusion {
  std::vector<std::string> classes;
  std::vector<std::size_t> counts;  ///< counts[t * classes.size() + p]
  [[nodiscard]] std::size_t at(std::size_t truth, std::size_t called) const {
    return counts[truth * classes.size() + called];
  }
};

/// precision = right / called so, recall = right / truly so, f1 = their harmonic mean; each 0 where it is 0 / 0.
struct ClassScore {
  std::string name;
  std::size_t count = 0;  ///< samples truly of this class
  double precision = 0, recall = 0, f1 = 0;
};

struct ClassSummary {
  Confusion confusion;
  std::vector<ClassScore> per_class;
  double accuracy = 0;
  double precision = 0, recall = 0, f1 = 0;  ///< macro: the plain mean over the classes that occur
};

/// called and truth hold indices into classes. Throws InputError when there is no sample, lengths differ or an index
/// has no class.
[[nodiscard]] ClassSummary summarise_classes(std::span<const double> called, std::span<const double> truth,
                                             const std::vector<std::string>& classes);

}  // namespace forewarp::validate
