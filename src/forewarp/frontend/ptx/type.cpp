// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/type.hpp"

#include <array>

#include "forewarp/frontend/ptx/detail/name_map.hpp"

namespace forewarp::ptx {
namespace {

enum class Family : std::uint8_t { bits, signed_, floating };

struct TypeRow {
  Type type;
  std::string_view name;
  std::uint8_t bytes;
  Family family = Family::bits;
};

using enum Family;

// In the order of enum Type. The packed sub-byte float types (e2m1x2: two 4-bit values in a byte) follow the PTX ISA,
// "Packed Floating-Point Data Types"; opaque references are 64-bit handles.
constexpr std::array rows = {
    TypeRow{Type::none, "", 0},
    TypeRow{Type::pred, "pred", 0},
    TypeRow{Type::b8, "b8", 1},
    TypeRow{Type::b16, "b16", 2},
    TypeRow{Type::b32, "b32", 4},
    TypeRow{Type::b64, "b64", 8},
    TypeRow{Type::b128, "b128", 16},
    TypeRow{Type::u8, "u8", 1},
    TypeRow{Type::u16, "u16", 2},
    TypeRow{Type::u32, "u32", 4},
    TypeRow{Type::u64, "u64", 8},
    TypeRow{Type::s8, "s8", 1, signed_},
    TypeRow{Type::s16, "s16", 2, signed_},
    TypeRow{Type::s32, "s32", 4, signed_},
    TypeRow{Type::s64, "s64", 8, signed_},
    TypeRow{Type::f16, "f16", 2, floating},
    TypeRow{Type::f16x2, "f16x2", 4, floating},
    TypeRow{Type::bf16, "bf16", 2, floating},
    TypeRow{Type::bf16x2, "bf16x2", 4, floating},
    TypeRow{Type::tf32, "tf32", 4, floating},
    TypeRow{Type::f32, "f32", 4, floating},
    TypeRow{Type::f64, "f64", 8, floating},
    TypeRow{Type::f32x2, "f32x2", 8, floating},
    TypeRow{Type::u16x2, "u16x2", 4},
    TypeRow{Type::s16x2, "s16x2", 4, signed_},
    TypeRow{Type::u8x4, "u8x4", 4},
    TypeRow{Type::s8x4, "s8x4", 4, signed_},
    TypeRow{Type::e4m3, "e4m3", 1, floating},
    TypeRow{Type::e5m2, "e5m2", 1, floating},
    TypeRow{Type::e4m3x2, "e4m3x2", 2, floating},
    TypeRow{Type::e5m2x2, "e5m2x2", 2, floating},
    TypeRow{Type::e2m1, "e2m1", 1, floating},
    TypeRow{Type::e2m3, "e2m3", 1, floating},
    TypeRow{Type::e3m2, "e3m2", 1, floating},
    TypeRow{Type::e2m1x2, "e2m1x2", 1, floating},
    TypeRow{Type::e2m3x2, "e2m3x2", 2, floating},
    TypeRow{Type::e3m2x2, "e3m2x2", 2, floating},
    TypeRow{Type::ue8m0, "ue8m0", 1, floating},
    TypeRow{Type::ue8m0x2, "ue8m0x2", 2, floating},
    TypeRow{Type::u4, "u4", 1},
    TypeRow{Type::s4, "s4", 1},
    TypeRow{Type::b1, "b1", 1},
    TypeRow{Type::b4x16, "b4x16", 8},
    TypeRow{Type::b6x16_p32, "b6x16_p32", 16},
    TypeRow{Type::b4x16_p64, "b4x16_p64", 16},
    TypeRow{Type::texref, "texref", 8},
    TypeRow{Type::samplerref, "samplerref", 8},
    TypeRow{Type::surfref, "surfref", 8},
};

constexpr bool rows_follow_the_enum() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].type) != i) return false;
  return rows.size() == static_cast<std::size_t>(Type::surfref) + 1;
}
static_assert(rows_follow_the_enum());

const TypeRow& row(Type type) { return rows[static_cast<std::size_t>(type)]; }

constexpr std::array<std::string_view, 9> space_names = {"",      "reg",   "sreg",   "const", "global",
                                                         "local", "param", "shared", "tex"};

}  // namespace

unsigned size_of(Type type) { return row(type).bytes; }
bool is_float(Type type) { return row(type).family == floating; }
bool is_signed(Type type) { return row(type).family == signed_; }
std::string_view name_of(Type type) { return row(type).name; }
std::string_view name_of(StateSpace space) { return space_names[static_cast<std::size_t>(space)]; }

std::optional<Type> type_from(std::string_view name) {
  static const auto names = [] {
    detail::NameMap<Type> map;
    for (const TypeRow& r : rows) map[r.name] = r.type;
    return map;
  }();
  if (name.empty()) return std::nullopt;
  const Type* type = names.find(name);
  return type != nullptr ? std::optional(*type) : std::nullopt;
}

std::optional<StateSpace> space_from(std::string_view name) {
  const std::string_view stem = name.substr(0, name.find_first_of(":["));
  for (std::size_t i = 1; i < space_names.size(); ++i)
    if (stem == space_names[i]) return static_cast<StateSpace>(i);
  return std::nullopt;
}

}  // namespace forewarp::ptx
