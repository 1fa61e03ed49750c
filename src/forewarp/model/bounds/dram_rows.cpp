// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/dram_rows.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/emulate/profile/block_reuse.hpp"

namespace forewarp::model {

namespace {

/// Sectors of a buffer that DRAM moves, `apart` if each group of blocks at a time fetched its own.
double moved(const Summary& s, const PieceVisits& b, double apart, double cache_sectors) {
  if (apart <= b.total) return apart;
  const double between = b.total / b.sectors * (s.per_block.unique + s.local.sectors_per_block);
  return b.total + (apart - b.total) * (between > 0 ? std::exp(-cache_sectors / between) : 1);
}

}  // namespace

double sectors_per_visit(const Summary& s, double resident, double cache_sectors) {
  const double at_once = std::max(1.0, s.blocks > resident ? resident / 2 : resident);
  double sectors = 0, visits = 0;
  for (const PieceVisits& b : s.piece_visits) {
    const double touched = b.sectors * profile::blocks_worth(b.sector_reuse, at_once);
    const double visited = b.visits * profile::blocks_worth(b.visit_reuse, at_once);
    if (!(touched > 0) || !(visited > 0)) continue;
    const double all = moved(s, b, touched * s.blocks / at_once, cache_sectors);
    sectors += all;
    visits += all / std::clamp(touched / visited, 1.0, sectors_of_a_piece);
  }
  return visits > 0 ? sectors / visits : 0;
}

double row_seconds(double bytes, double sectors_per_visit, const device::DeviceSpec& d) {
  if (!(sectors_per_visit > 0) || d.dram_channel_bits == 0) return 0;
  const double channels = std::max(1.0, static_cast<double>(d.memory_bus_bits) / d.dram_channel_bits);
  return bytes / (sector_bytes * sectors_per_visit) * d.dram_activate_s / channels;
}

}  // namespace forewarp::model
