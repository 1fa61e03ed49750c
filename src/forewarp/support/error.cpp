// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/error.hpp"

#include <fmt/format.h>

namespace forewarp {

ParseError::ParseError(SourceLocation where, std::string_view message)
    : InputError(where.str().empty() ? std::string(message) : fmt::format("{}: {}", where.str(), message)),
      where_(std::move(where)) {}

namespace detail {
void assertion_failed(const char* condition, const char* sentence, const char* file, int line) {
  throw std::logic_error(fmt::format("{}:{}: internal error: {} ({})", file, line, sentence, condition));
}
}  // namespace detail
}  // namespace forewarp
