// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/context.hpp"

namespace forewarp::ptx::detail {

/// The part before the names of a declaration: ".global .align 8 .v4 .f32".
struct DeclarationHead {
  Variable variable;         ///< name, extents and initialiser still empty
  std::uint32_t vector = 1;  ///< of .v2 .v4 .v8
};

[[nodiscard]] DeclarationHead parse_declaration_head(Context& context);
/// Extents "[4][2]" into the variable. Throws ParseError above 2^40 bytes. Returns the extents.
std::vector<std::uint64_t> parse_extents(Context& context, const DeclarationHead& head, Variable& variable);
/// "(.param .b32 a, .param .align 8 .b8 b[16])" or nothing when there is no parenthesis.
[[nodiscard]] std::vector<Variable> parse_parameters(Context& context);
/// "= value" or "= { ... }" when one follows. in_body: names of the function's body come first.
void parse_initialiser(Context& context, Variable& variable, const std::vector<std::uint64_t>& extents, bool in_body);
/// The text in parentheses after .attribute; the directive is the current token.
[[nodiscard]] std::string_view take_attribute(Lexer& lexer);

}  // namespace forewarp::ptx::detail
