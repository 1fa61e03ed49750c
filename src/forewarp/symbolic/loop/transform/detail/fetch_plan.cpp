// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/fetch_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop::detail {
namespace {

constexpr std::int64_t max_elements = 1 << 20;  // of a copy

bool contains(const std::vector<std::string>& names, const std::string& each) {
  return std::ranges::find(names, each) != names.end();
}

std::vector<std::string> with(std::vector<std::string> names, const std::string& more) {
  names.push_back(more);
  return names;
}

/// Refuses an array or swept loops that cannot be prefetched.
void check(const Program& program, const FetchRequest& request) {
  const std::string& array = request.array;
  const Variable& variable = program.variable(array);
  if (variable.shape.empty()) throw InputError(fmt::format("prefetch: '{}' is not an array", array));
  if (variable.space != Space::global)
    throw InputError(fmt::format("prefetch: '{}' is not in global memory: it is near already", array));
  for (const std::string& loop : request.sweep) {
    require_loop(program, "prefetch", loop);
    const LoopTag::Kind kind = program.tag_of(loop).kind;
    if (kind == LoopTag::Kind::group)
      throw InputError(fmt::format("prefetch: loop '{}' runs over groups, which share no local memory", loop));
    if (request.options.private_copy && kind == LoopTag::Kind::local)
      throw InputError(
          fmt::format("prefetch: loop '{}' runs over work-items, which share no private memory: leave it out", loop));
  }
}

/// The reads of the array inside all swept loops.
std::vector<Access> reads_of(const Program& program, const FetchRequest& request) {
  std::vector<Access> reads;
  for (Access& access : accesses_of(program)) {
    const bool inside =
        std::ranges::all_of(request.sweep, [&](const std::string& loop) { return contains(access.loops, loop); });
    if (access.variable == request.array && !access.write && inside) reads.push_back(std::move(access));
  }
  if (reads.empty())
    throw InputError(fmt::format("prefetch: nothing reads '{}' inside of the loops [{}]", request.array,
                                 fmt::join(request.sweep, ", ")));
  return reads;
}

/// The axes of the box that get one in the copy: not those on which the reads of one fetch touch a single element.
std::vector<std::size_t> axes_of(const std::vector<BoxAxis>& box, const FetchRequest& request) {
  std::vector<std::size_t> axes;
  std::int64_t elements = 1;
  for (std::size_t axis = 0; axis < box.size(); ++axis) {
    if (!box[axis].swept && box[axis].extent == 1) continue;
    axes.push_back(axis);
    elements *= box[axis].extent;
    if (elements > max_elements)
      throw InputError(fmt::format("prefetch: the copy of '{}' would have more than {} elements: split the loops first",
                                   request.array, max_elements));
  }
  if (axes.empty() && !request.options.private_copy)
    throw InputError(
        fmt::format("prefetch: no subscript of '{}' uses the loops [{}]: there is one element to fetch; write private",
                    request.array, fmt::join(request.sweep, ", ")));
  return axes;
}

/// Loops of the subscripts that are not swept, and groups, each with a copy of its own.
std::set<std::string> loops_around(const Program& program, const FetchRequest& request, const FetchPlan& plan) {
  std::set<std::string> around;
  for (const BoxAxis& axis : plan.box)
    for (const auto& [symbol, factor] : axis.base.terms)
      if (program.has_loop(symbol)) around.insert(symbol);
  for (const Access& read : plan.reads)
    for (const std::string& loop : program.statement(read.statement).loops)
      if (program.tag_of(loop).kind == LoopTag::Kind::group ||
          (request.options.private_copy && !contains(request.sweep, loop)))
        around.insert(loop);
  return around;
}

std::vector<std::string> outer_loops(const Program& program, const FetchRequest& request, const FetchPlan& plan) {
  std::vector<std::string> outer;
  for (const std::string& loop : loops_around(program, request, plan)) {
    if (!request.options.private_copy && program.tag_of(loop).kind == LoopTag::Kind::local)
      throw InputError(
          fmt::format("prefetch: work-items of loop '{}' read different parts of '{}': sweep it too: prefetch {} [{}]",
                      loop, request.array, request.array, fmt::join(with(request.sweep, loop), ", ")));
    for (const Access& read : plan.reads)
      if (!contains(read.loops, loop))
        throw InputError(
            fmt::format("prefetch: statements '{}' and '{}' read '{}' in different loops: make the reads "
                        "alike, or prefetch with fewer loops",
                        plan.reads.front().statement, read.statement, request.array));
    outer.push_back(loop);
  }
  return outer;
}

}  // namespace

FetchPlan fetch_plan(const Program& program, const FetchRequest& request) {
  check(program, request);
  FetchPlan plan;
  plan.reads = reads_of(program, request);
  plan.box = box_of(program, plan.reads, request.sweep);
  plan.axes = axes_of(plan.box, request);
  plan.outer = outer_loops(program, request, plan);
  return plan;
}

}  // namespace forewarp::loop::detail
