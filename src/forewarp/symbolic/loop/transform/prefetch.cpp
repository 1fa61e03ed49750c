// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/prefetch.hpp"

// The steps of run(): the reads inside the swept loops; their bounding box, a base that is affine in the other loops
// and a constant extent per axis; the loops around the fetch; the copy; loops over the copy; the fetch statement; the
// reads, redirected to the copy; and the tags that distribute the fetch over work-items.
//
// Invariant (checked, not assumed): between the fetch and the reads nothing writes the array (writers), every element
// of the box is read unless `box` was given (check_filled), and the fetch stays inside the array (guards).
//
// Example: prefetch a [l] of b[i] = a[i - 1] + a[i + 1] with i = 16 g + l, g over groups and l over 16 work-items.
// The subscripts are 16 g + l - 1 and 16 g + l + 1: base 16 g - 1, extent 18 (0 + 0 - 1 to 0 + 15 + 1). The result:
//
//     a_fetch[a_dim_0] = a[16 g - 1 + a_dim_0]   for 0 <= a_dim_0 < 18, with conditions at both ends of a
//     b[i] = a_fetch[l] + a_fetch[l + 2]
//
// As 18 elements are more than the group's 16 work-items, a_dim_0 is split by 16.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/detail/fetch_plan.hpp"
#include "forewarp/symbolic/loop/transform/race.hpp"
#include "forewarp/symbolic/loop/transform/split.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"

namespace forewarp::loop {

namespace {

using detail::FetchPlan;
using detail::FetchRequest;

/// The array that elements are fetched to, and the loops that run over it, one an axis.
struct Copy {
  std::string name;
  std::vector<std::string> loops;

  [[nodiscard]] ExpressionPtr at(std::vector<ExpressionPtr> where) const {
    return where.empty() ? loop::name(name) : subscript(name, std::move(where));
  }
};

bool contains(const std::vector<std::string>& names, const std::string& each) {
  return std::ranges::find(names, each) != names.end();
}

/// Statements that write the array; refuses writes between the fetch and the reads.
std::set<std::string> writers(const Program& program, const std::string& array, const FetchPlan& plan) {
  std::set<std::string> ids;
  for (const Access& write : accesses_of(program)) {
    if (write.variable != array || !write.write) continue;
    for (const Access& read : plan.reads) {
      bool kept = runs_before(program, write.statement, read.statement);
      for (const std::string& loop : common_loops(program, write, read)) kept = kept && contains(plan.outer, loop);
      if (!kept)
        detail::refuse_at(write.where,
                          fmt::format("prefetch: statement '{}' writes '{}' while statement '{}' reads it: a copy "
                                      "would be out of date",
                                      write.statement, array, read.statement));
    }
    ids.insert(write.statement);
  }
  return ids;
}

const std::string& access_tag(const std::string& array, const std::vector<Access>& reads) {
  for (const Access& read : reads)
    if (read.tag != reads.front().tag)
      throw InputError(
          fmt::format("prefetch: reads of '{}' have the access tags '{}' and '{}', but the fetch is one "
                      "access: give them one tag",
                      array, reads.front().tag, read.tag));
  return reads.front().tag;
}

/// Declares the copy; its name.
std::string add_variable(Program& program, const FetchRequest& request, const FetchPlan& plan) {
  const PrefetchOptions& options = request.options;
  if (!options.name.empty()) detail::require_free(program, "prefetch", options.name);
  Variable variable = program.variable(request.array);
  variable.name = options.name.empty() ? detail::free_name(program, request.array + "_fetch") : options.name;
  variable.space = options.private_copy ? Space::private_ : Space::local;
  variable.shape.clear();
  variable.order.clear();
  for (const std::size_t axis : plan.axes) {
    variable.order.push_back(variable.shape.size());
    variable.shape.push_back(integer(plan.box[axis].extent));
  }
  program.variables[variable.name] = variable;
  return variable.name;
}

/// A new domain with one loop per axis of the copy, from 0 to its extent.
std::vector<std::string> add_loops(Program& program, const std::string& array, const FetchPlan& plan) {
  std::vector<std::string> loops, bounds;
  for (const std::size_t axis : plan.axes) {
    loops.push_back(detail::free_name(program, fmt::format("{}_dim_{}", array, axis)));
    bounds.push_back(fmt::format("0 <= {} < {}", loops.back(), plan.box[axis].extent));
  }
  if (loops.empty()) return loops;
  program.context.renew();
  program.domains.push_back(symbolic::Set::parse(
      fmt::format("{{ [{}] : {} }}", fmt::join(loops, ", "), fmt::join(bounds, " and ")), program.context));
  return loops;
}

/// The subscripts in the array of an element of the copy: base + loop.
std::vector<ExpressionPtr> indices(const FetchPlan& plan, const Copy& copy) {
  std::vector<ExpressionPtr> result;
  for (std::size_t axis = 0; axis < plan.box.size(); ++axis) {
    const ExpressionPtr base = detail::expression_of(plan.box[axis].base);
    const auto place = std::ranges::find(plan.axes, axis);
    if (place == plan.axes.end()) {
      result.push_back(base);
      continue;
    }
    const ExpressionPtr inside = name(copy.loops[static_cast<std::size_t>(place - plan.axes.begin())]);
    const bool zero = base->op == Op::integer && base->integer_value == 0;
    result.push_back(zero ? inside : make(Op::add, {base, inside}));
  }
  return result;
}

/// Conditions that keep the fetch inside the array, without those that always hold.
std::vector<ExpressionPtr> guards(const Program& program, const std::string& array,
                                  const std::vector<ExpressionPtr>& index, const std::vector<std::string>& loops) {
  const symbolic::Set points = domain_of(program, loops);
  const auto& shape = program.variable(array).shape;
  std::vector<ExpressionPtr> result;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    for (const ExpressionPtr& inside :
         {make(Op::less_equal, {integer(0), index[axis]}), make(Op::less, {index[axis], shape[axis]})}) {
      const auto held = condition_set(program, loops, inside);
      if (!held || !points.subtract(*held).is_empty()) result.push_back(inside);
    }
  return result;
}

/// The box is filled if every fetched element is touched by some read.
void check_filled(const Program& program, const FetchRequest& request, const FetchPlan& plan, const Statement& fetch,
                  const std::vector<std::string>& loops) {
  const symbolic::Set fetched = points_of(program, fetch, loops);
  const symbolic::Set plain = detail::named(fetched, loops);
  if (plain.subtract(detail::touched(program, plan.reads, plan.box, plan.outer, plan.axes)).is_empty()) return;
  std::vector<std::int64_t> extents;
  for (const std::size_t axis : plan.axes) extents.push_back(plan.box[axis].extent);
  detail::refuse_at(
      plan.reads.front().where,
      fmt::format("prefetch: what is read of '{}' does not fill its box of {} elements; to fetch all of "
                  "it anyway write prefetch {} [{}] box",
                  request.array, fmt::join(extents, " x "), request.array, fmt::join(request.sweep, ", ")));
}

Statement fetch_statement(const Program& program, const FetchRequest& request, const FetchPlan& plan,
                          const Copy& copy) {
  Statement fetch;
  fetch.id = detail::free_statement_id(program, "fetch_" + request.array);
  fetch.after = writers(program, request.array, plan);
  const auto index = indices(plan, copy);
  std::vector<ExpressionPtr> where;
  for (const std::string& loop : copy.loops) where.push_back(name(loop));
  fetch.target = copy.at(std::move(where));
  fetch.value = subscript(request.array, index, access_tag(request.array, plan.reads));
  std::vector<std::string> loops = plan.outer;
  loops.insert(loops.end(), copy.loops.begin(), copy.loops.end());
  fetch.loops.insert(loops.begin(), loops.end());
  fetch.where = plan.reads.front().where;
  fetch.conditions = guards(program, request.array, index, loops);
  if (!request.options.bounding_box) check_filled(program, request, plan, fetch, loops);
  return fetch;
}

bool reads_in(const FetchPlan& plan, const Statement& statement) {
  return std::ranges::any_of(plan.reads, [&](const Access& read) { return read.statement == statement.id; });
}

/// A subscript becomes its distance from the base of the box: a[16 g + l + 1] is a_fetch[l + 2].
void replace_reads(Program& program, const std::string& array, const FetchPlan& plan, const Copy& copy,
                   const std::string& fetch) {
  const auto change = [&](ExpressionPtr e) -> ExpressionPtr {
    if (e->op != Op::subscript || e->name != array) return e;
    std::vector<ExpressionPtr> where;
    for (const std::size_t axis : plan.axes) {
      detail::Linear form = *detail::linear_of(program, e->operands[axis]);
      for (const auto& [symbol, factor] : plan.box[axis].base.terms) form.terms.erase(symbol);
      form.constant -= plan.box[axis].base.constant;
      where.push_back(detail::expression_of(form));
    }
    return copy.at(std::move(where));
  };
  for (Statement& statement : program.statements) {
    if (statement.id == fetch || !reads_in(plan, statement)) continue;
    statement.value = rebuild(statement.value, change);
    for (ExpressionPtr& condition : statement.conditions) condition = rebuild(condition, change);
    statement.after.insert(fetch);
  }
}

/// The number of work-items of a group along an axis so far; 0 where it is unknown.
std::int64_t group_size(const Program& program, int axis) {
  std::int64_t size = 0;
  for (const auto& [loop, tag] : program.tags)
    if (tag == LoopTag{LoopTag::Kind::local, axis})
      if (const auto range = detail::constant_range(program, loop)) size = std::max(size, range->extent());
  return size;
}

Program tagged_as_given(const Program& program, const FetchRequest& request, const Copy& copy) {
  const std::vector<LoopTag>& given = *request.options.tags;
  if (given.empty()) return program;
  if (given.size() != copy.loops.size())
    throw InputError(fmt::format("prefetch: {} tags for the {} axes of the copy of '{}'", given.size(),
                                 copy.loops.size(), request.array));
  std::map<std::string, LoopTag> tags;
  for (std::size_t i = 0; i < given.size(); ++i) tags[copy.loops[i]] = given[i];
  return tag(program, tags);
}

/// The last axis becomes l.0, the one before it l.1, and so on, split where the copy is larger than the group.
Program tagged_automatically(Program program, const FetchPlan& plan, const Copy& copy) {
  if (group_size(program, 0) == 0 && group_size(program, 1) == 0 && group_size(program, 2) == 0) return program;
  std::map<std::string, LoopTag> tags;
  int axis = 0;
  for (std::size_t i = copy.loops.size(); i-- > 0 && axis < 3; ++axis) {
    const std::int64_t size = group_size(program, axis), extent = plan.box[plan.axes[i]].extent;
    std::string loop = copy.loops[i];
    if (size > 0 && extent > size) {
      program = split(program, loop, size);
      loop += "_in";
    }
    tags[loop] = {LoopTag::Kind::local, axis};
  }
  return tag(program, tags);
}

/// Registers: all loops over the copy are unrolled.
Program tagged_as_private(const Program& program, const FetchRequest& request, const Copy& copy) {
  std::map<std::string, LoopTag> tags;
  for (const std::string& loop : copy.loops) tags[loop] = {LoopTag::Kind::unroll, 0};
  for (const std::string& loop : request.sweep)
    if (program.tag_of(loop).kind != LoopTag::Kind::unroll)
      throw InputError(
          fmt::format("prefetch: registers have no addresses: loop '{}', which would choose among them, "
                      "must be unrolled first: tag {}:unroll",
                      loop, loop));
  return tags.empty() ? program : tag(program, tags);
}

Program with_tags(const Program& program, const FetchRequest& request, const FetchPlan& plan, const Copy& copy) {
  if (request.options.tags) return tagged_as_given(program, request, copy);
  if (request.options.private_copy) return tagged_as_private(program, request, copy);
  return tagged_automatically(program, plan, copy);
}

Program prefetched(Program program, const FetchRequest& request) {
  const FetchPlan plan = detail::fetch_plan(program, request);
  Copy copy;
  copy.name = add_variable(program, request, plan);
  copy.loops = add_loops(program, request.array, plan);
  Statement fetch = fetch_statement(program, request, plan, copy);
  const std::string id = fetch.id;
  const auto first = std::ranges::find_if(program.statements, [&](const Statement& s) { return reads_in(plan, s); });
  program.statements.insert(first, std::move(fetch));
  replace_reads(program, request.array, plan, copy, id);
  return with_tags(program, request, plan, copy);
}

std::string line_of(const std::string& array, const std::vector<std::string>& sweep, const PrefetchOptions& options) {
  std::string line = fmt::format("prefetch {} [{}]", array, fmt::join(sweep, ", "));
  if (options.bounding_box) line += " box";
  if (options.private_copy) line += " private";
  if (!options.name.empty()) line += " as " + options.name;
  if (!options.tags) return line;
  std::vector<std::string> tags;
  for (const LoopTag& each : *options.tags) tags.push_back(detail::tag_text(each));
  return line + " tags " + (tags.empty() ? "none" : fmt::format("{}", fmt::join(tags, ", ")));
}

}  // namespace

Program prefetch(const Program& program, const std::string& array, const std::vector<std::string>& sweep,
                 const PrefetchOptions& options) {
  return detail::recorded(prefetched(program, {array, sweep, options}), program, line_of(array, sweep, options));
}

}  // namespace forewarp::loop
