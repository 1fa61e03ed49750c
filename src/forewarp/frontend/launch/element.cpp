// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/element.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/half.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::launch {
namespace {

unsigned width(ptx::Type type) { return 8 * ptx::size_of(type); }

bool is_bits(ptx::Type type) {
  return type == ptx::Type::b8 || type == ptx::Type::b16 || type == ptx::Type::b32 || type == ptx::Type::b64;
}

bool is_unsigned(ptx::Type type) {
  return type == ptx::Type::u8 || type == ptx::Type::u16 || type == ptx::Type::u32 || type == ptx::Type::u64;
}

bool is_integer(ptx::Type type) {
  return is_bits(type) || is_unsigned(type) || type == ptx::Type::s8 || type == ptx::Type::s16 ||
         type == ptx::Type::s32 || type == ptx::Type::s64;
}

std::uint64_t low_bits(std::int64_t value, unsigned bits) {
  const auto all = static_cast<std::uint64_t>(value);
  return bits == 64 ? all : all & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t encode_integer(std::int64_t value, ptx::Type type, std::string_view what) {
  const unsigned bits = width(type);
  if (bits < 64) {
    const std::int64_t least = is_unsigned(type) ? 0 : -(std::int64_t{1} << (bits - 1));
    const std::int64_t most = (std::int64_t{1} << (ptx::is_signed(type) ? bits - 1 : bits)) - 1;
    if (value < least || value > most)
      throw InputError(fmt::format("{}: {} does not fit {} ({} to {})", what, value, ptx::name_of(type), least, most));
  } else if (value < 0 && type == ptx::Type::u64) {
    throw InputError(fmt::format("{}: {} does not fit u64", what, value));
  }
  return low_bits(value, bits);
}

}  // namespace

bool is_real(ptx::Type type) {
  return type == ptx::Type::f16 || type == ptx::Type::bf16 || type == ptx::Type::f32 || type == ptx::Type::f64;
}

bool is_element(ptx::Type type) { return is_integer(type) || is_real(type); }

namespace {

struct Alias {
  std::string_view name;
  ptx::Type type;
};

constexpr std::array aliases{
    Alias{"float", ptx::Type::f32},     Alias{"double", ptx::Type::f64},   Alias{"half", ptx::Type::f16},
    Alias{"bfloat16", ptx::Type::bf16}, Alias{"char", ptx::Type::s8},      Alias{"uchar", ptx::Type::u8},
    Alias{"bool", ptx::Type::u8},       Alias{"short", ptx::Type::s16},    Alias{"ushort", ptx::Type::u16},
    Alias{"int", ptx::Type::s32},       Alias{"uint", ptx::Type::u32},     Alias{"long", ptx::Type::s64},
    Alias{"ulong", ptx::Type::u64},     Alias{"size_t", ptx::Type::u64},   Alias{"int8_t", ptx::Type::s8},
    Alias{"uint8_t", ptx::Type::u8},    Alias{"int16_t", ptx::Type::s16},  Alias{"uint16_t", ptx::Type::u16},
    Alias{"int32_t", ptx::Type::s32},   Alias{"uint32_t", ptx::Type::u32}, Alias{"int64_t", ptx::Type::s64},
    Alias{"uint64_t", ptx::Type::u64},
};

}  // namespace

std::optional<ptx::Type> element_from(std::string_view name) {
  if (const auto type = ptx::type_from(name); type && is_element(*type)) return type;
  const auto* found = std::ranges::find(aliases, name, &Alias::name);
  return found == aliases.end() ? std::nullopt : std::optional(found->type);
}

std::optional<ElementType> vector_element_from(std::string_view name) {
  if (const auto type = element_from(name)) return ElementType{*type, 1};
  if (!name.ends_with('2') && !name.ends_with('4')) return std::nullopt;
  const unsigned lanes = name.back() == '2' ? 2 : 4;
  name.remove_suffix(1);
  // With a digit before it the number of lanes takes an x: f32x4, but float4.
  const bool crossed = name.ends_with('x');
  if (crossed) name.remove_suffix(1);
  if (name.empty() || crossed != is_digit(name.back())) return std::nullopt;
  const auto type = element_from(name);
  return type ? std::optional(ElementType{*type, lanes}) : std::nullopt;
}

std::string element_names() {
  std::string all = "f16, bf16, f32, f64, s8, s16, s32, s64, u8, u16, u32, u64, b8, b16, b32, b64";
  for (const Alias& alias : aliases) all += ", " + std::string(alias.name);
  return all;
}

std::uint64_t encode(Number value, ptx::Type type, std::string_view what) {
  const double real = std::visit([](auto v) { return static_cast<double>(v); }, value);
  if (type == ptx::Type::f64) return std::bit_cast<std::uint64_t>(real);
  if (type == ptx::Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(real));
  if (type == ptx::Type::f16) return float_to_f16(static_cast<float>(real));
  if (type == ptx::Type::bf16) return float_to_bf16(static_cast<float>(real));
  if (!is_integer(type)) throw InputError(fmt::format("{}: cannot have the type {}", what, ptx::name_of(type)));
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return encode_integer(*whole, type, what);
  if (std::abs(real) < 9.2e18 && std::trunc(real) == real)
    return encode_integer(static_cast<std::int64_t>(real), type, what);
  throw InputError(fmt::format("{}: {} is not an integer, but its type is {}", what, real, ptx::name_of(type)));
}

double decode(std::uint64_t bits, ptx::Type type) {
  if (type == ptx::Type::f64) return std::bit_cast<double>(bits);
  if (type == ptx::Type::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == ptx::Type::f16) return f16_to_float(static_cast<std::uint16_t>(bits));
  if (type == ptx::Type::bf16) return bf16_to_float(static_cast<std::uint16_t>(bits));
  if (!ptx::is_signed(type)) return static_cast<double>(bits);
  const unsigned unused = 64 - width(type);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace forewarp::launch
