// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/traffic.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/model/bounds/constants.hpp"

namespace forewarp::model {
namespace {

constexpr double sector = 32;  // bytes

/// Unique sectors that so many blocks in a row touch: S w - sum_{D < w} p_D (w - D).
Sectors window(const Summary& s, double blocks) {
  Sectors u{s.per_block.unique * blocks, s.per_block.read * blocks, s.per_block.written * blocks};
  for (const Reuse& r : s.block_reuse) {
    if (r.blocks >= blocks) break;
    u.unique -= r.sectors.unique * (blocks - r.blocks);
    u.read -= r.sectors.read * (blocks - r.blocks);
    u.written -= r.sectors.written * (blocks - r.blocks);
  }
  return {std::max(u.unique, s.per_block.unique), std::max(u.read, s.per_block.read),
          std::max(u.written, s.per_block.written)};
}

/// How many blocks in a row touch so many sectors; the whole grid when it touches fewer.
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

/// Whether L2 still holds what was touched so many blocks ago, as a share: all of it when what came since fits well,
/// none when it does not, since what is least recently used goes first.
class Retention {
 public:
  Retention(const Summary& s, double capacity)
      : surely_(blocks_within(s, (1 - softness) * capacity)), barely_(blocks_within(s, (1 + softness) * capacity)) {}

  [[nodiscard]] double of(double blocks) const {
    if (blocks <= surely_) return 1;
    return blocks >= barely_ ? 0 : (barely_ - blocks) / (barely_ - surely_);
  }

 private:
  static constexpr double softness = 0.2;  ///< sets fill unevenly, and blocks of a wave do not run in step
  double surely_, barely_;
};

/// Sectors of the grid that blocks do not find in L2 when they touch them first. Blocks of a wave run at the same time,
/// so what two of them touch is fetched once; what a block of an earlier wave touched is there if L2 kept it since.
Sectors fetched(const Summary& s, double wave, const Retention& kept) {
  Sectors each = s.per_block;
  for (const Reuse& r : s.block_reuse) {
    // The block D before lies floor(D / w) waves back, or one more for the share of blocks that are early in theirs.
    const double back = std::floor(r.blocks / wave), early = r.blocks / wave - back;
    const double same = back > 0 ? kept.of(back * wave) : 1;
    const double there = std::max(0.0, 1 - r.blocks / s.blocks);  // blocks that have a block D before them
    const double in_time = back > 0 ? there * (1 - early) : std::min(there, 1 - early);
    const double found = in_time * same + (there - in_time) * kept.of((back + 1) * wave);
    each.unique -= found * r.sectors.unique;
    each.read -= found * r.sectors.read;
    each.written -= found * r.sectors.written;
  }
  return {std::max(s.total.unique, each.unique * s.blocks), std::max(s.total.read, each.read * s.blocks),
          std::max(s.total.written, each.written * s.blocks)};
}

/// Mean of (1 - q)^min(k, held) over the blocks k = 0, 1, .. of an SM.
double missed_by_all(double q, double held, double blocks) {
  if (q < 1e-9) return 1;
  const double met = std::min(blocks, held + 1), left = 1 - std::min(q, 1 - 1e-12);
  return ((1 - std::pow(left, met)) / q + (blocks - met) * std::pow(left, held)) / blocks;
}

/// Share of what a block reads for the first time that blocks before it on the SM have brought to its L1. Which blocks
/// meet on an SM is as good as random, and L1 holds what so many of them read.
double found_by_others(const Summary& s, double l1_sectors, double sms) {
  if (s.per_block.read <= 0) return 0;
  const double held = l1_sectors / s.per_block.read, blocks = std::max(1.0, s.blocks / sms);
  double found = 0;
  for (const CommonReads& r : s.common_reads)
    found += r.sectors * std::min(1.0, held) * (1 - missed_by_all(r.chance, std::max(1.0, held), blocks));
  return found / s.per_block.read;
}

double l1_hit_rate(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy) {
  if (s.load_sectors <= 0 || d.l1_bytes <= 0) return 0;
  double bytes = d.l1_bytes;
  if (d.l1_shares_with_shared) {
    const double in_use = double(occupancy.blocks_per_sm) * double(s.shared_bytes + d.shared_reserved);
    bytes = std::max(bytes - in_use, 0.1 * d.l1_bytes);
  }
  const double cached = d.l1_caches_global ? 1 : s.read_only_sectors / s.load_sectors;
  const double sectors = bytes / sector;
  // A small grid leaves an SM fewer blocks to share its L1 than could run there.
  const double resident = std::min<double>(occupancy.blocks_per_sm, std::ceil(s.blocks / d.sms));
  const double again = hit_rate(s, sectors / std::max(1.0, resident));
  const double first = s.reuse_total > 0 ? s.reuse_first / s.reuse_total : 0;
  return cached * (again + first * found_by_others(s, sectors, d.sms));
}

/// Places in L2 that a sector of the wave takes in the mean; what is written has one.
double places_of_a_sector(const Sectors& wave, double rho, const device::DeviceSpec& d, L2Copies copies) {
  const double all = wave.read + wave.written;
  if (copies == L2Copies::never || !l2_in_two_partitions(d) || all <= 0) return 1;
  const double readers = std::max(1.0, 1 / std::max(rho, 1e-9));
  return (wave.read * (2 - std::exp2(1 - readers)) + wave.written) / all;
}

}  // namespace

Traffic traffic(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy, L2Copies copies) {
  Traffic t;
  const double resident = std::min(s.blocks, double(occupancy.blocks_per_sm) * d.sms);
  const Sectors wave = window(s, resident);
  const double rho = s.per_block.read > 0 ? std::clamp(wave.read / (resident * s.per_block.read), 0.0, 1.0) : 1;
  const double l2 = d.l2_bytes / sector / places_of_a_sector(wave, rho, d, copies);

  t.l1_hit = l1_hit_rate(s, d, occupancy);
  t.l1_sectors = s.load_sectors + s.store_sectors;
  t.l1_wavefronts = s.load_lines + s.store_lines;
  const double l2_loads = s.load_sectors * (1 - t.l1_hit);
  t.l2_sectors = l2_loads + s.store_sectors + s.atomic_sectors;

  const Sectors first = fetched(s, resident, Retention(s, l2));
  double read = first.read;
  if (s.reuse_total > 0) {
    const double missed = s.reuse_total * (1 - hit_rate(s, l2 / std::max(1e-9, resident * rho)));
    read += std::max(0.0, missed - s.reuse_first) * rho;
  }
  read = std::min(read, l2_loads + s.atomic_sectors);

  const double spilled =
      std::clamp(s.total.unique / std::max(1.0, l2) - 1, 0.0, 1.0);  // none while L2 holds everything
  const double written = std::min(first.written, s.store_sectors + s.atomic_sectors) * spilled;
  // Sectors that stay partly unwritten are read before they are written back.
  const double whole = s.total.written > 0 ? std::min(1.0, s.store_bytes / (sector * s.total.written)) : 1;
  if (s.atomic_sectors <= 0) read += written * (1 - whole);

  t.l2_hit = l2_loads > 0 ? std::clamp(1 - read / l2_loads, 0.0, 1.0) : 0;
  t.dram_read_bytes = read * sector;
  t.dram_write_bytes = written * sector;
  return t;
}

}  // namespace forewarp::model
