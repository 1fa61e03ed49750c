// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/assembly.hpp"

namespace forewarp::profile {
namespace {

using Run = MergeCandidates::Run;

/// A group of loads that merge: how many, and which of merged_widths; no loads when there is none.
struct Group {
  std::size_t loads = 0, width = 0;
};

bool is_aligned(const Observed& o, std::uint32_t lead, std::size_t width) {
  for (const auto& [stratum, counters] : o.sums->counters)
    if (counters.merged[lead].misaligned[width] > 0) return false;
  return true;
}

/// The widest group that begins with this load.
Group group_at(const Observed& o, const MergeCandidates& candidates, const Run& run, std::size_t first) {
  const auto lead = candidates.lead_of_site[run.loads[first].site];
  if (lead == MergeCandidates::none) return {};
  for (std::size_t w = 0; w < merged_widths.size(); ++w) {
    const std::size_t loads = run.covering(first, merged_widths[w]);
    if (loads > 0 && run.provably_aligned(first, merged_widths[w]) && is_aligned(o, lead, w)) return {loads, w};
  }
  return {};
}

}  // namespace

/// Neighbouring loads of shared memory that the assembler merges into one wider load. The first of
/// a group keeps its request, with the wavefronts that the wide load took in the counters, and the
/// others save theirs entirely. Groups are formed greedily from the left, the widest that every
/// execution was aligned for: four loads of 4 bytes at 0, 4, 8 and 12 are one of 16, or two of 8 if
/// some address was not a multiple of 16.
void assemble_merges(const Observed& o, const std::vector<std::int32_t>& place, Profile& p) {
  const MergeCandidates& candidates = o.program->merges;
  const auto site_at = [&](const MergeCandidates::Load& load) -> AccessSite* {
    std::uint32_t slot = 0;
    if (!slot_of(load.site, ptx::StateSpace::shared, slot) || place[slot] < 0) return nullptr;
    return &p.sites[static_cast<std::size_t>(place[slot])];
  };
  for (const Run& run : candidates.runs) {
    for (std::size_t first = 0; first < run.loads.size();) {
      const Group group = group_at(o, candidates, run, first);
      AccessSite* lead = site_at(run.loads[first]);
      if (group.loads == 0 || lead == nullptr) {
        ++first;
        continue;
      }
      lead->merged_bytes_per_lane = merged_widths[group.width];
      const auto number = candidates.lead_of_site[run.loads[first].site];
      lead->saved_wavefronts = lead->wavefronts - scaled_total(o, [&](const Counters& c) {
                                 return c.merged[number].wavefronts[group.width];
                               });
      for (std::size_t k = 1; k < group.loads; ++k) {
        if (AccessSite* other = site_at(run.loads[first + k])) {
          other->saved_requests = other->requests;
          other->saved_wavefronts = other->wavefronts;
        }
      }
      first += group.loads;
    }
  }
}

}  // namespace forewarp::profile
