// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of video instructions. Types, parts of operands, saturation and the second operation travel in control, so
/// that one entry serves every form of an operation.
#include <array>
#include <utility>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/rules.hpp"

namespace forewarp::emu::lanes {
namespace {

using ptx::Opcode;
using ptx::Operand;

/// Takes "s32" or "u32" off the front; nothing for any other word.
std::optional<bool> take_signed(Words& words) {
  const std::string_view type = words.take_first();
  if (type == "s32") return true;
  if (type == "u32") return false;
  return std::nullopt;
}

/// Takes the types d, a and b, or a and b alone, off the front: vadd.u32.s32.u32 has all three,
/// vset.u32.u32.lt has no type of d, which is 0 or 1.
bool take_types(Words& words, bool with_result, std::uint32_t& control) {
  constexpr std::array bits = {video_bits::d_signed, video_bits::a_signed, video_bits::b_signed};
  for (std::size_t i = with_result ? 0 : 1; i < bits.size(); ++i) {
    const auto is_signed = take_signed(words);
    if (!is_signed) return false;
    if (*is_signed) control |= bits[i];
  }
  return true;
}

template <class Enum, std::size_t count>
std::optional<Enum> take_one(Words& words, const std::array<std::pair<std::string_view, Enum>, count>& names) {
  for (const auto& [name, value] : names)
    if (words.take(name)) return value;
  return std::nullopt;
}

std::optional<Second> take_second(Words& words) {
  constexpr std::array<std::pair<std::string_view, Second>, 3> names = {
      {{"add", Second::add}, {"min", Second::min}, {"max", Second::max}}};
  return take_one(words, names);
}

bool take_comparison(Words& words, std::uint32_t& control) {
  using enum VideoComparison;
  constexpr std::array<std::pair<std::string_view, VideoComparison>, 6> names = {
      {{"eq", eq}, {"ne", ne}, {"lt", lt}, {"le", le}, {"gt", gt}, {"ge", ge}}};
  const auto comparison = take_one(words, names);
  if (comparison) control |= static_cast<std::uint32_t>(*comparison) << video_bits::comparison_shift;
  return comparison.has_value();
}

/// vshl and vshr: the amount is unsigned, and .clamp or .wrap must be there.
bool take_shift(Words& words, std::uint32_t& control) {
  if ((control & video_bits::b_signed) != 0) return false;
  if (words.take("wrap")) {
    control |= video_bits::wrap;
    return true;
  }
  return words.take("clamp");
}

/// vmad: .po, .shr7, .shr15, and minus signs, of which the product has at most one that counts.
void take_multiply(Words& words, std::span<const Operand> operands, std::uint32_t& control) {
  if (words.take("po")) control |= video_bits::plus_one;
  if (words.take("shr7")) control |= 7U << video_bits::scale_shift;
  if (words.take("shr15")) control |= 15U << video_bits::scale_shift;
  const auto minus = [&](std::size_t i) { return operands.size() > i && operands[i].negated; };
  const bool product = minus(1) != minus(2);
  if (product) control |= video_bits::minus_product;
  if (minus(3)) control |= video_bits::minus_c;
  const bool is_signed = (control & (video_bits::a_signed | video_bits::b_signed)) != 0;
  if (is_signed || product || minus(3)) control |= video_bits::signed_result;
}

bool take_own(Opcode opcode, Words& words, std::span<const Operand> operands, std::uint32_t& control) {
  if (opcode == Opcode::vset) return take_comparison(words, control);
  if (opcode == Opcode::vshl || opcode == Opcode::vshr) return take_shift(words, control);
  if (opcode == Opcode::vmad) take_multiply(words, operands, control);
  return true;
}

std::uint32_t part_of(std::span<const Operand> operands, std::size_t i) {
  return i < operands.size() && operands[i].kind == ptx::OperandKind::reg ? operands[i].component : 0;
}

}  // namespace

/// The scalar forms: d = saturate(op(a.part, b.part)), then either a second operation with c or a
/// merge of the result into a part of c; never both. vmad has c as its addend instead.
std::optional<Request> video_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                     std::string_view name, Words words) {
  const auto operands = function.operands_of(instruction);
  const bool multiplies = instruction.opcode == Opcode::vmad;
  Request request{.key = std::string(name), .control = 0, .carries = false, .selects = true};
  std::uint32_t& control = request.control;
  if (!take_types(words, instruction.opcode != Opcode::vset, control)) return std::nullopt;
  if (words.take("sat")) control |= video_bits::sat;
  if (!take_own(instruction.opcode, words, operands, control)) return std::nullopt;
  const auto second = multiplies ? std::nullopt : take_second(words);
  if (second) control |= static_cast<std::uint32_t>(*second) << video_bits::second_shift;
  if (words.size() != 0) return std::nullopt;
  const std::uint32_t d = part_of(operands, 0);
  control |= part_of(operands, 1) << video_bits::a_part_shift | part_of(operands, 2) << video_bits::b_part_shift |
             d << video_bits::d_part_shift;
  for (std::size_t i = 0; i < operands.size(); ++i)  // c is read whole, and vmad alone knows a minus
    if ((i == 3 && part_of(operands, i) != 0) || (operands[i].negated && !multiplies)) return std::nullopt;
  if (multiplies) return d == 0 ? std::optional(request) : std::nullopt;
  const bool uses_c = second.has_value() || d != 0;
  if (uses_c != (operands.size() == 4) || (second && d != 0)) return std::nullopt;
  if (uses_c) request.key += ".c";
  return request;
}

/// vadd2 and its like: parts of a and b in their order; the mask of d says which are computed.
std::optional<Request> packed_video_request(const ptx::Function& function, const ptx::Instruction& instruction,
                                            std::string_view name, Words words) {
  const auto operands = function.operands_of(instruction);
  const bool compares = instruction.opcode == Opcode::vset2 || instruction.opcode == Opcode::vset4;
  const unsigned parts = name.back() == '2' ? 2 : 4;
  Request request{.key = std::string(name), .control = 0, .carries = false, .selects = true};
  std::uint32_t& control = request.control;
  if (!take_types(words, !compares, control)) return std::nullopt;
  if (words.take("sat")) control |= video_bits::sat;
  if (compares && !take_comparison(words, control)) return std::nullopt;
  if (words.take("add")) control |= static_cast<std::uint32_t>(Second::add) << video_bits::second_shift;
  if (words.size() != 0 || operands.size() != 4) return std::nullopt;
  for (std::size_t i = 1; i < operands.size(); ++i)
    if (part_of(operands, i) != 0 || operands[i].negated) return std::nullopt;
  const std::uint32_t d = part_of(operands, 0), first_half = 5;
  const bool is_byte = d >= 1 && d < first_half;
  if (d != 0 && is_byte != (parts == 4)) return std::nullopt;
  const std::uint32_t one = d == 0 ? 0 : 1U << (is_byte ? d - 1 : d - first_half);
  control |= (d == 0 ? (1U << parts) - 1 : one) << video_bits::mask_shift;
  return request;
}

}  // namespace forewarp::emu::lanes
