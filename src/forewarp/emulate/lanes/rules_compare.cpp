// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of setp and set.
#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/rules.hpp"

namespace forewarp::emu::lanes {
namespace {

struct Comparison {
  std::string_view name, key;
  bool negate;
};

/// Integers: three comparisons and their negations. lo, ls, hi, hs are those of unsigned values.
constexpr Comparison integer_comparisons[] = {
    {"eq", "eq", false}, {"ne", "eq", true},  {"lt", "lt", false}, {"le", "le", false}, {"gt", "le", true},
    {"ge", "lt", true},  {"lo", "lt", false}, {"ls", "le", false}, {"hi", "le", true},  {"hs", "lt", true}};
/// Floats: the unordered comparison is the negation of the opposite ordered one. If a or b is not a
/// number, ge is false, and so ltu, its negation, is true, as it has to be.
constexpr Comparison float_comparisons[] = {
    {"eq", "eq", false}, {"ne", "ne", false}, {"lt", "lt", false},   {"le", "le", false}, {"gt", "gt", false},
    {"ge", "ge", false}, {"equ", "ne", true}, {"neu", "eq", true},   {"ltu", "ge", true}, {"leu", "gt", true},
    {"gtu", "le", true}, {"geu", "lt", true}, {"num", "num", false}, {"nan", "num", true}};

std::optional<Comparison> comparison(std::string_view name, std::string_view type) {
  const bool on_float = type.starts_with("f") || type.starts_with("bf");
  const bool for_unsigned = name == "lo" || name == "ls" || name == "hi" || name == "hs";
  if (for_unsigned && !type.starts_with("u")) return std::nullopt;
  if (type.starts_with("b") && !on_float && name != "eq" && name != "ne") return std::nullopt;
  const std::span<const Comparison> known =
      on_float ? std::span<const Comparison>(float_comparisons) : std::span<const Comparison>(integer_comparisons);
  for (const Comparison& one : known) {
    if (one.name == name) return one;
  }
  return std::nullopt;
}

/// eq is one for all integers of a width.
std::string compared_type(std::string_view key, std::string_view type) {
  const bool integer = type.starts_with("s") || (type.starts_with("b") && !type.starts_with("bf"));
  if (!integer || (key != "eq" && type.starts_with("s"))) return std::string(type);
  return "u" + std::string(type.substr(1));
}

/// Number of what set writes, for kernels/compare.cpp.
std::optional<std::uint32_t> set_value(std::string_view result, bool pair) {
  if (pair && (result == "u16" || result == "s16")) return std::nullopt;
  if (result == "u32" || result == "s32") return pair ? 2 : 0;  // of a pair 16 ones for each
  if (result == "f32") return 1;
  if (result == "u16" || result == "s16" || result == "u16x2" || result == "s16x2") return 2;
  if (result == "f16" || result == "f16x2") return 3;
  if (result == "bf16" || result == "bf16x2") return 4;
  return std::nullopt;
}

}  // namespace

std::optional<Request> compare_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                       Words words) {
  const bool is_set = instruction.opcode == ptx::Opcode::set;
  if (words.size() < (is_set ? 3 : 2)) return std::nullopt;
  const std::string_view type = words.last(), result = is_set ? words[words.size() - 2] : std::string_view();
  const auto found = comparison(words.take_first(), type);
  if (!found) return std::nullopt;

  const Combine combine = words.take("and")   ? Combine::and_
                          : words.take("or")  ? Combine::or_
                          : words.take("xor") ? Combine::xor_
                                              : Combine::none;
  const bool ftz = words.take("ftz");
  if (words.size() != (is_set ? 2 : 1)) return std::nullopt;  // only the types are left

  const auto operands = function.operands_of(instruction);
  const bool second = !is_set && !operands.empty() && operands[0].kind == ptx::OperandKind::vector;
  std::uint32_t control = (found->negate ? control_bits::negate : 0) | static_cast<std::uint32_t>(combine)
                                                                           << control_bits::combine_shift;
  if (is_set) {
    const auto value = set_value(result, type.ends_with("x2"));
    if (!value) return std::nullopt;
    control |= *value << control_bits::second_shift;
  } else {
    control |= (second ? 1U : 0U) << control_bits::second_shift;
  }
  std::string key = is_set ? "set." : "setp.";
  key.append(found->key).append(ftz ? ".ftz." : ".").append(compared_type(found->key, type));
  if (second) key += "/q";
  if (combine != Combine::none) key += "/c";
  return Request{key, control, false};
}

}  // namespace forewarp::emu::lanes
