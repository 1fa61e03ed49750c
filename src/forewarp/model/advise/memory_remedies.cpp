// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/emulate/profile/footprint_of.hpp"
#include "forewarp/emulate/profile/host_traffic.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/model/advise/long_loop.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/remedies.hpp"

namespace forewarp::advise {
namespace {

using profile::AccessSite;
using profile::Profile;

/// Loads that fall away are ones that found their sector again: the histogram of reuse distances
/// shrinks by their share, at all distances alike. With 1000 repeated loads of which 250 fall away,
/// each bin keeps 75 %. First touches are not in the histogram and stay.
void drop_reuse(Profile& p, double sectors) {
  double again = 0;
  for (const double count : p.loads.counts) again += count;
  if (again <= 0) return;
  const double left = std::max(0.0, again - sectors) / again;
  for (double& count : p.loads.counts) count *= left;
}

/// The sectors of a buffer that a block touches shrink; those that are new from one block to the
/// next stay, but for those of the grid that nothing used would fill.
///
/// Example: 100 sectors per block, 75 of them also the neighbour's (overlap 0.75), so 25 are new.
/// With a factor of 0.5 there are 50, still 25 new ones, and the overlap is 1 - (1 - 0.75)/0.5 =
/// 0.5.
void shrink(profile::BufferFootprint& buffer, double factor, double blocks) {
  if (factor >= 1) return;
  if (is_wasted(buffer)) buffer.sectors_total = buffer.used_bytes_total / 32;
  buffer.sectors_per_block *= factor;
  buffer.read_sectors_per_block *= factor;
  buffer.written_sectors_per_block *= factor;
  buffer.visits_per_block = 0;  // what is left lies together
  const double fresh =
      buffer.used_bytes_total > 0 ? buffer.used_bytes_total / 32 / blocks / buffer.sectors_per_block : 1;
  buffer.reuse = profile::with_less_waste(buffer.reuse, factor, std::min(1.0, fresh));
  buffer.written_reuse = profile::with_less_waste(buffer.written_reuse, factor);
  for (double& overlap : buffer.overlap) overlap = std::clamp(1 - (1 - overlap) / factor, 0.0, overlap);
}

/// Fewest sectors of a block in a buffer, from the accesses that fall in it, and no more than are left when bytes that
/// unused are left out; the present ones where that is not known.
double ideal_sectors_of_block(const Profile& p, std::size_t number) {
  const profile::BufferFootprint& buffer = p.buffers[number];
  const auto blocks = static_cast<double>(p.launch.grid.count());
  double ideal = 0;
  for (const AccessSite& site : p.sites)
    if (profile::footprint_of(p, site) == number) ideal += site.bytes_asked() / 32 / blocks;
  const double packed = buffer.sectors_per_block * (is_wasted(buffer) ? buffer.used_share() : 1);
  return ideal > 0 ? std::min(ideal, packed) : packed;
}

/// Rows of the data that a warp touches even when each is contiguous: those of a block narrower than a warp.
double rows_of_a_warp(const Profile& p) {
  const launch::Dim3& block = p.launch.block;
  return block.x < p.warp_size && block.y * block.z > 1 ? std::ceil(double(p.warp_size) / block.x) : 1;
}

/// An access that a warp spreads over more sectors than its bytes need.
bool is_spread(const AccessSite& site) { return is_device_memory(site) && site.sectors > 1.25 * ideal_sectors(site); }

/// The loads of a block that come from shared memory from now on, each request one pass.
AccessSite from_shared(const AccessSite& site, double requests) {
  AccessSite s = site;
  s.space = ptx::StateSpace::shared;
  s.mnemonic = "ld.shared.f32";
  s.requests = requests;
  s.lanes = site.lanes * requests / std::max(1.0, site.requests);
  s.sectors = s.lines = s.saved_requests = s.saved_wavefronts = 0;
  s.merged_bytes_per_lane = 0;
  s.wavefronts = s.ideal_wavefronts = requests * std::max(1.0, site.bytes_per_lane / 4.0);
  s.buffer = -1;
  return s;
}

}  // namespace

/// Two effects, each of its own: buffers shrink to the sectors that their used bytes fill (less
/// traffic to L2 and DRAM), and accesses that spread over too many sectors get the fewest (less
/// work in L1).
bool coalesced(Mended& m) {
  Profile& p = m.profile;
  const auto blocks = static_cast<double>(p.launch.grid.count());
  bool any = false;
  for (std::size_t b = 0; b < p.buffers.size(); ++b) {
    const bool spread = std::ranges::any_of(
        p.sites, [&](const AccessSite& s) { return profile::footprint_of(p, s) == b && is_spread(s); });
    const bool wasted = is_wasted(p.buffers[b]);
    if ((!spread && !wasted) || p.buffers[b].sectors_per_block <= 0) continue;
    any |= wasted;
    shrink(p.buffers[b], ideal_sectors_of_block(p, b) / p.buffers[b].sectors_per_block, blocks);
  }
  for (AccessSite& site : p.sites) {
    if (!is_spread(site)) continue;
    any = true;
    const double ideal = ideal_sectors(site);
    if (is_load(site)) drop_reuse(p, site.sectors - ideal);
    site.sectors = ideal;
    site.lines = std::min(site.lines, std::max(ideal / 4, site.requests * rows_of_a_warp(p)));
    site.set_coalesced();
  }
  return any;
}

bool conflict_free(Mended& m) {
  bool any = false;
  for (AccessSite& site : m.profile.sites) {
    if (site.space != ptx::StateSpace::shared || site.wavefronts <= 1.02 * site.ideal_wavefronts) continue;
    any = true;
    site.saved_wavefronts *= site.ideal_wavefronts / site.wavefronts;
    site.wavefronts = site.ideal_wavefronts;
  }
  return any;
}

/// What a block loads again and again it loads once and then reads from shared memory. Per site
/// with reload factor r: the sectors fall to 1/r, fetched by whole warps (four sectors per
/// request), each fetch is followed by a store to shared memory, and every load of before becomes a
/// read there. Two barriers enclose each round of fetches. On the critical path, waits for global
/// memory become waits for shared memory, apart from those of the fetches.
bool shared_reuse(Mended& m) {
  // Of the two operands of a tile, one is read along its row: nvcc makes one read (LDS.128) of four of those.
  constexpr double merged_reads = (1 + 0.25) / 2;
  Profile& p = m.profile;
  const auto blocks = static_cast<double>(p.launch.grid.count());
  std::vector<AccessSite> added;
  double loads = 0, fetched = 0;
  for (AccessSite& site : p.sites) {
    if (!is_device_memory(site) || !is_load(site)) continue;
    const double again = reload_factor(site, blocks);
    loads += site.requests;
    if (again < 1.25) {
      fetched += site.requests;
      continue;
    }
    added.push_back(from_shared(site, site.requests * merged_reads));  // what was a load is a read
    const double once = site.sectors / again;
    drop_reuse(p, site.sectors - once);
    // the tile is fetched by whole warps, four sectors of 32 bytes per request
    const double requests = std::min(site.requests, std::max(once / 4, blocks));
    added.push_back(from_shared(site, requests));
    site.lanes *= requests / site.requests;
    site.requests = requests;
    site.saved_requests = 0;
    site.sectors = once;
    site.lines = std::min(site.lines, once / 4);
    site.set_coalesced();
    fetched += requests;
  }
  if (added.empty()) return false;
  p.sites.insert(p.sites.end(), added.begin(), added.end());
  const double waits = p.path.global;
  p.path.global = std::max(1.0, waits * fetched / std::max(1.0, loads));
  p.path.shared += std::max(0.0, waits - p.path.global) + p.path.global;
  p.path.barrier += 2 * p.path.global;
  p.barriers += 2 * p.path.global * p.warps;
  return true;
}

/// How often the launch loads each sector of the buffer by this access; no limit where its buffer is not known.
double loads_of_a_sector(const Profile& p, const AccessSite& site) {
  const auto buffer = profile::footprint_of(p, site);
  const double all = buffer ? p.buffers[*buffer].sectors_total : 0;
  return all > 0 ? site.sectors / all : std::numeric_limits<double>::infinity();
}

/// A thread computes 2 x 2 results: it needs 2 + 2 operands, where four threads read 4 * 2. So each
/// operand serves two results, and the reads of shared memory fall by sqrt(4) = 2. The tile of a block is twice as
/// wide both ways, so the loads that fill it fall by 2, too, where they load a sector so often. Threads fall to a
/// quarter; three more registers per result hold accumulators and operands.
bool register_reuse(Mended& m) {
  Profile& p = m.profile;
  constexpr double results = 4;  // two by two: each operand serves two of them, in each direction
  const double less = std::sqrt(results);
  bool any = false;
  for (AccessSite& site : p.sites) {
    const bool reads_tile = site.space == ptx::StateSpace::shared && site.kind == emu::AccessKind::load;
    const bool fills_tile = site.space == ptx::StateSpace::global && is_load(site);
    if (!reads_tile && !fills_tile) continue;
    any |= reads_tile;
    const double by = reads_tile ? less : std::clamp(loads_of_a_sector(p, site), 1.0, less);
    site.requests /= by, site.saved_requests /= by;
    site.lanes /= by;
    site.sectors /= by, site.lines /= by;
    site.wavefronts /= by, site.ideal_wavefronts /= by;
    site.saved_wavefronts /= by;
  }
  if (!any || !coarsen(p, static_cast<unsigned>(results))) return false;
  p.registers += 3 * static_cast<std::uint32_t>(results);
  return true;
}

/// Contiguous accesses of w bytes per lane become one of 16: requests fall by 16 / w (4 for
/// floats), bytes and sectors stay. A thread then has the work of so many neighbours, so the grid
/// shrinks; or, in a launch that does not fill the device, the loop has fewer rounds.
bool vector_loads(Mended& m) {
  Profile& p = m.profile;
  std::uint32_t widest = 0;
  for (const AccessSite& site : p.sites)
    if (is_narrow(site, p.warp_size)) widest = std::max(widest, site.bytes_per_lane);
  if (widest == 0) return false;
  const unsigned times = 16 / widest;
  for (AccessSite& site : p.sites) {
    if (!is_narrow(site, p.warp_size)) continue;
    site.requests /= times, site.saved_requests /= times;
    site.lanes /= times;
    site.bytes_per_lane *= times;
    for (profile::InstructionCount& i : p.instructions)
      if (i.mnemonic.text() == site.mnemonic.text()) i.warps -= std::min(i.warps, site.requests * (times - 1));
  }
  p.registers += times;
  if (const auto loop = long_loop(p); loop && loop->rounds >= 4 * times && !fills_the_device(m)) {
    // The grid stays and the loop has fewer rounds; the grid of a launch of less than a wave must not shrink.
    const double part = (1 - loop->share) + loop->share / times;
    p.path.global *= part, p.path.branch *= part;
    p.path.mlp /= part;
    return true;
  }
  return coarsen(p, times);
}

/// Read once over the link into device memory, where the kernel then finds it. The copies become
/// buffers of device memory with the same footprint; accesses cross the link as often as before
/// divided by `times`, that is once.
bool host_copied(Mended& m) {
  Profile& p = m.profile;
  const double times = host_reread(model::summarise(p).host);
  if (times < 1.25) return false;
  for (AccessSite& site : p.sites)
    if (profile::reads_memory(site)) site.host_share /= times;
  const std::vector<profile::BufferFootprint> buffers = p.buffers;  // of the arguments: copies come after them
  for (profile::BufferFootprint copy : buffers) {
    if (!copy.host || !(copy.read_sectors_per_block > 0)) continue;
    copy.host = false;
    p.buffers.push_back(std::move(copy));
  }
  return true;
}

/// The table stays small and is read again and again: after the first time a block finds it in L1. A warp waits once
/// for each four loads, as many as compilers put in a row.
bool through_l1(Mended& m) {
  constexpr double in_a_row = 4;
  Profile& p = m.profile;
  const auto blocks = static_cast<double>(p.launch.grid.count());
  double loaded = 0;  // sectors of a block that the loads before have brought: they read one table
  bool any = false;
  for (AccessSite& site : p.sites) {
    if (site.space != ptx::StateSpace::const_ || !is_serialised(site)) continue;
    any = true;
    const double table = std::max(1.0, site.unique_sectors_per_block);
    const double first = std::min(site.sectors, std::max(0.0, table - loaded) * blocks);
    loaded = std::max(loaded, table);
    const auto distance = std::min(static_cast<std::size_t>(std::ceil(std::log2(table))), p.loads.counts.size() - 1);
    p.loads.first += first, p.loads.counts[distance] += site.sectors - first;
    const double requests = std::min(site.requests, first);
    p.load_requests.first += requests, p.load_requests.counts[distance] += site.requests - requests;
    p.path.global += site.requests / std::max(1.0, p.warps) / in_a_row;
    site.space = ptx::StateSpace::global;
    site.mnemonic = "ld.global.nc.f32";
    site.addresses_per_line = 1;
  }
  return any;
}

bool no_local(Mended& m) {
  std::vector<AccessSite>& sites = m.profile.sites;
  m.profile.local = {};
  for (const AccessSite& site : sites)
    if (site.space == ptx::StateSpace::local && is_load(site)) drop_reuse(m.profile, site.sectors);
  return std::erase_if(sites, [](const AccessSite& s) { return s.space == ptx::StateSpace::local; }) > 0;
}

}  // namespace forewarp::advise
