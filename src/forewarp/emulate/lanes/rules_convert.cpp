// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of cvt.
#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/rules.hpp"

namespace forewarp::emu::lanes {
namespace {

struct Integer {
  unsigned size = 0;  ///< log2 of bytes
  bool is_signed = false;
};

std::optional<Integer> integer_type(std::string_view type) {
  constexpr std::string_view widths[] = {"8", "16", "32", "64"};
  if (type.empty() || (type[0] != 'u' && type[0] != 's')) return std::nullopt;
  for (unsigned i = 0; i < 4; ++i) {
    if (type.substr(1) == widths[i]) return Integer{i, type[0] == 's'};
  }
  return std::nullopt;
}

unsigned float_size(std::string_view type) { return type == "f64" ? 3 : type == "f32" ? 2 : 1; }
bool is_binary(std::string_view type) { return type == "f64" || type == "f32"; }
char slot(unsigned size) { return size == 3 ? 'l' : 'w'; }
/// s32, u32, s64 or u64: what a value is widened to before it is converted.
std::string widened(Integer type) { return std::string(type.is_signed ? "s" : "u") + (type.size == 3 ? "64" : "32"); }

struct Modifiers {
  std::optional<Rounding> rounding, to_integral;
  bool away = false;
  std::uint32_t flags = 0;
};

Modifiers take_modifiers(Words& words) {
  Modifiers found;
  constexpr std::string_view modes[] = {"rn", "rz", "rm", "rp"}, integral[] = {"rni", "rzi", "rmi", "rpi"};
  for (unsigned i = 0; i < 4; ++i) {
    if (words.take(modes[i])) found.rounding = static_cast<Rounding>(i);
    if (words.take(integral[i])) found.to_integral = static_cast<Rounding>(i);
  }
  if (words.take("rna")) found.rounding = Rounding::away;
  if (words.take("ftz")) found.flags |= control_bits::ftz;
  if (words.take("sat")) found.flags |= control_bits::sat;
  if (words.take("relu")) found.flags |= control_bits::relu;
  if (words.take("satfinite")) found.flags |= control_bits::satfinite;
  return found;
}

std::uint32_t integer_source(Integer type) {
  return type.size << convert_bits::source_size_shift | (type.is_signed ? convert_bits::source_signed : 0);
}
std::uint32_t integer_result(Integer type, unsigned register_size) {
  return type.size << convert_bits::result_size_shift | (type.is_signed ? convert_bits::result_signed : 0) |
         register_size << convert_bits::register_size_shift;
}

using Answer = std::optional<Request>;

Answer between_integers(Integer to, Integer from, unsigned to_register, unsigned from_register, const Modifiers& mod) {
  if (mod.rounding || mod.to_integral || (mod.flags & ~control_bits::sat) != 0) return std::nullopt;
  std::string key = mod.flags != 0 ? "cvt.sat." : "cvt.";
  key.append(1, slot(to_register)).append(1, '.').append(1, slot(from_register));
  if (mod.flags == 0 && to.size == 3 && from.size == 3) key = "mov.b64";
  return Request{key, integer_source(from) | integer_result(to, to_register), false};
}

Answer from_integer(std::string_view to, Integer from, unsigned from_register, const Modifiers& mod) {
  if (!mod.rounding || *mod.rounding == Rounding::away || mod.to_integral) return std::nullopt;
  if ((mod.flags & ~(control_bits::sat | control_bits::ftz)) != 0) return std::nullopt;
  const bool directed = is_binary(to) && *mod.rounding != Rounding::nearest;
  std::string key = directed ? "cvt.directed." : "cvt.";
  key.append(to).append(1, '.').append(widened(from)).append(1, '.').append(1, slot(from_register));
  return Request{key, integer_source(from) | mod.flags | static_cast<std::uint32_t>(*mod.rounding), false};
}

Answer to_integer(Integer to, std::string_view from, unsigned to_register, const Modifiers& mod) {
  if (!mod.to_integral || mod.rounding) return std::nullopt;
  if ((mod.flags & ~(control_bits::sat | control_bits::ftz)) != 0) return std::nullopt;
  // 8 and 16 bits are clamped from s32.
  const std::string by = to.size < 2 ? "s32" : widened(to);
  std::string key = "cvt." + by;
  key.append(1, '.').append(from).append(1, '.').append(1, slot(to_register));
  return Request{key, integer_result(to, to_register) | mod.flags | static_cast<std::uint32_t>(*mod.to_integral),
                 false};
}

Answer between_floats(std::string_view to, std::string_view from, const Modifiers& mod) {
  std::string key = "cvt.";
  if (to == from) {
    if (mod.rounding) return std::nullopt;
    key.append(to).append(1, '.').append(from);
    return Request{key, mod.flags | static_cast<std::uint32_t>(mod.to_integral.value_or(Rounding::away)), false};
  }
  if (mod.to_integral) return std::nullopt;
  const Rounding rounding = mod.rounding.value_or(Rounding::nearest);
  const bool hardware = to == "f32" && from == "f64";
  if (hardware && rounding == Rounding::away) return std::nullopt;
  if (hardware && rounding != Rounding::nearest) key += "directed.";
  // The formats below 32 bits have a quick form for plain rounding to nearest and one for everything else.
  const bool special = rounding != Rounding::nearest || (mod.flags & ~control_bits::ftz) != 0;
  if (!is_binary(to) && from == "f32" && special) key += "special.";
  key.append(to).append(1, '.').append(from);
  return Request{key, mod.flags | static_cast<std::uint32_t>(rounding), false};
}

bool is_float_format(std::string_view type) {
  return is_binary(type) || type == "f16" || type == "bf16" || type == "tf32" || type == "f16x2" || type == "bf16x2" ||
         type == "e4m3x2" || type == "e5m2x2";
}

}  // namespace

/// cvt has two types, two register widths, rounding and saturation, in almost all combinations.
/// Integers of 8 and 16 bits are widened first, so that kernels exist for 32 and 64 bits only, and
/// the widths of types and registers travel in control. cvt.rzi.u8.f32 into a 32-bit register has
/// the key cvt.s32.f32.w, and control says that the result is clamped to 8 unsigned bits.
Answer convert_request(const ptx::Function& function, const ptx::Instruction& instruction, Words words) {
  if (words.size() < 2) return std::nullopt;
  if (words.has("pack")) return Request{words.joined("cvt"), 0, false};
  const Modifiers mod = take_modifiers(words);
  if (words.size() != 2) return std::nullopt;
  const std::string_view to = words[0], from = words[1];
  const auto to_type = integer_type(to), from_type = integer_type(from);
  if ((!to_type && !is_float_format(to)) || (!from_type && !is_float_format(from))) return std::nullopt;
  const auto to_register = register_size(function, instruction, 0, to_type ? to_type->size : float_size(to));
  const auto from_register = register_size(function, instruction, 1, from_type ? from_type->size : float_size(from));
  if (!to_register || !from_register) return std::nullopt;
  if ((to_type && to_type->size > *to_register) || (from_type && from_type->size > *from_register)) {
    return std::nullopt;
  }
  if (to_type && from_type) return between_integers(*to_type, *from_type, *to_register, *from_register, mod);
  if (to_type) return to_integer(*to_type, from, *to_register, mod);
  if (from_type) return from_integer(to, *from_type, *from_register, mod);
  return between_floats(to, from, mod);
}

}  // namespace forewarp::emu::lanes
