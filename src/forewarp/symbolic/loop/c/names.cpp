// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/c/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <system_error>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"
#include "forewarp/symbolic/loop/expression_parser.hpp"

namespace forewarp::loop::detail {
namespace {

/// Words of isl's sets, of loop programs and of their transformations.
constexpr std::array reserved{"and",   "or",      "not",   "mod",     "exists", "floor",   "ceil",    "floord",
                              "ceild", "min",     "max",   "true",    "false",  "implies", "infty",   "NaN",
                              "if",    "within",  "after", "kernel",  "domain", "assume",  "default", "global",
                              "local", "private", "trips", "average", "of",     "sum",     "product", "f16",
                              "f32",   "f64",     "i32",   "i64",     "bool",   "order",   "abs",     "sin",
                              "cos",   "exp",     "log",   "sqrt",    "pow"};

constexpr std::array qualifiers{"const", "volatile", "restrict", "__restrict", "static"};

/// A C type without its qualifiers: "const unsigned long *restrict" is "unsigned long *".
std::string without_qualifiers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (end == at)
      out += text[at++];
    else if (std::ranges::find(qualifiers, word) == qualifiers.end())
      out += word;
    at = std::max(at, end);
  }
  return out;
}

struct Element {
  const char* c_name;
  Type type;
  bool is_integer;
};

constexpr std::array elements{Element{"float", Type::f32, false},    Element{"double", Type::f64, false},
                              Element{"_Float16", Type::f16, false}, Element{"__fp16", Type::f16, false},
                              Element{"int", Type::i32, true},       Element{"unsigned int", Type::i32, true},
                              Element{"long", Type::i64, true},      Element{"unsigned long", Type::i64, true},
                              Element{"long long", Type::i64, true}, Element{"unsigned long long", Type::i64, true},
                              Element{"size_t", Type::i64, true},    Element{"_Bool", Type::boolean, true},
                              Element{"bool", Type::boolean, true}};

struct Function {
  const char* c_name;
  const char* name;
};
constexpr std::array functions{
    Function{"sin", "sin"},   Function{"cos", "cos"},     Function{"exp", "exp"},  Function{"log", "log"},
    Function{"sqrt", "sqrt"}, Function{"rsqrt", "rsqrt"}, Function{"pow", "pow"},  Function{"fabs", "fabs"},
    Function{"abs", "abs"},   Function{"fmin", "min"},    Function{"fmax", "max"}, Function{"fma", "fma"},
    Function{"tanh", "tanh"}, Function{"floor", "floor"}, Function{"min", "min"},  Function{"max", "max"}};

Type cast_to(const CNode& node) {
  const CType type = type_of(node.type, node.where);
  return type.element;
}

bool is_literal(const CNode& node) { return node.kind == "IntegerLiteral"; }

/// Denormals and infinities included, for which std::stod throws.
double real_number(const CNode& literal) { return std::strtod(literal.value.c_str(), nullptr); }

}  // namespace

std::string CNames::fresh(const std::string& wanted) {
  std::string name = wanted;
  if (std::ranges::find(reserved, name) != reserved.end()) name += "_";
  for (int n = 1; taken.contains(name); ++n) name = fmt::format("{}_{}", wanted, n);
  taken.insert(name);
  return name;
}

CType type_of(const std::string& text, const SourceLocation& where) {
  const std::string plain = without_qualifiers(text);
  const std::size_t end = plain.find_first_of("*[(");
  const std::vector<std::string_view> words = words_of(std::string_view(plain).substr(0, end));
  std::string base;
  for (const std::string_view word : words) base += fmt::format("{}{}", base.empty() ? "" : " ", word);
  const auto element = std::ranges::find(elements, base, [](const Element& e) { return std::string(e.c_name); });
  if (element == elements.end())
    throw ParseError(where,
                     fmt::format("the type '{}' is none of float, double, int and long, or arrays of them", text));
  CType out{element->type, element->is_integer, {}};
  if (end == std::string::npos) return out;
  const auto stars = std::ranges::count(plain, '*');
  if (stars > 1)
    throw ParseError(where, fmt::format("'{}' is an array of pointers: no affine subscript reaches it", text));
  if (stars == 1) out.axes.push_back(nullptr);
  for (std::size_t open = plain.find('['); open != std::string::npos; open = plain.find('[', open + 1)) {
    const std::string extent(trimmed(std::string_view(plain).substr(open + 1, plain.find(']', open) - open - 1)));
    out.axes.push_back(extent.empty() ? nullptr : parse_expression(extent, {}, where));
  }
  return out;
}

std::int64_t whole_number(const CNode& literal) {
  std::int64_t value = 0;
  const char* const end = literal.value.data() + literal.value.size();
  const auto [stopped, error] = std::from_chars(literal.value.data(), end, value);
  if (error != std::errc() || stopped != end)
    fail(literal, fmt::format("'{}' does not fit in 64 bits with sign", literal.value));
  return value;
}

const CNode& bare(const CNode& node) {
  const bool passes = node.kind == "ParenExpr" || node.kind == "ConstantExpr" || node.kind == "ExprWithCleanups" ||
                      ((node.kind == "ImplicitCastExpr" || node.kind == "CStyleCastExpr") &&
                       (node.cast == "LValueToRValue" || node.cast == "NoOp" || node.cast == "ArrayToPointerDecay" ||
                        node.cast == "FunctionToPointerDecay" || node.cast == "IntegralCast"));
  return passes && node.inner.size() == 1 ? bare(node.inner[0]) : node;
}

ExpressionPtr CExpressionReader::value(const CNode& given, bool indexing) const {
  const CNode& node = bare(given);
  if (node.kind == "IntegerLiteral") return integer(whole_number(node));
  if (node.kind == "FloatingLiteral") return real(real_number(node));
  if (node.kind == "DeclRefExpr") {
    if (const auto known = names_.values.find(node.refers); known != names_.values.end()) return known->second;
    fail(node, fmt::format("'{}' is no argument, loop or variable of this function", node.refers_name));
  }
  if (ExpressionPtr element = access(node)) return element;
  if (node.kind == "ImplicitCastExpr" || node.kind == "CStyleCastExpr") return converted(node, indexing);
  if (node.kind == "BinaryOperator" || node.kind == "UnaryOperator" || node.kind == "ConditionalOperator")
    return operation(node, indexing);
  if (node.kind == "CallExpr") return called(node);
  fail(node, fmt::format("an expression that loop programs do not have ({})", node.kind));
}

/// Conversions between floating-point types, and to or from them.
ExpressionPtr CExpressionReader::converted(const CNode& node, bool indexing) const {
  const CNode& inside = bare(node.inner.at(0));
  if (node.cast == "IntegralToFloating" && is_literal(inside)) return real(real_number(inside));
  if (node.cast == "FloatingCast" && inside.kind == "FloatingLiteral") return real(real_number(inside));
  if (node.cast == "IntegralToBoolean" || node.cast == "FloatingToBoolean")
    return make(Op::not_equal, {value(inside, indexing), integer(0)});
  if (node.cast == "FloatingCast" || node.cast == "IntegralToFloating" || node.cast == "FloatingToIntegral")
    return cast(cast_to(node), value(inside, indexing));
  fail(node, fmt::format("a conversion that loop programs do not have ({})", node.cast));
}

ExpressionPtr CExpressionReader::operation(const CNode& node, bool indexing) const {
  std::vector<ExpressionPtr> operands;
  for (const CNode& each : node.inner) operands.push_back(value(each, indexing));
  if (node.kind == "ConditionalOperator") return make(Op::select, std::move(operands));
  if (node.kind == "UnaryOperator") {
    if (node.opcode == "+") return operands.at(0);
    if (node.opcode == "-") return make(Op::negate, std::move(operands));
    if (node.opcode == "!") return make(Op::logical_not, std::move(operands));
    fail(node, fmt::format("the operator '{}' within an expression", node.opcode));
  }
  const bool whole = type_of(node.inner.at(0).type, node.where).is_integer;
  const auto op = [&](Op operation) { return make(operation, std::move(operands)); };
  const auto turned = [&](Op operation) { return make(operation, {operands.at(1), operands.at(0)}); };
  if (node.opcode == "+") return op(Op::add);
  if (node.opcode == "-") return op(Op::subtract);
  if (node.opcode == "*") return op(Op::multiply);
  if (node.opcode == "/") return op(whole && indexing ? Op::floor_div : Op::divide);
  if (node.opcode == "%") return op(Op::modulo);
  if (node.opcode == "<") return op(Op::less);
  if (node.opcode == "<=") return op(Op::less_equal);
  if (node.opcode == ">") return turned(Op::less);
  if (node.opcode == ">=") return turned(Op::less_equal);
  if (node.opcode == "==") return op(Op::equal);
  if (node.opcode == "!=") return op(Op::not_equal);
  if (node.opcode == "&&") return op(Op::logical_and);
  if (node.opcode == "||") return op(Op::logical_or);
  fail(node, fmt::format("the operator '{}', which loop programs do not have", node.opcode));
}

ExpressionPtr CExpressionReader::called(const CNode& node) const {
  std::string name = bare(node.inner.at(0)).refers_name;
  if (name.starts_with("__builtin_")) name = name.substr(10);
  for (const Function& each : functions) {
    if (name != each.c_name && name != std::string(each.c_name) + "f") continue;
    std::vector<ExpressionPtr> arguments;
    for (std::size_t n = 1; n < node.inner.size(); ++n) arguments.push_back(value(node.inner[n]));
    return call(each.name, std::move(arguments));
  }
  fail(node, fmt::format("a call of '{}': what it does is not known", name.empty() ? "a pointer" : name));
}

ExpressionPtr CExpressionReader::access(const CNode& given) const {
  const CNode* node = &bare(given);
  std::vector<ExpressionPtr> indices;
  const CNode& first = *node;
  while (node->kind == "ArraySubscriptExpr") {
    indices.insert(indices.begin(), value(node->inner.at(1), true));
    node = &bare(node->inner.at(0));
  }
  if (indices.empty() && node->kind == "UnaryOperator" && node->opcode == "*") {
    node = &bare(node->inner.at(0));
    const bool moved = node->kind == "BinaryOperator" && node->opcode == "+";
    indices.push_back(moved ? value(node->inner.at(1), true) : integer(0));
    if (moved) node = &bare(node->inner.at(0));
  }
  if (indices.empty()) return nullptr;
  const auto array = node->kind == "DeclRefExpr" ? names_.arrays.find(node->refers) : names_.arrays.end();
  if (array == names_.arrays.end()) fail(first, "an access to memory that is none of the function's arrays");
  if (array->second.type.axes.size() != indices.size())
    fail(first, fmt::format("'{}' has {} axes and is given {} subscripts", array->second.name,
                            array->second.type.axes.size(), indices.size()));
  const ExpressionPtr made = subscript(array->second.name, std::move(indices));
  Expression placed = *made;
  placed.where = first.where;
  return std::make_shared<const Expression>(std::move(placed));
}

}  // namespace forewarp::loop::detail
