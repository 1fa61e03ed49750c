// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/body_parser.hpp"

namespace forewarp::ptx::detail {

/// Reads the declarations at module level.
class ModuleParser {
 public:
  explicit ModuleParser(Context& context)
      : context_(context), lexer_(context.lexer), module_(context.module), body_(context) {}

  /// The whole text. Throws ParseError.
  void parse();

 private:
  void statement();
  void version();
  void target();
  void address_size();
  void file();
  void section();
  void dwarf_line();
  void pragma();
  void alias();
  void linked();
  void variables(std::string_view linkage);
  void function(std::string_view linkage);
  void function_directives(Function& function);
  void body_or_end(Function& function);
  void declare_function(const Token& name);
  void add(ModuleItem::Kind kind, std::size_t index) {
    module_.items.push_back({kind, static_cast<std::uint32_t>(index)});
  }

  Context& context_;
  Lexer& lexer_;
  Module& module_;
  BodyParser body_;
};

/// ".name 256, 1, 1" or ".name "text"" into the list, one entry a string.
void parse_directive(Lexer& lexer, std::vector<Directive>& into);

}  // namespace forewarp::ptx::detail
