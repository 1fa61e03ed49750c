// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What blocks in a row touch, and what of it L2 still holds when later blocks touch it again (traffic.hpp says how).
#include "forewarp/model/bounds/summary.hpp"

namespace forewarp::model {

/// to += factor * more
void add(Sectors& to, const Sectors& more, double factor);

/// U(x): unique sectors that so many blocks in a row touch in one buffer, no more than all blocks touch together.
[[nodiscard]] Sectors window(const AccessSkew& buffer, double blocks);

/// The same of all buffers.
[[nodiscard]] Sectors window(const Summary& summary, double blocks);

/// Whether L2 still holds what was touched so many blocks ago, as a share: all of it when what came since fits well,
/// none when it does not, since what is least recently used goes first.
class Retention {
 public:
  Retention(const Summary& summary, double l2_sectors);
  [[nodiscard]] double of(double blocks) const;

 private:
  double surely_, barely_;  ///< blocks
};

/// Of a block's sectors, those that an earlier block left in L2.
struct Found {
  Sectors same_wave, before;
};

/// Blocks of a wave run at the same time, so what two of them touch is fetched once; what a block of an earlier wave
/// touched is there if L2 kept it since.
[[nodiscard]] Found found(const std::vector<Reuse>& reuse, double blocks, double wave, const Retention& kept);

}  // namespace forewarp::model
