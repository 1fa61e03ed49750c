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

constexpr double sectors_of_a_line = 4;

/// Sectors that the whole grid fetches into L2: the first touch of each sector by each block, less what an earlier
/// block left there (found()), plus `again`, what a block of the same wave has to fetch a second time. Never fewer than
/// the distinct sectors of the grid. O(steps of block_reuse).
///
/// Example: 100 blocks of 10 sectors, waves of 4 blocks, half of a block's sectors last touched by the block before it
/// (D = 1). 3 / 4 of the blocks have that block in their wave: 3.75 sectors. The others, less the first block of the
/// grid (0.99 - 0.75), find them only if L2 keeps a wave: 1.2 sectors. A block fetches 5.05 sectors with such an L2 and
/// 6.25 without; the latter is rho S, as U(4) = 10 (4 - 0.5 * 3) = 25 = 0.625 * 40.
Sectors fetched(const Summary& s, double wave, const Retention& kept, const Sectors& again) {
  Sectors each = s.per_block;
  const Found there = found(s.block_reuse, s.blocks, wave, kept);
  add(each, there.same_wave, -1);
  add(each, there.before, -1);
  add(each, again, 1);
  return {std::max(s.total.unique, each.unique * s.blocks), std::max(s.total.read, each.read * s.blocks),
          std::max(s.total.written, each.written * s.blocks)};
}

/// What access skew costs: blocks of a wave touch shared sectors at different times.
struct Apart {
  Sectors again;     ///< per block: fetched although another block of the wave fetched them before
  double held = 1;   ///< sectors of a wave that L2 retains, relative to blocks without skew
  double alone = 1;  ///< share of the refetches of a block that no other block of the wave makes for it
};

/// Per buffer: distinct sectors of one wave, the intensity lambda of the touches (mean touches per distinct sector is w
/// S / distinct), and the share of them that the wave before touched too. With U1 and U2 the distinct sectors of one
/// and of two waves that share is 2 - U2 / U1: 0 where U2 = 2 U1 (a stream), 1 where U2 = U1 (every wave reads the
/// same).
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

/// Adds the refetches per block of a wave, less the sectors that the wave before left in L2. `counted` is what found()
/// has already credited to the wave before, so that nothing is subtracted twice.
void add_again(Sectors& to, const WaveOfBuffer& b, double f, double wave, const Sectors& counted) {
  const double more = (fetches_a_wave(b.lambda, b.kept_part(f)) - 1) / wave, left = b.left_by_wave_before(f) / wave;
  const auto once = [&](double distinct, double already) {
    return more * distinct - std::max(0.0, left * distinct - already);
  };
  to.unique += once(b.distinct.unique, counted.unique);
  to.read += once(b.distinct.read, counted.read);
  to.written += once(b.distinct.written, counted.written);
}

/// First finds f, the fraction of a wave's course over which L2 remembers a sector (memory_of_l2), then applies it to
/// each buffer. Nothing to do where L2 holds the whole launch. Where L2 holds the wave (f = 1), only `again` changes,
/// by what the wave before left.
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

/// Mean of (1 - q)^min(k, held) over the blocks k = 0, 1, .. of an SM, as a geometric series up to `held` and a
/// constant after it. Example: q = 0.5, held = 2, 4 blocks: (1 + 0.5 + 0.25 + 0.25) / 4 = 0.5.
double missed_by_all(double q, double held, double blocks) {
  if (q < 1e-9) return 1;
  const double met = std::min(blocks, held + 1), left = 1 - std::min(q, 1 - 1e-12);
  return ((1 - std::pow(left, met)) / q + (blocks - met) * std::pow(left, held)) / blocks;
}

/// Share of the first reads of a block that earlier blocks of its SM have brought to L1. The blocks that share an SM
/// are treated as a random selection; L1 holds the reads of l1_sectors / read sectors per block of them.
double found_by_others(const Summary& s, double l1_sectors, double sms) {
  if (s.per_block.read <= 0) return 0;
  const double held = l1_sectors / s.per_block.read, blocks = std::max(1.0, s.blocks / sms);
  double found = 0;
  for (const CommonReads& r : s.common_reads)
    found += r.sectors * std::min(1.0, held) * (1 - missed_by_all(r.chance, std::max(1.0, held), blocks));
  return found / s.per_block.read;
}

/// Share of the sectors of L1's lines that loads ask for. NVIDIA's lines are filled by sectors. AMD's are whole: of 128
/// bytes on RDNA; of 64 on GCN and CDNA (AMD's ISA guides and whitepapers), where s sectors of 128 bytes in a row are
/// in (s + 1) / 2 of them. Example: one sector a request: 1/4 and 1/2; whole lines: 1.
double filled_share(const Summary& s, const device::DeviceSpec& d) {
  if (d.vendor != device::Vendor::amd || !(s.load_lines > 0)) return 1;
  const double asked = std::clamp(s.load_sectors / s.load_lines, 1.0, 4.0);
  return d.warp_size == 32 ? asked / 4 : asked / (2 * std::min(2.0, (asked + 1) / 2));
}

/// Hit rate of loads in L1: reuse within a block, with L1 divided evenly among the resident blocks, plus first reads
/// that another block of the SM made. Loads that L1 does not cache (on some GPUs only ld.global.nc and local memory
/// are cached) never hit. Sectors that no lane asks for take their place in L1, too.
double l1_hit_rate(const Summary& s, const ReuseCurve& reuse, const device::DeviceSpec& d,
                   const device::Occupancy& occupancy) {
  if (s.load_sectors <= 0 || d.l1_bytes <= 0) return 0;
  const double cached =
      (d.l1_caches_global ? s.load_sectors - s.uncached_sectors : s.read_only_sectors + s.local_load_sectors) /
      s.load_sectors;
  const double sectors = l1_capacity(s, d, occupancy) / sector_bytes * filled_share(s, d);
  // A small grid leaves an SM fewer blocks to share its L1 than could run there.
  const double resident = std::min<double>(occupancy.blocks_per_sm, std::ceil(s.blocks / d.sms));
  const double again = hit_rate(reuse, sectors / std::max(1.0, resident));
  return cached * (again + reuse.first_share() * found_by_others(s, sectors, d.sms));
}

/// Blocks that are resident at a time, and the distinct sectors that they touch: of buffers, and of local memory, which
/// no two threads share.
struct Residents {
  double blocks = 0;
  Sectors sectors;
  double local = 0;
  double rho = 1, rho_of_buffers = 1;  ///< the first of both together
  [[nodiscard]] double unique() const { return sectors.unique + local; }
  /// Share of the sectors that a block stores to which no other one of them does: all, or one of so many blocks.
  [[nodiscard]] double written_apart(const Summary& s) const {
    const double each = blocks * s.per_block.written;
    return each > 0 ? std::clamp(sectors.written / each, 1 / std::max(1.0, blocks), 1.0) : 1;
  }
};

Residents residents_of(const Summary& s, double blocks) {
  Residents r{.blocks = blocks, .sectors = window(s, blocks), .local = blocks * s.local.sectors_per_block};
  const double local = s.local.read_sectors_per_block, read = s.per_block.read + local;
  if (s.per_block.read > 0) r.rho_of_buffers = std::clamp(r.sectors.read / (blocks * s.per_block.read), 0.0, 1.0);
  if (read > 0) r.rho = std::clamp((r.sectors.read + blocks * local) / (blocks * read), 0.0, 1.0);
  return r;
}

/// Copies in L2 of a mean sector of the wave, where L2 is two partitions. Written sectors and local memory have one
/// copy; sectors read by k blocks have 2 - 2^(1-k): 1 for k = 1, 1.5 for k = 2, nearly 2 for many readers.
double places_of_a_sector(const Summary& s, const Residents& wave, const device::DeviceSpec& d, L2Copies copies) {
  const auto& [unused, read, written] = wave.sectors;
  const double all = read + written + wave.local;
  if (copies == L2Copies::never || d.l2_partitions < 2 || all <= 0) return 1;
  const double readers = std::max(1.0, wave.blocks * s.per_block.read / std::max(1e-9, read));
  return (read * (2 - std::exp2(1 - readers)) + written + wave.local) / all;
}

/// Share of the written-back sectors that DRAM had to supply first, since stores fill them only in part: only sectors
/// that no load or atomic brought in. store_bytes / (32 * sectors stored) is the part that stores fill.
double read_to_be_written(const Summary& s, double times_written) {
  if (s.total.written <= 0) return 0;
  const double only_stored = std::clamp((s.total.unique - s.total.read) / s.total.written, 0.0, 1.0);
  const double stored = times_written * (s.atomic_sectors > 0 ? only_stored : 1);
  return only_stored * (1 - std::min(1.0, s.store_bytes / std::max(1e-9, sector_bytes * stored)));
}

/// Share of the stored sectors that leave L2 before they are stored to again, with `unique` sectors between the two: 0
/// while L2 holds them, 1 from twice the size of L2 on.
double spilled_share(double unique, double l2) { return std::clamp(unique / std::max(1.0, l2) - 1, 0.0, 1.0); }

/// The same of the buffers' sectors, up to the end of the launch.
double spilled_share(const Summary& s, double local, double l2, Caches caches) {
  return caches == Caches::cold ? 1 : spilled_share(s.total.unique + local, l2);
}

/// Share of the inputs that are in L2 before the launch.
double there_at_start(const Summary& s, const Retention& kept, Caches caches) {
  return caches == Caches::warm ? kept.of(s.blocks) : 0;
}

double stores_to_buffers(const Summary& s) { return s.store_sectors - s.local_store_sectors + s.atomic_sectors; }

/// Sectors that DRAM moves at least: inputs absent from the last cache at the start, once, and stores that it cannot
/// keep.
double min_sectors(const Summary& s, double cache, double loads, double absent, Caches caches) {
  const double read = std::min(s.total.read, loads) * absent;
  const double written = std::min(s.total.written, stores_to_buffers(s));
  return read + written * spilled_share(s, 0, cache, caches);
}

/// Stores to sectors whose line has left a cache since the block stored to it, as so many blocks at a time each store
/// to other lines meanwhile, or to the same ones. A cache of sectors has a tag for each line, so that lines with one
/// sector in use fill it with a quarter of its bytes. Linear in the distance between the classes of the histogram.
///
/// Example: each of 65,536 threads goes through a part of an array of its own and stores a word in turn: 65,536 lines
/// are 8 MB, so that an L2 of 5 MB writes each word to memory by itself, 32 bytes for 4.
double lost(const std::array<double, profile::ReuseHistogram::classes>& stores, double lines_of_block) {
  double all = 0;
  for (unsigned k = 0; k < stores.size(); ++k) {
    const double low = k == 0 ? 0 : std::ldexp(1.0, static_cast<int>(k) - 1),
                 high = std::ldexp(1.0, static_cast<int>(k));
    all += std::clamp((high - lines_of_block) / (high - low), 0.0, 1.0) * stores[k];
  }
  return all;
}

/// The same of buffers.
struct Rewritten {
  double sectors = 0, visits = 0;
};

Rewritten rewritten(const profile::Rewrites& stores, double lines_of_block) {
  return {lost(stores.sectors, lines_of_block), lost(stores.visits, lines_of_block)};
}

/// Sectors that a cache lets through.
struct Passed {
  double read = 0, written = 0, least = 0;
  Rewritten again;   ///< of those written
  double local = 0;  ///< of those read and written
};

/// A cache for the whole device, which holds of a mean sector of a wave `places` copies.
struct DeviceCache {
  double bytes = 0, places = 1;
  [[nodiscard]] double sectors() const { return bytes / sector_bytes / places; }
};

/// Sectors.
struct Missed {
  double all = 0, local = 0;
};

/// The reads that need memory: first touches (fetched), then the reuses of a block whose distance exceeds its part of
/// the cache, limited by the `loads` that reach it.
Missed missed_reads(const Summary& s, const Residents& wave, const Apart& apart, double first, double sectors,
                    double loads) {
  double read = first, local_read = 0;
  if (s.reuse.total > 0) {
    const double missed =
        s.reuse.total * (1 - hit_rate(s.reuse, apart.held * sectors / std::max(1e-9, wave.blocks * wave.rho)));
    const double again = s.reuse.total - s.reuse.first;
    const double local = again > 0 ? std::min(1.0, s.local_load_sectors / again) : 0;  // no other block fetches that
    local_read = std::max(0.0, missed - s.reuse.first) * local;
    read += local_read + std::max(0.0, missed - s.reuse.first) * (1 - local) * apart.alone;
  }
  const double most = std::min(read, loads);
  return {most, std::min(local_read, most)};
}

/// Stores to local memory that leave the cache: those of a block when the resident blocks together have more of it than
/// the cache holds, as the next block writes to the same places, where a stream passes once; and those that the block
/// makes again after their line has left. Example: 160 blocks of 256 threads with an array of 4 KiB each are 167 MB: an
/// L2 of 6 MB keeps none of it.
double spilled_local(const Summary& s, const Residents& wave, double sectors, double lines_of_block) {
  const double first = std::min(s.local.written_sectors_per_block * s.blocks, s.local_store_sectors);
  const double again = std::min(lost(s.local.rewritten_sectors, lines_of_block), s.local_store_sectors - first);
  return (first + again) * spilled_share(wave.local, sectors);
}

/// Steps: reads that miss, less those that are there at the start; writes that the cache cannot keep, the reads that
/// partly written sectors need, and writes to lines that it has lost.
Passed passed(const Summary& s, const Residents& wave, const DeviceCache& cache, double loads, Caches caches) {
  const double sectors = cache.sectors();
  const Retention kept(s, sectors);
  const Apart apart = access_skew(s, wave.blocks, wave.unique(), sectors, wave.rho_of_buffers, kept);
  const Sectors first = fetched(s, wave.blocks, kept, apart.again);
  const double absent = 1 - there_at_start(s, kept, caches);
  const Missed missed = missed_reads(s, wave, apart, first.read, sectors, loads);
  double read = std::max(0.0, missed.all - s.total.read * (1 - absent));
  const double stores = stores_to_buffers(s), spilled = spilled_share(s, wave.local, sectors, caches);
  const double written = std::min(first.written, stores) * spilled;
  read += written * read_to_be_written(s, first.written);
  const double lines_of_block = sectors / sectors_of_a_line / std::max(1.0, wave.blocks);
  Rewritten again = rewritten(s.rewrites, lines_of_block / wave.written_apart(s));
  const double part = std::clamp(stores - first.written, 0.0, again.sectors) / std::max(1e-9, again.sectors) * spilled;
  again.sectors *= part;
  again.visits *= part;
  const double local = spilled_local(s, wave, sectors, lines_of_block);
  const double least = min_sectors(s, cache.bytes / sector_bytes, loads, absent, caches);
  return {read, written + again.sectors + local, least, again, local + std::min(missed.local, read)};
}

/// Maxwell and Pascal: profile::HalfWarps.
bool passes_by_halves(const device::DeviceSpec& d) {
  return d.vendor == device::Vendor::nvidia && d.compute_capability >= 50 && d.compute_capability < 70;
}

/// Cycles of L1 for look-ups and data, and for filling registers, which takes as long where lanes share an address: a
/// float for each lane is 128 bytes, two cycles of Turing's L1 and one of GA100's.
double passes_of(const Summary& s, const device::DeviceSpec& d) {
  if (passes_by_halves(d)) return s.half_passes;
  if (!knows_l1_passes(d)) return s.load_lines + s.store_lines;
  return std::max(scale_of_passes(d) * (s.load_passes + s.store_passes), s.returned_bytes / d.l1_bytes_per_cycle);
}

}  // namespace

bool knows_l1_passes(const device::DeviceSpec& device) {
  return device.vendor == device::Vendor::amd || device.compute_capability >= 70;
}

/// CDNA3 moves 128 bytes, and its address unit is taken to be twice as fast.
double scale_of_passes(const device::DeviceSpec& device) {
  constexpr double bytes_of_passes = 64;
  return device.warp_size == 64 ? bytes_of_passes / device.l1_bytes_per_cycle : 1;
}

double passes_of_a_row(const device::DeviceSpec& device) {
  return knows_l1_passes(device) ? std::max(1.0, 4 * device.warp_size / device.l1_bytes_per_cycle) : 1;
}

double l1_capacity(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy) {
  if (!d.l1_shares_with_shared) return d.l1_bytes;
  const double in_use = double(occupancy.blocks_per_sm) * double(s.shared_bytes + d.shared_reserved);
  return std::max(d.l1_bytes - in_use, 0.1 * d.l1_bytes);
}

/// The formulas are in traffic.hpp. Steps: (1) distinct sectors of a wave, rho, and the copies of a sector in two
/// partitions; (2) L1 hits, which give the loads that reach L2; (3) what L2 lets through; (4) of that, what L3 does.
/// O(steps * buffers + buffers * halvings).
Traffic traffic(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy,
                const TrafficOptions& options) {
  Traffic t;
  const double resident = std::min(s.blocks, double(occupancy.blocks_per_sm) * d.sms);
  const Residents residents = residents_of(s, resident);

  t.l1_hit = l1_hit_rate(s, s.reuse, d, occupancy);
  t.request_l1_hit = s.request_reuse.total > 0 ? l1_hit_rate(s, s.request_reuse, d, occupancy) : t.l1_hit;
  t.l1_sectors = s.load_sectors + s.store_sectors + s.host.sectors;
  t.l1_wavefronts = passes_of(s, d) + s.host.lines;
  const double l2_loads = s.load_sectors * (1 - t.l1_hit);
  const double stores = passes_by_halves(d) ? s.store_half_sectors : s.store_sectors;
  t.l2_sectors = l2_loads + stores + s.atomic_sectors + s.host.sectors;
  // A slice of L2 adds one double, or one of the lanes that meet on an address, in the time in which it moves a sector.
  t.l2_sectors += std::max(0.0, s.serial_atomic_lanes - s.serial_atomic_sectors);

  const double loads = l2_loads + s.atomic_sectors;
  const double places = places_of_a_sector(s, residents, d, options.copies);
  const Passed l2 = passed(s, residents, {d.l2_bytes, places}, loads, options.caches);
  Passed last = l2;
  if (d.l3_bytes > 0) {
    last = passed(s, residents, {.bytes = d.l3_bytes}, loads, options.caches);
    last.read = std::min(last.read, l2.read);
    last.written = std::min(last.written, l2.written);
    last.local = std::min(last.local, l2.local);
    if (l2.again.sectors < last.again.sectors) last.again = l2.again;
    t.l3_bytes = sector_bytes * (l2.read + l2.written);
    t.l3_hit = l2.read > 0 ? 1 - last.read / l2.read : 0;
  }
  t.l2_hit = l2_loads > 0 ? std::clamp(1 - l2.read / l2_loads, 0.0, 1.0) : 0;
  t.min_dram_bytes = sector_bytes * last.least;
  t.dram_read_bytes = last.read * sector_bytes;
  t.dram_write_bytes = last.written * sector_bytes;
  t.rewritten_bytes = last.again.sectors * sector_bytes;
  t.rewriting_visits = last.again.visits;
  t.local_bytes = last.local * sector_bytes;
  return t;
}

}  // namespace forewarp::model
