// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// By how many of the blocks drawn at random each sector is touched. The same counts are used in ecology to estimate
/// the number of species from the few that were caught (Good and Toulmin, Biometrika 43, 1956; Chao, Scandinavian
/// Journal of Statistics 11, 1984).
#include <map>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

struct TouchFrequency {
  std::map<std::size_t, double> sectors;  ///< element k: sectors that k of the blocks touch, about
  std::size_t blocks = 0;                 ///< of the sample that touch any
  double in_grid = 0;                     ///< how many such blocks the grid has
  double scale = 1;                       ///< sectors that a counted one stands for, where they are thinned
  bool weighted = false;                  ///< some represent those of iterations that did not run

  [[nodiscard]] double distinct() const;  ///< seen, scaled
  [[nodiscard]] double touches() const;   ///< of all blocks of the sample, scaled
  [[nodiscard]] double seen(std::size_t k) const;
};

/// Of the sectors of a buffer that no translation explains; of those that the block writes, if only_written.
[[nodiscard]] TouchFrequency touch_frequency(const SampledBlocks& kept, const std::vector<DrawnBlock>& blocks,
                                             std::int32_t buffer, const AffineReuse& regular, bool only_written);

/// The blocks drawn at random; all that were sampled, where none were.
[[nodiscard]] std::vector<DrawnBlock> random_blocks(const SampledBlocks& kept);

}  // namespace forewarp::profile
