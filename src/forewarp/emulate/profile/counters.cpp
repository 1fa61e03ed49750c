// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/counters.hpp"

#include <algorithm>

namespace forewarp::profile {
namespace {

/// A site that was never reached has no kind and width yet; the others agree on both.
void add_site(SiteCounts& to, const SiteCounts& from) {
  if (from.requests == 0) return;
  to.requests += from.requests;
  to.lanes += from.lanes;
  to.sectors += from.sectors;
  to.lines += from.lines;
  to.passes += from.passes;
  to.wavefronts += from.wavefronts;
  to.ideal += from.ideal;
  to.collisions += from.collisions;
  to.bytes = from.bytes;
  to.kind = from.kind;
}

}  // namespace

void Counters::resize(std::size_t basic_blocks, std::size_t slots, std::size_t leads) {
  blocks.resize(basic_blocks);
  sites.resize(slots);
  merged.resize(leads);
}

/// Both are of the same program, or this one is still empty. host_sectors stays empty without
/// buffers in host memory, and may be so on one side only.
void Counters::add(const Counters& other) {
  resize(other.blocks.size(), other.sites.size(), other.merged.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i].warps += other.blocks[i].warps;
    blocks[i].lanes += other.blocks[i].lanes;
    blocks[i].taken += other.blocks[i].taken;
  }
  for (std::size_t i = 0; i < sites.size(); ++i) add_site(sites[i], other.sites[i]);
  for (std::size_t i = 0; i < merged.size(); ++i) {
    for (std::size_t w = 0; w < merged_widths.size(); ++w) {
      merged[i].wavefronts[w] += other.merged[i].wavefronts[w];
      merged[i].misaligned[w] += other.merged[i].misaligned[w];
    }
  }
  host_sectors.resize(std::max(host_sectors.size(), other.host_sectors.size()));
  for (std::size_t i = 0; i < other.host_sectors.size(); ++i) host_sectors[i] += other.host_sectors[i];
  branches += other.branches;
  divergent += other.divergent;
  barriers += other.barriers;
  blocks_run += other.blocks_run;
}

void Detail::resize(std::size_t slots, std::size_t buffer_count) {
  unique.resize(slots);
  used_bytes.resize(slots);
  l1.resize(slots);
  loads.resize(slots);
  slot_buffer.resize(slots);
  buffers.resize(buffer_count);
}

void Detail::add(const Detail& other) {
  resize(other.unique.size(), other.buffers.size());
  for (std::size_t i = 0; i < unique.size(); ++i) {
    unique[i] += other.unique[i];
    used_bytes[i] += other.used_bytes[i];
    l1[i].passes += other.l1[i].passes;
    l1[i].half_passes += other.l1[i].half_passes;
    l1[i].half_sectors += other.l1[i].half_sectors;
    l1[i].of_lines += other.l1[i].of_lines;
    l1[i].of_sectors += other.l1[i].of_sectors;
    loads[i].requests += other.loads[i].requests;
    loads[i].near += other.loads[i].near;
    if (other.slot_buffer[i].empty()) continue;
    slot_buffer[i].resize(buffers.size());
    for (std::size_t b = 0; b < buffers.size(); ++b) slot_buffer[i][b] += other.slot_buffer[i][b];
  }
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    buffers[b].unique += other.buffers[b].unique;
    buffers[b].read += other.buffers[b].read;
    buffers[b].written += other.buffers[b].written;
    buffers[b].used_bytes += other.buffers[b].used_bytes;
    buffers[b].visits += other.buffers[b].visits;
  }
  local.unique += other.local.unique;
  local.read += other.local.read;
  local.written += other.local.written;
  for (unsigned k = 0; k < ReuseHistogram::classes; ++k) {
    reuse[k] += other.reuse[k];
    request_reuse[k] += other.request_reuse[k];
    rewritten[k] += other.rewritten[k];
    rewriting_visits[k] += other.rewriting_visits[k];
    rewritten_local[k] += other.rewritten_local[k];
  }
  first += other.first;
  first_requests += other.first_requests;
  load_requests += other.load_requests;
  in_flight += other.in_flight;
  chain.add(other.chain);
  warp_cycles.add(other.warp_cycles);
  retried_atomics += other.retried_atomics;
  walk_steps += other.walk_steps;
  walk_new_lines += other.walk_new_lines;
  warp_instructions += other.warp_instructions;
  blocks_run += other.blocks_run;
}

}  // namespace forewarp::profile
