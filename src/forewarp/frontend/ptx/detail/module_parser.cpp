// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/module_parser.hpp"

#include <charconv>

#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/frontend/ptx/detail/variable_parser.hpp"

namespace forewarp::ptx::detail {
namespace {

bool is_linkage(std::string_view word) {
  return word == ".visible" || word == ".extern" || word == ".weak" || word == ".common";
}

}  // namespace

void ModuleParser::parse() {
  if (!lexer_.at_directive(".version")) lexer_.fail("expected .version, with which every PTX module begins");
  while (lexer_.current().kind != TokenKind::end) statement();
  for (const Token& used : context_.used_names)
    if (context_.names.find(used.text) == nullptr) lexer_.fail(used, "this name is not declared");
}

void ModuleParser::statement() {
  if (lexer_.at('@')) return dwarf_line();
  if (lexer_.accept(';')) return;
  if (lexer_.current().kind != TokenKind::directive) lexer_.fail("expected a directive at module level");
  const std::string_view word = lexer_.current().text;
  if (word == ".version") return version();
  if (word == ".target") return target();
  if (word == ".address_size") return address_size();
  if (word == ".file") return file();
  if (word == ".section") return section();
  if (word == ".pragma") return pragma();
  if (word == ".alias") return alias();
  linked();
}

void ModuleParser::linked() {
  std::string_view linkage;
  while (lexer_.current().kind == TokenKind::directive && is_linkage(lexer_.current().text)) {
    linkage = lexer_.current().text;
    lexer_.advance();
  }
  if (lexer_.at_directive(".entry") || lexer_.at_directive(".func")) return function(linkage);
  variables(linkage);
}

void ModuleParser::version() {
  lexer_.advance();
  const Token at = lexer_.current();
  const char* first = at.text.data();
  const char* last = first + at.text.size();
  const auto [dot, error] = std::from_chars(first, last, module_.version_major);
  if (at.kind != TokenKind::number || error != std::errc{} || dot == last || *dot != '.')
    lexer_.fail("expected a version such as 8.5");
  const auto [end, minor_error] = std::from_chars(dot + 1, last, module_.version_minor);
  if (minor_error != std::errc{} || end != last) lexer_.fail("expected a version such as 8.5");
  lexer_.advance();
}

void ModuleParser::target() {
  lexer_.advance();
  const char* first = lexer_.current().text.data();
  const char* last = first;
  do {
    const std::string_view word = take_name(lexer_, "such as sm_80");
    last = word.data() + word.size();
  } while (lexer_.accept(','));
  module_.target = {first, static_cast<std::size_t>(last - first)};
}

void ModuleParser::address_size() {
  lexer_.advance();
  const Token at = lexer_.current();
  module_.address_size = take_count(lexer_, 64, "as the address size");
  if (module_.address_size != 32 && module_.address_size != 64) lexer_.fail(at, "expected 32 or 64");
}

void ModuleParser::variables(std::string_view linkage) {
  const Token first = lexer_.current();
  DeclarationHead head = parse_declaration_head(context_);
  head.variable.linkage = linkage;
  const StateSpace space = head.variable.space;
  if (space == StateSpace::none) lexer_.fail(first, "expected the state space of a variable");
  if (space == StateSpace::reg || space == StateSpace::param)
    lexer_.fail(first, "this state space is only for functions");
  do {
    Variable variable = head.variable;
    const Token name = lexer_.current();
    variable.name = take_name(lexer_, "of a variable");
    const ModuleNameKind* known = context_.names.find(name.text);
    if (known != nullptr && *known != ModuleNameKind::variable) lexer_.fail(name, "this name is a function already");
    const auto extents = parse_extents(context_, head, variable);
    context_.names[name.text] = ModuleNameKind::variable;
    parse_initialiser(context_, variable, extents, false);
    add(ModuleItem::Kind::variable, module_.variables.size());
    module_.variables.push_back(std::move(variable));
  } while (lexer_.accept(','));
  lexer_.expect(';', "after a declaration");
}

void ModuleParser::alias() {
  lexer_.advance();
  const Token name = lexer_.current();
  Alias alias;
  alias.name = take_name(lexer_, "of an alias");
  lexer_.expect(',', "between an alias and its function");
  const Token target = lexer_.current();
  alias.target = take_name(lexer_, "of a function");
  const ModuleNameKind* kind = context_.names.find(target.text);
  if (kind == nullptr || *kind != ModuleNameKind::function) lexer_.fail(target, "expected a function that is declared");
  lexer_.expect(';', "after an alias");
  if (context_.names.find(name.text) == nullptr) context_.names[name.text] = ModuleNameKind::alias;
  add(ModuleItem::Kind::alias, module_.aliases.size());
  module_.aliases.push_back(alias);
}

}  // namespace forewarp::ptx::detail
