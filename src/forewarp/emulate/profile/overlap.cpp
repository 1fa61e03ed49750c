// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/overlap.hpp"

#include <algorithm>
#include <bit>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::profile {
namespace {

/// Sectors that a block shares with its neighbour along an axis, per instruction and per buffer: a
/// merge of two sorted lists, O(sectors). An instruction's sector counts as shared only if the same
/// instruction of the neighbour touched it. Where blocks were thinned differently, only sectors
/// that both could have kept are compared.
void compare_two(const BlockSectors& block, const BlockSectors& next, unsigned axis, const BufferMap& buffers,
                 Overlaps& into) {
  const auto halvings = std::max(block.halvings, next.halvings);
  constexpr unsigned shift = emu::Memory::buffer_shift - sector_shift;
  auto other = next.sectors.begin();
  std::uint64_t in = 0;  // buffers' sectors follow each other
  std::int32_t buffer = -1;
  for (const auto& sector : block.sectors) {
    if (!is_kept(sector.number, halvings)) continue;
    while (other != next.sectors.end() && other->number < sector.number) ++other;
    const bool found = other != next.sectors.end() && other->number == sector.number;
    for (std::size_t w = 0; w < block.words; ++w) {
      const auto theirs = found ? next.marks[other->marks + w] : 0;
      for (auto bits = block.marks[sector.marks + w]; bits != 0; bits &= bits - 1) {
        auto& sums = into.slots[w * 64 + static_cast<unsigned>(std::countr_zero(bits))];
        sums.all[axis] += sector.weight;
        if ((theirs & bits & (~bits + 1)) != 0) sums.common[axis] += sector.weight;
      }
    }
    if (sector.number >> shift != in) {
      in = sector.number >> shift;
      buffer = buffers.find(sector.number);
    }
    if (buffer < 0) continue;
    const auto at = static_cast<std::size_t>(buffer);
    into.buffers[at].add(axis, sector.weight, found ? sector.weight : 0);
    if (!block.has_bytes || !next.has_bytes) continue;
    const auto bytes = [&](std::uint32_t mask) {
      return sector.weight * static_cast<std::uint64_t>(std::popcount(mask));
    };
    into.buffer_bytes[at].add(axis, bytes(sector.bytes), found ? bytes(sector.bytes & other->bytes) : 0);
  }
}

/// The same of visits: a merge of two lists sorted by piece. Both blocks may come to a piece more than once.
void compare_visits(const BlockSectors& block, const BlockSectors& next, unsigned axis, const BufferMap& buffers,
                    Overlaps& into) {
  const auto halvings = std::max(block.halvings, next.halvings);
  auto other = next.visits.begin();
  for (const Visit& visit : block.visits) {
    if (!is_kept(visit.piece, halvings)) continue;
    while (other != next.visits.end() && other->piece < visit.piece) ++other;
    bool found = false;
    for (auto at = other; at != next.visits.end() && at->piece == visit.piece && !found; ++at)
      found = are_at_once(at->when, visit.when);
    const auto buffer = static_cast<std::size_t>(buffers.find(visit.piece << piece_shift));
    into.visits[buffer].add(axis, visit.weight, found ? visit.weight : 0);
  }
}

}  // namespace

Overlap OverlapSums::shares(double otherwise) const {
  Overlap out{otherwise, otherwise, otherwise};
  for (unsigned k = 0; k < 3; ++k) {
    if (all[k] > 0) out[k] = static_cast<double>(common[k]) / static_cast<double>(all[k]);
  }
  return out;
}

/// All pairs of sampled blocks that are neighbours along x, y or z. Example: sampled blocks 5, 6
/// and 15 of a grid of 10 x 4: 5 and 6 along x, 5 and 15 along y.
Overlaps compare_neighbours(const std::map<std::uint64_t, BlockSectors>& blocks, launch::Dim3 grid, std::size_t slots,
                            const BufferMap& buffers) {
  Overlaps out{std::vector<OverlapSums>(slots), std::vector<OverlapSums>(buffers.numbers.size()),
               std::vector<OverlapSums>(buffers.numbers.size()), std::vector<OverlapSums>(buffers.numbers.size())};
  const std::uint64_t stride[3] = {1, grid.x, std::uint64_t{grid.x} * grid.y};
  const std::uint64_t extent[3] = {grid.x, grid.y, grid.z};
  for (const auto& [linear, block] : blocks) {
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (linear / stride[axis] % extent[axis] + 1 >= extent[axis]) continue;
      const auto next = blocks.find(linear + stride[axis]);
      if (next == blocks.end()) continue;
      compare_two(block, next->second, axis, buffers, out);
      compare_visits(block, next->second, axis, buffers, out);
    }
  }
  return out;
}

}  // namespace forewarp::profile
