// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/summary.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/emulate/profile/footprint_of.hpp"
#include "forewarp/emulate/profile/host_traffic.hpp"
#include "forewarp/frontend/ptx/capability.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"

namespace forewarp::model {
namespace {

using analysis::Lowering;
using emu::AccessKind;
using profile::AccessSite;
using ptx::StateSpace;

/// PTX ISA, "Cache Operators": .cg caches in L2 and below, .cv and .volatile fetch again. ptxas makes .volatile and
/// .relaxed and .acquire beyond the block LDG.STRONG, as .cg.
bool bypasses_l1(const AccessSite& site) {
  using ptx::Modifier;
  const ptx::Mnemonic& m = site.mnemonic.decoded();
  const bool is_strong = m.has(Modifier::relaxed) || m.has(Modifier::acquire);
  return m.has(Modifier::cache_global) || m.has(Modifier::dont_cache) || m.has(Modifier::volatile_) ||
         (is_strong && !m.has(Modifier::scope_block));
}

/// The cache of textures and ld.global.nc, where it is not that of all loads.
bool goes_through_texture_cache(const AccessSite& site) {
  const ptx::Mnemonic& m = site.mnemonic.decoded();
  return m.has(ptx::Modifier::non_coherent) || m.opcode == ptx::Opcode::tex || m.opcode == ptx::Opcode::tld4;
}

/// Sectors, lines and bytes of the device's own memory; host_share of them cross the host link (add_host).
void add_global(Summary& s, const AccessSite& site) {
  const double own = 1 - site.host_share;  // of the device's memory
  switch (site.kind) {
    case AccessKind::load:
    case AccessKind::async_copy:
      s.load_sectors += own * site.sectors;
      if (site.space == StateSpace::local)
        s.local_load_sectors += site.sectors;
      else if (bypasses_l1(site))
        s.uncached_sectors += own * site.sectors;
      if (site.kind == AccessKind::load) s.returned_bytes += own * site.requests * s.warp_size * site.bytes_per_lane;
      s.load_lines += own * site.lines;
      s.load_passes += own * site.lines * site.passes_per_line;
      s.half_passes += own * site.lines * site.half_passes_per_line;
      if (goes_through_texture_cache(site)) s.read_only_sectors += own * site.sectors;
      break;
    case AccessKind::store:
      s.store_sectors += own * site.sectors;
      if (site.space == StateSpace::local) s.local_store_sectors += site.sectors;
      s.store_lines += own * site.lines;
      s.store_passes += own * site.lines * site.passes_per_line;
      s.half_passes += own * site.lines * site.half_passes_per_line;
      s.store_half_sectors += own * site.sectors * site.half_sectors_per_sector;
      if (site.space != StateSpace::local) s.store_bytes += own * site.bytes_asked();
      break;
    case AccessKind::atomic:
    case AccessKind::reduction:
      s.atomic_sectors += own * site.sectors;
      if (site.mnemonic.decoded().type_from_end(0) == ptx::Type::f64) {
        s.serial_atomic_lanes += own * site.lanes;
        s.serial_atomic_sectors += own * site.sectors;
      } else if (site.collisions > 0 && !site.combined) {
        s.serial_atomic_lanes += own * (site.sectors + site.collisions);
        s.serial_atomic_sectors += own * site.sectors;
      }
      break;
    case AccessKind::prefetch:
      break;
  }
}

/// Registers of 32 lanes that the machine's requests of shared memory return.
double returned_registers(const AccessSite& site) {
  if (site.kind != AccessKind::load) return 0;
  const double bytes = std::max(site.merged_bytes_per_lane, site.bytes_per_lane);
  return site.merged_requests() * std::ceil(bytes / 4);
}

/// Constant memory. Where the compiler knows the address the constant is an operand of the instruction that reads it
/// (FFMA R, R, c[3][0x10], R): no load is left, and no issue slot. Where it does not, LDC
/// goes through the queue and the address unit that it shares with other accesses to memory (Huerta et al., MICRO 2025,
/// "Modern GPU cores"): a request, though none of L1. Each further address is one more pass (CUDA C++ Programming
/// Guide, "Constant Memory").
void add_constant(Summary& s, const AccessSite& site) {
  if (site.fixed_address) {
    s.merged_away += site.requests;
  } else {
    const double addresses = std::max(site.requests, site.lines * site.addresses_per_line);
    s.requests += addresses;
    s.constant_repeats += addresses - site.requests;
    s.constant_requests += site.requests;
    if (addresses > site.requests) s.constant_passes += site.lines * site.passes_per_line;
  }
}

void add_sites(Summary& s, const profile::Profile& p) {
  for (const AccessSite& site : p.sites) {
    if (site.space == StateSpace::param) continue;
    if (site.space == StateSpace::const_) {
      add_constant(s, site);
      continue;
    }
    s.requests += site.merged_requests();
    s.merged_away += site.saved_requests;
    if (site.space == StateSpace::shared) {
      s.shared_requests += site.merged_requests();
      s.shared_wavefronts += site.merged_wavefronts();
      s.shared_wavefronts_unpacked += std::max(site.merged_wavefronts(), returned_registers(site));
      if (site.counted_wavefronts > 0) s.wavefronts_saved_by_counting += site.wavefronts - site.counted_wavefronts;
    } else if (site.space == StateSpace::global || site.space == StateSpace::local) {
      add_global(s, site);
    }
  }
}

/// Host traffic: requests as they cross the link, and `once`, the lower bound if every sector crossed once. The
/// footprints (add_footprint) have set `once` before; here it is limited by what is requested at all.
void add_host(Summary& s, const profile::Profile& p) {
  const profile::HostTraffic reads = profile::host_reads(p), writes = profile::host_writes(p);
  HostAccesses& host = s.host;
  host.read_bytes = 32 * reads.sectors;
  host.read_lines = reads.lines;
  host.written_bytes = 32 * writes.sectors;
  host.read_bytes_once = std::min(host.read_bytes_once, host.read_bytes);
  host.written_bytes_once = std::min({host.written_bytes_once, host.written_bytes, writes.bytes});
  double loads = 0, from_host = 0;
  for (const AccessSite& site : p.sites) {
    host.sectors += site.host_share * site.sectors;
    host.lines += site.host_share * site.lines;
    if (site.space != StateSpace::global || site.kind != AccessKind::load) continue;
    loads += site.requests;
    from_host += site.host_share * site.requests;
  }
  host.load_share = loads > 0 ? from_host / loads : 0;
}

/// A wmma instruction is several of the machine's (ptx/wmma.hpp).
double machine_instructions(Summary& s, const profile::InstructionCount& i) {
  if (i.opcode == ptx::Opcode::wmma) {
    const auto& product = i.mnemonic.wmma_product();
    return product ? ptx::wmma_products(*product) : 1;
  }
  if (!ptx::is_matrix_transfer(i.opcode)) return 1;
  const auto& transfer = i.mnemonic.wmma_transfer();
  if (!transfer) return 1;
  const ptx::WmmaRequests requests = ptx::wmma_requests(*transfer);
  s.ops[static_cast<std::size_t>(OpClass::shuffle)] += i.warps * requests.transpositions;
  return requests.count;
}

/// Warp instructions by class. Also the highest compute capability that any instruction needs, and the instruction, so
/// that demand() can name it in its error message.
void add_instructions(Summary& s, const profile::Profile& p) {
  s.ops[static_cast<std::size_t>(OpClass::prologue)] = p.warps;
  for (const auto& i : p.instructions) {
    const OpClass c = op_class(i);
    const double wide_sums = i.lowered_as(Lowering::wide_sum), special = i.lowered_as(Lowering::special_register);
    const double alone = i.warps - i.lowered_as(Lowering::always) - wide_sums - special;
    s.ops[static_cast<std::size_t>(c)] += alone * machine_instructions(s, i);
    s.ops[static_cast<std::size_t>(OpClass::wide_sum)] += wide_sums;
    s.ops[static_cast<std::size_t>(OpClass::special_register)] += special;
    s.merged_since_maxwell[static_cast<std::size_t>(c)] += i.lowered_as(Lowering::since_maxwell);
    s.merged_since_volta[static_cast<std::size_t>(c)] += i.lowered_as(Lowering::since_volta);
    if (i.opcode == ptx::Opcode::tex || i.opcode == ptx::Opcode::tld4) s.texture_reads += i.warps;
    add_operations(s.operations, i.mnemonic.decoded(), i.warps, i.threads);
    if (const unsigned needs = ptx::required_capability(i.mnemonic.decoded()); needs > s.compute_capability) {
      s.compute_capability = needs;
      s.demanding = i.mnemonic.text();
    }
    if (const unsigned last = ptx::last_capability(i.mnemonic.decoded().opcode); last > 0) {
      s.last_capability = last;
      s.withdrawn = i.mnemonic.text();
    }
    if (c != OpClass::tensor) continue;
    add_tensor(s.tensor, i.mnemonic.decoded(), i.warps);
    if (is_of_one_warp(i.mnemonic.decoded())) add_tensor(s.tensor_of_one_warp, i.mnemonic.decoded(), i.warps);
  }
}

/// As profile::is_retried_in_shared().
bool is_retried(const AccessSite& site) {
  const bool atomic = site.kind == AccessKind::atomic || site.kind == AccessKind::reduction;
  const ptx::Mnemonic& m = site.mnemonic.decoded();
  if (!atomic || site.space != StateSpace::shared) return false;
  if (m.has(ptx::Modifier::exchange) || m.has(ptx::Modifier::compare_and_swap)) return false;
  const ptx::Type type = m.type_from_end(0);
  return ptx::size_of(type) == 8 || (m.has(ptx::Modifier::add) && ptx::is_float(type));
}

/// Of the lanes that add to one address of shared memory one succeeds at a time, and makes the others of the block load
/// again: a block with c lanes on its most loaded address has c rounds that follow each other, in which all warps that
/// take part go round. Example: 8 warps, each with one addition of all its lanes to one float: c = 256 rounds, 2048 of
/// warps.
void add_retries(Summary& s, const profile::Profile& p) {
  for (const AccessSite& site : p.sites)
    if (is_retried(site)) s.retried_requests += site.requests;
  if (!(s.retried_requests > 0)) return;
  const double warps = std::min(std::ceil(s.threads_per_block / s.warp_size), s.retried_requests / s.blocks);
  s.retry_chain = std::max(1.0, p.retried_atomics * (1 + s.idle_blocks / s.blocks));
  s.retry_rounds = std::max(s.retried_requests, s.blocks * warps * s.retry_chain);
}

ReuseCurve curve_of(const profile::ReuseHistogram& loads) {
  ReuseCurve out;
  double sum = 0;
  for (std::size_t k = 0; k < loads.counts.size(); ++k) out.within[k] = sum += loads.counts[k];
  out.first = loads.first;
  out.total = sum + loads.first;
  return out;
}

Sectors scaled(const Sectors& s, double factor) { return {s.unique * factor, s.read * factor, s.written * factor}; }

void add(Sectors& into, const Sectors& s) {
  into.unique += s.unique;
  into.read += s.read;
  into.written += s.written;
}

/// Merges a buffer's reuse steps into the list of all buffers, ascending by distance. A step's share is a mean over all
/// blocks, but the first D blocks have no block D before them; the mean over the others is share * N / (N - D).
/// Example: N = 10, D = 2, share 0.4: 0.5. Binary search and insertion, lists have few entries.
void add_reuse_steps(std::vector<Reuse>& into, double blocks, const profile::BlockReuse& reuse, const Sectors& each) {
  for (const profile::ReuseStep& step : reuse) {
    if (!(step.blocks >= 1 && step.blocks < blocks)) continue;
    const Sectors shared = scaled(each, std::min(1.0, step.share * blocks / (blocks - step.blocks)));
    const auto at = std::ranges::lower_bound(into, step.blocks, {}, &Reuse::blocks);
    if (at != into.end() && at->blocks == step.blocks)
      add(at->sectors, shared);
    else
      into.insert(at, {step.blocks, shared});
  }
}

/// By buffer: sectors of loads beyond the first load of each sector by each block.
std::vector<double> loads_again(const profile::Profile& p) {
  std::vector<double> again(p.buffers.size());
  for (const AccessSite& site : p.sites) {
    if (site.kind != AccessKind::load) continue;
    if (const auto buffer = profile::footprint_of(p, site)) again[*buffer] += site.sectors;
  }
  const double blocks = static_cast<double>(p.launch.grid.count());
  for (std::size_t b = 0; b < again.size(); ++b)
    again[b] = std::max(0.0, again[b] - p.buffers[b].read_sectors_per_block * blocks);
  return again;
}

launch::Dim3 working_grid(const profile::Profile& p) {
  const auto part = [](std::uint32_t extent, double share) {
    return std::max(1U, static_cast<std::uint32_t>(std::lround(extent * share)));
  };
  const launch::Dim3 grid = p.launch.grid;
  return {part(grid.x, p.working_parts[0]), part(grid.y, p.working_parts[1]), part(grid.z, p.working_parts[2])};
}

/// One AccessSkew per buffer of device memory; loads_again are normalised to their sum over all buffers.
void add_out_of_step(Summary& s, const profile::Profile& p, double working) {
  const std::vector<double> again = loads_again(p);
  double all = 0;
  for (std::size_t b = 0; b < p.buffers.size(); ++b)
    if (!p.buffers[b].host) all += again[b];
  for (std::size_t b = 0; b < p.buffers.size(); ++b) {
    profile::BufferFootprint buffer = p.buffers[b];
    buffer.multiply_per_block(working);
    if (!(buffer.sectors_per_block > 0) || buffer.host) continue;
    AccessSkew out;
    out.spread = std::min(1.0, buffer.access_skew);
    out.total = buffer.sectors_total;
    out.per_block = {buffer.sectors_per_block, buffer.read_sectors_per_block, buffer.written_sectors_per_block};
    out.loads_again = all > 0 ? again[b] / all : 0;
    add_reuse_steps(out.block_reuse, s.blocks, buffer.reuse, {out.per_block.unique, out.per_block.read, 0});
    add_reuse_steps(out.block_reuse, s.blocks, buffer.written_reuse, {0, 0, out.per_block.written});
    s.access_skew.push_back(std::move(out));
  }
}

void add_visits(Summary& s, const profile::BufferFootprint& b) {
  if (b.host || !(b.visits_per_block > 0)) return;
  s.piece_visits.push_back({b.sectors_per_block, b.visits_per_block, b.sectors_total,
                            profile::reuse_of_neighbours(b.overlap, s.grid),
                            profile::reuse_of_neighbours(b.visit_overlap, s.grid)});
}

}  // namespace

/// Adds a mean block's sectors to per_block and the grid's to total. N u / T blocks touch a mean sector, N the blocks,
/// u the sectors per block and T the sectors of the buffer, so a given other block does so with the chance (N u / T -
/// 1) / (N - 1). Example: 100 blocks of 8 sectors in a buffer of 80 sectors: 10 blocks per sector, chance 9 / 99.
void add_footprint(Summary& s, const profile::BufferFootprint& b) {
  const Sectors each{b.sectors_per_block, b.read_sectors_per_block, b.written_sectors_per_block};
  const double written_blocks = std::max(1.0, s.blocks * profile::never_share(b.written_reuse));
  if (b.host) {
    if (each.unique > 0) s.host.read_bytes_once += 32 * each.read * b.sectors_total / each.unique;
    s.host.written_bytes_once += 32 * std::min(b.sectors_total, each.written * written_blocks);
    return;
  }
  add(s.per_block, each);
  if (each.read > 0 && b.sectors_total > 0 && s.blocks > 1) {
    const double others = s.blocks * each.unique / b.sectors_total - 1;  // that touch a sector of the block
    s.common_reads.push_back({each.read, std::clamp(others / (s.blocks - 1), 0.0, 1.0)});
  }
  if (each.unique > 0) add(s.total, scaled({each.unique, each.read, 0}, b.sectors_total / each.unique));
  s.total.written += std::min(b.sectors_total, each.written * written_blocks);
  add_reuse_steps(s.block_reuse, s.blocks, b.reuse, {each.unique, each.read, 0});
  add_reuse_steps(s.block_reuse, s.blocks, b.written_reuse, {0, 0, each.written});
}

/// Footprints precede add_host, which limits the host bytes that they set.
Summary summarise(const profile::Profile& p) {
  Summary s;
  s.grid = working_grid(p);
  s.blocks = std::max(1.0, p.working_blocks());  // advice may have made a small grid of it
  s.idle_blocks = static_cast<double>(p.launch.grid.count()) - s.blocks;
  if (p.warp_instructions > 0) s.idle_share = std::clamp(p.idle_instructions / p.warp_instructions, 0.0, 1.0);
  s.launched_grid = p.launch.grid;
  s.block = p.launch.block;
  const double working = 1 + s.idle_blocks / s.blocks;  // of a mean block's amounts, those of one that does anything
  s.threads_per_block = static_cast<double>(p.launch.block.count());
  s.warps = p.warps;
  s.barriers = p.barriers;
  s.warp_size = p.warp_size;
  s.registers = p.registers;
  s.static_shared_bytes = p.static_shared_bytes;
  s.shared_bytes = p.static_shared_bytes + p.launch.dynamic_shared_bytes;
  s.synchronises_grid = p.synchronises_grid;
  add_instructions(s, p);
  add_sites(s, p);
  for (auto b : p.buffers) {
    b.multiply_per_block(working);
    add_footprint(s, b);
    add_visits(s, b);
  }
  add_host(s, p);
  add_out_of_step(s, p, working);
  s.reuse = curve_of(p.loads);
  s.request_reuse = curve_of(p.load_requests);
  s.rewrites = p.rewrites;
  s.local = p.local;
  for (double* sectors :
       {&s.local.sectors_per_block, &s.local.read_sectors_per_block, &s.local.written_sectors_per_block})
    *sectors *= working;
  // 67.1 million additions to one bin of a histogram, chosen by each thread's input, take 36 ms on an RTX 3080, a lane
  // a cycle: lanes that have one address by their data alone are not combined.
  s.atomic_serial = p.hottest_atomic_requests;
  s.atomic_slice = p.hottest_atomic_slice;
  add_retries(s, p);
  s.spills = p.spills;
  s.path = p.path;
  const double own = std::max(1.0, working * (1 - s.idle_share));  // without what idle warps execute
  for (double profile::CriticalPath::*links : profile::path_links) s.path.*links *= own;
  s.path.instructions *= own;
  s.lock = p.lock;
  s.longest_warp = p.longest_warp;
  s.longest_warp.shorten(p.longest_warp.beside, p.path);  // where advice has changed the path
  s.imbalance = std::max(1.0, p.imbalance / own);
  s.sampling_error = p.sampling.relative_error;
  s.traffic_error = std::max({p.sampling.relative_error, p.sampling.sectors_error, p.sampling.host_error});
  s.dram_error = std::max(p.sampling.relative_error, p.sampling.dram_error);
  return s;
}

/// Interpolates the cumulative histogram linearly within its class. Example: a capacity of 6 sectors lies in class 3
/// (distances 5 to 8), half way between 4 and 8: (within[2] + 0.5 (within[3] - within[2])) / total.
double hit_rate(const ReuseCurve& reuse, double capacity) {
  if (reuse.total <= 0 || capacity < 1) return 0;
  const double class_of = std::log2(capacity);  // class k: distances in (2^(k-1), 2^k]
  const auto below = static_cast<std::size_t>(class_of);
  if (below + 1 >= reuse.within.size()) return reuse.within.back() / reuse.total;
  const double part = capacity / std::exp2(static_cast<double>(below)) - 1;  // linear in the distance
  return (reuse.within[below] + part * (reuse.within[below + 1] - reuse.within[below])) / reuse.total;
}

}  // namespace forewarp::model
