// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/frontend/ptx/detail/module_parser.hpp"

namespace forewarp::ptx::detail {

void ModuleParser::file() {
  constexpr std::uint32_t last_file = 65535;
  lexer_.advance();
  std::size_t index = 0;
  if (lexer_.current().kind == TokenKind::number) index = take_count(lexer_, last_file, "as the number of a file");
  if (lexer_.current().kind != TokenKind::string) lexer_.fail("expected the name of a file in quotes");
  if (module_.files.size() <= index) module_.files.resize(index + 1);
  module_.files[index] = lexer_.current().text;
  lexer_.advance();
  if (lexer_.current().kind == TokenKind::string) {  // clang: folder, then file
    std::string& name = module_.files[index];
    const std::string_view file = lexer_.current().text;
    name = file.starts_with('/') ? std::string(file) : fmt::format("{}/{}", name, file);
    lexer_.advance();
  }
  while (lexer_.accept(',')) static_cast<void>(take_integer(lexer_, "as time or size of a file"));
}

void ModuleParser::section() {
  const char* first = lexer_.current().text.data();
  while (!lexer_.at('{')) {
    if (lexer_.current().kind == TokenKind::end) lexer_.fail("expected '{' after .section");
    lexer_.advance();
  }
  while (!lexer_.at('}')) {
    if (lexer_.current().kind == TokenKind::end) lexer_.fail("expected '}' to close a .section");
    lexer_.advance();
  }
  const char* last = lexer_.current().text.data() + 1;
  lexer_.advance();
  add(ModuleItem::Kind::section, module_.sections.size());
  module_.sections.emplace_back(first, static_cast<std::size_t>(last - first));
}

/// "@@DWARF ...": debug data of old compilers, one line each.
void ModuleParser::dwarf_line() {
  const char* first = lexer_.current().text.data();
  const std::string_view left(first, static_cast<std::size_t>(lexer_.end() - first));
  if (!left.starts_with("@@DWARF")) lexer_.fail("expected a directive at module level");
  const std::string_view line = left.substr(0, left.find_first_of("\r\n"));
  add(ModuleItem::Kind::section, module_.sections.size());
  module_.sections.push_back(line);
  lexer_.resume_after(line.data() + line.size() - 1);
}

void ModuleParser::pragma() {
  const std::size_t first = module_.directives.size();
  parse_directive(lexer_, module_.directives);
  lexer_.expect(';', "after a .pragma");
  for (std::size_t i = first; i < module_.directives.size(); ++i) add(ModuleItem::Kind::directive, i);
}

}  // namespace forewarp::ptx::detail
