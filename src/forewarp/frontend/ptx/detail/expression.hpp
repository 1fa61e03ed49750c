// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/lexer.hpp"
#include "forewarp/frontend/ptx/detail/literal.hpp"

namespace forewarp::ptx::detail {

/// Reads and evaluates a constant expression (PTX ISA, "Constant Expressions"): C operators on 64-bit integers and on
/// doubles, casts (.s64) and (.u64), WARP_SZ as 32. Throws ParseError; nesting is limited to 64.
[[nodiscard]] Constant take_constant(Lexer& lexer);
/// The same where a '!' in front has been stepped over.
[[nodiscard]] Constant take_negated_constant(Lexer& lexer);
/// The same as take_constant, refusing floating-point results; purpose completes the message.
[[nodiscard]] std::int64_t take_integer(Lexer& lexer, std::string_view purpose);
/// An integer within [0, limit].
[[nodiscard]] std::uint32_t take_count(Lexer& lexer, std::uint32_t limit, std::string_view purpose);
/// Whether the current token can start a constant.
[[nodiscard]] bool at_constant(const Lexer& lexer);

}  // namespace forewarp::ptx::detail
