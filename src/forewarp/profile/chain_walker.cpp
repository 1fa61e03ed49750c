// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/chain_walker.hpp"

#include <algorithm>

namespace forewarp::profile {
namespace {

void raise(Chain& to, const Chain& from) {
  if (from.cycles > to.cycles) to = from;
}

}  // namespace

ChainWalker::ChainWalker(const Program& program) : program_(program), ready_(program.register_count) { begin(); }

void ChainWalker::begin() {
  ready_.assign(program_.register_count, Chain{});
  floor_ = issued_ = longest_ = skipped_ = Chain{};
  stores_ = {};
  nest_.clear();
  weight_ = 1;
  instructions_ = global_loads_ = 0;
}

void ChainWalker::walk(const DependencyInfo& d) {
  const Chain* issue = &floor_;
  for (const auto source : program_.sources(d)) {
    if (ready_[source].cycles > issue->cycles) issue = &ready_[source];
  }
  if (d.reads_memory && stores_[d.space].cycles > issue->cycles) issue = &stores_[d.space];
  if (d.is_barrier && issued_.cycles > issue->cycles) issue = &issued_;
  Chain result = *issue;
  raise(issued_, *issue);
  if (d.writes_memory) raise(stores_[d.space], *issue);
  if (d.is_barrier || d.is_branch || d.first_destination != d.end) result.add(d.link);
  if (d.is_barrier || d.is_branch) {
    raise(issued_, result);
    if (d.is_barrier) floor_ = issued_;
  }
  for (const auto destination : program_.destinations(d)) ready_[destination] = result;
  raise(longest_, result);
  if (d.link == LinkClass::global && d.first_destination != d.end) global_loads_ += weight_;
}

void ChainWalker::basic_block(std::uint32_t block) {
  const auto first = program_.block_first[block];
  const auto size = program_.block_size[block];
  for (auto i = first; i < first + size; ++i) walk(program_.dependencies[i]);
  instructions_ += weight_ * size;
  floor_ = issued_;
}

Chain ChainWalker::position() const {
  Chain at = floor_;
  at.cycles += skipped_.cycles;
  for (unsigned k = 0; k < link_classes; ++k) at.links[k] += skipped_.links[k];
  return at;
}

void ChainWalker::weight(std::uint64_t weight) {
  while (!nest_.empty() && weight < weight_) {
    const Nest inner = nest_.back();
    nest_.pop_back();
    const auto outer = nest_.empty() ? 1 : nest_.back().weight;
    const auto more = inner.weight / outer - 1;
    const Chain now = position();
    skipped_.cycles += (now.cycles - inner.at.cycles) * static_cast<double>(more);
    for (unsigned k = 0; k < link_classes; ++k) {
      skipped_.links[k] += (now.links[k] - inner.at.links[k]) * static_cast<std::int64_t>(more);
    }
    weight_ = outer;
  }
  if (weight > weight_) {
    nest_.push_back({weight, position()});
    weight_ = weight;
  }
}

void ChainWalker::Totals::add(const Totals& other) {
  for (unsigned k = 0; k < link_classes; ++k) links[k] += other.links[k];
  instructions += other.instructions;
  global_loads += other.global_loads;
  warps += other.warps;
}

ChainWalker::Totals ChainWalker::totals() const {
  Totals t;
  // The chain may have changed its course while it was measured, so a class can come out below nothing.
  for (unsigned k = 0; k < link_classes; ++k) {
    t.links[k] = std::max<std::int64_t>(longest_.links[k] + skipped_.links[k], 0);
  }
  t.instructions = instructions_;
  t.global_loads = global_loads_;
  t.warps = 1;
  return t;
}

}  // namespace forewarp::profile
