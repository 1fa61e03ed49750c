// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/strata_division.hpp"

#include <algorithm>
#include <cmath>

/// The largest part that is undecided is cut in halves across the axis along which the undecided condition changes
/// most, until none is left or there are too many. A boundary across an axis of n blocks takes 2 log2(n) cuts, an
/// oblique one through an n x n grid about 4 n. Parts with the same outcomes are one stratum, wherever they lie.
namespace forewarp::profile {
namespace {

constexpr std::size_t max_nodes = 16384;

}  // namespace

bool StrataDivision::is_smaller(const Part& a, const Part& b) {
  return a.box.blocks() != b.box.blocks() ? a.box.blocks() < b.box.blocks() : a.node > b.node;
}

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

/// In the order of their keys; the smallest beyond `most` in one, which comes last with what was not divided.
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
