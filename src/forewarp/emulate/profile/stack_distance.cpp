// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/stack_distance.hpp"

// Touches have increasing times; only the last touch of each sector counts. A Fenwick tree over times sums the weights
// of the sectors whose last touch is at that time, so the distance is total - sum_to(time of the last touch): O(log n).
//
// Example, the stream A B C A. Times 1, 2, 3 hold A, B, C. The second A: total 3, sum_to(1) = 1, distance 2 (B and C).
// A moves to time 4: time 1 is empty, total is 3 again.
//
// Times grow with touches, not sectors; when the tree is full, compact() renumbers the remaining times in order, which
// is O(n) once per at least n touches. One tree per lightest weight L (sums_), built when first needed, at most 8.
#include <algorithm>
#include <bit>

namespace forewarp::profile {
namespace {

constexpr std::size_t first_table = 1024, first_times = 4096;
constexpr std::size_t max_sums = 8;  ///< as many depths of sampled loops; a deeper one is taken for one around it

// Multiplicative (Fibonacci) hashing: the upper bits are the mixed ones.
std::uint64_t hash(std::uint64_t value) { return (value * 0x9E3779B97F4A7C15U) >> 20U; }

}  // namespace

std::uint64_t StackDistance::Fenwick::worth(const Entry& entry) const {
  const std::uint64_t in_stretch = std::max(entry.weight, entry.last_weight) / lightest;
  return std::max<std::uint64_t>(1, std::min(entry.weight, in_stretch));
}

void StackDistance::Fenwick::add(std::uint64_t time, std::uint64_t value) {
  total += value;
  for (; time < nodes.size(); time += time & (~time + 1)) nodes[time] += value;
}

std::uint64_t StackDistance::Fenwick::sum_to(std::uint64_t time) const {
  std::uint64_t sum = 0;
  for (; time != 0; time &= time - 1) sum += nodes[time];
  return sum;
}

StackDistance::StackDistance() : table_(first_table), owner_(first_times + 1), sums_(1) {
  sums_[0].nodes.resize(first_times + 1);
}

void StackDistance::clear() {
  entries_.clear();
  lows_.clear();
  std::fill(table_.begin(), table_.end(), 0);
  std::fill(owner_.begin(), owner_.end(), 0);
  sums_.resize(1);
  std::fill(sums_[0].nodes.begin(), sums_[0].nodes.end(), 0);
  sums_[0].total = 0;
  now_ = 0;
}

void StackDistance::grow_table() {
  table_.assign(table_.size() * 2, 0);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    auto slot = hash(entries_[i].sector) & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = i + 1;
  }
}

/// Open addressing with linear probing in a table at most half full; entries are never removed
/// within a block.
std::uint32_t StackDistance::find_or_add(std::uint64_t sector, std::uint64_t weight, bool& added) {
  auto slot = hash(sector) & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    if (entries_[table_[slot] - 1].sector == sector) return table_[slot] - 1;
  }
  added = true;
  entries_.push_back({sector, weight, weight, 0});
  const auto entry = static_cast<std::uint32_t>(entries_.size());
  table_[slot] = entry;
  if (entries_.size() * 2 > table_.size()) grow_table();
  return entry - 1;
}

/// All nodes of a tree in one pass: each adds itself to its parent once it is complete. O(n)
/// instead of O(n log n).
void StackDistance::build(Fenwick& sums) const {
  const std::uint64_t times = owner_.size() - 1;
  sums.nodes.assign(times + 1, 0);
  sums.total = 0;
  for (std::uint64_t t = 1; t <= times; ++t) {
    if (owner_[t] != 0) {
      const std::uint64_t worth = sums.worth(entries_[owner_[t] - 1]);
      sums.nodes[t] += worth;
      sums.total += worth;
    }
    const std::uint64_t parent = t + (t & (~t + 1));
    if (parent <= times) sums.nodes[parent] += sums.nodes[t];
  }
}

/// Times run out: renumbers the last touches in their order, with room for as many touches again.
void StackDistance::compact() {
  const auto times = std::max(first_times, std::bit_ceil(entries_.size() * 4));
  std::vector<std::uint32_t> owner(times + 1);
  std::size_t low = 0;
  now_ = 0;
  for (std::uint64_t t = 0; t < owner_.size(); ++t) {
    for (; low < lows_.size() && lows_[low].time < t; ++low) lows_[low].time = now_;
    if (owner_[t] == 0) continue;
    owner[++now_] = owner_[t];
    entries_[owner_[t] - 1].time = now_;
  }
  for (; low < lows_.size(); ++low) lows_[low].time = now_;
  owner_ = std::move(owner);
  for (Fenwick& sums : sums_) build(sums);
}

void StackDistance::note_weight(std::uint64_t time, std::uint64_t weight) {
  while (!lows_.empty() && lows_.back().weight >= weight) lows_.pop_back();
  lows_.push_back({time, weight});
}

/// lows_ is a monotonic stack of suffix minima, so the first element not before `time` is the minimum since then.
std::uint64_t StackDistance::lightest_since(std::uint64_t time) const {
  auto low = lows_.rbegin();
  while (low + 1 != lows_.rend() && (low + 1)->time >= time) ++low;
  return std::max<std::uint64_t>(1, low->weight);
}

/// The tree for this L, else, with all 8 in use, the one for the next smaller L.
const StackDistance::Fenwick& StackDistance::sums_for(std::uint64_t lightest) {
  const Fenwick* nearest = &sums_[0];
  for (const Fenwick& sums : sums_)
    if (sums.lightest <= lightest && sums.lightest > nearest->lightest) nearest = &sums;
  if (nearest->lightest == lightest || sums_.size() == max_sums) return *nearest;
  build(sums_.emplace_back(Fenwick{lightest, {}, 0}));
  return sums_.back();
}

void StackDistance::set_last_weight(Entry& entry, std::uint64_t weight) {
  if (weight == entry.last_weight) return;
  for (Fenwick& sums : sums_) sums.add(entry.time, ~sums.worth(entry) + 1);
  entry.last_weight = weight;
  for (Fenwick& sums : sums_) sums.add(entry.time, sums.worth(entry));
}

StackDistance::Touch StackDistance::touch(std::uint64_t sector, std::uint64_t weight) {
  bool added = false;
  Touch result;
  result.entry = find_or_add(sector, weight, added);
  if (!added && entries_[result.entry].time == now_) {
    note_weight(now_, weight);
    set_last_weight(entries_[result.entry], weight);
    result.distance = 0;
    return result;
  }
  if (now_ + 1 >= owner_.size()) compact();
  note_weight(now_ + 1, weight);
  auto& entry = entries_[result.entry];
  if (!added) {
    const std::uint64_t grown = std::max<std::uint64_t>(1, weight / entry.last_weight);
    const Fenwick& between = sums_for(std::max<std::uint64_t>(1, lightest_since(entry.time) / grown));
    result.distance = between.total - between.sum_to(entry.time);
    owner_[entry.time] = 0;
    for (Fenwick& sums : sums_) sums.add(entry.time, ~sums.worth(entry) + 1);
  }
  entry.time = ++now_;
  entry.last_weight = weight;
  owner_[now_] = result.entry + 1;
  for (Fenwick& sums : sums_) sums.add(now_, sums.worth(entry));
  return result;
}

}  // namespace forewarp::profile
