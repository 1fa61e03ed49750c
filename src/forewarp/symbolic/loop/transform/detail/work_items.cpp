// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/work_items.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/detail/greatest.hpp"

namespace forewarp::loop::detail {
namespace {

/// An extent of some array of the program that is one more than the greatest value, whatever the sizes.
std::optional<ExpressionPtr> extent_in_use(const Program& program, const symbolic::Set& values) {
  const auto fulfils = [&](Op op, const ExpressionPtr& left, const ExpressionPtr& right) {
    return values.intersect(*condition_set(program, {"place_"}, make(op, {left, right})));
  };
  const auto sizes = [&](const symbolic::Set& set) {
    return symbolic::Set::adopt(isl_set_params(isl_set_copy(set.get())), program.context);
  };
  for (const auto& [key, variable] : program.variables)
    for (const ExpressionPtr& candidate : variable.shape) {
      if (variable.space != Space::global || !is_affine(program, candidate)) continue;
      const ExpressionPtr at = name("place_");
      if (!fulfils(Op::less_equal, candidate, at).is_empty()) continue;
      const symbolic::Set last = fulfils(Op::equal, make(Op::add, {at, integer(1)}), candidate);
      if (sizes(values).subtract(sizes(last)).is_empty()) return candidate;
    }
  return std::nullopt;
}

}  // namespace

std::int64_t work_items_of(const Program& program, const std::string& loop) {
  const auto range = constant_range(program, loop);
  if (!range)
    throw InputError(
        fmt::format("remove_work: how many work-items loop '{}' has depends on parameters; split it, or "
                    "fix the parameter",
                    loop));
  return range->extent();
}

WorkItemLoops work_item_loops(const Program& program, const std::vector<Statement>& statements) {
  WorkItemLoops loops;
  for (const Statement& s : statements)
    for (const std::string& loop : s.loops) {
      const LoopTag tag = program.tag_of(loop);
      if (tag.kind != LoopTag::Kind::group && tag.kind != LoopTag::Kind::local) continue;
      std::string& best = loops[{tag.kind, tag.axis}];
      const bool longer = !best.empty() && tag.kind == LoopTag::Kind::local &&
                          work_items_of(program, loop) > work_items_of(program, best);
      if (best.empty() || longer) best = loop;
    }
  return loops;
}

std::string work_item_loop(const Program& program, const Statement& statement, int axis) {
  for (const std::string& loop : statement.loops)
    if (program.tag_of(loop) == LoopTag{LoopTag::Kind::local, axis}) return loop;
  return "";
}

std::vector<std::pair<std::string, std::string>> by_axis(const WorkItemLoops& loops) {
  std::vector<std::pair<std::string, std::string>> out;
  for (int axis = 2; axis >= 0; --axis) {
    const auto group = loops.find({LoopTag::Kind::group, axis}), item = loops.find({LoopTag::Kind::local, axis});
    if (group == loops.end() && item == loops.end()) continue;
    out.emplace_back(group == loops.end() ? "" : group->second, item == loops.end() ? "" : item->second);
  }
  return out;
}

ExpressionPtr work_item_place(const Program& program, const std::string& group, const std::string& item,
                              const std::string& own) {
  if (item.empty()) return name(group);
  const std::int64_t low = constant_range(program, item).value_or(Range{}).low;
  const ExpressionPtr inner = low == 0 ? name(own) : make(Op::subtract, {name(own), integer(low)});
  if (group.empty()) return inner;
  return make(Op::add, {make(Op::multiply, {integer(work_items_of(program, item)), name(group)}), inner});
}

ExpressionPtr extent_for(const Program& program, const ExpressionPtr& index) {
  std::vector<std::string> loops;
  for (const std::string& each : names_in(index)) loops.push_back(each);
  const symbolic::Set points = domain_of(program, loops);
  const symbolic::Set values = named(points, loops).apply(affine_map(program, loops, {index}, "index"));
  if (const auto known = extent_in_use(program, values)) return *known;
  const auto most = greatest(values);
  if (!most)
    throw InputError(
        fmt::format("remove_work: how many work-items there are is no one formula of the sizes ('{}'); "
                    "assume more of them",
                    to_text(index)));
  if (const auto value = constant_value(program, *most)) return integer(*value + 1);
  const Expression& last = **most;
  const bool minus_one = last.op == Op::subtract && constant_value(program, last.operands[1]) == 1;
  return minus_one ? last.operands[0] : make(Op::add, {*most, integer(1)});
}

}  // namespace forewarp::loop::detail
