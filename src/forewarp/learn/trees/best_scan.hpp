// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Best cut of rows that are sorted by a feature: one pass, one implementation per kind of criterion.
#include <memory>
#include <span>

#include "forewarp/learn/trees/splitter.hpp"

namespace forewarp::learn::trees {

struct Cut {
  std::size_t left = 0;  ///< number of rows on the left; 0: there is no cut
  double figure = -std::numeric_limits<double>::infinity();
};

class BestScan {
 public:
  virtual ~BestScan() = default;
  /// Starts a node; returns its value of the criterion, which a good cut increases.
  [[nodiscard]] virtual double enter(const Node& node) = 0;
  /// values: of the feature, ascending with rows.
  [[nodiscard]] virtual Cut scan(std::span<const std::uint32_t> rows, std::span<const float> values, signed char sign,
                                 const Bounds& bounds) = 0;
};

[[nodiscard]] std::unique_ptr<BestScan> best_scan(const Growth& growth);
[[nodiscard]] std::unique_ptr<BestScan> squared_scan(const Growth& growth);
[[nodiscard]] std::unique_ptr<BestScan> absolute_scan(const Growth& growth);
[[nodiscard]] std::unique_ptr<BestScan> class_scan(const Growth& growth);

}  // namespace forewarp::learn::trees
