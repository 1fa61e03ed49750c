// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often sectors are touched whose addresses follow no rule, as a mixture: a sector of class j is touched by each
/// block with the probability p_j. Of n blocks drawn at random k touch it with the probability
/// C(n, k) p_j^k (1 - p_j)^(n - k), so the numbers of sectors that 1, 2, 3 .. of them touched tell how many there are
/// of each class. A table that all blocks search has sectors that every block touches and others that hardly any does;
/// a gather at random has one class.
///
/// From it follow, with W_j the share of class j in the touches,
///
///   still_new(D) = sum_j W_j (1 - p_j)^D        the share of a block's sectors that none of D earlier blocks touched
///   distinct(N)  = sum_j m_j (1 - (1 - p_j)^N)  the sectors that N blocks touch together; class j has m_j
#include <vector>

#include "forewarp/emulate/reuse/touch_frequency.hpp"

namespace forewarp::profile {

class TouchMixture {
 public:
  /// In a buffer of so many sectors. Without blocks to compare all is 0.
  TouchMixture(const TouchFrequency& seen, double buffer_sectors);

  [[nodiscard]] bool is_known() const { return !classes_.empty(); }
  [[nodiscard]] double still_new(double blocks) const;
  /// Probability that the next block before touches a sector that these blocks did not.
  [[nodiscard]] double chance(double blocks) const;
  [[nodiscard]] double distinct(double blocks) const;
  /// How many blocks, up to `most`, touch so many sectors together.
  [[nodiscard]] double blocks_with(double sectors, double most) const;

 private:
  struct Class {
    double chance, sectors;  ///< p_j, m_j
  };
  void fit_in(double sectors);

  std::vector<Class> classes_;
  double touches_ = 0;  ///< of a block
};

}  // namespace forewarp::profile
