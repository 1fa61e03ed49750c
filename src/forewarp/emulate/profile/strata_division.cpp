// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/strata_division.hpp"

#include <algorithm>
#include <cmath>

/// Builds a k-d tree. The largest undecided part is cut in halves across the axis along which the undecided condition
/// changes most, until no part is undecided or there are too many nodes. A boundary across an axis of n blocks takes
/// 2 log2(n) cuts, an oblique one through an n x n grid about 4 n. Parts with the same outcomes are one stratum,
/// wherever they are.
///
/// Invariant: the parts in open_ and settled_ together cover every block exactly once.
///
/// Example: 8 blocks and `if (blockIdx.x * 256 + threadIdx.x < 1000)`, whose outcome changes at block 3. The cuts are
/// [0, 8) -> [0, 4) [4, 8); [0, 4) -> [0, 2) [2, 4); [2, 4) -> [2, 3) [3, 4). The keys of [0, 2) and [2, 3) are equal,
/// so there are three strata: blocks 0 to 2, block 3 (threads on both sides), blocks 4 to 7.
namespace forewarp::profile {
namespace {

constexpr std::size_t max_nodes = 16384;

}  // namespace

bool StrataDivision::is_smaller(const Part& a, const Part& b) {
  return a.box.blocks() != b.box.blocks() ? a.box.blocks() < b.box.blocks() : a.node > b.node;
}

/// The outcomes of all conditions in this part; nothing, and *undecided, where one is not the same in all its blocks.
std::optional<StrataDivision::Key> StrataDivision::key_of(const Part& part, const BlockCondition** undecided) const {
  Key key = {{static_cast<std::int64_t>(part.place), 0, 0}};
  for (const auto& condition : conditions_) {
    const auto found = outcome(condition, part.box);
    if (!found) {
      *undecided = &condition;
      return std::nullopt;
    }
    key.push_back(*found);
  }
  return key;
}

/// The axis along which the condition's value changes most over the box.
unsigned StrataDivision::axis_to_cut(const BlockCondition& condition, const BlockBox& box) {
  unsigned axis = 0;
  double most = -1;
  for (unsigned k = 0; k < 3; ++k) {
    const double change = std::abs(static_cast<double>(condition.per_block[k])) * (double(box.extent[k]) - 1);
    if (box.extent[k] > 1 && change > most) {
      most = change;
      axis = k;
    }
  }
  return axis;
}

void StrataDivision::cut(const Part& part, const BlockCondition& condition) {
  const auto axis = axis_to_cut(condition, part.box);
  const auto half = part.box.extent[axis] / 2;
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[part.node] = {axis, part.box.first[axis] + half, child};
  nodes_.resize(nodes_.size() + 2);
  Part below{part.box, child, part.place}, above{part.box, child + 1, part.place};
  below.box.extent[axis] = half;
  above.box.first[axis] += half;
  above.box.extent[axis] -= half;
  for (const auto& half_part : {below, above}) {
    open_.push_back(half_part);
    std::push_heap(open_.begin(), open_.end(), is_smaller);
  }
}

void StrataDivision::settle(const Part& part, Key key) { settled_[std::move(key)].push_back(part); }

/// Numbers strata in the order of their keys. The smallest beyond `most` are merged into the last one, together with
/// parts that were not divided completely.
void StrataDivision::number_groups() {
  struct Candidate {
    const Key* key;
    std::uint64_t population;
  };
  std::vector<Candidate> candidates;
  for (const auto& [key, parts] : settled_) {
    if (key.empty()) continue;
    std::uint64_t population = 0;
    for (const auto& part : parts) population += part.box.blocks();
    candidates.push_back({&key, population});
  }
  auto sorted = candidates;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.population > b.population; });
  const bool has_rest = settled_.contains(Key{});
  const auto kept =
      sorted.size() + (has_rest ? 1 : 0) <= most_ ? sorted.size() : std::min<std::size_t>(sorted.size(), most_ - 1);
  sorted.resize(kept);
  std::vector<const Part*> rest;
  const auto add_group = [&](const std::vector<const Part*>& parts, bool is_uniform) {
    auto& group = strata_.groups_.emplace_back();
    group.is_uniform = is_uniform;
    for (const auto* part : parts) {
      group.add(part->box);
      nodes_[part->node] = {3, 0, strata_.count() - 1};
    }
  };
  for (const auto& [key, parts] : settled_) {
    std::vector<const Part*> all;
    for (const auto& part : parts) all.push_back(&part);
    const bool is_kept =
        !key.empty() && std::any_of(sorted.begin(), sorted.end(), [&k = key](const auto& c) { return c.key == &k; });
    if (is_kept) {
      add_group(all, true);
    } else {
      rest.insert(rest.end(), all.begin(), all.end());
    }
  }
  if (!rest.empty()) add_group(rest, false);
}

void StrataDivision::divide() {
  nodes_.resize(strata_.places_.size());
  for (std::uint32_t k = 0; k < strata_.places_.size(); ++k) open_.push_back({strata_.places_[k], k, k});
  std::make_heap(open_.begin(), open_.end(), is_smaller);
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), is_smaller);
    const Part part = open_.back();
    open_.pop_back();
    const BlockCondition* undecided = nullptr;
    if (auto key = key_of(part, &undecided)) {
      settle(part, std::move(*key));
    } else if (nodes_.size() + 2 > max_nodes || part.box.blocks() == 1) {
      settle(part, {});
    } else {
      cut(part, *undecided);
    }
  }
  number_groups();
  strata_.nodes_ = std::make_shared<const std::vector<Strata::Node>>(std::move(nodes_));
}

}  // namespace forewarp::profile
