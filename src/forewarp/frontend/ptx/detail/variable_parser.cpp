// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/variable_parser.hpp"

#include <bit>

#include "forewarp/frontend/ptx/detail/expression.hpp"

namespace forewarp::ptx::detail {
namespace {

constexpr std::uint64_t largest_variable_bytes = std::uint64_t{1} << 40;
constexpr std::uint32_t largest_alignment = 1U << 20;
constexpr std::size_t max_extents = 16;

std::uint32_t take_alignment(Lexer& lexer) {
  lexer.advance();
  const Token at = lexer.current();
  const std::uint32_t alignment = take_count(lexer, largest_alignment, "as an alignment");
  if (!std::has_single_bit(alignment)) lexer.fail(at, "expected a power of two as an alignment");
  return alignment;
}

void skip_bank(Lexer& lexer) {
  if (!lexer.accept('[')) return;
  static_cast<void>(take_count(lexer, 10, "as the number of a constant bank"));
  lexer.expect(']', "after the number of a constant bank");
}

/// ".ptr .global .align 16" of a kernel parameter.
void parse_pointee(Lexer& lexer, Variable& variable) {
  lexer.advance();
  if (lexer.current().kind == TokenKind::directive) {
    if (const auto space = space_from(lexer.current().text.substr(1))) {
      variable.pointee = *space;
      lexer.advance();
    }
  }
  if (lexer.at_directive(".align")) variable.pointee_alignment = take_alignment(lexer);
}

std::uint32_t vector_width(std::string_view word) {
  if (word == ".v2") return 2;
  if (word == ".v4") return 4;
  return word == ".v8" ? 8 : 0;
}

void parse_head_word(Context& context, DeclarationHead& head) {
  Lexer& lexer = context.lexer;
  const std::string_view word = lexer.current().text;
  if (word == ".align") {
    head.variable.alignment = take_alignment(lexer);
    return;
  }
  if (word == ".ptr") return parse_pointee(lexer, head.variable);
  if (word == ".attribute") {
    head.variable.managed |= take_attribute(lexer).find(".managed") != std::string_view::npos;
    return;
  }
  if (const auto type = type_from(word.substr(1))) {
    if (head.variable.type != Type::none) lexer.fail("this declaration has a type already");
    head.variable.type = *type;
  } else if (const auto space = space_from(word.substr(1))) {
    if (head.variable.space != StateSpace::none) lexer.fail("this declaration has a state space already");
    head.variable.space = *space;
  } else if (const std::uint32_t width = vector_width(word)) {
    head.vector = width;
  } else {
    lexer.fail("expected a state space, a type or .align of a declaration");
  }
  lexer.advance();
  if (word == ".const") skip_bank(lexer);
}

/// Multiplies, refusing what would pass the limit.
std::uint64_t product(const Lexer& lexer, const Token& at, std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > largest_variable_bytes / a) lexer.fail(at, "this variable is larger than 2^40 bytes");
  return a * b;
}

}  // namespace

std::string_view take_name(Lexer& lexer, std::string_view purpose) {
  const Token& token = lexer.current();
  if (token.kind != TokenKind::word || token.text.find_first_of(".:") != std::string_view::npos)
    lexer.fail(std::string("expected a name ").append(purpose));
  const std::string_view name = token.text;
  lexer.advance();
  return name;
}

std::string_view take_attribute(Lexer& lexer) {
  lexer.advance();
  if (!lexer.at('(')) lexer.fail("expected '(' after .attribute");
  lexer.advance();
  const char* first = lexer.current().text.data();
  const char* last = first;
  for (unsigned open = 0; !(lexer.at(')') && open == 0); lexer.advance()) {
    if (lexer.current().kind == TokenKind::end) lexer.fail("expected ')' to close .attribute");
    if (lexer.at('(')) ++open;
    if (lexer.at(')')) --open;
    last = lexer.current().text.data() + lexer.current().text.size();
  }
  lexer.advance();
  return {first, static_cast<std::size_t>(last - first)};
}

DeclarationHead parse_declaration_head(Context& context) {
  DeclarationHead head;
  head.variable.line = context.lexer.current().line;
  while (context.lexer.current().kind == TokenKind::directive) parse_head_word(context, head);
  if (head.variable.type == Type::none) context.lexer.fail("expected the type of the declaration first");
  if (head.variable.type == Type::pred && head.variable.space != StateSpace::reg)
    context.lexer.fail("a predicate can only be in .reg");
  return head;
}

std::vector<std::uint64_t> parse_extents(Context& context, const DeclarationHead& head, Variable& variable) {
  Lexer& lexer = context.lexer;
  const Token at = lexer.current();
  std::vector<std::uint64_t> extents;
  bool open_ended = false;
  while (lexer.accept('[')) {
    if (extents.size() == max_extents || open_ended) lexer.fail("this array has too many dimensions");
    open_ended = extents.empty() && lexer.at(']');
    const std::int64_t extent = open_ended ? 0 : take_integer(lexer, "as the extent of an array");
    if (extent < 0) lexer.fail("expected an extent that is not negative");
    extents.push_back(static_cast<std::uint64_t>(extent));
    lexer.expect(']', "after the extent of an array");
  }
  variable.is_array = !extents.empty();
  if (head.vector > 1) extents.push_back(head.vector);
  const std::uint64_t unit = size_of(variable.type) == 0 ? 1 : size_of(variable.type);
  std::uint64_t bytes = unit;
  for (const std::uint64_t extent : extents) bytes = product(lexer, at, bytes, extent);
  variable.elements = bytes / unit;
  if (variable.alignment == 0) variable.alignment = size_of(variable.type) * head.vector;
  return extents;
}

namespace {

/// ".reg .v2 .u32 p": two parameters, p$x and p$y.
void vector_parameter(Context& context, const DeclarationHead& head, std::vector<Variable>& parameters) {
  constexpr std::uint32_t widest = 4;
  if (head.vector > widest) context.lexer.fail("expected a vector register of two or four elements");
  for (std::uint32_t element = 0; element < head.vector; ++element) {
    Variable variable = head.variable;
    variable.name = context.arena.keep(element_name(head.variable.name, element));
    variable.alignment = size_of(variable.type);
    if (element == 0) context.vector_parameters.push_back({head.variable.name, variable.name, head.vector});
    parameters.push_back(variable);
  }
}

}  // namespace

std::vector<Variable> parse_parameters(Context& context) {
  Lexer& lexer = context.lexer;
  std::vector<Variable> parameters;
  if (!lexer.accept('(')) return parameters;
  if (lexer.accept(')')) return parameters;
  do {
    DeclarationHead head = parse_declaration_head(context);
    Variable& variable = head.variable;
    if (variable.space != StateSpace::param && variable.space != StateSpace::reg)
      lexer.fail("expected a parameter to be in .param or .reg");
    variable.name = take_name(lexer, "of a parameter");
    if (variable.space == StateSpace::reg && head.vector > 1) {
      vector_parameter(context, head, parameters);
      continue;
    }
    parse_extents(context, head, variable);
    parameters.push_back(variable);
  } while (lexer.accept(','));
  lexer.expect(')', "or ',' after a parameter");
  return parameters;
}

}  // namespace forewarp::ptx::detail
