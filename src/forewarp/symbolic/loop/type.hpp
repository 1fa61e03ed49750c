// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Types of data in loop programs.
#include <cstdint>
#include <optional>
#include <string_view>

namespace forewarp::loop {

/// `unknown` until inference has run.
enum class Type : std::uint8_t { unknown, boolean, i32, i64, f16, f32, f64 };

/// "f32"; and as features of cost expressions write it: "float32" (stevens2020, section 6.1).
[[nodiscard]] std::string_view name_of(Type type);
[[nodiscard]] std::string_view feature_name_of(Type type);
/// Either spelling.
[[nodiscard]] std::optional<Type> type_named(std::string_view name);
/// 0 for unknown.
[[nodiscard]] std::int64_t bytes_of(Type type);
[[nodiscard]] bool is_float(Type type);

}  // namespace forewarp::loop
