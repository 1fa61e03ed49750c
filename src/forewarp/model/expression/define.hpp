// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Features that a user defines as expressions of other features (stevens2020, section 6.1: users can create their
/// own).
///
///     f_bytes = 4*f_mem_access_global_float32 + 8*f_mem_access_global_float64
#include <span>
#include <string>
#include <string_view>

namespace forewarp::model::expression {

/// The cost expression with each defined feature replaced by its definition in parentheses; a definition may use those
/// before it. Throws InputError for what is not NAME=EXPRESSION, a name that is not f_... or that is built in or
/// defined twice, a definition with a parameter p_... or one that cannot be read, and one that the expression and the
/// other definitions do not use.
[[nodiscard]] std::string with_definitions(std::string_view expression, std::span<const std::string> definitions);

}  // namespace forewarp::model::expression
