// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A loop that counts up by one keeps its variable. Any other becomes a loop from 0 whose iterations give the variable's
// values: for (i = n; i > 0; i -= 2) is i = n - 2*i_, with 0 <= i_ and n - 2*i_ > 0.
#include "forewarp/symbolic/loop/c/nest_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "forewarp/support/error.hpp"

namespace forewarp::loop::detail {
namespace {

[[noreturn]] void fail(const CNode& node, const std::string& message) { throw ParseError(node.where, message); }

bool is_assignment(const CNode& node) {
  return (node.kind == "BinaryOperator" && node.opcode == "=") || node.kind == "CompoundAssignOperator";
}

bool is_step(const CNode& node) { return node.kind == "UnaryOperator" && (node.opcode == "++" || node.opcode == "--"); }

/// What a for statement says: which variable, from where, by how much.
struct Header {
  std::string id, name;
  const CNode* from = nullptr;
  std::int64_t step = 0;
};

std::int64_t literal(const CNode& node) {
  const CNode& inside = bare(node);
  if (inside.kind == "UnaryOperator" && inside.opcode == "-") return -literal(inside.inner.at(0));
  if (inside.kind != "IntegerLiteral") fail(inside, "the step of a loop is not a constant number");
  return std::stoll(inside.value);
}

bool names(const CNode& node, const std::string& id) {
  const CNode& inside = bare(node);
  return inside.kind == "DeclRefExpr" && inside.refers == id;
}

std::int64_t step_of(const CNode& node, const Header& header) {
  if (is_step(node) && names(node.inner.at(0), header.id)) return node.opcode == "++" ? 1 : -1;
  if (node.kind == "CompoundAssignOperator" && names(node.inner.at(0), header.id)) {
    if (node.opcode == "+=") return literal(node.inner.at(1));
    if (node.opcode == "-=") return -literal(node.inner.at(1));
  }
  if (is_assignment(node) && node.opcode == "=" && names(node.inner.at(0), header.id)) {
    const CNode& sum = bare(node.inner.at(1));
    if (sum.kind == "BinaryOperator" && (sum.opcode == "+" || sum.opcode == "-") && names(sum.inner.at(0), header.id))
      return sum.opcode == "+" ? literal(sum.inner.at(1)) : -literal(sum.inner.at(1));
  }
  fail(node, fmt::format("the loop over '{}' is not affine: it does not step by a constant", header.name));
}

Header header_of(const CNode& node) {
  Header header;
  const CNode& init = node.inner.at(0);
  if (init.kind == "DeclStmt" && init.inner.size() == 1 && init.inner[0].has_value) {
    header = {init.inner[0].id, init.inner[0].name, &init.inner[0].inner.at(0), 0};
    if (!type_of(init.inner[0].type, node.where).is_integer)
      fail(node, fmt::format("the loop over '{}' is not affine: it counts no whole numbers", header.name));
  } else if (is_assignment(init) && init.opcode == "=" && bare(init.inner.at(0)).kind == "DeclRefExpr") {
    const CNode& variable = bare(init.inner[0]);
    header = {variable.refers, variable.refers_name, &init.inner.at(1), 0};
  } else {
    fail(node, "a loop that does not begin with one variable set to a value is not affine");
  }
  if (node.inner.size() < 5 || node.inner[2].kind.empty() || node.inner[3].kind.empty())
    fail(node, fmt::format("the loop over '{}' has no condition or no step", header.name));
  header.step = step_of(bare(node.inner[3]), header);
  if (header.step == 0) fail(node, fmt::format("the loop over '{}' does not end: its step is 0", header.name));
  return header;
}

/// min(a, b) as an upper bound is both of them, max as a lower one; written as a call or as a < b ? a : b.
std::vector<ExpressionPtr> both_of(const ExpressionPtr& e, bool least) {
  std::vector<ExpressionPtr> out;
  const auto parts = [&](const ExpressionPtr& a, const ExpressionPtr& b) {
    for (const ExpressionPtr& side : {a, b})
      for (const ExpressionPtr& each : both_of(side, least)) out.push_back(each);
  };
  if (e->op == Op::call && e->name == (least ? "min" : "max")) {
    parts(e->operands[0], e->operands[1]);
    return out;
  }
  if (e->op == Op::select && (e->operands[0]->op == Op::less || e->operands[0]->op == Op::less_equal)) {
    const ExpressionPtr &small = e->operands[0]->operands[0], &great = e->operands[0]->operands[1];
    const bool is_min = same(small, e->operands[1]) && same(great, e->operands[2]);
    const bool is_max = same(small, e->operands[2]) && same(great, e->operands[1]);
    if (least ? is_min : is_max) {
      parts(e->operands[1], e->operands[2]);
      return out;
    }
  }
  return {e};
}

/// The sides of the condition with the loop's variable on the left.
struct Bound {
  Op op = Op::less;  ///< variable op limit; or limit op variable where it is a lower bound
  bool upper = true;
  const CNode* limit = nullptr;
};

void bounds_in(const CNode& given, const Header& header, std::vector<Bound>& out) {
  const CNode& node = bare(given);
  if (node.kind == "BinaryOperator" && node.opcode == "&&") {
    for (const CNode& each : node.inner) bounds_in(each, header, out);
    return;
  }
  const bool left = node.inner.size() == 2 && names(node.inner[0], header.id);
  const bool right = node.inner.size() == 2 && names(node.inner[1], header.id);
  const std::string& op = node.opcode;
  if (node.kind != "BinaryOperator" || left == right ||
      (op != "<" && op != "<=" && op != ">" && op != ">=" && op != "!="))
    fail(node, fmt::format("the condition of the loop over '{}' is not affine: it is no comparison of '{}'",
                           header.name, header.name));
  const bool less = op == "<" || op == "<=";
  const bool upper = op == "!=" ? header.step > 0 : less == left;
  out.push_back({op == "<=" || op == ">=" ? Op::less_equal : Op::less, upper, &node.inner[left ? 1 : 0]});
}

}  // namespace

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

void NestReader::loop(const CNode& node) {
  const Header header = header_of(node);
  if (assigned_.contains(header.id))
    fail(node, fmt::format("'{}' counts a loop and is set in its body: not affine", header.name));
  if (names_.values.contains(header.id)) fail(node, fmt::format("'{}' counts two loops at once", header.name));
  std::vector<Bound> bounds;
  bounds_in(node.inner[2], header, bounds);
  const ExpressionPtr from = index(*header.from);
  const std::vector<ExpressionPtr> starts = both_of(from, header.step < 0);
  std::vector<std::pair<Bound, ExpressionPtr>> limits;
  for (const Bound& bound : bounds)
    for (const ExpressionPtr& each : both_of(index(*bound.limit), bound.upper)) limits.emplace_back(bound, each);
  const bool data =
      is_of_data(from) || std::ranges::any_of(limits, [&](const auto& l) { return is_of_data(l.second); });
  CLoop made;
  made.where = node.where;
  made.around = open_;
  const bool same_variable = header.step == 1 && !data;
  made.name = names_.fresh(header.name);
  const ExpressionPtr own = loop::name(made.name);
  ExpressionPtr value = own;
  if (data) {
    if (limits.size() != 1 || starts.size() != 1 || limits[0].first.upper != (header.step > 0))
      fail(node, fmt::format("the loop over '{}' has several bounds, and one is read from data", header.name));
    const std::int64_t size = header.step < 0 ? -header.step : header.step;
    const ExpressionPtr &low = header.step > 0 ? from : limits[0].second,
                        &high = header.step > 0 ? limits[0].second : from;
    ExpressionPtr count = low->op == Op::integer && low->integer_value == 0 ? high : make(Op::subtract, {high, low});
    const std::int64_t more = limits[0].first.op == Op::less_equal ? size : size - 1;
    if (more > 0) count = make(Op::add, {count, integer(more)});
    if (size > 1) count = make(Op::floor_div, {count, integer(size)});
    const std::string name = trips(count, made.name, node.where);
    made.first = integer(0);
    made.conditions = {make(Op::less_equal, {integer(0), own}), make(Op::less, {own, loop::name(name)})};
  } else if (same_variable) {
    made.first = from;
    for (const ExpressionPtr& start : starts) made.conditions.push_back(make(Op::less_equal, {start, own}));
    if (starts.size() > 1) made.first = starts.front();
  } else {
    if (starts.size() != 1) fail(node, fmt::format("the loop over '{}' begins at one of two values", header.name));
    made.first = integer(0);
    made.conditions.push_back(make(Op::less_equal, {integer(0), own}));
  }
  if (!same_variable) {
    const std::int64_t size = header.step < 0 ? -header.step : header.step;
    const ExpressionPtr moved = size == 1 ? own : make(Op::multiply, {integer(size), own});
    const bool from_zero = header.step > 0 && from->op == Op::integer && from->integer_value == 0;
    value = from_zero ? moved : make(header.step > 0 ? Op::add : Op::subtract, {from, moved});
  }
  for (const auto& [bound, limit] : limits)
    if (!data)
      made.conditions.push_back(make(bound.op, bound.upper ? std::vector{value, limit} : std::vector{limit, value}));
  for (const ExpressionPtr& c : made.conditions)
    if (!isl_text(c))
      fail(node, fmt::format("the bound '{}' of the loop over '{}' is not affine", to_text(c), header.name));
  names_.loops.insert(made.name);
  names_.values[header.id] = value;
  nest_.loops.push_back(std::move(made));
  open_.push_back(nest_.loops.size() - 1);
  statement(node.inner[4]);
  open_.pop_back();
  names_.values.erase(header.id);
}

}  // namespace forewarp::loop::detail
