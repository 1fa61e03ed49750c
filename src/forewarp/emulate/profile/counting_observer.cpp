// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Counts the events of the blocks of one chunk. Buffers that are expensive to make (memos, footprint, chain) are in a
// Workplace, taken from a pool at the start of a block and returned at its end.
//
// Per event: a basic block costs a few additions; an access one lookup in the memo of its slot, and, in blocks with
// details, one log entry per sector. Every count is multiplied by the weight of the warp (sampled loops).
#include "forewarp/emulate/profile/counting_observer.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "forewarp/emulate/profile/l1_passes.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

constexpr std::size_t max_logged = std::size_t{1} << 18;  ///< touches held back to interleave warps

bool contains(const std::vector<std::uint64_t>& sorted, std::uint64_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

bool is_atomic(emu::AccessKind kind) { return kind == emu::AccessKind::atomic || kind == emu::AccessKind::reduction; }

std::vector<bool>::reference flag_of(std::vector<bool>& flags, std::uint32_t warp) {
  if (warp >= flags.size()) flags.resize(warp + 1, true);
  return flags[warp];
}

}  // namespace

std::unique_ptr<Workplace> Workplaces::take(const Program& program) {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<Workplace>(program);
  auto place = std::move(idle_.back());
  idle_.pop_back();
  return place;
}

void Workplaces::give_back(std::unique_ptr<Workplace> place) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(place));
}

CountingObserver::CountingObserver(std::shared_ptr<const Program> program, std::shared_ptr<const WatchPlan> plan,
                                   std::shared_ptr<Workplaces> workplaces)
    : program_(std::move(program)),
      plan_(std::move(plan)),
      workplaces_(workplaces ? std::move(workplaces) : std::make_shared<Workplaces>()) {}

std::unique_ptr<emu::Observer> CountingObserver::fork() const {
  return std::make_unique<CountingObserver>(program_, plan_, workplaces_);
}

/// Sums of two chunks; all members are sums or the largest of all, so chunks may be merged in any grouping.
void CountingObserver::Sums::merge(Sums& later) {
  for (const auto& [stratum, c] : later.counters) counters[stratum].add(c);
  for (const auto& [stratum, d] : later.details) details[stratum].add(d);
  kept_sectors.merge(later.kept_sectors);
  drawn_sectors.merge(later.drawn_sectors);
  costs.insert(costs.end(), later.costs.begin(), later.costs.end());
  costs_aside.insert(costs_aside.end(), later.costs_aside.begin(), later.costs_aside.end());
  longest.raise_to(later.longest);
  atomics.merge(later.atomics);
  warp_instructions_run += later.warp_instructions_run;
  sectors_run += later.sectors_run;
  sectors_touched += later.sectors_touched;
  blocks_run += later.blocks_run;
  weighted |= later.weighted;
}

void WarpChain::raise_to(const WarpChain& other) {
  const bool is_longer = other.totals.cycles > totals.cycles,
             is_last = other.totals.cycles == totals.cycles && other.linear > linear;
  if (is_longer || is_last) *this = other;
}

void CountingObserver::merge(emu::Observer& later) {
  auto* other = dynamic_cast<CountingObserver*>(&later);
  FOREWARP_ASSERT(other != nullptr, "an observer merges with its own forks");
  sums_.merge(other->sums_);
}

/// Roles of the block: counted in the estimates, kept (its sectors are recorded), detailed (requests are recorded). One
/// warp per detailed block is traced for its dependency chain; it changes from block to block.
void CountingObserver::block_begin(std::uint64_t linear, launch::Dim3 /*index*/) {
  counted_ = !contains(plan_->uncounted, linear);
  kept_ = contains(plan_->kept, linear);
  detailed_ = plan_->detail_all || kept_ || contains(plan_->detailed, linear);
  counters_ = counted_ ? &sums_.counters[plan_->strata.of(linear)] : &unused_;
  if (!place_) place_ = workplaces_->take(*program_);
  auto& [memos, merged_memos, weights, long_warps, courses, footprint, chain, log, in_new_code, walk, retried] =
      *place_;
  counters_->resize(program_->map->blocks.size(), memos.size(), merged_memos.size());
  weights.clear();
  in_new_code.clear();
  cost_ = {linear, 0, 0, 0};
  long_warps.begin(plan_->warps_per_block);
  if (!detailed_) return;
  if (counted_) {
    detail_ = &sums_.details[plan_->strata.of(linear)];
    detail_->resize(memos.size(), plan_->buffers.numbers.size());
  }
  if (!footprint) footprint = std::make_unique<BlockFootprint>(memos.size(), plan_->buffers);
  if (!chain) chain = std::make_unique<ChainWalker>(*program_);
  footprint->begin();
  chain->begin();
  courses.begin(plan_->warps_per_block);
  walk.begin();
  retried.begin();
  sums_.atomics.begin_block();
  // Block 0 traces warp 0, block 1 warp 1 and so on: warps with different work all have their
  // share.
  traced_warp_ = static_cast<std::uint32_t>(linear % std::max(1U, plan_->warps_per_block));
}

void CountingObserver::block_end(std::uint64_t linear) {
  ++sums_.blocks_run;
  if (counted_) ++counters_->blocks_run;
  (counted_ ? sums_.costs : sums_.costs_aside).push_back(cost_);
  if (const auto longest = place_->long_warps.longest()) sums_.longest.raise_to({linear, *longest});
  if (detailed_) finish_details(linear);
  workplaces_->give_back(std::move(place_));
}

/// Adds the block's footprint, chain and walk to its stratum. Blocks aside only leave their sectors.
void CountingObserver::finish_details(std::uint64_t linear) {
  drain_log();
  auto& footprint = *place_->footprint;
  if (kept_) {
    auto& kept = sums_.kept_sectors[linear] = footprint.sectors();
    kept.has_bytes = plan_->bytes;
  }
  if (!counted_) return;
  if (contains(plan_->drawn, linear)) sums_.drawn_sectors[linear] = footprint.sectors();
  footprint.finish(*detail_);
  const ChainWalker::Totals traced = place_->chain->totals();
  detail_->chain.add(traced);
  detail_->warp_cycles.add(place_->courses.cycles(traced_warp_, traced.cycles));
  detail_->retried_atomics += place_->retried.lanes();
  detail_->walk_steps += place_->walk.steps();
  detail_->walk_new_lines += place_->walk.new_lines();
  detail_->warp_instructions += cost_.warp_instructions;
  ++detail_->blocks_run;
  sums_.atomics.end_block();
}

void CountingObserver::basic_block(emu::WarpId warp, std::uint32_t block, emu::LaneMask active) {
  const auto weight = weight_of(warp.warp);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(active));
  const std::uint64_t size = program_->block_size[block];
  auto& counts = counters_->blocks[block];
  counts.warps += weight;
  counts.lanes += weight * lanes;
  cost_.warp_instructions += weight * size;
  cost_.thread_instructions += weight * size * lanes;
  cost_.flops += weight * program_->block_flops[block] * lanes;
  sums_.warp_instructions_run += size;
  place_->long_warps.basic_block(warp.warp, block, size, weight);
  if (!detailed_) return;
  place_->courses.basic_block(warp.warp, block, size, weight);
  if (warp.warp == traced_warp_) place_->chain->basic_block(block);
  flag_of(place_->in_new_code, warp.warp) = true;
}

void CountingObserver::access(emu::WarpId warp, const emu::Access& access) {
  std::uint32_t slot = 0;
  if (access.active == 0 || !slot_of(access.site, access.space, slot)) return;
  const auto weight = weight_of(warp.warp);
  const auto& result = place_->memos[slot].look_up(access, plan_->width);
  const auto& shape = result.shape;
  auto& counts = counters_->sites[slot];
  counts.requests += weight;
  counts.lanes += weight * shape.lanes;
  counts.sectors += weight * shape.sectors;
  cost_.sectors += weight * shape.sectors;
  if (access.space == ptx::StateSpace::global) cost_.bytes += weight * shape.lanes * access.bytes;
  sums_.sectors_run += shape.sectors;
  counts.lines += weight * shape.lines;
  counts.passes += weight * shape.passes;
  counts.wavefronts += weight * shape.wavefronts;
  counts.ideal += weight * shape.ideal_wavefronts;
  counts.collisions += weight * shape.collisions;
  counts.bytes = access.bytes;
  counts.kind = access.kind;
  if (plan_->touched && access.space == ptx::StateSpace::global)
    plan_->touched->mark(result.base_sector, *result.sectors);
  const auto lead = program_->merges.lead_of_site[access.site];
  if (lead != MergeCandidates::none) count_merged(access, lead, weight);
  const bool is_host = count_host(access, slot, result, weight);
  if (detailed_ && program_->is_retried[access.site] && access.space == ptx::StateSpace::shared)
    place_->retried.add(access, weight);
  if (!detailed_ || shape.sectors == 0) return;
  log_sectors(warp, access, slot, result, weight, is_host);
  if (access.space == ptx::StateSpace::local) return count_local_l1(access, slot, shape, weight);
  count_l1(access, slot, shape, weight);
  if (access.space != ptx::StateSpace::global) return;
  if (warp.warp == traced_warp_) place_->walk.access(access, weight);
  if (is_atomic(access.kind)) sums_.atomics.access(access, weight, program_->adds_doubles[access.site]);
}

void CountingObserver::count_l1(const emu::Access& access, std::uint32_t slot, const RequestShape& shape,
                                std::uint64_t weight) {
  if (!counted_) return;
  const auto halves = place_->memos[slot].half_warps(access, plan_->width);
  auto& counts = detail_->l1[slot];
  counts.passes += weight * place_->memos[slot].l1_passes(access, plan_->width);
  counts.half_passes += weight * halves.passes;
  counts.half_sectors += weight * halves.sectors;
  counts.of_lines += weight * shape.lines;
  counts.of_sectors += weight * shape.sectors;
}

/// Words of the lanes lie side by side: words that each lane chooses are a gather. Half warps pass once for each line.
void CountingObserver::count_local_l1(const emu::Access& access, std::uint32_t slot, const RequestShape& shape,
                                      std::uint64_t weight) {
  constexpr std::uint64_t word_bytes = 4;
  if (!counted_) return;
  std::array<std::uint64_t, 8 * sizeof(emu::LaneMask)> addresses{};
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    addresses[lane] = (access.addresses[lane] / word_bytes * plan_->width + lane) * word_bytes;
  }
  const std::uint32_t words = std::max<std::uint32_t>(1, access.bytes / word_bytes);
  emu::Access word = access;
  word.bytes = word_bytes;
  word.addresses = addresses.data();
  word.affine = nullptr;
  auto& counts = detail_->l1[slot];
  counts.passes += weight * words * l1_passes_of(word, plan_->width, std::max(1U, shape.lines / words));
  counts.half_passes += weight * 2 * shape.lines;
  counts.half_sectors += weight * shape.sectors;
  counts.of_lines += weight * shape.lines;
  counts.of_sectors += weight * shape.sectors;
}

/// Counts the sectors in host memory; true if there are any.
bool CountingObserver::count_host(const emu::Access& access, std::uint32_t slot, const ShapeMemo::Result& result,
                                  std::uint64_t weight) {
  if (plan_->buffers.host_numbers.empty() || access.space != ptx::StateSpace::global) return false;
  const auto sectors = static_cast<std::uint64_t>(std::ranges::count_if(
      *result.sectors, [&](std::uint64_t offset) { return plan_->buffers.is_host(result.base_sector + offset); }));
  cost_.host_sectors += weight * sectors;
  counters_->host_sectors.resize(counters_->sites.size());
  counters_->host_sectors[slot] += weight * sectors;
  return sectors > 0;
}

/// Wavefronts of the request if its loads were merged to this width; narrow and misaligned mark
/// impossible widths. any has a bit set if some lane's address has it, so one remainder tests the
/// alignment of all lanes.
std::uint32_t MergedMemo::count(const emu::Access& access, std::size_t w, std::uint64_t any, unsigned width) {
  if (merged_widths[w] < access.bytes) return narrow;
  if (any % merged_widths[w] != 0) return misaligned;
  emu::Access wide = access;
  wide.bytes = merged_widths[w];
  return memos_[w].look_up(wide, width).shape.wide_wavefronts;
}

const MergedMemo::Wavefronts& MergedMemo::look_up(const emu::Access& access, unsigned width) {
  // Lanes in step give the same again when they begin at the same alignment: no width is larger than a sector.
  const auto first = access.addresses[std::countr_zero(access.active)], alignment = first % (1U << sector_shift);
  if (access.affine && is_known_ && last_alignment_ == alignment && last_bytes_ == access.bytes &&
      last_space_ == access.space && same_lanes(last_lanes_, *access.affine))
    return wavefronts_;
  std::uint64_t any = 0;
  for (auto lanes = access.active; lanes != 0; lanes &= lanes - 1) any |= access.addresses[std::countr_zero(lanes)];
  for (std::size_t w = 0; w < merged_widths.size(); ++w) wavefronts_[w] = count(access, w, any, width);
  is_known_ = access.affine != nullptr;
  if (!is_known_) return wavefronts_;
  last_lanes_ = *access.affine;
  last_alignment_ = alignment;
  last_bytes_ = access.bytes;
  last_space_ = access.space;
  return wavefronts_;
}

/// For the first load of a merge group: what the merged load would cost at each width.
void CountingObserver::count_merged(const emu::Access& access, std::uint32_t lead, std::uint64_t weight) {
  auto& counts = counters_->merged[lead];
  const auto& wavefronts = place_->merged_memos[lead].look_up(access, plan_->width);
  for (std::size_t w = 0; w < wavefronts.size(); ++w) {
    if (wavefronts[w] == MergedMemo::misaligned) {
      counts.misaligned[w] += weight;
    } else if (wavefronts[w] != MergedMemo::narrow) {
      counts.wavefronts[w] += weight * wavefronts[w];
    }
  }
}

/// Holds sector touches back to replay them interleaved over the warps (request_log.hpp).
void CountingObserver::log_sectors(emu::WarpId warp, const emu::Access& access, std::uint32_t slot,
                                   const ShapeMemo::Result& result, std::uint64_t weight, bool is_host) {
  const bool atomic = is_atomic(access.kind), local = access.space == ptx::StateSpace::local;
  const bool writes = access.kind == emu::AccessKind::store || atomic;
  const bool reads = access.kind != emu::AccessKind::store;
  const bool load = access.kind == emu::AccessKind::load || access.kind == emu::AccessKind::async_copy;
  SectorTouch touch{};
  touch.weight = weight;
  touch.slot = slot & max_slots;
  touch.use = (reads ? 1U : 0U) | (writes ? 2U : 0U);
  auto is_new_code = flag_of(place_->in_new_code, warp.warp);
  touch.first_of_code = is_new_code;
  is_new_code = false;
  touch.in_histogram = load && access.space != ptx::StateSpace::const_ && !is_host;
  const auto base = local ? BlockFootprint::local_key(warp.warp, result.base_sector) : result.base_sector;
  const auto* bytes = local || !plan_->bytes ? nullptr : place_->memos[slot].touched_bytes(access).data();
  place_->log.add(warp.warp, touch, base, *result.sectors, bytes);
  sums_.sectors_touched += result.sectors->size();
  if (place_->log.size() >= max_logged) drain_log();
}

void CountingObserver::drain_log() {
  place_->log.drain([this](const SectorTouch& touch, std::uint32_t warp) { place_->footprint->touch(touch, warp); });
}

void CountingObserver::branch(emu::WarpId warp, std::uint32_t block, emu::LaneMask active, emu::LaneMask taken) {
  const auto weight = weight_of(warp.warp);
  counters_->branches += weight;
  counters_->blocks[block].taken += weight * static_cast<std::uint64_t>(std::popcount(taken));
  if (taken != 0 && taken != active) counters_->divergent += weight;
}

void CountingObserver::barrier(emu::WarpId warp, std::uint32_t /*block*/, emu::LaneMask /*active*/) {
  counters_->barriers += weight_of(warp.warp);
  if (detailed_) place_->courses.barrier(warp.warp);
}

/// From here on each event of the warp represents `weight` events.
void CountingObserver::weight(emu::WarpId warp, std::uint64_t weight) {
  if (warp.warp >= place_->weights.size()) place_->weights.resize(warp.warp + 1, 1);
  place_->weights[warp.warp] = weight;
  sums_.weighted |= weight != 1;
  place_->long_warps.weight(warp.warp, weight);
  if (!detailed_ || warp.warp != traced_warp_) return;
  place_->chain->weight(weight);
  place_->walk.skip();
}

}  // namespace forewarp::profile
