// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often DRAM opens a row, where a launch asks for pieces of memory far from each other.
///
/// A channel of DRAM reads or writes a row after it has opened (activated) it, and opens one row per t_RRD seconds at
/// most, whatever it moves of each (JEDEC's t_RRD and t_FAW: the time between two activations, and for five of them).
/// So with c channels, DRAM of bandwidth B moves n bytes in pieces of b bytes in
///
///     T = max( n / B, (n / b) t_RRD / c )
///
/// b grows with what a block asks for at once (emulate/profile/visits.hpp), and with what the blocks beside it ask for
/// at the same time: with S sectors and V visits of a block, and the sectors and visits that it has in common with its
/// neighbours along each axis of the grid, w blocks in a row ask for U_S(w) sectors in U_V(w) visits (U as in
/// emulate/profile/block_reuse.hpp), hence b = 32 U_S(w) / U_V(w), between one sector and a piece of 256 bytes.
///
/// Example: GDDR6 on a bus of 192 bits has 12 channels of 16 bits, each of which opens a row in 4 ns: pieces of 64
/// bytes come at 12 * 64 / 4 ns = 192 GB/s at most, of 360.
///
/// Blocks of a wave are spread over their course once the first of them have ended, so only half of them, those that
/// were launched within half of the course of a block, are taken to ask at the same time.
#include "forewarp/emulate/profile/visits.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model {

inline constexpr double sectors_of_a_piece = 1U << profile::piece_shift;

/// b / 32 for `resident` blocks at a time, mean over what DRAM moves; 0 where it is not known. A buffer of T sectors of
/// which a block touches S is touched again, at any of its sectors, after T / S blocks; what all of them touch in all
/// buffers pushes it out of a cache of `cache_sectors`, or not: exp(-cache / touched) of the times. Example: look-ups
/// spread over a table of 1 MB, beside the stream of their indices: the table comes from DRAM once.
[[nodiscard]] double sectors_per_visit(const Summary& summary, double resident, double cache_sectors);

/// Seconds in which the rows for so many bytes are opened; 0 where the device's memory or the visits are not known.
[[nodiscard]] double row_seconds(double bytes, double sectors_per_visit, const device::DeviceSpec& device);

}  // namespace forewarp::model
