// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/wave_footprint.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::model {
namespace {

constexpr double softness = 0.2;  ///< sets fill unevenly, and blocks of a wave do not run in step

/// Distinct sectors of `blocks` consecutive blocks: S w - sum_{D < w} p_D (w - D), since w - D of them have the block D
/// before among them. At least those of one block. Example: S = 10, p_1 S = 5, w = 4: 40 - 5 * 3 = 25.
Sectors window(const Sectors& each, const std::vector<Reuse>& reuse, double blocks) {
  Sectors u{each.unique * blocks, each.read * blocks, each.written * blocks};
  for (const Reuse& r : reuse) {
    if (r.blocks >= blocks) break;
    u.unique -= r.sectors.unique * (blocks - r.blocks);
    u.read -= r.sectors.read * (blocks - r.blocks);
    u.written -= r.sectors.written * (blocks - r.blocks);
  }
  return {std::max(u.unique, each.unique), std::max(u.read, each.read), std::max(u.written, each.written)};
}

/// Inverse of the window: how many consecutive blocks touch `sectors` distinct sectors; the whole grid when it touches
/// fewer. The window is piecewise linear in the number of blocks, its slope falls by p_D S at each D, so one pass over
/// the ascending steps finds the segment. Example: S = 10, p_1 S = 5, 25 sectors: slope 10 up to 1 block, then 5: 4
/// blocks.
double blocks_within(const Summary& s, double sectors) {
  double blocks = 0, touched = 0, slope = s.per_block.unique;
  for (const Reuse& r : s.block_reuse) {
    const double then = touched + slope * (r.blocks - blocks);
    if (then >= sectors) break;
    touched = then;
    blocks = r.blocks;
    slope -= r.sectors.unique;
  }
  if (slope <= 1e-9 * s.per_block.unique) return s.blocks;
  return std::min(s.blocks, blocks + (sectors - touched) / slope);
}

}  // namespace

void add(Sectors& to, const Sectors& more, double factor) {
  to.unique += factor * more.unique;
  to.read += factor * more.read;
  to.written += factor * more.written;
}

Sectors window(const AccessSkew& b, double blocks) {
  const Sectors all = window(b.per_block, b.block_reuse, blocks);
  const double part = all.unique > b.total ? b.total / all.unique : 1;
  return {part * all.unique, part * all.read, part * all.written};
}

Sectors window(const Summary& s, double blocks) {
  if (s.access_skew.empty()) return window(s.per_block, s.block_reuse, blocks);
  Sectors sum;
  for (const AccessSkew& b : s.access_skew) add(sum, window(b, blocks), 1);
  return sum;
}

Retention::Retention(const Summary& s, double l2_sectors)
    : surely_(blocks_within(s, (1 - softness) * l2_sectors)), barely_(blocks_within(s, (1 + softness) * l2_sectors)) {}

double Retention::of(double blocks) const {
  if (blocks <= surely_) return 1;
  return blocks >= barely_ ? 0 : (barely_ - blocks) / (barely_ - surely_);
}

Found found(const std::vector<Reuse>& reuse, double blocks, double wave, const Retention& kept) {
  Found out;
  for (const Reuse& r : reuse) {
    // The block D before lies floor(D / w) waves back, or one more for the share of blocks that are early in theirs.
    const double back = std::floor(r.blocks / wave), early = r.blocks / wave - back;
    const double there = std::max(0.0, 1 - r.blocks / blocks);  // blocks that have a block D before them
    const double in_time = back > 0 ? there * (1 - early) : std::min(there, 1 - early);
    if (back > 0) {
      add(out.before, r.sectors, in_time * kept.of(back * wave));
    } else {
      add(out.same_wave, r.sectors, in_time);
    }
    add(out.before, r.sectors, (there - in_time) * kept.of((back + 1) * wave));
  }
  return out;
}

}  // namespace forewarp::model
