// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the caches of a device let through.
///
/// L1: an LRU cache of its size shared evenly by the resident blocks; the reuse histogram of a block says what hits.
///
/// L2 and DRAM: blocks run in waves of w = resident blocks, in launch order, x fastest, so a wave covers wx * wy * wz
/// of the grid. With o_a the overlap of neighbours along axis a, its unique sectors are, axis by axis,
///
///     U(w) = S * prod_a (1 + (w_a - 1) (1 - o_a))                         S: unique sectors of one block
///
/// and rho = U(w) / (w S) is the share of a block's sectors that no neighbour has fetched for it. A block's own reuse
/// at distance d meets w d rho sectors of all the others, so it survives when w d rho <= L2. From wave to wave the
/// share (1 - (U(2w) - U(w)) / U(w)) is wanted again and is still there as far as L2 holds a wave. Everything unique
/// is read at least once. Where L2 is two partitions, a sector that k = 1 / rho blocks of a wave read lies in both
/// unless they are all on one side, so it takes c = 2 - 2^(1-k) places and reads have L2 / c: all of it for a stream (k
/// = 1), half of it for what everybody reads. Dirty sectors are written back once a wave that writes them, except what
/// L2 can keep.
#include "forewarp/device/device_spec.hpp"
#include "forewarp/device/occupancy.hpp"
#include "forewarp/model/bounds/summary.hpp"

namespace forewarp::model {

struct Traffic {
  double l1_sectors = 0, l1_wavefronts = 0;  ///< asked of L1 (or of the path past it)
  double l2_sectors = 0;                     ///< loads that miss L1, stores, atomics
  double dram_read_bytes = 0, dram_write_bytes = 0;
  double l1_hit = 0, l2_hit = 0;
};

/// How an L2 in two partitions keeps what both sides read; no difference where it is one.
enum class L2Copies : std::uint8_t { each_side, never };

[[nodiscard]] Traffic traffic(const Summary& summary, const device::DeviceSpec& device,
                              const device::Occupancy& occupancy, L2Copies copies = L2Copies::each_side);

}  // namespace forewarp::model
