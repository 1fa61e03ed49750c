// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/c/nest_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "forewarp/support/error.hpp"

namespace forewarp::loop::detail {

bool NestReader::is_used(const std::string& array) const {
  bool used = false;
  for (const CStatement& s : nest_.statements) {
    std::vector<ExpressionPtr> all = s.conditions;
    all.push_back(s.target);
    all.push_back(s.value);
    for (const ExpressionPtr& e : all)
      walk(e, [&](const Expression& node) { used |= node.op == Op::subscript && node.name == array; });
  }
  return used;
}

/// Variables that the body sets, those of loops in their own heads aside.
void NestReader::find_assigned(const CNode& node) {
  if (node.kind == "ForStmt" && node.inner.size() == 5) {
    const CNode& init = node.inner[0];
    if (is_assignment(init)) counters_.insert(bare(init.inner.at(0)).refers);
    find_assigned(node.inner[4]);
    return;
  }
  if (is_assignment(node) || is_step(node))
    if (const CNode& target = bare(node.inner.at(0)); target.kind == "DeclRefExpr") assigned_.insert(target.refers);
  for (const CNode& each : node.inner) find_assigned(each);
}

/// Variables of the file that the body uses: arrays, numbers, sizes.
void NestReader::find_globals(const CNode& node) {
  if (node.kind == "DeclRefExpr" && node.refers_kind == "VarDecl" && !names_.values.contains(node.refers) &&
      !names_.arrays.contains(node.refers) && !counters_.contains(node.refers)) {
    CNode global;
    global.id = node.refers;
    global.name = node.refers_name;
    global.type = node.refers_type;
    global.where = node.where;
    argument(global);
  }
  for (const CNode& each : node.inner) find_globals(each);
}

void NestReader::argument(const CNode& parameter) {
  const CType type = type_of(parameter.type, parameter.where);
  const std::string name = names_.fresh(parameter.name);
  if (!type.axes.empty()) {
    names_.arrays[parameter.id] = {name, type, false, parameter.where};
    return;
  }
  if (assigned_.contains(parameter.id) || counters_.contains(parameter.id))
    fail(parameter, fmt::format("'{}' is given by the caller and set in the function", parameter.name));
  names_.values[parameter.id] = loop::name(name);
  if (type.is_integer) {
    names_.sizes.insert(name);
    nest_.sizes.push_back(name);
  } else {
    declarations_.push_back(fmt::format("global {}: {}\n", name, name_of(type.element)));
  }
}

namespace {

/// The ids of the variables that a body declares itself.
void find_locals(const CNode& node, std::set<std::string>& ids) {
  if (node.kind == "VarDecl") ids.insert(node.id);
  for (const CNode& each : node.inner) find_locals(each, ids);
}

}  // namespace

void NestReader::read(const CNode& function) {
  const auto body = std::ranges::find(function.inner, std::string("CompoundStmt"), &CNode::kind);
  find_assigned(*body);
  std::set<std::string> locals;
  find_locals(*body, locals);
  for (const CNode& parameter : function.inner)
    if (parameter.kind == "ParmVarDecl") argument(parameter);
  const std::set<std::string> counted = counters_;
  counters_.merge(locals);  // not global
  find_globals(*body);
  counters_ = counted;
  statement(*body);
  if (nest_.statements.empty())
    fail(function, fmt::format("'{}' has no statement that loop programs have", function.name));
}

void NestReader::statement(const CNode& given) {
  const CNode& node = bare(given);
  if (returned_) fail(node, "a statement after the return");
  if (node.kind == "NullStmt" || node.kind.empty()) return;
  if (node.kind == "CompoundStmt") {
    for (const CNode& each : node.inner) statement(each);
  } else if (node.kind == "DeclStmt") {
    for (const CNode& each : node.inner) declaration(each);
  } else if (node.kind == "ForStmt") {
    loop(node);
  } else if (node.kind == "IfStmt") {
    conditional(node);
  } else if (node.kind == "ReturnStmt") {
    returned(node);
  } else if (is_assignment(node) || is_step(node)) {
    assignment(node);
  } else if (node.kind == "WhileStmt" || node.kind == "DoStmt") {
    fail(node, "a while loop is not affine: nothing says how often it runs");
  } else if (node.kind == "BreakStmt" || node.kind == "ContinueStmt" || node.kind == "GotoStmt") {
    fail(node, "a loop that is left early is not affine");
  } else if (node.kind == "CallExpr") {
    (void)CExpressionReader(names_).value(node);
    fail(node, "a call whose result is not used");
  } else {
    fail(node, fmt::format("a statement that loop programs do not have ({})", node.kind));
  }
}

void NestReader::declaration(const CNode& variable) {
  if (variable.kind != "VarDecl") fail(variable, fmt::format("a declaration within a function ({})", variable.kind));
  const CType type = type_of(variable.type, variable.where);
  if (!type.axes.empty()) {
    if (variable.has_value) fail(variable, fmt::format("the array '{}' is set where it is declared", variable.name));
    names_.arrays[variable.id] = {names_.fresh(variable.name), type, true, variable.where};
    return;
  }
  if (!assigned_.contains(variable.id) && type.is_integer) {
    if (!variable.has_value) return;  // a loop counts it, or nothing uses it
    const ExpressionPtr value = index(variable.inner.at(0));
    if (!is_of_data(value)) {
      names_.values[variable.id] = value;
      return;
    }
  }
  const std::string name = names_.fresh(variable.name);
  declarations_.push_back(fmt::format("private {}: {}\n", name, name_of(type.element)));
  ExpressionPtr value = variable.has_value ? CExpressionReader(names_).value(variable.inner.at(0)) : nullptr;
  names_.values[variable.id] = loop::name(name);
  if (value) add(loop::name(name), std::move(value), variable.where);
}

ExpressionPtr NestReader::target_of(const CNode& given) {
  const CNode& node = bare(given);
  const CExpressionReader reader(names_);
  if (ExpressionPtr element = reader.access(node)) return element;
  ExpressionPtr scalar = reader.value(node);
  const bool counts = scalar->op != Op::name || names_.loops.contains(scalar->name);
  if (counts) fail(node, fmt::format("'{}' counts a loop and is set in its body: not affine", node.refers_name));
  return scalar;
}

void NestReader::assignment(const CNode& node) {
  const ExpressionPtr target = target_of(node.inner.at(0));
  ExpressionPtr value;
  if (is_step(node)) {
    value = make(node.opcode == "++" ? Op::add : Op::subtract, {target, integer(1)});
  } else {
    value = CExpressionReader(names_).value(node.inner.at(1));
    const std::string& op = node.opcode;
    if (op == "+=")
      value = make(Op::add, {target, value});
    else if (op == "-=")
      value = make(Op::subtract, {target, value});
    else if (op == "*=")
      value = make(Op::multiply, {target, value});
    else if (op == "/=")
      value = make(Op::divide, {target, value});
    else if (op != "=")
      fail(node, fmt::format("the operator '{}', which loop programs do not have", op));
  }
  add(target, std::move(value), node.where);
}

void NestReader::add(ExpressionPtr target, ExpressionPtr value, const SourceLocation& where) {
  walk(target, [&](const Expression& node) {
    if (node.op == Op::subscript)
      for (const ExpressionPtr& e : node.operands) check_floors(e, where);
  });
  walk(value, [&](const Expression& node) {
    if (node.op == Op::subscript)
      for (const ExpressionPtr& e : node.operands) check_floors(e, where);
  });
  nest_.statements.push_back({std::move(target), std::move(value), conditions_, open_, false, where});
}

void NestReader::returned(const CNode& node) {
  if (!open_.empty() || !conditions_.empty()) fail(node, "a return within a loop or an if is not affine");
  returned_ = true;
  if (node.inner.empty()) return;
  const CType type = type_of(node.inner[0].type, node.where);
  const std::string name = names_.fresh("result");
  names_.arrays["result of the function"] = {name, {type.element, type.is_integer, {integer(1)}}, false, node.where};
  add(subscript(name, {integer(0)}), CExpressionReader(names_).value(node.inner[0]), node.where);
  notes_.push_back(fmt::format("the function's result is {}[0]", name));
}

/// A statement under a condition of data must not change what the next one's copy of the condition reads.
void NestReader::conditional(const CNode& node) {
  const ExpressionPtr condition = index(node.inner.at(0));
  const std::size_t before = nest_.statements.size();
  conditions_.push_back(condition);
  statement(node.inner.at(1));
  conditions_.pop_back();
  if (node.inner.size() > 2) {
    conditions_.push_back(make(Op::logical_not, {condition}));
    statement(node.inner[2]);
    conditions_.pop_back();
  }
  if (!is_of_data(condition)) return;
  std::set<std::string> read;
  walk(condition, [&](const Expression& e) {
    if (e.op == Op::name || e.op == Op::subscript) read.insert(e.name);
  });
  for (std::size_t s = before; s + 1 < nest_.statements.size(); ++s)
    if (read.contains(nest_.statements[s].target->name))
      throw ParseError(nest_.statements[s].where,
                       fmt::format("'{}' is set under a condition that reads it: further statements would be under "
                                   "another condition",
                                   nest_.statements[s].target->name));
}

bool NestReader::is_of_data(const ExpressionPtr& e) const {
  bool data = false;
  walk(e, [&](const Expression& node) {
    data |= node.op == Op::subscript || node.op == Op::real ||
            (node.op == Op::name && !names_.sizes.contains(node.name) && !names_.loops.contains(node.name));
  });
  return data;
}

ExpressionPtr NestReader::index(const CNode& node) {
  ExpressionPtr e = CExpressionReader(names_).value(node, true);
  check_floors(e, node.where);
  return e;
}

/// C rounds quotients to zero, loop programs down: the same for what is not negative.
void NestReader::check_floors(const ExpressionPtr& e, const SourceLocation& where) {
  walk(e, [&](const Expression& node) {
    if (node.op != Op::floor_div && node.op != Op::modulo) return;
    if (is_of_data(node.operands[0])) return;
    divides_ = true;
    const bool constant = node.operands[1]->op == Op::integer && node.operands[1]->integer_value > 0;
    const ExpressionPtr positive = make(Op::less_equal, {integer(0), node.operands[0]});
    if (constant && always(nest_, open_, conditions_, positive)) return;
    throw ParseError(where, fmt::format("'{}' is not affine: {}", to_text(std::make_shared<const Expression>(node)),
                                        constant ? fmt::format("'{}' may be negative, which C divides towards zero",
                                                               to_text(node.operands[0]))
                                                 : "it divides by no constant number"));
  });
}

/// A trip count that is read from data, as a size of its own.
std::string NestReader::trips(const ExpressionPtr& count, const std::string& loop_name, const SourceLocation& where) {
  const std::string name = names_.fresh(loop_name + "_trips");
  nest_.statements.push_back({loop::name(name), count, conditions_, open_, true, where});
  notes_.push_back(fmt::format("{}: the loop '{}' runs {} times; give its average or distribution: trips {}=12.5",
                               where.str(), loop_name, to_text(count), name));
  return name;
}

/// A loop that runs as often as data says: from 0 below a size that stands for its trip count.
CLoop NestReader::counted_loop(const LoopRange& range, const std::string& name, const CNode& node) {
  const LoopHeader& header = range.header;
  if (range.limits.size() != 1 || range.starts.size() != 1 || range.limits[0].upper != (header.step > 0))
    fail(node, fmt::format("the loop over '{}' has several bounds, and one is read from data", header.name));
  const BoundValue& limit = range.limits[0];
  const std::int64_t size = std::abs(header.step);
  const auto& [low, high] = header.step > 0 ? std::pair(range.from, limit.value) : std::pair(limit.value, range.from);
  ExpressionPtr count = low->op == Op::integer && low->integer_value == 0 ? high : make(Op::subtract, {high, low});
  const std::int64_t more = limit.op == Op::less_equal ? size : size - 1;
  if (more > 0) count = make(Op::add, {count, integer(more)});
  if (size > 1) count = make(Op::floor_div, {count, integer(size)});
  const ExpressionPtr own = loop::name(name);
  CLoop made;
  made.first = integer(0);
  made.conditions = {make(Op::less_equal, {integer(0), own}),
                     make(Op::less, {own, loop::name(trips(count, name, node.where))})};
  return made;
}

/// A loop whose bounds are affine; `value` is the C variable in terms of the loop.
CLoop NestReader::bounded_loop(const LoopRange& range, const ExpressionPtr& own, const ExpressionPtr& value,
                               const CNode& node) {
  CLoop made;
  if (range.header.step == 1) {
    made.first = range.from;
    for (const ExpressionPtr& start : range.starts) made.conditions.push_back(make(Op::less_equal, {start, own}));
    if (range.starts.size() > 1) made.first = range.starts.front();
  } else {
    if (range.starts.size() != 1)
      fail(node, fmt::format("the loop over '{}' begins at one of two values", range.header.name));
    made.first = integer(0);
    made.conditions.push_back(make(Op::less_equal, {integer(0), own}));
  }
  for (const BoundValue& limit : range.limits)
    made.conditions.push_back(
        make(limit.op, limit.upper ? std::vector{value, limit.value} : std::vector{limit.value, value}));
  for (const ExpressionPtr& c : made.conditions)
    if (!isl_text(c))
      fail(node, fmt::format("the bound '{}' of the loop over '{}' is not affine", to_text(c), range.header.name));
  return made;
}

LoopRange NestReader::range_of(const CNode& node) {
  LoopRange range;
  range.header = header_of(node);
  const LoopHeader& header = range.header;
  if (assigned_.contains(header.id))
    fail(node, fmt::format("'{}' counts a loop and is set in its body: not affine", header.name));
  if (names_.values.contains(header.id)) fail(node, fmt::format("'{}' counts two loops at once", header.name));
  const std::vector<Bound> bounds = bounds_of(node.inner[2], header);
  range.from = index(*header.from);
  range.starts = both_of(range.from, header.step < 0);
  for (const Bound& bound : bounds)
    for (const ExpressionPtr& each : both_of(index(*bound.limit), bound.upper))
      range.limits.push_back({bound.op, bound.upper, each});
  return range;
}

/// A loop that counts up by one keeps its variable. Any other becomes a loop from 0 whose iterations give the
/// variable's values: for (i = n; i > 0; i -= 2) is i = n - 2*i_, with 0 <= i_ and n - 2*i_ > 0.
void NestReader::loop(const CNode& node) {
  const LoopRange range = range_of(node);
  const std::int64_t step = range.header.step;
  const bool data = is_of_data(range.from) ||
                    std::ranges::any_of(range.limits, [&](const BoundValue& limit) { return is_of_data(limit.value); });
  const std::string name = names_.fresh(range.header.name);
  const ExpressionPtr own = loop::name(name);
  ExpressionPtr value = own;
  if (step != 1 || data) {
    const ExpressionPtr moved = std::abs(step) == 1 ? own : make(Op::multiply, {integer(std::abs(step)), own});
    const bool from_zero = step > 0 && range.from->op == Op::integer && range.from->integer_value == 0;
    value = from_zero ? moved : make(step > 0 ? Op::add : Op::subtract, {range.from, moved});
  }
  CLoop made = data ? counted_loop(range, name, node) : bounded_loop(range, own, value, node);
  made.name = name;
  made.where = node.where;
  made.around = open_;
  names_.loops.insert(name);
  names_.values[range.header.id] = value;
  nest_.loops.push_back(std::move(made));
  open_.push_back(nest_.loops.size() - 1);
  statement(node.inner[4]);
  open_.pop_back();
  names_.values.erase(range.header.id);
}

}  // namespace forewarp::loop::detail
