// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers of PTX (PTX ISA, "Constants"): decimal, octal, 0b, 0x with U; 0f and 0d bit patterns; decimal fractions.
#include <cstdint>

#include "forewarp/frontend/ptx/detail/lexer.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::ptx::detail {

/// A constant: type is s64, u64, f32 (low half of bits) or f64.
struct Constant {
  Type type = Type::s64;
  std::uint64_t bits = 0;
};

/// The value of the lexer's current number token, which it leaves. Throws ParseError when it is not a PTX number.
[[nodiscard]] Constant take_literal(Lexer& lexer);

/// The constant as a double; integers are converted.
[[nodiscard]] double to_double(const Constant& constant);
[[nodiscard]] Constant from_double(double value);

}  // namespace forewarp::ptx::detail
