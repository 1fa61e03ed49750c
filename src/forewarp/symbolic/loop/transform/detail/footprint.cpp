// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/footprint.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>

#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop::detail {

namespace {

constexpr std::int64_t largest_extent = 1 << 16;

/// One subscript: the terms of loops that are not swept, and the least and greatest value of the
/// swept ones. For 16*i_out + i_in with i_in in 0..15 swept: outer 16*i_out, from 0 to 15.
struct Parts {
  Linear outer;
  std::int64_t low = 0, high = 0;
  bool swept = false;
};

Parts parts_of(const Program& program, const Access& read, const ExpressionPtr& index,
               const std::vector<std::string>& sweep) {
  const auto form = linear_of(program, index);
  if (!form)
    refuse_at(
        read.where,
        fmt::format("prefetch: the subscript '{}' of '{}' is not a sum of loops with constant factors, so the box it "
                    "runs over is not known",
                    to_text(index), read.variable));
  Parts parts{{{}, form->constant}};
  for (const auto& [symbol, factor] : form->terms) {
    if (std::find(sweep.begin(), sweep.end(), symbol) == sweep.end()) {
      parts.outer.terms[symbol] = factor;
      continue;
    }
    const auto range = constant_range(program, symbol);
    if (!range)
      refuse_at(read.where, fmt::format("prefetch: how far loop '{}' runs depends on parameters, so the copy of '{}' "
                                        "would have no constant size; split the loop, or fix the parameter",
                                        symbol, read.variable));
    parts.swept = true;
    parts.low += factor * (factor > 0 ? range->low : range->high);
    parts.high += factor * (factor > 0 ? range->high : range->low);
  }
  return parts;
}

}  // namespace

/// Interval arithmetic per axis: 2 i + j - 1 with 0 <= i < 4 and 0 <= j < 2 swept has low -1 and high 6: extent 8.
/// All reads must agree in the terms of the loops that are not swept; they may differ in constants.
std::vector<BoxAxis> box_of(const Program& program, const std::vector<Access>& reads,
                            const std::vector<std::string>& sweep) {
  std::vector<BoxAxis> box(reads.front().subscripts.size());
  for (std::size_t axis = 0; axis < box.size(); ++axis) {
    Parts all = parts_of(program, reads.front(), reads.front().subscripts[axis], sweep);
    all.low += all.outer.constant;
    all.high += all.outer.constant;
    for (const Access& read : reads) {
      const Parts one = parts_of(program, read, read.subscripts[axis], sweep);
      if (one.outer.terms != all.outer.terms)
        refuse_at(
            read.where,
            fmt::format("prefetch: reads of '{}' differ in more than the swept loops and constants: '{}' and '{}'",
                        read.variable, to_text(reads.front().subscripts[axis]), to_text(read.subscripts[axis])));
      all.low = std::min(all.low, one.low + one.outer.constant);
      all.high = std::max(all.high, one.high + one.outer.constant);
      all.swept = all.swept || one.swept;
    }
    box[axis] = {{all.outer.terms, all.low}, all.high - all.low + 1, all.swept};
    if (box[axis].extent > largest_extent)
      refuse_at(reads.front().where,
                fmt::format("prefetch: the copy of '{}' would have {} elements along axis {}; at most {}: split the "
                            "loops first",
                            reads.front().variable, box[axis].extent, axis, largest_extent));
  }
  return box;
}

/// The union of the images of the reads, relative to the base of the box. Reads of a[i_in] and
/// a[i_in + 2] with i_in in 0..3 touch 0..5 of a box of 6; a[2*i_in] alone touches 0, 2, 4 and 6 of
/// one of 7.
symbolic::Set touched(const Program& program, const std::vector<Access>& reads, const std::vector<BoxAxis>& box,
                      const std::vector<std::string>& outer, const std::vector<std::size_t>& axes) {
  std::optional<symbolic::Set> all;
  for (const Access& read : reads) {
    std::vector<ExpressionPtr> places;
    for (const std::string& loop : outer) places.push_back(name(loop));
    for (const std::size_t axis : axes)
      places.push_back(make(Op::subtract, {read.subscripts[axis], expression_of(box[axis].base)}));
    const symbolic::Set points = points_of(program, program.statement(read.statement), read.loops);
    const symbolic::Set plain =
        symbolic::Set::adopt(isl_set_reset_tuple_id(isl_set_copy(points.get())), program.context);
    const symbolic::Set one = plain.apply(affine_map(program, read.loops, places, "subscript"));
    all = all ? all->unite(one) : one;
  }
  return *all;
}

}  // namespace forewarp::loop::detail
