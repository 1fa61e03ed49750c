// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Rows of the accesses of a loop program: executions under their conditions, strides from the layout of the array, and
// one footprint per array and direction, from the union of all accesses to it.
#include "forewarp/symbolic/count/loop/detail/accesses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/symbolic/count/loop/detail/operations.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/footprint.hpp"

namespace forewarp::count::detail {

namespace {

using loop::Expression;
using loop::ExpressionPtr;
using loop::LoopTag;
using loop::Op;
using loop::Program;

/// An extent as a formula; by counting 0 <= x < e where it has floors.
PwQPolynomial formula(const Program& program, const ExpressionPtr& e) {
  if (const auto value = loop::constant_value(program, e)) return PwQPolynomial::constant(*value);
  if (e->op == Op::name) return PwQPolynomial::parameter(e->name);
  if (e->op == Op::add) return formula(program, e->operands[0]) + formula(program, e->operands[1]);
  if (e->op == Op::subtract) return formula(program, e->operands[0]) - formula(program, e->operands[1]);
  if (e->op == Op::multiply) return formula(program, e->operands[0]) * formula(program, e->operands[1]);
  const auto below = loop::condition_set(program, {"x"}, loop::make(Op::less, {loop::name("x"), e}));
  if (!below) throw InputError(fmt::format("{}: the extent '{}' is not a formula", program.name, loop::to_text(e)));
  const auto from_zero = symbolic::Set::parse("{ [x] : x >= 0 }", program.context);
  return symbolic::count(below->intersect(from_zero)).value.given(loop::domain_of(program, {}));
}

/// Elements from one index to the next, axis by axis: for a[n, m] in order 0, 1 they are m and 1;
/// in order 1, 0 they are 1 and n. The slowest extent is not needed.
std::vector<PwQPolynomial> layout_of(const Program& program, const loop::Variable& array) {
  std::vector<PwQPolynomial> layout(array.shape.size());
  PwQPolynomial stride = PwQPolynomial::constant(1);
  for (std::size_t i = array.shape.size(); i-- > 0;) {
    const std::size_t axis = array.order.size() == array.shape.size() ? array.order[i] : i;
    layout[axis] = stride;
    if (i > 0) stride = (stride * formula(program, array.shape[axis])).merged();
  }
  return layout;
}

symbolic::LoopRole role_of(const LoopTag& tag) {
  if (tag.kind == LoopTag::Kind::group) return {symbolic::LoopRole::Kind::group, tag.axis};
  if (tag.kind == LoopTag::Kind::local) return {symbolic::LoopRole::Kind::local, tag.axis};
  return {};
}

/// Strides along groups, work-items and sequential loops; none where a subscript is not affine.
void add_strides(const Program& program, const Grid& grid, const std::vector<std::string>& loops,
                 const std::vector<ExpressionPtr>& subscripts, MemoryAccess& row) {
  if (!std::ranges::all_of(subscripts, [&](const auto& e) { return loop::is_affine(program, e); })) return;
  std::vector<symbolic::LoopRole> roles;
  for (const std::string& name : loops) roles.push_back(role_of(program.tag_of(name)));
  symbolic::Strides strides;
  try {
    strides = symbolic::strides(loop::open_map(program, loops, subscripts), roles,
                                layout_of(program, program.variable(row.array)));
  } catch (const symbolic::LimitExceeded&) {
    throw;
  } catch (const InputError&) {  // a floor or remainder: there is no stride
    return;
  }
  for (const auto& [axis, size] : grid.local) strides.local.try_emplace(axis, PwQPolynomial::constant(0));
  for (const auto& [axis, size] : grid.groups) strides.group.try_emplace(axis, PwQPolynomial::constant(0));
  row.local_strides = strides.local;
  row.group_strides = strides.group;
  for (const auto& [place, stride] : strides.sequential) row.loop_strides.emplace(loops[place], stride);
}

bool is_zero(const PwQPolynomial& p) {
  return std::ranges::all_of(p.pieces(), [](const auto& piece) { return piece.value.is_zero(); });
}

/// Local memory is on chip; a global access that all work-items along axis 0 share is one of the sub-group.
Granularity granularity_of(const MemoryAccess& row) {
  if (row.space == "local") return Granularity::sub_group;
  if (!row.local_strides || !row.local_strides->contains(0)) return Granularity::work_item;
  return is_zero(row.local_strides->at(0)) ? Granularity::sub_group : Granularity::work_item;
}

struct Use {
  MemoryAccess row;
  symbolic::Access touched;
  bool known = true;  ///< its elements are those of affine subscripts
};

class Collector {
 public:
  Collector(const Program& program, const Grid& grid, Points& points)
      : program_(program), grid_(grid), points_(points) {}

  void add(const loop::Statement& s, const Expression& e, const std::vector<Guard>& guards, bool write) {
    const loop::Variable& array = program_.variable(e.name);
    if (array.space == loop::Space::private_ || array.shape.empty()) return;
    const std::vector<std::string> loops(s.loops.begin(), s.loops.end());
    MemoryAccess row;
    row.array = e.name;
    row.tag = e.tag;
    row.space = array.space == loop::Space::local ? "local" : "global";
    row.direction = !write ? "load" : s.atomic ? "atomic" : "store";
    row.data_type = loop::feature_name_of(array.type);
    row.bytes = loop::bytes_of(array.type);
    add_strides(program_, grid_, loops, e.operands, row);
    const Runs runs = points_.runs(s.loops, guards);
    row.executions = runs.executions;
    row.guarded = runs.guarded;
    row.granularity = granularity_of(row);
    row.count = row.granularity == Granularity::sub_group ? runs.sub_groups : runs.executions;
    symbolic::Set where = points_.domain(loops);
    for (const Guard& guard : guards)
      if (const auto holds = loop::condition_set(program_, loops, guard.condition))
        where = guard.holds ? where.intersect(*holds) : where.subtract(*holds);
    uses_.push_back({std::move(row),
                     {where, loop::open_map(program_, loops, e.operands)},
                     std::ranges::all_of(e.operands, [&](const auto& i) { return loop::is_affine(program_, i); })});
  }

  std::vector<MemoryAccess> finish() {
    std::map<std::pair<std::string, std::string>, std::vector<Use*>> together;
    for (Use& use : uses_) together[{use.row.array, use.row.direction}].push_back(&use);
    for (auto& [array, uses] : together) add_footprint(uses);
    std::vector<MemoryAccess> rows;
    for (Use& use : uses_) rows.push_back(std::move(use.row));
    return rows;
  }

 private:
  /// Elements are counted once for all accesses of an array in one direction, as the union of what
  /// they touch. The ratio is accesses over elements: in a product of matrices n^3 loads of a,
  /// which has n^2 elements, give n. A local array is one for each group, so its elements are
  /// multiplied by the number of groups.
  void add_footprint(std::vector<Use*>& uses) {
    std::vector<symbolic::Access> accesses;
    PwQPolynomial executions;
    for (const Use* use : uses) {
      if (!use->known) return;
      accesses.push_back(use->touched);
      executions = executions + use->row.executions;
    }
    // A bound from above is no use here: the ratio of accesses to elements would be one of two bounds.
    symbolic::Count touched;
    try {
      touched = symbolic::footprint(accesses);
    } catch (const symbolic::LimitExceeded&) {
      return;
    }
    const bool local = uses.front()->row.space == "local";
    const PwQPolynomial here = touched.value.given(points_.assumed());
    const PwQPolynomial elements = local ? here * grid_.group_count : here;
    const auto ratio = symbolic::quotient(executions.merged(), elements);
    for (Use* use : uses) {
      use->row.footprint = elements;
      use->row.access_ratio = ratio;
    }
  }

  const Program& program_;
  const Grid& grid_;
  Points& points_;
  std::vector<Use> uses_;
};

}  // namespace

std::vector<MemoryAccess> accesses_of(const Program& program, const Grid& grid, Points& points) {
  Collector collector(program, grid, points);
  for (const loop::Statement& s : program.statements)
    walk_guarded(s, [&](const Expression& e, const std::vector<Guard>& guards, bool) {
      const bool is_target = &e == s.target.get();
      if (e.op == Op::subscript) collector.add(s, e, guards, is_target);
    });
  return collector.finish();
}

}  // namespace forewarp::count::detail
