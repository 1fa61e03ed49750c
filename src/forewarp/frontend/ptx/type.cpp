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
  Family family;
};

using enum Family;

// In the order of enum Type. The packed sub-byte float types (e2m1x2: two 4-bit values in a byte) follow the PTX ISA,
// "Packed Floating-Point Data Types"; opaque references are 64-bit handles.
#define FOREWARP_TYPE(type, bytes, family) \
  TypeRow { Type::type, #type, bytes, family }
constexpr std::array rows = {
    TypeRow{Type::none, "", 0, bits},   FOREWARP_TYPE(pred, 0, bits),       FOREWARP_TYPE(b8, 1, bits),
    FOREWARP_TYPE(b16, 2, bits),        FOREWARP_TYPE(b32, 4, bits),        FOREWARP_TYPE(b64, 8, bits),
    FOREWARP_TYPE(b128, 16, bits),      FOREWARP_TYPE(u8, 1, bits),         FOREWARP_TYPE(u16, 2, bits),
    FOREWARP_TYPE(u32, 4, bits),        FOREWARP_TYPE(u64, 8, bits),        FOREWARP_TYPE(s8, 1, signed_),
    FOREWARP_TYPE(s16, 2, signed_),     FOREWARP_TYPE(s32, 4, signed_),     FOREWARP_TYPE(s64, 8, signed_),
    FOREWARP_TYPE(f16, 2, floating),    FOREWARP_TYPE(f16x2, 4, floating),  FOREWARP_TYPE(bf16, 2, floating),
    FOREWARP_TYPE(bf16x2, 4, floating), FOREWARP_TYPE(tf32, 4, floating),   FOREWARP_TYPE(f32, 4, floating),
    FOREWARP_TYPE(f64, 8, floating),    FOREWARP_TYPE(f32x2, 8, floating),  FOREWARP_TYPE(u16x2, 4, bits),
    FOREWARP_TYPE(s16x2, 4, signed_),   FOREWARP_TYPE(u8x4, 4, bits),       FOREWARP_TYPE(s8x4, 4, signed_),
    FOREWARP_TYPE(e4m3, 1, floating),   FOREWARP_TYPE(e5m2, 1, floating),   FOREWARP_TYPE(e4m3x2, 2, floating),
    FOREWARP_TYPE(e5m2x2, 2, floating), FOREWARP_TYPE(e2m1, 1, floating),   FOREWARP_TYPE(e2m3, 1, floating),
    FOREWARP_TYPE(e3m2, 1, floating),   FOREWARP_TYPE(e2m1x2, 1, floating), FOREWARP_TYPE(e2m3x2, 2, floating),
    FOREWARP_TYPE(e3m2x2, 2, floating), FOREWARP_TYPE(ue8m0, 1, floating),  FOREWARP_TYPE(ue8m0x2, 2, floating),
    FOREWARP_TYPE(u4, 1, bits),         FOREWARP_TYPE(s4, 1, bits),         FOREWARP_TYPE(b1, 1, bits),
    FOREWARP_TYPE(b4x16, 8, bits),      FOREWARP_TYPE(b6x16_p32, 16, bits), FOREWARP_TYPE(b4x16_p64, 16, bits),
    FOREWARP_TYPE(texref, 8, bits),     FOREWARP_TYPE(samplerref, 8, bits), FOREWARP_TYPE(surfref, 8, bits)};
#undef FOREWARP_TYPE

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
