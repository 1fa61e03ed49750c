// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/detail/complete.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/shape.hpp"

namespace forewarp::loop::detail {
namespace {

/// Every array has as many subscripts as axes.
void check_subscripts(const Program& program) {
  for (const Statement& s : program.statements) {
    const auto see = [&](const ExpressionPtr& e) {
      walk(e, [&](const Expression& node) {
        if (node.op != Op::subscript) return;
        const std::size_t axes = program.variables.at(node.name).shape.size();
        if (axes != node.operands.size() || axes == 0)
          throw ParseError(node.where, fmt::format("'{}' has {} axes and is given {} subscripts", node.name, axes,
                                                   node.operands.size()));
      });
    };
    see(s.target);
    see(s.value);
    for (const ExpressionPtr& e : s.conditions) see(e);
  }
}

void check_names_in(const Program& program, const ExpressionPtr& e, const std::vector<std::string>& known) {
  walk(e, [&](const Expression& node) {
    if (node.op != Op::name) return;
    if (std::ranges::find(known, node.name) == known.end())
      throw ParseError(node.where, fmt::format("'{}' is neither a loop, nor a parameter, nor a variable{}", node.name,
                                               did_you_mean(node.name, known)));
    const auto variable = program.variables.find(node.name);
    if (variable != program.variables.end() && !variable->second.shape.empty())
      throw ParseError(node.where, fmt::format("'{}' is an array: it needs subscripts", node.name));
  });
}

void check_extent(const Program& program, const Variable& variable, const ExpressionPtr& extent,
                  const std::vector<std::string>& parameters) {
  check_names_in(program, extent, parameters);
  for (const std::string& used : names_in(extent))
    if (program.trips.contains(used))
      throw ParseError(variable.where, fmt::format("the extent {} of '{}' would be the trip count '{}', which is data: "
                                                   "declare it, as in: global {}: f32[n, m]",
                                                   to_text(extent), variable.name, used, variable.name));
}

}  // namespace

void declare(Program& program, const std::set<std::string>& loops, const std::string& name, const SourceLocation& where,
             Variable variable) {
  if (program.variables.contains(name)) throw ParseError(where, fmt::format("'{}' is declared twice", name));
  if (loops.contains(name)) throw ParseError(where, fmt::format("'{}' is a loop already", name));
  variable.name = name;
  variable.where = where;
  program.variables.emplace(name, std::move(variable));
}

/// What is used and not declared: arrays are global, of the default type; scalars that are set
/// are private. Shapes come last, since they are derived from all uses in the whole program
/// (shape.cpp).
void declare_used(Program& program, const std::set<std::string>& loops, Type default_type) {
  std::vector<std::pair<std::string, SourceLocation>> arrays;
  for (const Statement& s : program.statements) {
    if (s.target->op == Op::name && !program.variables.contains(s.target->name))
      declare(program, loops, s.target->name, s.target->where,
              {.name = "", .space = Space::private_, .type = Type::unknown, .shape = {}, .order = {}, .where = {}});
    const auto see = [&](const ExpressionPtr& e) {
      walk(e, [&](const Expression& node) {
        if (node.op != Op::subscript || program.variables.contains(node.name)) return;
        Variable array;
        array.type = default_type;
        array.shape.resize(node.operands.size());
        for (std::size_t k = 0; k < node.operands.size(); ++k) array.order.push_back(k);
        declare(program, loops, node.name, node.where, std::move(array));
        arrays.emplace_back(node.name, node.where);
      });
    };
    see(s.target);
    see(s.value);
    for (const ExpressionPtr& e : s.conditions) see(e);
  }
  check_subscripts(program);
  for (const auto& [array, where] : arrays) program.variables.at(array).shape = shape_by_use(program, array);
}

/// Every name is a loop, a parameter or a scalar; loops are known; targets are no parameters.
void check_names(const Program& program, const std::set<std::string>& loops) {
  const std::vector<std::string> parameters = program.parameters();
  std::vector<std::string> known(parameters);
  known.insert(known.end(), loops.begin(), loops.end());
  for (const auto& [name, variable] : program.variables) {
    if (std::ranges::find(parameters, name) != parameters.end() && !program.trips.contains(name))
      throw ParseError(variable.where, fmt::format("'{}' is a parameter already", name));
    known.push_back(name);
  }
  std::vector<std::string> ids;
  for (const Statement& s : program.statements) ids.push_back(s.id);
  for (const Statement& s : program.statements) {
    for (const ExpressionPtr& e : {s.target, s.value}) check_names_in(program, e, known);
    for (const ExpressionPtr& e : s.conditions) check_names_in(program, e, known);
    for (const std::string& loop : s.loops)
      if (!loops.contains(loop))
        throw ParseError(s.where, fmt::format("no loop '{}'{}", loop, did_you_mean(loop, known)));
    for (const std::string& id : s.after)
      if (std::ranges::find(ids, id) == ids.end())
        throw ParseError(s.where, fmt::format("no statement '{}'{}", id, did_you_mean(id, ids)));
  }
  for (const auto& [name, variable] : program.variables)
    for (const ExpressionPtr& extent : variable.shape)
      if (extent) check_extent(program, variable, extent, parameters);
}

}  // namespace forewarp::loop::detail
