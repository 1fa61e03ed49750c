// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/stack_distance.hpp"

// Touches have increasing times; only the last touch of each sector counts. A Fenwick tree over times sums the weights
// of the sectors whose last touch is at that time, so the distance is total - sum_to(time of the last touch): O(log n).
//
// Example, the stream A B C A. Times 1, 2, 3 hold A, B, C. The second A: total 3, sum_to(1) = 1, distance 2 (B and C).
// A moves to time 4: time 1 is empty, total is 3 again.
//
// Node t sums the times (t - s, t], where s is the lowest set bit of t. Touches come in order of time, so a node is
// made when its time comes, from the nodes that end at t - 1, t - 2, t - 4, ..., t - s / 2: one on average, where
// adding to nodes of times to come would take log n. Example: node 8 is the touch at 8 and the nodes 7, 6 (5 and 6) and
// 4 (1 to 4).
//
// Times grow with touches, not sectors; when the tree is full, compact() renumbers the remaining times in order, which
// is O(n) once per at least n touches. One tree per lightest weight L (sums_), built when first needed, at most 8.
#include <algorithm>
#include <bit>

namespace forewarp::profile {
namespace {

constexpr std::size_t first_times = 4096;
constexpr std::size_t max_sums = 8;  ///< as many depths of sampled loops; a deeper one is taken for one around it

}  // namespace

std::uint64_t StackDistance::Fenwick::worth(const Entry& entry) const {
  if (lightest == 1) return std::max<std::uint64_t>(1, entry.weight);  // in_stretch is no less: spares the division
  const std::uint64_t in_stretch = std::max(entry.weight, entry.last_weight) / lightest;
  return std::max<std::uint64_t>(1, std::min(entry.weight, in_stretch));
}

void StackDistance::Fenwick::add(std::uint64_t time, std::uint64_t value, std::uint64_t now) {
  total += value;
  for (; time <= now; time += time & (~time + 1)) nodes[time] += value;
}

void StackDistance::Fenwick::append(std::uint64_t time, std::uint64_t value) {
  total += value;
  for (std::uint64_t step = 1; (time & step) == 0; step *= 2) value += nodes[time - step];
  nodes[time] = value;
}

std::uint64_t StackDistance::Fenwick::sum_to(std::uint64_t time) const {
  std::uint64_t sum = 0;
  for (; time != 0; time &= time - 1) sum += nodes[time];
  return sum;
}

StackDistance::StackDistance() : sums_(1) { sums_[0].nodes.resize(first_times + 1); }

void StackDistance::clear() {
  entries_.clear();
  lows_.clear();
  numbers_.clear();
  sums_.resize(1);
  sums_[0].total = 0;
  now_ = 0;
}

/// All nodes of a tree in one pass: each adds itself to its parent once it is complete. O(n)
/// instead of O(n log n).
void StackDistance::build(Fenwick& sums, std::uint64_t times) const {
  sums.nodes.assign(times + 1, 0);
  sums.total = 0;
  for (const Entry& entry : entries_) {
    if (entry.time == 0) continue;
    const std::uint64_t worth = sums.worth(entry);
    sums.nodes[entry.time] = worth;
    sums.total += worth;
  }
  for (std::uint64_t t = 1; t <= now_; ++t) {
    const std::uint64_t parent = t + (t & (~t + 1));
    if (parent <= now_) sums.nodes[parent] += sums.nodes[t];
  }
}

/// Times run out: renumbers the last touches in their order, with room for as many touches again.
void StackDistance::compact() {
  std::vector<std::uint32_t> owner(now_ + 1);  // time -> entry + 1 of the last touch then, 0 for none
  for (std::uint32_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].time != 0) owner[entries_[i].time] = i + 1;
  std::size_t low = 0;
  now_ = 0;
  for (std::uint64_t t = 0; t < owner.size(); ++t) {
    for (; low < lows_.size() && lows_[low].time < t; ++low) lows_[low].time = now_;
    if (owner[t] != 0) entries_[owner[t] - 1].time = ++now_;
  }
  for (; low < lows_.size(); ++low) lows_[low].time = now_;
  const auto times = std::max(first_times, std::bit_ceil(entries_.size() * 4));
  for (Fenwick& sums : sums_) build(sums, times);
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
  build(sums_.emplace_back(Fenwick{lightest, {}, 0}), sums_[0].nodes.size() - 1);
  return sums_.back();
}

void StackDistance::set_last_weight(Entry& entry, std::uint64_t weight) {
  if (weight == entry.last_weight) return;
  for (Fenwick& sums : sums_) sums.add(entry.time, ~sums.worth(entry) + 1, now_);
  entry.last_weight = weight;
  for (Fenwick& sums : sums_) sums.add(entry.time, sums.worth(entry), now_);
}

StackDistance::Touch StackDistance::touch(std::uint64_t sector, std::uint64_t weight) {
  const auto sector_at = [this](std::uint32_t entry) { return entries_[entry].sector; };
  Touch result;
  result.entry = numbers_.find_or_add(sector, static_cast<std::uint32_t>(entries_.size()), sector_at);
  const bool added = result.entry == entries_.size();
  if (added) entries_.push_back({sector, weight, weight, 0});
  if (!added && entries_[result.entry].time == now_) {
    note_weight(now_, weight);
    set_last_weight(entries_[result.entry], weight);
    result.distance = 0;
    return result;
  }
  if (now_ + 1 >= sums_[0].nodes.size()) compact();
  note_weight(now_ + 1, weight);
  auto& entry = entries_[result.entry];
  if (!added) {
    const std::uint64_t grown =
        weight <= entry.last_weight ? 1 : std::max<std::uint64_t>(1, weight / entry.last_weight);
    const Fenwick& between = sums_for(std::max<std::uint64_t>(1, lightest_since(entry.time) / grown));
    result.distance = between.total - between.sum_to(entry.time);
    for (Fenwick& sums : sums_) sums.add(entry.time, ~sums.worth(entry) + 1, now_);
  }
  entry.time = ++now_;
  entry.last_weight = weight;
  for (Fenwick& sums : sums_) sums.append(now_, sums.worth(entry));
  return result;
}

}  // namespace forewarp::profile
