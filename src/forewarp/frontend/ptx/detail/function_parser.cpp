// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/frontend/ptx/detail/module_parser.hpp"
#include "forewarp/frontend/ptx/detail/variable_parser.hpp"

namespace forewarp::ptx::detail {
namespace {

constexpr std::uint32_t any_number = 0xffffffff;

}  // namespace

void parse_directive(Lexer& lexer, std::vector<Directive>& into) {
  Directive directive;
  directive.name = lexer.current().text.substr(1);
  lexer.advance();
  if (lexer.current().kind != TokenKind::string) {
    if (at_constant(lexer)) do {
        directive.values.push_back(take_count(lexer, any_number, "as a value of a directive"));
      } while (lexer.accept(','));
    into.push_back(std::move(directive));
    return;
  }
  do {
    if (lexer.current().kind != TokenKind::string) lexer.fail("expected a string");
    directive.text = lexer.current().text;
    into.push_back(directive);
    lexer.advance();
  } while (lexer.accept(','));
}

void ModuleParser::declare_function(const Token& name) {
  const ModuleNameKind* known = context_.names.find(name.text);
  if (known != nullptr && *known == ModuleNameKind::variable) lexer_.fail(name, "this name is a variable already");
  context_.names[name.text] = ModuleNameKind::function;
}

void ModuleParser::function(std::string_view linkage) {
  Function function;
  function.linkage = linkage;
  function.line = lexer_.current().line;
  function.is_entry = lexer_.at_directive(".entry");
  lexer_.advance();
  if (lexer_.at_directive(".attribute")) function.attribute = take_attribute(lexer_);
  context_.vector_parameters.clear();
  function.returns = parse_parameters(context_);
  const Token name = lexer_.current();
  if (function.is_entry && !function.returns.empty()) lexer_.fail("expected no return value of an .entry");
  function.name = take_name(lexer_, "of a function");
  declare_function(name);
  function.parameters = parse_parameters(context_);
  function_directives(function);
  body_or_end(function);
  add(ModuleItem::Kind::function, module_.functions.size());
  module_.functions.push_back(std::move(function));
}

void ModuleParser::function_directives(Function& function) {
  while (lexer_.current().kind == TokenKind::directive) {
    if (lexer_.at_directive(".noreturn")) {
      function.noreturn = true;
      lexer_.advance();
    } else if (lexer_.at_directive(".attribute")) {
      function.attribute = take_attribute(lexer_);
    } else {
      const bool ends_itself = lexer_.at_directive(".pragma");
      parse_directive(lexer_, function.directives);
      if (ends_itself) lexer_.accept(';');
    }
  }
}

void ModuleParser::body_or_end(Function& function) {
  function.is_declaration = !lexer_.at('{');
  if (function.is_declaration) return lexer_.expect(';', "or the '{' of a body after the head of a function");
  lexer_.advance();
  body_.parse(function);
  lexer_.expect('}', "to end the function");
}

}  // namespace forewarp::ptx::detail
