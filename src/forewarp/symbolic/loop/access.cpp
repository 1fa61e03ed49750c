// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/access.hpp"

#include <isl/map.h>
#include <isl/set.h>

#include "forewarp/symbolic/loop/affine.hpp"

namespace forewarp::loop {

namespace {

/// Collects reads in post-order, so that the accesses of a statement come in the order in which a
/// machine does them: operands before what uses them, and the write last. A read inside of a
/// reduction happens in the reduction's loops as well. Example: c[i] = c[i] + sum(k, a[i,k]*b[k])
/// gives
///
///     read c[i] in {i};  read a[i,k] in {i,k};  read b[k] in {i,k};  write c[i] in {i}
struct Collector {
  const Program& program;
  const Statement& statement;
  std::vector<Access> found;

  void add(const ExpressionPtr& e, bool write, const std::vector<std::string>& reductions, bool atomic = false) {
    const bool array = e->op == Op::subscript;
    found.push_back({statement.id, e->name, e->tag, write, array ? e->operands : std::vector<ExpressionPtr>{},
                     loops_around(statement, reductions), e->where, atomic});
  }

  void reads(const ExpressionPtr& e, const std::vector<std::string>& reductions) {
    if (e->op == Op::reduce) {
      std::vector<std::string> inner = reductions;
      inner.insert(inner.end(), e->loops.begin(), e->loops.end());
      reads(e->operands[0], inner);
      return;
    }
    for (const auto& operand : e->operands) reads(operand, reductions);
    if (e->op == Op::subscript || (e->op == Op::name && program.variables.contains(e->name))) add(e, false, reductions);
  }
};

}  // namespace

/// Loops of the statement first, in the order of their names, then those of reductions.
/// Access::loops is this list, and every isl relation of the access has its dimensions in this
/// order.
std::vector<std::string> loops_around(const Statement& statement, const std::vector<std::string>& more) {
  std::vector<std::string> loops(statement.loops.begin(), statement.loops.end());
  for (const std::string& loop : more)
    if (!statement.loops.contains(loop)) loops.push_back(loop);
  return loops;
}

std::vector<Access> accesses_of(const Program& program, const Statement& statement) {
  Collector collector{program, statement, {}};
  collector.reads(statement.value, {});
  for (const auto& condition : statement.conditions) collector.reads(condition, {});
  for (const auto& index : statement.target->operands) collector.reads(index, {});
  // An atomic addition reads the element as well: both halves are marked, so that two additions do
  // not conflict while an addition and a plain read do.
  if (statement.atomic) collector.add(statement.target, false, {}, true);
  collector.add(statement.target, true, {}, statement.atomic);
  return std::move(collector.found);
}

std::vector<Access> accesses_of(const Program& program) {
  std::vector<Access> all;
  for (const Statement& statement : program.statements)
    for (Access& access : accesses_of(program, statement)) all.push_back(std::move(access));
  return all;
}

symbolic::Set points_of(const Program& program, const Statement& statement, const std::vector<std::string>& loops) {
  symbolic::Set points = domain_of(program, loops);
  for (const auto& condition : statement.conditions)
    if (const auto where = condition_set(program, loops, condition)) points = points.intersect(*where);
  return points;
}

symbolic::Map elements_of(const Program& program, const Access& access) {
  const symbolic::Set points = points_of(program, program.statement(access.statement), access.loops);
  const symbolic::Map elements = open_map(program, access.loops, access.subscripts);
  // Points outside of the domain have no elements: the map alone is defined for all integers.
  isl_set* where = isl_set_reset_tuple_id(isl_set_copy(points.get()));
  return symbolic::Map::adopt(isl_map_intersect_domain(isl_map_copy(elements.get()), where), program.context);
}

}  // namespace forewarp::loop
