// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Distinct sectors of consecutive blocks, and the share of them that L2 still holds when later blocks touch them again
/// (derived in traffic.hpp).
#include "forewarp/model/bounds/summary.hpp"

namespace forewarp::model {

/// to += factor * more
void add(Sectors& to, const Sectors& more, double factor);

/// U(x): distinct sectors that `blocks` consecutive blocks touch in one buffer, at most those of the whole grid.
[[nodiscard]] Sectors window(const AccessSkew& buffer, double blocks);

/// The same of all buffers.
[[nodiscard]] Sectors window(const Summary& summary, double blocks);

/// Share of the sectors that L2 still holds after `blocks` further blocks (LRU): 1 while everything touched since fits
/// well, 0 when it does not fit, linear between.
class Retention {
 public:
  Retention(const Summary& summary, double l2_sectors);
  [[nodiscard]] double of(double blocks) const;

 private:
  double surely_, barely_;  ///< blocks
};

/// Sectors of a block that an earlier block brought to L2.
struct Found {
  Sectors same_wave, before;
};

/// Blocks of a wave run concurrently, so a sector that two of them touch is fetched once; a sector that a block of an
/// earlier wave touched is found if L2 kept it since.
[[nodiscard]] Found found(const std::vector<Reuse>& reuse, double blocks, double wave, const Retention& kept);

}  // namespace forewarp::model
