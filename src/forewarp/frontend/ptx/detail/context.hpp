// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "forewarp/frontend/ptx/detail/lexer.hpp"
#include "forewarp/frontend/ptx/detail/mnemonic.hpp"
#include "forewarp/frontend/ptx/detail/name_arena.hpp"
#include "forewarp/frontend/ptx/detail/scopes.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

/// A parameter in a vector register: its elements are parameters of their own.
struct VectorParameter {
  std::string_view name, first_element;
  std::uint32_t width = 1;
};

/// What all parts of the parser share while one module is read.
struct Context {
  explicit Context(Module& into)
      : module(into),
        lexer(*into.text, into.file),
        arena(*into.names),
        scopes(names, arena),
        padding_left(65536 + into.text->size()) {}

  Module& module;
  Lexer lexer;
  NameArena arena;
  ModuleNames names;
  Mnemonics mnemonics;
  Scopes scopes;
  std::vector<Token> used_names;                   ///< module-level names in initialisers, looked up when all are known
  std::vector<VectorParameter> vector_parameters;  ///< of the function that is read
  std::size_t padding_left;                        ///< zeros that nested initialisers may still insert
};

/// The current token as a plain name (no dots), which is stepped over; purpose completes "expected a name ...".
[[nodiscard]] std::string_view take_name(Lexer& lexer, std::string_view purpose);

}  // namespace forewarp::ptx::detail
