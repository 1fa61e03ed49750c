// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/traffic.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/model/bounds/access_skew.hpp"
#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/model/bounds/wave_footprint.hpp"

namespace forewarp::model {
namespace {

constexpr double sector = 32;  // bytes

/// Sectors of the grid that blocks do not find in L2 when they touch them first; again: those of a block that are lost
/// and fetched again besides.
Sectors fetched(const Summary& s, double wave, const Retention& kept, const Sectors& again) {
  Sectors each = s.per_block;
  const Found there = found(s.block_reuse, s.blocks, wave, kept);
  add(each, there.same_wave, -1);
  add(each, there.before, -1);
  add(each, again, 1);
  return {std::max(s.total.unique, each.unique * s.blocks), std::max(s.total.read, each.read * s.blocks),
          std::max(s.total.written, each.written * s.blocks)};
}

/// What follows from blocks that are not in step.
struct Apart {
  Sectors again;     ///< of a block: fetched although another block of the wave has fetched them
  double held = 1;   ///< what L2 remembers of a wave, over what it would if all were in step
  double alone = 1;  ///< share of the fetches of what a block lost that no other block does for it
};

std::vector<WaveOfBuffer> waves_of_buffers(const Summary& s, double wave) {
  std::vector<WaveOfBuffer> out;
  for (const AccessSkew& b : s.access_skew) {
    const Sectors distinct = window(b, wave), two = window(b, std::min(2 * wave, s.blocks));
    const double again = std::max(0.0, 2 - two.unique / std::max(1e-9, distinct.unique));
    out.push_back({&b, distinct, references(wave * b.per_block.unique / std::max(1e-9, distinct.unique)),
                   s.blocks < 2 * wave ? 0 : again});
  }
  return out;
}

/// Fetched once more by a block of the wave, less what the wave before left; `counted` has been taken off already.
void add_again(Sectors& to, const WaveOfBuffer& b, double f, double wave, const Sectors& counted) {
  const double more = (fetches_a_wave(b.lambda, b.kept_part(f)) - 1) / wave, left = b.left_by_wave_before(f) / wave;
  const auto once = [&](double distinct, double already) {
    return more * distinct - std::max(0.0, left * distinct - already);
  };
  to.unique += once(b.distinct.unique, counted.unique);
  to.read += once(b.distinct.read, counted.read);
  to.written += once(b.distinct.written, counted.written);
}

Apart access_skew(const Summary& s, double wave, double distinct, double l2, double rho, const Retention& kept) {
  Apart out;
  out.alone = rho;
  if (s.access_skew.empty() || kept.of(s.blocks) >= 1) return out;
  const auto buffers = waves_of_buffers(s, wave);
  const double f = memory_of_l2(l2, distinct, buffers);
  for (const WaveOfBuffer& b : buffers)
    add_again(out.again, b, f, wave, found(b.buffer->block_reuse, s.blocks, wave, kept).before);
  if (distinct <= l2) return out;
  out.held = f * distinct / l2;
  for (const WaveOfBuffer& b : buffers)
    out.alone += b.buffer->spread * b.buffer->loads_again * (share_fetched(b.lambda, b.kept_part(f)) - rho);
  return out;
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
  if (copies == L2Copies::never || d.l2_partitions < 2 || all <= 0) return 1;
  const double readers = std::max(1.0, 1 / std::max(rho, 1e-9));
  return (wave.read * (2 - std::exp2(1 - readers)) + wave.written) / all;
}

/// Share of the sectors written back that were read for the bytes nobody wrote: of those that no load or atomic had
/// brought, as far as stores leave them in part unwritten while L2 holds them.
double read_to_be_written(const Summary& s, double times_written) {
  if (s.total.written <= 0) return 0;
  const double only_stored = std::clamp((s.total.unique - s.total.read) / s.total.written, 0.0, 1.0);
  const double stored = times_written * (s.atomic_sectors > 0 ? only_stored : 1);
  return only_stored * (1 - std::min(1.0, s.store_bytes / std::max(1e-9, sector * stored)));
}

/// Share of what is stored that has left L2 at the end: none while L2 holds everything that the launch touches.
double spilled_share(const Summary& s, double l2, Caches caches) {
  return caches == Caches::cold ? 1 : std::clamp(s.total.unique / std::max(1.0, l2) - 1, 0.0, 1.0);
}

/// Share of the inputs that are in L2 before the launch.
double there_at_start(const Summary& s, const Retention& kept, Caches caches) {
  return caches == Caches::warm ? kept.of(s.blocks) : 0;
}

/// What DRAM moves at least: inputs that are not in L2 at the start, once, and stores that are not at the end.
double min_sectors(const Summary& s, const device::DeviceSpec& d, double loads, double absent, Caches caches) {
  const double read = std::min(s.total.read, loads) * absent;
  const double written = std::min(s.total.written, s.store_sectors + s.atomic_sectors);
  return read + written * spilled_share(s, d.l2_bytes / sector, caches);
}

}  // namespace

Traffic traffic(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy,
                const TrafficOptions& options) {
  Traffic t;
  const double resident = std::min(s.blocks, double(occupancy.blocks_per_sm) * d.sms);
  const Sectors wave = window(s, resident);
  const double rho = s.per_block.read > 0 ? std::clamp(wave.read / (resident * s.per_block.read), 0.0, 1.0) : 1;
  const double l2 = d.l2_bytes / sector / places_of_a_sector(wave, rho, d, options.copies);

  t.l1_hit = l1_hit_rate(s, d, occupancy);
  t.l1_sectors = s.load_sectors + s.store_sectors + s.host.sectors;
  t.l1_wavefronts = s.load_lines + s.store_lines + s.host.lines;
  const double l2_loads = s.load_sectors * (1 - t.l1_hit);
  t.l2_sectors = l2_loads + s.store_sectors + s.atomic_sectors + s.host.sectors;

  const Retention kept(s, l2);
  const Apart apart = access_skew(s, resident, wave.unique, l2, rho, kept);
  const Sectors first = fetched(s, resident, kept, apart.again);
  double read = first.read;
  if (s.reuse_total > 0) {
    const double missed = s.reuse_total * (1 - hit_rate(s, apart.held * l2 / std::max(1e-9, resident * rho)));
    read += std::max(0.0, missed - s.reuse_first) * apart.alone;
  }
  read = std::min(read, l2_loads + s.atomic_sectors);
  const double absent = 1 - there_at_start(s, kept, options.caches);
  read = std::max(0.0, read - s.total.read * (1 - absent));

  const double spilled = spilled_share(s, l2, options.caches);
  const double written = std::min(first.written, s.store_sectors + s.atomic_sectors) * spilled;
  t.min_dram_bytes = sector * min_sectors(s, d, l2_loads + s.atomic_sectors, absent, options.caches);
  read += written * read_to_be_written(s, first.written);

  t.l2_hit = l2_loads > 0 ? std::clamp(1 - read / l2_loads, 0.0, 1.0) : 0;
  t.dram_read_bytes = read * sector;
  t.dram_write_bytes = written * sector;
  return t;
}

}  // namespace forewarp::model
