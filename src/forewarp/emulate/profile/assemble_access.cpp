// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "forewarp/emulate/profile/assembly.hpp"
#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/emulate/profile/overlap.hpp"
#include "forewarp/emulate/profile/request_shape.hpp"
#include "forewarp/emulate/profile/traffic_error.hpp"
#include "forewarp/emulate/profile/work_queue.hpp"
#include "forewarp/emulate/reuse/access_skew.hpp"
#include "forewarp/emulate/reuse/estimate.hpp"
#include "forewarp/frontend/ptx/source_place.hpp"

namespace forewarp::profile {
namespace {

constexpr double sector_width = sector_bytes;
constexpr double kinds = 64;  ///< times the mean block that a sampled one may touch and still be distinguished from it

/// The argument that holds at least nine tenths of what the site touches; -1 if none does, as for a
/// pointer that is chosen by data. Sectors and not requests are counted: one request may touch
/// many.
std::int32_t buffer_of(const Observed& o, std::uint32_t slot) {
  std::vector<std::uint64_t> touched(o.buffers->numbers.size());
  std::uint64_t all = 0;
  for (const auto& [stratum, detail] : o.sums->details) {
    all += detail.unique[slot];
    const auto& of_slot = detail.slot_buffer[slot];
    for (std::size_t b = 0; b < of_slot.size(); ++b) touched[b] += of_slot[b];
  }
  const auto most = std::max_element(touched.begin(), touched.end());
  return most != touched.end() && *most > 0 && *most >= all - all / 10
             ? static_cast<std::int32_t>(most - touched.begin())
             : -1;
}

/// Whether the address is a variable and an offset, written in the instruction.
bool has_fixed_address(const ptx::Function& function, const ptx::Instruction& i) {
  if (i.opcode != ptx::Opcode::ld || i.operand_count < 2) return false;
  const ptx::Operand& address = function.operands_of(i)[1];
  return address.index < 0 && !address.name.empty();
}

void locate(const Observed& o, const emu::ProgramMap::Site& at, AccessSite& site) {
  const auto& instruction = at.function->body[at.instruction];
  site.mnemonic = instruction.mnemonic;
  site.function = std::string(at.function->name);
  site.ptx_line = instruction.line;
  site.fixed_address = has_fixed_address(*at.function, instruction);
  if (const auto place = ptx::source_place(*o.module, *at.function, instruction)) {
    site.source_file = place->file;
    site.source_line = place->line;
  }
}

/// Of warps, in blocks outside of the working grid.
double idle_instructions(const Observed& o) {
  double sum = 0;
  for (const auto& [number, s] : stratum_costs(*o.sums, *o.strata, &BlockCost::warp_instructions))
    sum += s.mean * static_cast<double>(s.population - o.working.population(*o.strata, number));
  return sum;
}

AccessSite site_of(const Observed& o, std::uint32_t slot, double blocks) {
  AccessSite site;
  locate(o, o.program->map->sites[slot / site_spaces], site);
  site.space = site_space_of[slot % site_spaces];
  const auto sum = [&](std::uint64_t SiteCounts::*field) {
    return scaled_total(o, [&](const Counters& c) { return c.sites[slot].*field; });
  };
  site.requests = sum(&SiteCounts::requests);
  site.lanes = sum(&SiteCounts::lanes);
  site.sectors = sum(&SiteCounts::sectors);
  site.lines = sum(&SiteCounts::lines);
  if (site.lines > 0) {
    const double passes = sum(&SiteCounts::passes) / site.lines;
    (site.space == ptx::StateSpace::const_ ? site.addresses_per_line : site.passes_per_line) = passes;
  }
  const auto l1 = [&](std::uint64_t L1Counts::*field) {
    return scaled_detail(o, [&](const Detail& d) { return d.l1[slot].*field; });
  };
  if (const double lines = l1(&L1Counts::of_lines); lines > 0) {
    site.passes_per_line = l1(&L1Counts::passes) / lines;
    site.half_passes_per_line = l1(&L1Counts::half_passes) / lines;
  }
  if (const double sectors = l1(&L1Counts::of_sectors); sectors > 0)
    site.half_sectors_per_sector = l1(&L1Counts::half_sectors) / sectors;
  site.wavefronts = sum(&SiteCounts::wavefronts);
  site.ideal_wavefronts = sum(&SiteCounts::ideal);
  site.collisions = sum(&SiteCounts::collisions);
  if (site.space == ptx::StateSpace::shared && o.program->adds_one[slot / site_spaces])
    site.counted_wavefronts = sum(&SiteCounts::passes);
  for (const auto& [stratum, counters] : o.sums->counters) {
    if (counters.sites[slot].requests == 0) continue;
    site.bytes_per_lane = counters.sites[slot].bytes;
    site.kind = counters.sites[slot].kind;
  }
  site.unique_sectors_per_block = scaled_detail(o, [&](const Detail& d) { return d.unique[slot]; }) / blocks;
  const double used = scaled_detail(o, [&](const Detail& d) { return d.used_bytes[slot]; }) / blocks;
  site.used_bytes_per_block = std::min(used, sector_width * site.unique_sectors_per_block);
  site.buffer = buffer_of(o, slot);
  const double host =
      scaled_total(o, [&](const Counters& c) { return c.host_sectors.empty() ? 0 : c.host_sectors[slot]; });
  if (site.sectors > 0) site.host_share = host / site.sectors;
  const auto loads = [&](std::uint64_t SlotLoads::*field) {
    return scaled_detail(o, [&](const Detail& d) { return d.loads[slot].*field; });
  };
  if (const double requests = loads(&SlotLoads::requests); requests > 0)
    site.near_share = loads(&SlotLoads::near) / requests;
  return site;
}

/// A bit for each slot that stores.
std::vector<std::uint64_t> writing_slots(const Observed& o, std::size_t slots) {
  std::vector<std::uint64_t> out((slots + 63) / 64);
  for (const auto& [stratum, counters] : o.sums->counters) {
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const auto& site = counters.sites[slot];
      const bool writes = site.kind == emu::AccessKind::store || site.kind == emu::AccessKind::atomic ||
                          site.kind == emu::AccessKind::reduction;
      if (site.requests > 0 && writes) out[slot / 64] |= std::uint64_t{1} << slot % 64;
    }
  }
  return out;
}

/// Bytes that blocks use; sectors and overlaps are known. worth is the number of blocks that share
/// nothing and use as much: 10 blocks along x with an overlap of 0.5 are worth 1 + 9 * 0.5 = 5.5.
/// Along several axes the factors multiply. Of each sector at least what a block uses of it is used.
void add_used_bytes(const Observed& o, std::size_t argument, double blocks, BufferFootprint& out) {
  const double used = scaled_detail(o, [&](const Detail& d) { return d.buffers[argument].used_bytes; }) / blocks;
  out.used_bytes_per_block = std::min({used, sector_width * out.sectors_per_block, out.bytes});
  const launch::Dim3 grid = o.working.extent();
  const double extents[3] = {double(grid.x), double(grid.y), double(grid.z)};
  double worth = 1;  // blocks that share nothing and use as much
  for (unsigned k = 0; k < 3; ++k) worth *= 1 + (extents[k] - 1) * (1 - out.byte_overlap[k]);
  const double least = out.used_bytes_per_block * out.sectors_total / std::max(1.0, out.sectors_per_block);
  out.used_bytes_total =
      std::min({std::max(least, worth * out.used_bytes_per_block), sector_width * out.sectors_total, out.bytes});
}

/// Access skew between touches of a sector: as measured between sampled blocks, and 1 (independent) for sharing that
/// was not observed but follows from the size of the buffer.
double out_of_step_with(double seen, const BlockReuse& before, const BlockReuse& bound) {
  constexpr double little = 0.2;  ///< of the reuse: an estimate of what was seen, a little off
  const double shared = 1 - never_share(bound), unseen = shared - (1 - never_share(before));
  return shared > 0 && unseen > little * shared ? (seen * (shared - unseen) + unseen) / shared : seen;
}

/// The same distances in other shares, so that the blocks touch this many sectors together; where
/// no share is large enough, any block may have touched any sector.
///
/// Example: 100 blocks of 50 sectors are 5000 touches. If 1000 different sectors are known to be
/// touched, a share of 0.2 of the touches is the first of its sector. An estimate that says 0.1 has
/// its distances scaled by (1 - 0.2) / (1 - 0.1), so that 0.2 are left as first touches.
void bring_to_total(BufferFootprint& out, double blocks, double total) {
  const double touches = blocks * out.sectors_per_block;
  if (!(touches > 0) || !(total > 0)) return;
  const double never = std::min(1.0, total / touches), before = never_share(out.reuse);
  if (before < never) {
    for (auto* reuse : {&out.reuse, &out.written_reuse})
      for (auto& step : *reuse) step.share *= (1 - never) / (1 - before);
  } else {
    out.reuse = bounded(out.reuse, blocks, total / out.sectors_per_block);
  }
}

/// All blocks together touched this many sectors, so the mean block touches at least its part: the few that were looked
/// at closely may be none of those that touch much.
void raise_to_touched(BufferFootprint& out, double blocks, double touched) {
  const double least = touched / blocks;
  if (out.sectors_per_block >= least || !(out.sectors_per_block > 0)) return;
  const double factor = least / out.sectors_per_block;
  for (double* amount :
       {&out.sectors_per_block, &out.read_sectors_per_block, &out.written_sectors_per_block, &out.visits_per_block})
    *amount *= factor;
}

void set_total(BufferFootprint& out, double blocks) {
  const double most = std::ceil(out.bytes / 32);
  out.sectors_total = std::min(std::max(blocks * never_share(out.reuse), 1.0) * out.sectors_per_block, most);
}

BufferFootprint footprint_of(const Observed& o, std::size_t argument, const Overlaps& overlaps,
                             const std::optional<BufferReuse>& reuse, double access_skew, double blocks) {
  const Overlap overlap = overlaps.buffers[argument].shares();
  BufferFootprint out;
  out.name = o.launch->arguments[argument].name;
  const auto& buffer = std::get<launch::Buffer>(o.launch->arguments[argument].value);
  out.bytes = static_cast<double>(o.buffers->bytes[argument]);
  out.host = buffer.host;
  const auto mean = [&](std::uint64_t BufferCounts::*field) {
    const double sectors = scaled_detail(o, [&](const Detail& d) { return d.buffers[argument].*field; }) / blocks;
    return std::min(sectors, std::ceil(out.bytes / 32));
  };
  out.sectors_per_block = mean(&BufferCounts::unique);
  out.read_sectors_per_block = mean(&BufferCounts::read);
  out.written_sectors_per_block = mean(&BufferCounts::written);
  out.visits_per_block = scaled_detail(o, [&](const Detail& d) { return d.buffers[argument].visits; }) / blocks;
  const double touched = o.touched != nullptr ? static_cast<double>(o.touched->count(argument)) : 0;
  raise_to_touched(out, blocks, touched);
  out.overlap = overlap;
  out.visit_overlap = overlaps.visits[argument].shares();
  out.byte_overlap = overlaps.buffer_bytes[argument].shares(0);
  const double most = std::ceil(out.bytes / 32);
  out.reuse = reuse ? reuse->all : reuse_of_neighbours(overlap, o.working.extent());
  out.written_reuse = reuse ? reuse->written : out.reuse;
  const BlockReuse seen = out.reuse;
  if (out.sectors_per_block > 0) out.reuse = bounded(out.reuse, blocks, most / out.sectors_per_block);
  out.access_skew = out_of_step_with(access_skew, seen, out.reuse);
  if (out.written_sectors_per_block > 0)
    out.written_reuse = bounded(out.written_reuse, blocks, most / out.written_sectors_per_block);
  if (o.touched != nullptr && o.touched->is_complete()) {
    bring_to_total(out, blocks, touched);
  } else if (blocks * never_share(out.reuse) < kinds * static_cast<double>(o.sums->kept_sectors.size())) {
    const double least = std::min(kept_sectors(o, argument), blocks * out.sectors_per_block);
    if (blocks * never_share(out.reuse) * out.sectors_per_block < least) bring_to_total(out, blocks, least);
  }
  set_total(out, blocks);
  add_used_bytes(o, argument, blocks, out);
  return out;
}

/// What the blocks drawn at random do not allow is brought to what they do.
DistinctSectors limit_to_seen(const Observed& o, const SampledBlocks& kept, std::size_t argument, double blocks,
                              BufferFootprint& out) {
  const auto found = distinct_sectors(o, kept, static_cast<std::int32_t>(argument), out);
  if (found.estimate == out.sectors_total) return found;
  bring_to_total(out, blocks, found.estimate);
  set_total(out, blocks);
  add_used_bytes(o, argument, blocks, out);
  return found;
}

void assemble_local(const Observed& o, double blocks, LocalMemory& local) {
  const auto mean = [&](std::uint64_t BufferCounts::*field) {
    return scaled_detail(o, [&](const Detail& d) { return d.local.*field; }) / blocks;
  };
  local.sectors_per_block = mean(&BufferCounts::unique);
  local.read_sectors_per_block = mean(&BufferCounts::read);
  local.written_sectors_per_block = mean(&BufferCounts::written);
  for (unsigned k = 0; k < ReuseHistogram::classes; ++k)
    local.rewritten_sectors[k] = scaled_detail(o, [&](const Detail& d) { return d.rewritten_local[k]; });
}

}  // namespace

void assemble_access(const Observed& o, Profile& p) {
  const auto slots = o.program->map->sites.size() * site_spaces;
  const auto blocks = static_cast<double>(o.launch->grid.count());
  const auto working = static_cast<double>(o.working.extent().count());
  const auto overlaps = compare_neighbours(o.sums->kept_sectors, o.working.extent(), slots, *o.buffers);
  std::vector<std::int32_t> place(slots, -1);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (scaled_total(o, [&](const Counters& c) { return c.sites[slot].requests; }) <= 0) continue;
    auto site = site_of(o, slot, blocks);
    site.overlap = overlaps.slots[slot].shares();
    place[slot] = static_cast<std::int32_t>(p.sites.size());
    p.sites.push_back(std::move(site));
  }
  assemble_merges(o, place, p);
  const SampledBlocks kept{&o.sums->kept_sectors,
                           o.working.extent(),
                           slots,
                           o.buffers,
                           o.origins,
                           writing_slots(o, slots),
                           drawn_blocks(o),
                           o.working.is_whole() ? o.addresses : nullptr};
  p.working_parts = o.working.parts();
  p.idle_instructions = idle_instructions(o);
  const auto reuse = reuse_between_blocks(kept);
  const auto apart = access_skew(kept);
  std::vector<DistinctSectors> distinct;
  for (std::size_t a = 0; a < o.launch->arguments.size(); ++a) {
    if (!std::holds_alternative<launch::Buffer>(o.launch->arguments[a].value)) continue;
    p.buffers.push_back(footprint_of(o, a, overlaps, reuse[a], apart[a], working));
    if (o.touched == nullptr) distinct.push_back(limit_to_seen(o, kept, a, working, p.buffers.back()));
    p.buffers.back().multiply_per_block(working / blocks);
  }
  if (!distinct.empty()) p.sampling.dram_error = std::hypot(p.sampling.sectors_error, traffic_error(p, distinct));
  for (unsigned k = 0; k < ReuseHistogram::classes; ++k) {
    p.loads.counts[k] = scaled_detail(o, [&](const Detail& d) { return d.reuse[k]; });
    p.load_requests.counts[k] = scaled_detail(o, [&](const Detail& d) { return d.request_reuse[k]; });
    p.rewrites.sectors[k] = scaled_detail(o, [&](const Detail& d) { return d.rewritten[k]; });
    p.rewrites.visits[k] = scaled_detail(o, [&](const Detail& d) { return d.rewriting_visits[k]; });
  }
  assemble_local(o, blocks, p.local);
  p.loads.first = scaled_detail(o, [](const Detail& d) { return d.first; });
  p.load_requests.first = scaled_detail(o, [](const Detail& d) { return d.first_requests; });
  std::uint64_t watched = 0;
  for (const auto& [stratum, detail] : o.sums->details) watched += detail.blocks_run;
  p.retried_atomics = scaled_detail(o, [](const Detail& d) { return d.retried_atomics; }) / blocks;
  // Of a queue the first block has all the work, and nearly all atomics.
  const std::uint64_t represented = take_from_queue(*o.sums, *o.influence) ? watched : o.launch->grid.count();
  const std::vector<bool> combined = mark_combined_atomics(o, place, p);
  std::tie(p.hottest_atomic, p.hottest_atomic_requests) =
      o.sums->atomics.hottest(watched, represented, [&](std::uint32_t site) { return combined[site]; });
  p.hottest_atomic_slice = o.sums->atomics.hottest_slice(watched, represented);
}

}  // namespace forewarp::profile
