// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/body_parser.hpp"
#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/frontend/ptx/detail/variable_parser.hpp"

namespace forewarp::ptx::detail {
namespace {

constexpr std::uint32_t largest_range = 1U << 24;
constexpr std::uint32_t any = 0xffffffff;
constexpr std::uint32_t widest_vector = 4;

Loc::Place take_place(Lexer& lexer) {
  Loc::Place place;
  place.file = take_count(lexer, any, "as the file of a .loc");
  place.line = take_count(lexer, any, "as the line of a .loc");
  place.column = take_count(lexer, any, "as the column of a .loc");
  return place;
}

/// A label in the section .debug_str, or the section itself with an offset (NVRTC 12.8).
std::string_view take_function_name(Lexer& lexer) {
  const std::string_view text = lexer.current().text;
  if (text != ".debug_str") return take_name(lexer, "as function_name");
  lexer.advance();
  return text;
}

}  // namespace

void BodyParser::directive() {
  if (lexer_.at_directive(".reg")) return registers();
  if (lexer_.at_directive(".loc")) return loc();
  if (lexer_.at_directive(".pragma")) return pragma();
  variables();
}

void BodyParser::registers() {
  const DeclarationHead head = parse_declaration_head(context_);
  if (head.vector > widest_vector) lexer_.fail("expected a vector register of two or four elements");
  if (head.vector > 1 && head.variable.type == Type::pred) lexer_.fail("a predicate cannot be a vector");
  do {
    one_register(head.variable.type, head.vector);
  } while (lexer_.accept(','));
  lexer_.expect(';', "after a register declaration");
}

void BodyParser::one_register(Type type, std::uint32_t width) {
  const Token name = lexer_.current();
  static_cast<void>(take_name(lexer_, "of a register"));
  if (!lexer_.accept('<')) {
    if (width > 1) {
      if (!context_.scopes.declare_vector(name.text, type, width))
        lexer_.fail(name, "this name is declared twice in one scope");
      return;
    }
    const std::string_view own = declare(SymbolKind::reg, function_->registers.size(), name);
    function_->registers.push_back({own, type});
    return;
  }
  const Token count_at = lexer_.current();
  if (count_at.kind != TokenKind::number) lexer_.fail("expected the number of registers");
  const Constant count = take_literal(lexer_);
  if (is_float(count.type) || count.bits > largest_range)
    lexer_.fail(count_at, "expected at most 16777216 registers in a range");
  lexer_.expect('>', "after the number of registers");
  if (!context_.scopes.declare_range(name.text, static_cast<std::uint32_t>(count.bits), type, width))
    lexer_.fail(name, "this range of registers is declared twice in one scope");
}

void BodyParser::variables() {
  const Token first = lexer_.current();
  DeclarationHead head = parse_declaration_head(context_);
  if (head.variable.space == StateSpace::none) lexer_.fail(first, "expected the state space of a variable");
  if (head.variable.space == StateSpace::reg) lexer_.fail(first, "expected .reg to come first in a declaration");
  do {
    Variable variable = head.variable;
    const Token name = lexer_.current();
    static_cast<void>(take_name(lexer_, "of a variable"));
    const auto extents = parse_extents(context_, head, variable);
    variable.name = declare(SymbolKind::variable, function_->variables.size(), name);
    parse_initialiser(context_, variable, extents, true);
    function_->variables.push_back(std::move(variable));
  } while (lexer_.accept(','));
  lexer_.expect(';', "after a declaration");
}

void BodyParser::loc() {
  lexer_.advance();
  const Loc::Place place = take_place(lexer_);
  Loc loc;
  loc.file = place.file;
  loc.line = place.line;
  loc.column = place.column;
  while (lexer_.accept(',')) {
    if (lexer_.current().text == "inlined_at") {
      lexer_.advance();
      loc.inlined_at = take_place(lexer_);
    } else if (lexer_.current().text == "function_name") {
      lexer_.advance();
      loc.function_name = take_function_name(lexer_);
      if (lexer_.accept('+')) loc.function_name_offset = take_integer(lexer_, "as an offset");
    } else {
      lexer_.fail("expected function_name or inlined_at");
    }
  }
  loc_ = static_cast<std::int32_t>(function_->locs.size());
  function_->locs.push_back(loc);
}

void BodyParser::pragma() {
  lexer_.advance();
  do {
    if (lexer_.current().kind != TokenKind::string) lexer_.fail("expected the string of a .pragma");
    function_->pragmas.push_back({static_cast<std::uint32_t>(function_->body.size()), lexer_.current().text});
    lexer_.advance();
  } while (lexer_.accept(','));
  lexer_.expect(';', "after a .pragma");
}

void BodyParser::table(const Token& name) {
  const bool branches = lexer_.at_directive(".branchtargets");
  lexer_.advance();
  const std::size_t place = function_->tables.size();
  function_->tables.push_back({.name = declare(SymbolKind::table, place, name), .labels = {}, .functions = {}});
  LabelTable& table = function_->tables.back();
  do {
    const Token entry = lexer_.current();
    const std::string_view target = take_name(lexer_, branches ? "of a label" : "of a function");
    if (branches) {
      labels_.table_entry(entry, place, table.labels.size());
      table.labels.push_back(-1);
    } else {
      if (context_.names.find(target) == nullptr) lexer_.fail(entry, "expected a function that is declared");
      table.functions.push_back(target);
    }
  } while (lexer_.accept(','));
  lexer_.expect(';', "after a table");
}

void BodyParser::prototype(const Token& name) {
  lexer_.advance();
  Prototype prototype;
  prototype.name = declare(SymbolKind::prototype, function_->prototypes.size(), name);
  prototype.returns = parse_parameters(context_);
  static_cast<void>(take_name(lexer_, "('_') of a prototype"));
  prototype.parameters = parse_parameters(context_);
  while (lexer_.current().kind == TokenKind::directive) {
    if (lexer_.at_directive(".noreturn")) prototype.noreturn = true;
    lexer_.advance();
    if (at_constant(lexer_)) static_cast<void>(take_count(lexer_, any, "of a directive"));
  }
  lexer_.expect(';', "after a prototype");
  function_->prototypes.push_back(std::move(prototype));
}

}  // namespace forewarp::ptx::detail
