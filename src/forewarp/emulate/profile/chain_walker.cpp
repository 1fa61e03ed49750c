// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/chain_walker.hpp"

// A dataflow simulation of one warp with unlimited resources. ready_[r] is the chain that produces register r; an
// instruction issues at the maximum over its sources, floor_ and, for loads, the last store of its space; its result is
// ready a nominal latency later. Chains carry the number of links per class, so that a model can price them later.
//
// Example, latencies L for a load and A for an addition, all in one basic block:
//
//     ld %r1, [%rd1];   issues at 0, ready at L         ld %r2, [%rd2];   issues at 0, ready at L (overlaps)
//     add %r3, %r1, %r2 issues at L, ready at L + A     the chain has one load and one addition: L + A
//
// With a branch of latency B between the two loads the second one issues in the next stretch, at B: a stretch ends when
// its instructions have issued and its branch is decided, not when its loads have returned.
//
// Loops: every 8 rounds of a periodic path a mark records the position; once two intervals in a row added the same
// links, further rounds are only counted, O(1) per block instead of O(instructions), and added in resume().
//
// Weights: a sampled loop raises the weight to w; on the way back the chain that was added since is counted w / outer
// times (Nest). Invariant: skipped_ holds what was added without being walked, and is part of position().
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace forewarp::profile {
namespace {

/// Rounds between two marks: a multiple of the patterns of 2, 4 and 8 rounds that double buffering produces.
constexpr unsigned rounds_a_mark = 8;

Chain difference(const Chain& now, const Chain& before) {
  Chain out;
  out.cycles = now.cycles - before.cycles;
  out.steps = now.steps - before.steps;
  for (unsigned k = 0; k < link_classes; ++k) out.links[k] = now.links[k] - before.links[k];
  return out;
}

void add_times(Chain& to, const Chain& gain, std::uint64_t times) {
  to.cycles += gain.cycles * static_cast<double>(times);
  to.steps += gain.steps * static_cast<std::int64_t>(times);
  for (unsigned k = 0; k < link_classes; ++k) to.links[k] += gain.links[k] * static_cast<std::int64_t>(times);
}

/// The later of two chains. Chains are compared by nominal cycles; which links they consist of is
/// decided by that comparison, once, and priced later per device.
void raise(Chain& to, const Chain& from) {
  if (from.cycles > to.cycles) to = from;
}

}  // namespace

ChainWalker::ChainWalker(const Program& program) : program_(program), ready_(program.register_count) { begin(); }

void ChainWalker::begin() {
  ready_.assign(program_.register_count, Chain{});
  floor_ = issued_ = longest_ = skipped_ = copies_ = Chain{};
  groups_.clear();
  stores_ = {};
  nest_.clear();
  weight_ = 1;
  instructions_ = global_loads_ = 0;
  periods_.clear();
  marks_.clear();
  gain_.reset();
}

void ChainWalker::walk_copies(const DependencyInfo& d, const Chain& issue) {
  constexpr std::size_t most_groups = 255;
  switch (d.copies) {
    case DependencyInfo::Copies::none:
      break;
    case DependencyInfo::Copies::one: {
      Chain arrival = issue;
      arrival.add(d);
      raise(copies_, arrival);
      global_loads_ += weight_;
      break;
    }
    case DependencyInfo::Copies::end:
      groups_.push_back(std::exchange(copies_, {}));
      if (groups_.size() > most_groups) groups_.pop_front();
      break;
    case DependencyInfo::Copies::wait:
      for (; groups_.size() > d.groups_left; groups_.pop_front()) raise(floor_, groups_.front());
      raise(issued_, floor_);
      raise(longest_, floor_);
      break;
  }
}

void ChainWalker::walk(std::uint32_t n) {
  const DependencyInfo& d = program_.dependencies[n];
  const Chain* issue = &floor_;
  for (const auto source : program_.registers.sources(n)) {
    if (ready_[source].cycles > issue->cycles) issue = &ready_[source];
  }
  if (d.reads_memory && stores_[d.space].cycles > issue->cycles) issue = &stores_[d.space];
  if (d.is_barrier && issued_.cycles > issue->cycles) issue = &issued_;
  Chain result = *issue;
  raise(issued_, *issue);
  if (d.copies != DependencyInfo::Copies::none) return walk_copies(d, result);
  if (d.writes_memory) raise(stores_[d.space], *issue);
  if (d.is_barrier || d.is_branch || d.has_result) result.add(d);
  if (d.is_barrier || d.is_branch) {
    raise(issued_, result);
    if (d.is_barrier) floor_ = issued_;
  }
  for (const auto destination : program_.registers.written(n)) ready_[destination] = result;
  raise(longest_, result);
  if (d.link == LinkClass::global && d.has_result) global_loads_ += weight_;
}

void ChainWalker::walk_block(std::uint32_t block) {
  const auto first = program_.block_first[block];
  const auto size = program_.block_size[block];
  for (auto i = first; i < first + size; ++i) walk(i);
  instructions_ += weight_ * size;
  floor_ = issued_;
}

void ChainWalker::basic_block(std::uint32_t block) {
  if (gain_) return skip_period(block);
  walk_block(block);
  watch_rounds(periods_.add(block));
}

ChainWalker::Mark ChainWalker::mark() const { return {position(), instructions_, global_loads_}; }

/// Sets a mark after every 8 rounds of a periodic path; when two intervals between marks added the same links, gain_
/// is known and walking stops.
void ChainWalker::watch_rounds(unsigned blocks) {
  if (blocks != marked_) marks_.clear();
  marked_ = blocks;
  if (blocks == 0 || (!marks_.empty() && ++walked_ < blocks * rounds_a_mark)) return;
  walked_ = 0;
  marks_.push_back(mark());
  if (marks_.size() < 3) return;
  const auto gain = difference(marks_[2].at, marks_[1].at), before = difference(marks_[1].at, marks_[0].at);
  if (gain.links == before.links) {
    gain_ = {gain, marks_[2].instructions - marks_[1].instructions, marks_[2].global_loads - marks_[1].global_loads};
    skipped_blocks_ = 0;
  }
  marks_.erase(marks_.begin());
}

/// Counts a block that continues the period; anything else ends it.
void ChainWalker::skip_period(std::uint32_t block) {
  if (block == periods_.ago(marked_ - static_cast<unsigned>(skipped_blocks_ % marked_))) {
    ++skipped_blocks_;
    return;
  }
  resume();
  basic_block(block);
}

/// Adds the whole intervals that were counted and walks the remaining blocks, so that registers are up to date.
void ChainWalker::resume() {
  if (!gain_) return;
  const auto a_mark = marked_ * rounds_a_mark;
  const auto rounds = skipped_blocks_ / a_mark;
  add_times(skipped_, gain_->at, rounds);
  instructions_ += gain_->instructions * rounds;
  global_loads_ += gain_->global_loads * rounds;
  for (unsigned k = 0; k < skipped_blocks_ % a_mark; ++k) walk_block(periods_.ago(marked_ - k % marked_));
  gain_.reset();
  marks_.clear();
  periods_.clear();
}

Chain ChainWalker::position() const {
  Chain at = floor_;
  add_times(at, skipped_, 1);
  return at;
}

void ChainWalker::weight(std::uint64_t weight) {
  resume();
  while (!nest_.empty() && weight < weight_) {
    const Nest inner = nest_.back();
    nest_.pop_back();
    const auto outer = nest_.empty() ? 1 : nest_.back().weight;
    const auto more = inner.weight / outer - 1;
    add_times(skipped_, difference(position(), inner.at), more);
    weight_ = outer;
  }
  if (weight > weight_) {
    nest_.push_back({weight, position()});
    weight_ = weight;
  }
}

void ChainWalker::Totals::add(const Totals& other) {
  for (unsigned k = 0; k < link_classes; ++k) links[k] += other.links[k];
  steps += other.steps;
  instructions += other.instructions;
  global_loads += other.global_loads;
  warps += other.warps;
}

void ChainWalker::Totals::extend_to(std::uint64_t all) {
  if (instructions == 0) return;
  const double factor = static_cast<double>(all) / static_cast<double>(instructions);
  const auto extend = [&](auto& count) {
    constexpr double most = 9e18;  // what fits
    const double extended = std::min(most, factor * static_cast<double>(count));
    count = static_cast<std::remove_reference_t<decltype(count)>>(std::llround(extended));
  };
  for (std::int64_t& count : links) extend(count);
  extend(steps);
  extend(global_loads);
  cycles *= factor;
  instructions = all;
}

ChainWalker::Totals ChainWalker::totals() {
  resume();
  Totals t;
  // The chain may have changed its course while it was measured, so the number of a class can be negative.
  for (unsigned k = 0; k < link_classes; ++k) {
    t.links[k] = std::max<std::int64_t>(longest_.links[k] + skipped_.links[k], 0);
  }
  t.steps = std::max<std::int64_t>(longest_.steps + skipped_.steps, 0);
  t.instructions = instructions_;
  t.global_loads = global_loads_;
  t.warps = 1;
  t.cycles = longest_.cycles + skipped_.cycles;
  return t;
}

}  // namespace forewarp::profile
