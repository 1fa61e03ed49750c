// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the caches of a device let through.
///
/// L1: an LRU cache of its size shared evenly by the resident blocks; the reuse histogram of a block gives the hits. Of
/// what the k-th block of an SM reads for the first time it finds 1 - (1 - q)^min(k, J), J the blocks whose reads L1
/// holds and q the chance that a given other block reads the sector too: of the N blocks of the grid, N S / T read each
/// of a buffer's T sectors when every block reads S, so q = (N S / T - 1) / (N - 1).
///
/// L2 and DRAM: blocks run in waves of w = resident blocks, in the order of their launch. With p_D the share of a
/// block's S unique sectors that the block launched D before it touched last (profile/block_reuse.hpp), any x blocks in
/// a row touch
///
///     U(x) = S (x - sum_{D < x} p_D (x - D))
///
/// sectors, and rho = U(w) / (w S) is the share of a block's sectors that no other block of its wave fetches for it. A
/// block's own reuse at distance d meets w d rho sectors of all the others, so it survives when w d rho <= L2. What the
/// block D before touched is found without a fetch where that block is in the same wave (the share 1 - D / w of a
/// wave's blocks, when D < w), or m waves back, when L2 kept it since: U(m w) <= L2, least recently used going first
/// (Mattson et al. 1970; Xiang et al., "HOTL", ASPLOS 2013), softened by a fifth either way. Where blocks of a wave
/// touch what they share at different times and L2 does not hold the wave, it is fetched more often, and a block's own
/// reuse meets more sectors in between (access_skew.hpp). Everything unique is read at least once. Where L2 is two
/// partitions, a sector that k = 1 / rho blocks of a wave read lies in both unless they are all on one side, so it
/// takes c = 2 - 2^(1-k) places and reads have L2 / c: all of it for a stream (k = 1), half of it for what all
/// read. Dirty sectors are written back as often as they are brought back to be written, except what L2 can keep;
/// those that no load or atomic had brought are read first where stores leave them in part unwritten. A sector that a
/// block stores to again after L2 has lost its line is written back another time (profile::Rewrites). Caches::cold
/// writes all of them back; Caches::warm takes off one read of everything unique, as far as L2 holds the whole launch.
///
/// L3 (AMD's Infinity Cache) is a cache of the memory: what L2 fetches and writes back goes through it, and DRAM moves
/// what a cache of L3's size would let through.
///
/// Accesses to host memory pass through L1 and L2 and are cached in neither (HostAccesses).
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/device/occupancy.hpp"

namespace forewarp::model {

/// Whether passes tell all that a request costs L1, so that its sectors need not be counted.
[[nodiscard]] bool knows_l1_passes(const device::DeviceSpec& device);

/// Cycles of one of profile's passes: those of waves of 64 are for 64 bytes a cycle.
[[nodiscard]] double scale_of_passes(const device::DeviceSpec& device);

/// Passes of a word of local memory for each lane of a warp.
[[nodiscard]] double passes_of_a_row(const device::DeviceSpec& device);

struct Traffic {
  double l1_sectors = 0;  ///< requested from L1 (or from the path around it)
  /// Passes through L1: NVIDIA's from Volta on and AMD's by profile::l1_passes_of (measured on GA100, GA102, Hopper,
  /// RDNA2 and CDNA2, assumed of the others), and no faster than registers are filled; Maxwell's and Pascal's by
  /// profile::HalfWarps (GP100, whose multiprocessors have half the texture units, was not measured); of other devices,
  /// where this is not known, lines.
  double l1_wavefronts = 0;
  double l2_sectors = 0;  ///< loads that miss L1, stores, atomics
  double l3_bytes = 0;    ///< between L2 and L3, where the device has one
  double dram_read_bytes = 0, dram_write_bytes = 0;
  double rewritten_bytes = 0, rewriting_visits = 0;  ///< of those, what is written another time; visits.hpp
  double local_bytes = 0;                            ///< of those, local memory
  double l1_hit = 0, l2_hit = 0;                     ///< share of the sectors that loads ask for
  double request_l1_hit = 0;  ///< share of the requests of loads that find all their sectors there
  double l3_hit = 0;          ///< share of L2's misses that L3 serves
  double min_dram_bytes = 0;  ///< lower bound for any cache: distinct sectors, except stores that L2 holds at the end
};

/// Whether an L2 in two partitions holds a copy per partition of sectors that both sides read. Irrelevant for one
/// partition.
enum class L2Copies : std::uint8_t { each_side, never };

struct TrafficOptions {
  L2Copies copies = L2Copies::each_side;
  Caches caches = Caches::usual;
};

/// Bytes of L1 that an SM with this occupancy has. Where L1 and shared memory are one array, shared memory takes its
/// part first; a tenth always remains.
[[nodiscard]] double l1_capacity(const Summary& summary, const device::DeviceSpec& device,
                                 const device::Occupancy& occupancy);

[[nodiscard]] Traffic traffic(const Summary& summary, const device::DeviceSpec& device,
                              const device::Occupancy& occupancy, const TrafficOptions& options = {});

}  // namespace forewarp::model
