// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/traffic.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/model/bounds/constants.hpp"

namespace forewarp::model {
namespace {

constexpr double sector = 32;  // bytes

using Shape = std::array<double, 3>;

/// The part of the grid that so many consecutive blocks cover.
Shape wave_shape(const launch::Dim3& grid, double blocks) {
  const double x = grid.x, y = grid.y, z = grid.z;
  return {std::clamp(blocks, 1.0, x), std::clamp(blocks / x, 1.0, y), std::clamp(blocks / (x * y), 1.0, z)};
}

double growth(const profile::Overlap& overlap, const Shape& shape) {
  double product = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) product *= 1 + (shape[axis] - 1) * (1 - overlap[axis]);
  return product;
}

/// Unique sectors that one wave, and two in a row, read and write.
struct WaveSectors {
  double read = 0, read_two = 0, written = 0, written_two = 0;
  double read_per_block = 0, written_per_block = 0;
  double total = 0, total_read = 0, total_written = 0;  ///< of the grid
};

WaveSectors wave_sectors(const Summary& s, double blocks_in_wave) {
  const Shape one = wave_shape(s.grid, blocks_in_wave), two = wave_shape(s.grid, 2 * blocks_in_wave);
  WaveSectors w;
  for (const Footprint& f : s.footprints) {
    const double g1 = std::min(growth(f.overlap, one), blocks_in_wave);
    const double g2 = std::max(g1, growth(f.overlap, two));
    const double each = f.per_block > 0 ? f.total / f.per_block : 0;
    const double all_read = std::min(f.total, f.read_per_block * each);
    const double all_written = std::min(f.total, f.written_per_block * each);
    // Blocks that gather at random overlap little two by two, yet together they cannot touch more than there is.
    w.read += std::min(all_read, f.read_per_block * g1);
    w.read_two += std::min(all_read, f.read_per_block * g2);
    w.written += std::min(all_written, f.written_per_block * g1);
    w.written_two += std::min(all_written, f.written_per_block * g2);
    w.read_per_block += f.read_per_block;
    w.written_per_block += f.written_per_block;
    w.total += f.total;
    w.total_read += all_read;
    w.total_written += all_written;
  }
  return w;
}

double l1_hit_rate(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy) {
  if (s.load_sectors <= 0 || d.l1_bytes <= 0) return 0;
  double bytes = d.l1_bytes;
  if (d.l1_shares_with_shared) {
    const double in_use = double(occupancy.blocks_per_sm) * double(s.shared_bytes + d.shared_reserved);
    bytes = std::max(bytes - in_use, 0.1 * d.l1_bytes);
  }
  const double cached = d.l1_caches_global ? 1 : s.read_only_sectors / s.load_sectors;
  return cached * hit_rate(s, bytes / sector / std::max(1u, occupancy.blocks_per_sm));
}

/// Places in L2 that a sector of the wave takes in the mean; what is written has one.
double places_of_a_sector(const WaveSectors& wave, double rho, const device::DeviceSpec& d, L2Copies copies) {
  const double all = wave.read + wave.written;
  if (copies == L2Copies::never || !l2_in_two_partitions(d) || all <= 0) return 1;
  const double readers = std::max(1.0, 1 / std::max(rho, 1e-9));
  return (wave.read * (2 - std::exp2(1 - readers)) + wave.written) / all;
}

/// Sectors over the grid when each wave fetches `once` and finds again what the wave before left.
double over_waves(double once, double two, double waves, double kept, double total) {
  if (once <= 0) return 0;
  const double again = std::clamp(2 - two / once, 0.0, 1.0);
  return std::max(total, once * (1 + std::max(0.0, waves - 1) * (1 - again * kept)));
}

}  // namespace

Traffic traffic(const Summary& s, const device::DeviceSpec& d, const device::Occupancy& occupancy, L2Copies copies) {
  Traffic t;
  const double resident = std::min(s.blocks, double(occupancy.blocks_per_sm) * d.sms);
  const double waves = s.blocks / resident;
  const WaveSectors wave = wave_sectors(s, resident);
  const double rho = wave.read_per_block > 0 ? wave.read / (resident * wave.read_per_block) : 1;
  const double l2 = d.l2_bytes / sector / places_of_a_sector(wave, rho, d, copies);

  t.l1_hit = l1_hit_rate(s, d, occupancy);
  t.l1_sectors = s.load_sectors + s.store_sectors;
  t.l1_wavefronts = s.load_lines + s.store_lines;
  const double l2_loads = s.load_sectors * (1 - t.l1_hit);
  t.l2_sectors = l2_loads + s.store_sectors + s.atomic_sectors;

  const double kept = std::clamp(l2 / std::max(1.0, wave.read + wave.written), 0.0, 1.0);
  double read = over_waves(wave.read, wave.read_two, waves, kept, wave.total_read);
  if (s.reuse_total > 0) {
    const double missed = s.reuse_total * (1 - hit_rate(s, l2 / std::max(1e-9, resident * rho)));
    read += std::max(0.0, missed - s.reuse_first) * rho;
  }
  read = std::min(read, l2_loads + s.atomic_sectors);

  const double spilled = std::clamp(wave.total / std::max(1.0, l2) - 1, 0.0, 1.0);  // none while L2 holds everything
  double written = over_waves(wave.written, wave.written_two, waves, kept, wave.total_written);
  written = std::min(written, s.store_sectors + s.atomic_sectors) * spilled;
  // Sectors that stay partly unwritten are read before they are written back.
  const double whole = wave.total_written > 0 ? std::min(1.0, s.store_bytes / (sector * wave.total_written)) : 1;
  if (s.atomic_sectors <= 0) read += written * (1 - whole);

  t.l2_hit = l2_loads > 0 ? std::clamp(1 - read / l2_loads, 0.0, 1.0) : 0;
  t.dram_read_bytes = read * sector;
  t.dram_write_bytes = written * sector;
  return t;
}

}  // namespace forewarp::model
