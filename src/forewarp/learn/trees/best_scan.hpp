// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where to cut rows that are in the order of a feature: one pass, one implementation for each kind of criterion.
#include <memory>
#include <span>

#include "forewarp/learn/trees/splitter.hpp"

namespace forewarp::learn::trees {

struct Cut {
  std::size_t left = 0;  ///< so many go left; 0: there is no cut
  double figure = -std::numeric_limits<double>::infinity();
};

class BestScan {
 public:
  virtual ~BestScan() = default;
  /// A new node; its criterion's figure, which a good cut raises.
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
