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
#include "forewarp/symbolic/loop/transform/detail/footprint.hpp"
#include "forewarp/symbolic/loop/transform/race.hpp"
#include "forewarp/symbolic/loop/transform/split.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"

namespace forewarp::loop {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& each) {
  return std::find(names.begin(), names.end(), each) != names.end();
}

struct Prefetcher {
  Program program;
  std::string array;
  std::vector<std::string> sweep;
  PrefetchOptions options;

  std::vector<Access> reads;
  std::vector<detail::BoxAxis> box;
  std::vector<std::size_t> axes;   ///< of the array, that the copy has
  std::vector<std::string> loops;  ///< that run over the copy, one an axis
  std::vector<std::string> outer;  ///< around the fetch
  std::string copy, fetch_id;

  [[nodiscard]] LoopTag::Kind kind(const std::string& loop) const { return program.tag_of(loop).kind; }

  /// The reads of the array inside all swept loops; refuses what cannot be prefetched.
  void find_reads() {
    const Variable& variable = program.variable(array);
    if (variable.shape.empty()) throw InputError(fmt::format("prefetch: '{}' is not an array", array));
    if (variable.space != Space::global)
      throw InputError(fmt::format("prefetch: '{}' is not in global memory: it is near already", array));
    for (const std::string& loop : sweep) {
      detail::require_loop(program, "prefetch", loop);
      if (kind(loop) == LoopTag::Kind::group)
        throw InputError(fmt::format("prefetch: loop '{}' runs over groups, which share no local memory", loop));
      if (options.private_copy && kind(loop) == LoopTag::Kind::local)
        throw InputError(
            fmt::format("prefetch: loop '{}' runs over work-items, which share no private memory: leave it out", loop));
    }
    for (Access& access : accesses_of(program)) {
      const bool inside = std::all_of(sweep.begin(), sweep.end(),
                                      [&](const std::string& loop) { return contains(access.loops, loop); });
      if (access.variable == array && !access.write && inside) reads.push_back(std::move(access));
    }
    if (reads.empty())
      throw InputError(
          fmt::format("prefetch: nothing reads '{}' inside of the loops [{}]", array, fmt::join(sweep, ", ")));
  }

  /// Axes on which the reads of one fetch touch a single element do not get an axis in the copy.
  void find_box() {
    box = detail::box_of(program, reads, sweep);
    std::int64_t elements = 1;
    for (std::size_t axis = 0; axis < box.size(); ++axis) {
      if (!box[axis].swept && box[axis].extent == 1) continue;
      axes.push_back(axis);
      elements *= box[axis].extent;
      if (elements > 1 << 20)
        throw InputError(
            fmt::format("prefetch: the copy of '{}' would have more than {} elements: split the loops "
                        "first",
                        array, 1 << 20));
    }
    if (axes.empty() && !options.private_copy)
      throw InputError(fmt::format(
          "prefetch: no subscript of '{}' uses the loops [{}]: there is one element to fetch; write private", array,
          fmt::join(sweep, ", ")));
  }

  /// The loops around the fetch: loops of the subscripts that are not swept, and groups, each with a copy of its own.
  void find_outer() {
    std::set<std::string> around;
    for (const detail::BoxAxis& axis : box)
      for (const auto& [symbol, factor] : axis.base.terms)
        if (program.has_loop(symbol)) around.insert(symbol);
    for (const Access& read : reads)
      for (const std::string& loop : program.statement(read.statement).loops)
        if (kind(loop) == LoopTag::Kind::group || (options.private_copy && !contains(sweep, loop))) around.insert(loop);
    for (const std::string& loop : around) {
      if (!options.private_copy && kind(loop) == LoopTag::Kind::local)
        throw InputError(
            fmt::format("prefetch: work-items of loop '{}' read different parts of '{}': sweep it too: "
                        "prefetch {} [{}]",
                        loop, array, array, fmt::join(with(sweep, loop), ", ")));
      for (const Access& read : reads)
        if (!contains(read.loops, loop))
          throw InputError(
              fmt::format("prefetch: statements '{}' and '{}' read '{}' in different loops: make the reads "
                          "alike, or prefetch with fewer loops",
                          reads.front().statement, read.statement, array));
      outer.push_back(loop);
    }
  }

  static std::vector<std::string> with(std::vector<std::string> names, const std::string& more) {
    names.push_back(more);
    return names;
  }

  /// Statements that write the array; refuses writes between the fetch and the reads.
  std::set<std::string> writers() const {
    std::set<std::string> ids;
    for (const Access& write : accesses_of(program)) {
      if (write.variable != array || !write.write) continue;
      for (const Access& read : reads) {
        bool kept = runs_before(program, write.statement, read.statement);
        for (const std::string& loop : common_loops(program, write, read)) kept = kept && contains(outer, loop);
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

  std::string access_tag() const {
    for (const Access& read : reads)
      if (read.tag != reads.front().tag)
        throw InputError(
            fmt::format("prefetch: reads of '{}' have the access tags '{}' and '{}', but the fetch is one "
                        "access: give them one tag",
                        array, reads.front().tag, read.tag));
    return reads.front().tag;
  }

  void add_copy() {
    copy = options.name.empty() ? detail::free_name(program, array + "_fetch") : options.name;
    if (!options.name.empty()) detail::require_free(program, "prefetch", copy);
    Variable variable = program.variable(array);
    variable.name = copy;
    variable.space = options.private_copy ? Space::private_ : Space::local;
    variable.shape.clear();
    variable.order.clear();
    for (const std::size_t axis : axes) {
      variable.order.push_back(variable.shape.size());
      variable.shape.push_back(integer(box[axis].extent));
    }
    program.variables[copy] = variable;
  }

  /// A new domain with one loop per axis of the copy, from 0 to its extent.
  void add_loops() {
    std::vector<std::string> bounds;
    for (const std::size_t axis : axes) {
      loops.push_back(detail::free_name(program, fmt::format("{}_dim_{}", array, axis)));
      bounds.push_back(fmt::format("0 <= {} < {}", loops.back(), box[axis].extent));
    }
    if (loops.empty()) return;
    program.context.renew();
    program.domains.push_back(symbolic::Set::parse(
        fmt::format("{{ [{}] : {} }}", fmt::join(loops, ", "), fmt::join(bounds, " and ")), program.context));
  }

  /// The subscripts in the array of an element of the copy: base + loop.
  std::vector<ExpressionPtr> indices() const {
    std::vector<ExpressionPtr> result;
    for (std::size_t axis = 0; axis < box.size(); ++axis) {
      const ExpressionPtr base = detail::expression_of(box[axis].base);
      const auto place = std::find(axes.begin(), axes.end(), axis);
      if (place == axes.end()) {
        result.push_back(base);
        continue;
      }
      const ExpressionPtr inside = name(loops[static_cast<std::size_t>(place - axes.begin())]);
      const bool zero = base->op == Op::integer && base->integer_value == 0;
      result.push_back(zero ? inside : make(Op::add, {base, inside}));
    }
    return result;
  }

  ExpressionPtr place(std::vector<ExpressionPtr> where) const {
    return where.empty() ? name(copy) : subscript(copy, std::move(where));
  }

  /// Conditions that keep the fetch inside the array, without those that always hold.
  std::vector<ExpressionPtr> guards(const std::vector<ExpressionPtr>& index,
                                    const std::vector<std::string>& all) const {
    const symbolic::Set points = domain_of(program, all);
    const auto& shape = program.variable(array).shape;
    std::vector<ExpressionPtr> result;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
      for (const ExpressionPtr& inside :
           {make(Op::less_equal, {integer(0), index[axis]}), make(Op::less, {index[axis], shape[axis]})}) {
        const auto held = condition_set(program, all, inside);
        if (!held || !points.subtract(*held).is_empty()) result.push_back(inside);
      }
    return result;
  }

  void add_fetch() {
    Statement fetch;
    fetch.id = fetch_id = detail::free_statement_id(program, "fetch_" + array);
    fetch.after = writers();
    const auto index = indices();
    std::vector<ExpressionPtr> where;
    for (const std::string& loop : loops) where.push_back(name(loop));
    fetch.target = place(std::move(where));
    fetch.value = subscript(array, index, access_tag());
    fetch.loops.insert(outer.begin(), outer.end());
    fetch.loops.insert(loops.begin(), loops.end());
    fetch.where = reads.front().where;
    std::vector<std::string> all = outer;
    all.insert(all.end(), loops.begin(), loops.end());
    fetch.conditions = guards(index, all);
    if (!options.bounding_box) check_filled(fetch, all);
    const auto first = std::find_if(program.statements.begin(), program.statements.end(), [&](const Statement& s) {
      return std::any_of(reads.begin(), reads.end(), [&](const Access& read) { return read.statement == s.id; });
    });
    program.statements.insert(first, std::move(fetch));
  }

  /// The box is filled if every fetched element is touched by some read.
  void check_filled(const Statement& fetch, const std::vector<std::string>& all) const {
    const symbolic::Set fetched = points_of(program, fetch, all);
    const symbolic::Set plain = detail::named(fetched, all);
    if (plain.subtract(detail::touched(program, reads, box, outer, axes)).is_empty()) return;
    std::vector<std::int64_t> extents;
    for (const std::size_t axis : axes) extents.push_back(box[axis].extent);
    detail::refuse_at(
        reads.front().where,
        fmt::format("prefetch: what is read of '{}' does not fill its box of {} elements; to fetch all of "
                    "it anyway write prefetch {} [{}] box",
                    array, fmt::join(extents, " x "), array, fmt::join(sweep, ", ")));
  }

  /// A subscript becomes its distance from the base of the box: a[16 g + l + 1] is a_fetch[l + 2].
  void replace_reads() {
    for (Statement& statement : program.statements) {
      if (statement.id == fetch_id) continue;
      if (std::none_of(reads.begin(), reads.end(), [&](const Access& read) { return read.statement == statement.id; }))
        continue;
      const auto change = [&](ExpressionPtr e) -> ExpressionPtr {
        if (e->op != Op::subscript || e->name != array) return e;
        std::vector<ExpressionPtr> where;
        for (const std::size_t axis : axes) {
          detail::Linear form = *detail::linear_of(program, e->operands[axis]);
          for (const auto& [symbol, factor] : box[axis].base.terms) form.terms.erase(symbol);
          form.constant -= box[axis].base.constant;
          where.push_back(detail::expression_of(form));
        }
        return place(std::move(where));
      };
      statement.value = rebuild(statement.value, change);
      for (ExpressionPtr& condition : statement.conditions) condition = rebuild(condition, change);
      statement.after.insert(fetch_id);
    }
  }

  /// The number of work-items of a group along an axis so far; 0 where it is unknown.
  std::int64_t group_size(int axis) const {
    std::int64_t size = 0;
    for (const auto& [loop, tag] : program.tags)
      if (tag == LoopTag{LoopTag::Kind::local, axis})
        if (const auto range = detail::constant_range(program, loop)) size = std::max(size, range->extent());
    return size;
  }

  void tag_given() {
    if (options.tags->empty()) return;
    if (options.tags->size() != loops.size())
      throw InputError(fmt::format("prefetch: {} tags for the {} axes of the copy of '{}'", options.tags->size(),
                                   loops.size(), array));
    std::map<std::string, LoopTag> tags;
    for (std::size_t i = 0; i < loops.size(); ++i) tags[loops[i]] = (*options.tags)[i];
    program = tag(program, tags);
  }

  /// The last axis becomes l.0, the one before it l.1, and so on, split where the copy is larger than the group.
  void tag_automatically() {
    if (group_size(0) == 0 && group_size(1) == 0 && group_size(2) == 0) return;
    std::map<std::string, LoopTag> tags;
    int axis = 0;
    for (std::size_t i = loops.size(); i-- > 0 && axis < 3; ++axis) {
      const std::int64_t size = group_size(axis), extent = box[axes[i]].extent;
      std::string loop = loops[i];
      if (size > 0 && extent > size) {
        program = split(program, loop, size);
        loop += "_in";
      }
      tags[loop] = {LoopTag::Kind::local, axis};
    }
    program = tag(program, tags);
  }

  void tag_loops() {
    if (options.tags) return tag_given();
    if (!options.private_copy) return tag_automatically();
    std::map<std::string, LoopTag> tags;
    for (const std::string& loop : loops) tags[loop] = {LoopTag::Kind::unroll, 0};
    for (const std::string& loop : sweep)
      if (kind(loop) != LoopTag::Kind::unroll)
        throw InputError(
            fmt::format("prefetch: registers have no addresses: loop '{}', which would choose among them, "
                        "must be unrolled first: tag {}:unroll",
                        loop, loop));
    if (!tags.empty()) program = tag(program, tags);
  }

  Program run() {
    find_reads();
    find_box();
    find_outer();
    add_copy();
    add_loops();
    add_fetch();
    replace_reads();
    tag_loops();
    return std::move(program);
  }
};

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
  return detail::recorded(Prefetcher{program, array, sweep, options, {}, {}, {}, {}, {}, {}, {}}.run(), program,
                          line_of(array, sweep, options));
}

}  // namespace forewarp::loop
