// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/type.hpp"

#include <array>

namespace forewarp::loop {

namespace {

struct Row {
  Type type;
  std::string_view name, feature_name;
  std::int64_t bytes;
};

// In the order of the enumeration, by which row_of() indexes. Feature names are those of
// stevens2020's counts.
constexpr std::array<Row, 7> rows{{{Type::unknown, "unknown", "unknown", 0},
                                   {Type::boolean, "bool", "bool", 1},
                                   {Type::i32, "i32", "int32", 4},
                                   {Type::i64, "i64", "int64", 8},
                                   {Type::f16, "f16", "float16", 2},
                                   {Type::f32, "f32", "float32", 4},
                                   {Type::f64, "f64", "float64", 8}}};

const Row& row_of(Type type) { return rows[static_cast<std::size_t>(type)]; }

}  // namespace

std::string_view name_of(Type type) { return row_of(type).name; }
std::string_view feature_name_of(Type type) { return row_of(type).feature_name; }
std::int64_t bytes_of(Type type) { return row_of(type).bytes; }
bool is_float(Type type) { return type == Type::f16 || type == Type::f32 || type == Type::f64; }

std::optional<Type> type_named(std::string_view name) {
  for (const Row& row : rows)
    if (row.type != Type::unknown && (row.name == name || row.feature_name == name)) return row.type;
  return std::nullopt;
}

}  // namespace forewarp::loop
