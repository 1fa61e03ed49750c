// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The launch of a loop program: along each axis the values of all loops with its tag are united; size = greatest -
// least + 1, a closed form of the parameters, and the least value is the base that is added to the index.
//
// Example: loops i on g.0 from 1 to n - 2 give base 1 and n - 2 groups.
#include "forewarp/symbolic/loop/launch.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>
#include <optional>

#include "forewarp/support/error.hpp"
#include "forewarp/support/one_of.hpp"
#include "forewarp/symbolic/loop/detail/condition.hpp"
#include "forewarp/symbolic/loop/detail/simplify.hpp"

namespace forewarp::loop {

namespace {

std::vector<std::string> loops_on(const Program& program, const LoopTag& tag) {
  std::set<std::string> loops;
  for (const Statement& s : program.statements)
    for (const std::string& loop : s.loops)
      if (program.tag_of(loop) == tag) loops.insert(loop);
  return {loops.begin(), loops.end()};
}

/// The values whatever the parameters are.
symbolic::Set at_any_size(const symbolic::Set& values) {
  isl_set* set = isl_set_copy(values.get());
  set = isl_set_project_out(set, isl_dim_param, 0, static_cast<unsigned>(isl_set_dim(set, isl_dim_param)));
  return symbolic::Set::adopt(set, values.context());
}

/// A group of a constant size, if a small one serves small sizes too; else, and for grids, what the
/// loops need. After a split by 16, i_in runs from 0 to min(15, n - 1): the group has 16 work-items
/// for every n, and for n = 5 eleven of them fail their guard. The compiler then knows the size,
/// and all launches have the same.
symbolic::Set extent_of(const symbolic::Set& values, const LoopTag& tag) {
  if (tag.kind == LoopTag::Kind::group) return values;
  const symbolic::Set all = at_any_size(values);
  return isl_set_is_bounded(all.get()) == isl_bool_true ? all : values;
}

LaunchAxis axis_of(const Program& program, const LoopTag& tag) {
  LaunchAxis axis;
  axis.loops = loops_on(program, tag);
  if (axis.loops.empty()) return axis;
  std::optional<symbolic::Set> values;
  for (const std::string& loop : axis.loops) {
    const symbolic::Set one = domain_of(program, {loop});
    values = values ? values->unite(one) : one;
  }
  values = extent_of(*values, tag);
  const auto low = detail::extreme(*values, true), high = detail::extreme(*values, false);
  if (!low || !high)
    throw InputError(fmt::format("{}: the number of {} along axis {} (loop '{}') has no closed form", program.name,
                                 tag.kind == LoopTag::Kind::group ? "groups" : "work-items of a group", tag.axis,
                                 axis.loops.front()));
  axis.base = detail::simplify(*low);
  axis.size = detail::simplify(make(Op::add, {make(Op::subtract, {*high, *low}), integer(1)}));
  return axis;
}

/// Only constant sizes are checked; others at the launch. 1024 is the limit of CUDA for all
/// capabilities (CUDA C++ Programming Guide, table of technical specifications). The product is
/// capped, so that it cannot overflow.
void check_block(const Program& program, const LaunchShape& shape) {
  std::int64_t items = 1;
  for (const LaunchAxis& axis : shape.block)
    if (axis.size->op == Op::integer)
      items = std::min<std::int64_t>(items * std::max<std::int64_t>(axis.size->integer_value, 1), 1 << 20);
  if (items > 1024)
    throw InputError(fmt::format("{}: a group of {} work-items is more than the 1024 that devices run", program.name,
                                 items == 1 << 20 ? "over a million" : std::to_string(items)));
}

/// Checked 64-bit arithmetic with floor division for divisors of either sign: the quotient is one
/// lower where the remainder is not 0 and has not the divisor's sign.
std::int64_t binary(const Expression& e, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  bool overflow = false;
  if (e.op == Op::add) {
    overflow = __builtin_add_overflow(a, b, &result);
  } else if (e.op == Op::subtract) {
    overflow = __builtin_sub_overflow(a, b, &result);
  } else if (e.op == Op::multiply) {
    overflow = __builtin_mul_overflow(a, b, &result);
  } else if (e.op == Op::call) {
    if (e.name != "min" && e.name != "max")
      throw InputError(fmt::format("'{}' has no value before the launch", e.name));
    return e.name == "min" ? std::min(a, b) : std::max(a, b);
  } else if (is_one_of(e.op, Op::divide, Op::floor_div, Op::modulo)) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) throw InputError(fmt::format("{} divided by {}", a, b));
    const std::int64_t rest = a % b;
    const bool shift = e.op != Op::divide && rest != 0 && (rest < 0) != (b < 0);
    result = e.op == Op::modulo ? rest + (shift ? b : 0) : a / b - (shift ? 1 : 0);
  } else {
    throw InputError("an expression that has no value before the launch");
  }
  if (overflow) throw InputError("a size does not fit 64 bits");
  return result;
}

}  // namespace

LaunchShape launch_shape(const Program& program) {
  LaunchShape shape;
  for (int a = 0; a < 3; ++a) {
    shape.grid.at(static_cast<std::size_t>(a)) = axis_of(program, {LoopTag::Kind::group, a});
    shape.block.at(static_cast<std::size_t>(a)) = axis_of(program, {LoopTag::Kind::local, a});
  }
  check_block(program, shape);
  return shape;
}

/// Arrays, then scalars, then parameters, each in the order of the names.
std::vector<Argument> arguments_of(const Program& program) {
  std::set<std::string> written;
  for (const Statement& s : program.statements) written.insert(s.target->name);
  std::map<std::string, ExpressionPtr> fixed;
  for (const auto& [parameter, value] : program.fixed) fixed[parameter] = integer(value);
  std::vector<Argument> arrays, scalars;
  for (const auto& [name, variable] : program.variables) {
    if (variable.space != Space::global) continue;
    if (variable.shape.empty()) {
      scalars.push_back({Argument::Kind::scalar, name, variable.type, false, nullptr});
      continue;
    }
    ExpressionPtr elements = integer(1);
    for (const ExpressionPtr& extent : variable.shape) elements = make(Op::multiply, {elements, extent});
    arrays.push_back(
        {Argument::Kind::array, name, variable.type, written.contains(name), detail::simplify(elements, fixed)});
  }
  std::vector<Argument> all = std::move(arrays);
  all.insert(all.end(), scalars.begin(), scalars.end());
  for (const std::string& parameter : program.parameters())
    if (!program.trips.contains(parameter))
      all.push_back({Argument::Kind::parameter, parameter, Type::i32, false, nullptr});
  return all;
}

/// Evaluates an expression of the launch at given sizes.
std::int64_t value_of(const ExpressionPtr& e, const std::map<std::string, std::int64_t>& values) {
  if (e->op == Op::integer) return e->integer_value;
  if (e->op == Op::name) {
    const auto value = values.find(e->name);
    if (value == values.end()) throw InputError(fmt::format("the parameter '{}' has no value", e->name));
    return value->second;
  }
  if (e->op == Op::negate) return -value_of(e->operands[0], values);
  if (e->operands.size() != 2) throw InputError(fmt::format("'{}' has no value before the launch", to_text(e)));
  return binary(*e, value_of(e->operands[0], values), value_of(e->operands[1], values));
}

}  // namespace forewarp::loop
