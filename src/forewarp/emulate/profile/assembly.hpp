// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sums of observed blocks in, the Profile of the grid out.
#include <map>
#include <vector>

#include "forewarp/emulate/profile/counting_observer.hpp"
#include "forewarp/emulate/profile/extrapolation.hpp"
#include "forewarp/emulate/profile/influence/block_influence.hpp"
#include "forewarp/emulate/profile/working_grid.hpp"
#include "forewarp/emulate/reuse/block_addresses.hpp"

namespace forewarp::profile {

struct Observed {
  const ptx::Module* module;
  const ptx::Function* entry;
  const launch::Launch* launch;
  const Program* program;
  const Strata* strata;
  const BufferMap* buffers;
  unsigned width = 32;
  const CountingObserver::Sums* sums;
  WorkingGrid working;                 ///< sums->kept_sectors and origins are by the numbers that blocks have in it
  std::vector<std::uint64_t> origins;  ///< anchor blocks, see reuse/estimate.hpp
  const BlockInfluence* influence = nullptr;
  bool blocks_interact = false;                                  ///< see Sampler
  const TouchedSectors* touched = nullptr;                       ///< by all blocks, where all were run
  const std::map<std::uint64_t, BlockSectors>* kinds = nullptr;  ///< see Sampler
  BlockAddresses* addresses = nullptr;
};

/// Everything that follows from the counts; registers, memory sizes and notes are the caller's.
[[nodiscard]] Profile assemble(const Observed& observed);

/// Parts of it, each in its file.
void assemble_code(const Observed& observed, Profile& profile);  ///< instructions, basic blocks, branches, cost
/// Sites, buffers, reuse, atomics, and the error of what DRAM moves.
void assemble_access(const Observed& observed, Profile& profile);
void assemble_path(const Observed& observed, Profile& profile);  ///< critical path

/// Sets saved_requests and saved_wavefronts; place: of each slot in Profile::sites, -1 where it is not there.
void assemble_merges(const Observed& observed, const std::vector<std::int32_t>& place, Profile& profile);
/// Sets combined of atomics on which lanes collide; those in shared memory take one wavefront a request. Which they
/// are, by their place in the sites of the program's map.
[[nodiscard]] std::vector<bool> mark_combined_atomics(const Observed& observed, const std::vector<std::int32_t>& place,
                                                      Profile& profile);

/// Sum over strata, each scaled by its share; pick takes a stratum's count from its Counters.
template <typename Pick>
double scaled_total(const Observed& o, Pick pick) {
  double total = 0;
  for (const auto& [stratum, counters] : o.sums->counters) {
    total += Share{o.strata->population(stratum), counters.blocks_run}.scale(pick(counters));
  }
  return total;
}

/// The same over the blocks looked at closely, brought to the whole grid where strata have none.
template <typename Pick>
double scaled_detail(const Observed& o, Pick pick) {
  double total = 0, covered = 0, all = 0;
  for (std::uint32_t s = 0; s < o.strata->count(); ++s) all += static_cast<double>(o.strata->population(s));
  for (const auto& [stratum, detail] : o.sums->details) {
    total += Share{o.strata->population(stratum), detail.blocks_run}.scale(pick(detail));
    covered += static_cast<double>(o.strata->population(stratum));
  }
  return covered > 0 && covered < all ? total / covered * all : total;
}

}  // namespace forewarp::profile
