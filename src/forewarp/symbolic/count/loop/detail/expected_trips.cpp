// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/loop/detail/expected_trips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/symbolic/sets/footprint.hpp"
#include "forewarp/symbolic/sets/substitute.hpp"

namespace forewarp::count::detail {
namespace {

using Weights = std::map<std::int64_t, std::int64_t>;

const loop::Statement* setter_of(const loop::Program& program, const std::string& trips) {
  for (const loop::Statement& s : program.statements)
    if (s.target->op == loop::Op::name && s.target->name == trips) return &s;
  return nullptr;
}

/// How many different values of the count the lanes of a sub-group hold. With groups of 16 x 16, a count that differs
/// along axis 0 has 16, one that differs along axis 1 has 2.
std::int64_t lanes(const loop::Program& program, const Grid& grid, const loop::Statement& setter, std::int64_t size) {
  std::int64_t different = 1, below = 1;
  for (const auto& [axis, length] : grid.local) {
    if (below >= size) break;
    const auto& pieces = length.pieces();
    const auto whole = length.parameters().empty() && pieces.size() == 1 ? length.evaluate({}).value() : double(size);
    const auto here = std::min(static_cast<std::int64_t>(whole), std::max<std::int64_t>(size / below, 1));
    const bool varies = std::ranges::any_of(setter.loops, [&](const std::string& name) {
      return program.tag_of(name) == loop::LoopTag{loop::LoopTag::Kind::local, axis};
    });
    if (varies) different *= here;
    below *= here;
  }
  return different;
}

/// Weights of the longest of so many, to a millionth.
Weights longest(const Weights& weights, std::int64_t lanes) {
  constexpr double parts = 1 << 20;
  double all = 0, below = 0, reached = 0;
  for (const auto& [value, weight] : weights) all += double(weight);
  Weights out;
  for (const auto& [value, weight] : weights) {
    below += double(weight);
    const double up_to = std::round(parts * std::pow(below / all, double(lanes)));
    if (up_to > reached) out[value] = static_cast<std::int64_t>(up_to - reached);
    reached = std::max(reached, up_to);
  }
  return out;
}

struct Known {
  std::string name;
  Weights mean, longest;

  void put(PwQPolynomial& p) const { p = symbolic::expected(p, name, mean); }
  void put_longest(PwQPolynomial& p) const { p = symbolic::expected(p, name, longest); }
};

template <class Row>
void put(const Known& known, Row& row) {
  known.put(row.executions);
  known.put(row.guarded);
  if (row.granularity == Granularity::sub_group)
    known.put_longest(row.count);
  else
    known.put(row.count);
}

void replace(const Known& known, KernelCounts& counts) {
  for (Operation& row : counts.operations) put(known, row);
  for (Operation& row : counts.chains) put(known, row);
  for (MemoryAccess& row : counts.accesses) {
    put(known, row);
    if (!row.footprint) continue;
    known.put(*row.footprint);
    if (row.access_ratio) row.access_ratio = symbolic::quotient(row.executions, *row.footprint);
  }
  known.put(counts.local_barriers);
}

}  // namespace

void expect_trips(const loop::Program& program, const Grid& grid, KernelCounts& counts) {
  for (const auto& [name, trips] : program.trips) {
    const loop::Statement* setter = setter_of(program, name);
    if (setter == nullptr || std::ranges::count(counts.parameters, name) == 0) continue;
    const std::string meaning = fmt::format("iterations of a loop, {}", loop::to_text(setter->value));
    if (trips.weights.empty()) {
      counts.unknowns.push_back({name, meaning});
      continue;
    }
    const std::int64_t different = lanes(program, grid, *setter, counts.sub_group_size);
    Known known{name, trips.weights, trips.weights};
    if (!trips.is_average && different > 1) known.longest = longest(trips.weights, different);
    replace(known, counts);
    std::erase(counts.parameters, name);
    if (trips.is_average && different > 1)
      counts.notes.push_back(
          fmt::format("{}: of the average alone, a sub-group's longest loop counts as the average; "
                      "a distribution tells more",
                      name));
  }
}

}  // namespace forewarp::count::detail
