// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Sizes of groups and grid: along each axis the longest of its loops. A group's size is constant where the loops bound
// it for all parameters. Example: 100 work-items in sub-groups of 32 are (100 + 31) / 32 = 4 sub-groups.
#include "forewarp/symbolic/count/loop/detail/grid.hpp"

#include <isl/ilp.h>
#include <isl/set.h>
#include <isl/val.h>

#include <memory>
#include <optional>

#include "forewarp/symbolic/sets/count.hpp"

namespace forewarp::count::detail {

namespace {

using loop::LoopTag;
using symbolic::PwQPolynomial;
using symbolic::Set;

std::map<int, Set> axes_of(const loop::Program& program, LoopTag::Kind kind) {
  std::map<int, Set> axes;
  for (const auto& [name, tag] : program.tags) {
    if (tag.kind != kind || !program.has_loop(name)) continue;
    const Set reach = loop::domain_of(program, {name});
    const auto [place, added] = axes.emplace(tag.axis, reach);
    if (!added) place->second = place->second.unite(reach);
  }
  return axes;
}

/// The greatest value for any parameters + 1; nothing where that grows without end.
std::optional<std::int64_t> constant_length(const Set& reach) {
  const std::unique_ptr<isl_val, decltype(&isl_val_free)> top(
      isl_set_dim_max_val(isl_set_project_out(isl_set_copy(reach.get()), isl_dim_param, 0,
                                              static_cast<unsigned>(isl_set_dim(reach.get(), isl_dim_param))),
                          0),
      isl_val_free);
  if (!top || isl_val_is_int(top.get()) != isl_bool_true) return std::nullopt;
  return isl_val_get_num_si(top.get()) + 1;
}

/// The greatest value plus one as a formula: the number of x with 0 <= x <= some value of the loop.
/// Counting a set gives a piecewise formula where a maximum would give one only if a single value
/// were always the greatest.
/// Where that passes the limits of counting, the formula is a bound from above, and `exact` becomes false.
PwQPolynomial length(const Set& reach, const Set& assumed, bool& exact) {
  const auto from_zero = symbolic::Map::parse("{ [y] -> [x] : 0 <= x <= y }", reach.context());
  const Set plain = Set::adopt(isl_set_reset_tuple_id(isl_set_copy(reach.get())), reach.context());
  const symbolic::Count count = symbolic::count(plain.apply(from_zero), {.upper_bound_beyond = true});
  exact = exact && count.exact;
  return count.value.given(assumed);
}

std::optional<std::int64_t> as_constant(const PwQPolynomial& p) {
  if (p.pieces().size() != 1 || !p.pieces()[0].where.empty()) return std::nullopt;
  const auto& terms = p.pieces()[0].value.terms();
  if (terms.size() != 1 || !terms.begin()->first.empty() || terms.begin()->second.denominator() != 1)
    return std::nullopt;
  return symbolic::narrow(terms.begin()->second.numerator());
}

}  // namespace

Grid grid_of(const loop::Program& program, std::int64_t sub_group_size) {
  Grid grid;
  const Set assumed = loop::domain_of(program, {});
  grid.group_count = grid.group_size = PwQPolynomial::constant(1);
  for (const auto& [axis, reach] : axes_of(program, LoopTag::Kind::group)) {
    grid.groups.emplace(axis, length(reach, assumed, grid.exact));
    grid.group_count = (grid.group_count * grid.groups.at(axis)).merged();
  }
  for (const auto& [axis, reach] : axes_of(program, LoopTag::Kind::local)) {
    const auto constant = constant_length(reach);
    grid.local.emplace(axis, constant ? PwQPolynomial::constant(*constant) : length(reach, assumed, grid.exact));
    grid.group_size = (grid.group_size * grid.local.at(axis)).merged();
  }
  const auto size = as_constant(grid.group_size);
  grid.whole_sub_groups = size.has_value();
  const symbolic::Rational share = symbolic::Rational::of(1, sub_group_size);
  grid.sub_groups = size ? PwQPolynomial::constant((*size + sub_group_size - 1) / sub_group_size)
                         : grid.group_size * PwQPolynomial(symbolic::Symbols{}, {{{}, symbolic::Polynomial(share)}});
  return grid;
}

/// What the statement's own loops do not run over: a statement without a loop on axis 1 is executed
/// by all work-items along axis 1, each doing the same. In a grid of 10 x 20 groups a statement
/// with a loop on g.0 alone is executed 20 times as often as its loop has points.
PwQPolynomial idle_axes(const loop::Program& program, const Grid& grid, const std::set<std::string>& loops,
                        bool local_too) {
  std::set<int> groups, local;
  for (const std::string& name : loops) {
    const LoopTag tag = program.tag_of(name);
    if (tag.kind == LoopTag::Kind::group) groups.insert(tag.axis);
    if (tag.kind == LoopTag::Kind::local) local.insert(tag.axis);
  }
  PwQPolynomial factor = PwQPolynomial::constant(1);
  for (const auto& [axis, size] : grid.groups)
    if (!groups.contains(axis)) factor = factor * size;
  for (const auto& [axis, size] : grid.local)
    if (local_too && !local.contains(axis)) factor = factor * size;
  return factor;
}

}  // namespace forewarp::count::detail
