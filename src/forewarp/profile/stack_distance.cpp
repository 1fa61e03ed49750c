// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/stack_distance.hpp"

#include <algorithm>
#include <bit>

namespace forewarp::profile {
namespace {

constexpr std::size_t first_table = 1024, first_times = 4096;

std::uint64_t hash(std::uint64_t value) { return (value * 0x9E3779B97F4A7C15U) >> 20U; }

}  // namespace

StackDistance::StackDistance() : table_(first_table), tree_(first_times + 1), owner_(first_times + 1) {}

void StackDistance::clear() {
  entries_.clear();
  std::fill(table_.begin(), table_.end(), 0);
  std::fill(tree_.begin(), tree_.end(), 0);
  std::fill(owner_.begin(), owner_.end(), 0);
  now_ = total_ = 0;
}

void StackDistance::grow_table() {
  table_.assign(table_.size() * 2, 0);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    auto slot = hash(entries_[i].sector) & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = i + 1;
  }
}

std::uint32_t StackDistance::find_or_add(std::uint64_t sector, std::uint64_t weight, bool& added) {
  auto slot = hash(sector) & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    if (entries_[table_[slot] - 1].sector == sector) return table_[slot] - 1;
  }
  added = true;
  entries_.push_back({sector, weight, 0});
  const auto entry = static_cast<std::uint32_t>(entries_.size());
  table_[slot] = entry;
  if (entries_.size() * 2 > table_.size()) grow_table();
  return entry - 1;
}

void StackDistance::add(std::uint64_t time, std::uint64_t weight) {
  for (; time < tree_.size(); time += time & (~time + 1)) tree_[time] += weight;
}

std::uint64_t StackDistance::sum_to(std::uint64_t time) const {
  std::uint64_t sum = 0;
  for (; time != 0; time &= time - 1) sum += tree_[time];
  return sum;
}

/// Times run out: renumbers the last touches in their order, with room for as many touches again.
void StackDistance::compact() {
  const auto times = std::max(first_times, std::bit_ceil(entries_.size() * 4));
  std::vector<std::uint32_t> owner(times + 1);
  now_ = 0;
  for (const auto entry : owner_) {
    if (entry == 0) continue;
    owner[++now_] = entry;
    entries_[entry - 1].time = now_;
  }
  owner_ = std::move(owner);
  tree_.assign(times + 1, 0);
  for (std::uint64_t t = 1; t <= times; ++t) {
    if (owner_[t] != 0) tree_[t] += entries_[owner_[t] - 1].weight;
    const auto parent = t + (t & (~t + 1));
    if (parent <= times) tree_[parent] += tree_[t];
  }
}

StackDistance::Touch StackDistance::touch(std::uint64_t sector, std::uint64_t weight) {
  bool added = false;
  Touch result;
  result.entry = find_or_add(sector, weight, added);
  if (!added && entries_[result.entry].time == now_) {
    result.distance = 0;
    return result;
  }
  if (now_ + 1 >= tree_.size()) compact();
  auto& entry = entries_[result.entry];
  if (added) {
    total_ += weight;
  } else {
    result.distance = total_ - sum_to(entry.time);
    owner_[entry.time] = 0;
    add(entry.time, ~entry.weight + 1);
  }
  entry.time = ++now_;
  owner_[now_] = result.entry + 1;
  add(now_, entry.weight);
  return result;
}

}  // namespace forewarp::profile
