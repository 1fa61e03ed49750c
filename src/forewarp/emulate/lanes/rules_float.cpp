// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of floating-point arithmetic: rounding, flushing, saturation.
#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/rules.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::emu::lanes {
namespace {

bool is_half(std::string_view type) { return type == "f16" || type == "f16x2" || type == "bf16" || type == "bf16x2"; }

std::uint32_t take_flag(Words& words, std::string_view word, std::uint32_t bit) { return words.take(word) ? bit : 0; }

/// Takes a rounding modifier; nothing when there is none.
std::optional<Rounding> take_rounding(Words& words) {
  if (words.take("rn")) return Rounding::nearest;
  if (words.take("rz")) return Rounding::zero;
  if (words.take("rm")) return Rounding::down;
  if (words.take("rp")) return Rounding::up;
  return std::nullopt;
}

/// Rounding to nearest is the kernel itself; the other three share one kernel that sets the
/// rounding mode of the processor around the loop over lanes.
Request rounded(std::string_view name, const Words& words, Rounding rounding) {
  if (rounding == Rounding::nearest) return {words.joined(name), 0, false};
  return {words.joined(std::string(name) + ".directed"), static_cast<std::uint32_t>(rounding), false};
}

std::optional<Request> half(std::string_view name, Words words) {
  words.take("rn");
  std::uint32_t control = take_flag(words, "ftz", control_bits::ftz);
  if (name == "fma" || name == "add" || name == "sub" || name == "mul") {
    control |= take_flag(words, "sat", control_bits::sat);
  }
  if (name == "fma") control |= take_flag(words, "relu", control_bits::relu);
  return Request{words.joined(name), control, false};
}

/// add, sub and fma of halves and an f32: add.rz.sat.f32.bf16 has the key add.directed.f32.bf16.
std::optional<Request> mixed(std::string_view name, Words words) {
  const auto rounding = take_rounding(words);
  if (name == "fma" && !rounding) return std::nullopt;
  const std::uint32_t sat = take_flag(words, "sat", control_bits::sat);
  Request request = rounded(name, words, rounding.value_or(Rounding::nearest));
  request.control |= sat;
  return request;
}

/// min and max: of two operands xorsign comes with abs or not at all, of three abs comes alone.
/// Example: max.ftz.xorsign.abs.f32 has the key max.f32, and two flags.
std::optional<Request> extreme(const ptx::Instruction& instruction, std::string_view name, Words words) {
  std::uint32_t control = take_flag(words, "ftz", control_bits::ftz) | take_flag(words, "NaN", control_bits::nan);
  const bool three = instruction.operand_count == 4;
  const bool sign = words.take("xorsign"), sizes = words.take("abs");
  if (three ? sign : sign != sizes) return std::nullopt;
  if (sizes) control |= control_bits::xorsign_abs;
  if (words.last() == "f64" && control != 0) return std::nullopt;
  return Request{words.joined(std::string(name) + (three ? "3" : "")), control, false};
}

/// rcp, sqrt, div: a rounding mode, or approx or full, must be there.
std::optional<Request> quotient(std::string_view name, Words words) {
  const bool single = words.last() == "f32";
  if (const auto rounding = take_rounding(words)) return rounded(name, words, *rounding);
  if (!single)
    return name == "rcp" && words.has("approx") ? std::optional(Request{words.joined(name), 0, false}) : std::nullopt;
  if (name == "div" && words.has("approx")) return Request{words.joined(name), 0, false};
  const bool known = words.take("approx") || (name == "div" && words.take("full"));
  return known ? std::optional(Request{words.joined(name), 0, false}) : std::nullopt;
}

std::optional<Request> special(std::string_view name, Words words) {
  if (!words.take("approx")) return std::nullopt;
  const std::uint32_t control = take_flag(words, "ftz", control_bits::ftz);
  return Request{words.joined(name), control, false};
}

}  // namespace

std::optional<Request> float_request(const ptx::Instruction& instruction, std::string_view name, Words words) {
  using ptx::Opcode;
  using ptx::Operation;
  const Opcode opcode = instruction.opcode;
  const Operation operation = ptx::operation_of(opcode);
  const std::string_view type = words.last();
  if (operation == Operation::min_max) return extreme(instruction, name, words);
  if (opcode == Opcode::rsqrt) {
    if (type == "f32" && !words.take("approx")) return std::nullopt;
    return Request{words.joined(name), 0, false};
  }
  if (operation == Operation::divide || operation == Operation::root) return quotient(name, words);
  if (operation == Operation::trigonometric || operation == Operation::exponential) return special(name, words);
  if (is_half(type)) return words.has("f32") ? mixed(name, words) : half(name, words);
  if (operation == Operation::sign || operation == Operation::copy_sign) return Request{words.joined(name), 0, false};
  const auto rounding = take_rounding(words);
  const bool fused = operation == Operation::multiply_add;
  // PTX has no default here, unlike for add and mul: an fma without a rounding mode is not PTX.
  if (fused && !rounding) return std::nullopt;
  return rounded(fused ? "fma" : name, words, rounding.value_or(Rounding::nearest));
}

}  // namespace forewarp::emu::lanes
