// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Memory instructions whose addresses are affine in the block index: each block touches the sectors of another block,
/// translated.
///
/// The sectors that an instruction touches in block b are those of a reference block r, translated by
/// floor(phase + t . (b - r)). t (sectors per block along x, y, z; fractions allowed) is fitted to the first sectors in
/// the sampled blocks by least squares, and accepted if the first and the last sector of nearly all of them are within
/// one sector of the fit and their number is about the same.
///
/// Where the code shows that no t fits, the address of each block is known (block_addresses.hpp): the translation from
/// r to b is then their difference, and is accepted in the same way. So the order of the blocks may be any function of
/// their index.
#include <array>
#include <memory>
#include <optional>
#include <span>

#include "forewarp/emulate/profile/block_footprint.hpp"
#include "forewarp/emulate/reuse/block_order.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::profile {

struct Translation {
  std::array<double, 3> step{};     ///< t
  std::vector<Interval> intervals;  ///< of the reference block, less `base`
  std::uint64_t base = 0;
  std::shared_ptr<const BlockOrder> order;  ///< in the place of step, where there is one
  bool fills_gaps = false;                  ///< intervals have what the skipped iterations of a loop touch, too
};

/// The sectors of one slot in one buffer, of one block, ascending.
struct SlotSectors {
  std::uint64_t block;
  std::vector<std::uint64_t> sectors;
};

/// Nothing where the slot does not follow a translation in three quarters of the `kept` sampled blocks that touch
/// anything, whether by this slot or not, where too few were sampled, or where the reference touches nothing.
[[nodiscard]] std::optional<Translation> fit_translation(const std::vector<SlotSectors>& blocks, std::size_t kept,
                                                         std::uint64_t reference, launch::Dim3 grid);

/// The same from the addresses, by block; nothing without any, and where one of the kept blocks does not touch the
/// slot.
[[nodiscard]] std::optional<Translation> fit_order(const std::vector<SlotSectors>& blocks, std::size_t kept,
                                                   std::uint64_t reference, launch::Dim3 grid,
                                                   std::span<const std::uint64_t> addresses);

/// Of a sampled loop only some iterations have sectors. Where their weights say that the skipped ones touch as much as
/// lies between, that is put into the intervals: other blocks may share it. sectors: of the reference block, ascending,
/// those of the translation among them.
///
/// Example: of 300 iterations that touch 4 sectors each, one after the other, 20 were run: 80 sectors of weights that
/// add up to 1200, within 1200. Blocks that begin 16 sectors apart share nearly all of them.
void fill_gaps(Translation& translation, std::span<const BlockSectors::Sector> sectors);

/// For the reference block at position `place`: the distance to the last block before it in which one of the
/// translations touches the sector (as numbered in the reference block); 0 where there is none. phase in (0, 1): the
/// offset within a sector at which the data of the block begin.
[[nodiscard]] double last_toucher(const std::vector<const Translation*>& translations, std::uint64_t sector,
                                  const std::array<std::int64_t, 3>& place, launch::Dim3 grid, double phase);

}  // namespace forewarp::profile
