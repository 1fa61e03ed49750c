// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Plain sums over the blocks of one stratum. Integers all, so that they add up alike in any grouping.
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/profile/chain_walker.hpp"
#include "forewarp/emulate/profile/merge_candidates.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/emulate/profile/warp_courses.hpp"

namespace forewarp::profile {

/// A site meets up to four spaces; each pair has its slot: site * site_spaces + its number here.
inline constexpr std::uint32_t site_spaces = 4;
inline constexpr std::array<ptx::StateSpace, site_spaces> site_space_of = {
    ptx::StateSpace::global, ptx::StateSpace::shared, ptx::StateSpace::local, ptx::StateSpace::const_};

/// The slot of an access, or nothing for spaces that are not watched (param: it is counted by instruction).
[[nodiscard]] inline bool slot_of(std::uint32_t site, ptx::StateSpace space, std::uint32_t& slot) {
  for (std::uint32_t k = 0; k < site_spaces; ++k) {
    if (site_space_of[k] == space) {
      slot = site * site_spaces + k;
      return true;
    }
  }
  return false;
}

struct BlockCounts {
  std::uint64_t warps = 0, lanes = 0;
  std::uint64_t taken = 0;  ///< lanes that took the conditional branch at its end
};

struct SiteCounts {
  std::uint64_t requests = 0, lanes = 0, sectors = 0, lines = 0, passes = 0, wavefronts = 0, ideal = 0, collisions = 0;
  std::uint16_t bytes = 0;
  emu::AccessKind kind{};
};

/// A load as the first of a merged one, by width: its wavefronts, and how many requests were not aligned to it.
struct MergedCounts {
  std::array<std::uint64_t, merged_widths.size()> wavefronts{}, misaligned{};
};

/// Counted in every block.
struct Counters {
  std::vector<BlockCounts> blocks;
  std::vector<SiteCounts> sites;            ///< by slot
  std::vector<MergedCounts> merged;         ///< by MergeCandidates::lead_of_site
  std::vector<std::uint64_t> host_sectors;  ///< by slot, of host memory; empty where no buffer is there
  std::uint64_t branches = 0, divergent = 0, barriers = 0;
  std::uint64_t blocks_run = 0;

  void resize(std::size_t basic_blocks, std::size_t slots, std::size_t leads);
  void add(const Counters& other);
};

/// Unique sectors of one buffer, summed over blocks.
struct BufferCounts {
  std::uint64_t unique = 0, read = 0, written = 0;
  std::uint64_t used_bytes = 0;  ///< of those sectors
  std::uint64_t visits = 0;      ///< visits.hpp
};

/// Passes through L1 of requests of global memory, whole and by the halves of their warps, beside the lines and sectors
/// of the same requests.
struct L1Counts {
  std::uint64_t passes = 0, half_passes = 0, half_sectors = 0, of_lines = 0, of_sectors = 0;
};

/// Requests of loads, and of these the near ones (AccessSite::near_share).
struct SlotLoads {
  std::uint64_t requests = 0, near = 0;
};

/// Counted in the blocks that are looked at closely.
struct Detail {
  std::vector<std::uint64_t> unique;      ///< by slot: distinct sectors in a block, summed over blocks
  std::vector<std::uint64_t> used_bytes;  ///< by slot: bytes of those that any slot of the block touches
  std::vector<L1Counts> l1;               ///< by slot
  std::vector<SlotLoads> loads;           ///< by slot
  std::vector<BufferCounts> buffers;
  BufferCounts local;                                   ///< of local memory: unique, read and written sectors
  std::vector<std::vector<std::uint64_t>> slot_buffer;  ///< by slot, then buffer: distinct sectors
  std::array<std::uint64_t, ReuseHistogram::classes> reuse{};
  std::uint64_t first = 0;
  std::array<std::uint64_t, ReuseHistogram::classes> request_reuse{};  ///< of load requests
  std::uint64_t first_requests = 0;
  std::array<std::uint64_t, ReuseHistogram::classes> rewritten{}, rewriting_visits{};  ///< Rewrites
  std::array<std::uint64_t, ReuseHistogram::classes> rewritten_local{};                ///< LocalMemory
  std::uint64_t load_requests = 0, in_flight = 0;  ///< of those, the ones that wait for another warp's miss
  ChainWalker::Totals chain;
  WarpCourses::Cycles warp_cycles;
  std::uint64_t retried_atomics = 0;  ///< lanes on the most loaded address of each block, summed over blocks
  std::uint64_t walk_steps = 0, walk_new_lines = 0;  ///< thread_walk.hpp
  std::uint64_t warp_instructions = 0;
  std::uint64_t blocks_run = 0;

  void resize(std::size_t slots, std::size_t buffers);
  void add(const Detail& other);
};

}  // namespace forewarp::profile
