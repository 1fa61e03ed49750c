// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rules of integer instructions, logic and moves, and which family another opcode belongs to.
///
/// A rule maps an instruction to the key of a kernel and to a control word. Suffixes that change
/// nothing are dropped, those that select among few variants travel in control, and the others
/// remain in the key: so thousands of mnemonics need a few hundred kernels, and an unknown suffix
/// finds none. Examples:
///
///     add.s32                add.u32        (two's complement: the sign does not matter)
///     add.rn.ftz.f32         add.ftz.f32    (nearest is the default)
///     mad.lo.cc.u32          mad.carry.lo.u32, control: carry out
///     mov.b64 {%r1,%r2}, %rd mov.b64.unpack2
#include "forewarp/emulate/lanes/rules.hpp"

#include <array>
#include <utility>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::emu::lanes {
namespace {

bool is_float(std::string_view type) { return type.starts_with("f") || type.starts_with("bf"); }

/// Where the sign does not matter.
std::string_view unsigned_type(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> same[] = {{"s16", "u16"},     {"s32", "u32"}, {"s64", "u64"},
                                                                    {"s16x2", "u16x2"}, {"b16", "u16"}, {"b32", "u32"},
                                                                    {"b64", "u64"}};
  for (const auto& [from, to] : same) {
    if (type == from) return to;
  }
  return type;
}

/// Where only the width matters.
std::string_view untyped(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> same[] = {
      {"u16", "b16"}, {"s16", "b16"}, {"f16", "b16"}, {"bf16", "b16"}, {"u32", "b32"},   {"s32", "b32"},
      {"f32", "b32"}, {"u64", "b64"}, {"s64", "b64"}, {"f64", "b64"},  {"f16x2", "b32"}, {"bf16x2", "b32"}};
  for (const auto& [from, to] : same) {
    if (type == from) return to;
  }
  return type;
}

Request plain(std::string_view name, const Words& words) { return {words.joined(name), 0, false}; }

Request sign_free(std::string_view name, Words words) {
  words.replace_last(unsigned_type(words.last()));
  return plain(name, words);
}

/// add, sub, addc, subc with a carry.
Request carried(std::string_view name, Words words, bool in) {
  const bool out = words.take("cc");
  words.replace_last(unsigned_type(words.last()));
  return {words.joined(std::string(name) + ".carry"),
          (in ? control_bits::carry_in : 0) | (out ? control_bits::carry_out : 0), true};
}

std::optional<Request> add_or_sub(const ptx::Instruction& instruction, std::string_view name, const Words& words) {
  if (is_float(words.last())) return float_request(instruction, name, words);
  if (words.has("cc")) return carried(name, words, false);
  return words.has("sat") ? plain(name, words) : sign_free(name, words);
}

std::optional<Request> multiply(const ptx::Instruction& instruction, std::string_view name, const Words& words) {
  if (is_float(words.last())) return float_request(instruction, name, words);
  if (words.has("cc")) {
    Words rest = words;
    rest.take("cc");
    if (name != "mad") return std::nullopt;
    return Request{rest.joined("mad.carry"), control_bits::carry_out, true};
  }
  return words.has("lo") ? sign_free(name, words) : plain(name, words);
}

Request madc(Words words) {
  const bool out = words.take("cc");
  return {words.joined("mad.carry"), control_bits::carry_in | (out ? control_bits::carry_out : 0), true};
}

Request min_or_max(const ptx::Instruction& instruction, std::string_view name, const Words& words) {
  if (is_float(words.last())) return float_request(instruction, name, words).value_or(Request{});
  Words rest = words;  // min.relu.s32 in the ISA, min.s32.relu in NVIDIA's headers
  return plain(rest.take("relu") ? std::string(name) + ".relu" : std::string(name), rest);
}

/// The truth table is an operand in the text and travels in control; the form with a predicate has
/// one more result and source, so its table is at position 5.
std::optional<Request> lop3(const ptx::Function& function, const ptx::Instruction& instruction, Words words) {
  const bool with_and = words.take("and"), with_or = words.take("or");
  const bool predicate = with_and || with_or;
  const std::vector<ptx::Operand> flat = flattened(function, instruction);
  const std::size_t at = predicate ? 5 : 4;
  if (flat.size() <= at || flat[at].kind != ptx::OperandKind::immediate || (with_and && with_or)) return std::nullopt;
  const auto lut = static_cast<std::uint32_t>(flat[at].bits & 0xff);
  return Request{words.joined(predicate ? "lop3.predicate" : "lop3"), lut | (with_and ? 0x100U : 0U), false};
}

/// mov: a vector on one side packs or unpacks.
Request mov(const ptx::Function& function, const ptx::Instruction& instruction, Words words) {
  words.replace_last(untyped(words.last()));
  Request request = plain("mov", words);
  const auto operands = function.operands_of(instruction);
  if (operands.size() != 2 || instruction.vector > 1) return request;
  if (operands[0].kind == ptx::OperandKind::vector) request.key += ".unpack" + std::to_string(operands[0].count);
  if (operands[1].kind == ptx::OperandKind::vector) request.key += ".pack" + std::to_string(operands[1].count);
  return request;
}

std::optional<Request> selection(std::string_view name, Words words) {
  if (name == "selp") {
    words.replace_last(untyped(words.last()));
    return plain(name, words);
  }
  // slct{.ftz}.dtype.stype
  if (words.size() < 2) return std::nullopt;
  const std::string_view condition = words.last(), type = words[words.size() - 2];
  const bool ftz = words.take("ftz");
  if (words.size() != 2) return std::nullopt;
  std::string key = ftz ? "slct.ftz." : "slct.";
  key.append(untyped(type)).append(".").append(condition);
  return Request{key, 0, false};
}

Request shift_right(Words words) {
  words.replace_last(words.last().starts_with("b") ? unsigned_type(words.last()) : words.last());
  return plain("shr", words);
}

/// What exchanges registers within the warp in one lane operation; the other products of matrices, matrix accesses and
/// movmatrix are the machine's.
bool works_across_lanes(ptx::Opcode opcode) {
  const ptx::OpcodeInfo& info = ptx::info_of(opcode);
  const bool votes = info.cross_lane && info.group == ptx::InstructionClass::sync;
  return votes || opcode == ptx::Opcode::shfl || opcode == ptx::Opcode::mma;
}

/// add and sub, with carry or without.
std::optional<Request> sum(const ptx::Instruction& instruction, std::string_view name, const Words& words) {
  if (instruction.opcode == ptx::Opcode::addc) return carried("add", words, true);
  if (instruction.opcode == ptx::Opcode::subc) return carried("sub", words, true);
  return add_or_sub(instruction, name, words);
}

std::optional<Request> product(const ptx::Instruction& instruction, std::string_view name, const Words& words) {
  if (instruction.opcode == ptx::Opcode::madc) return lanes::madc(words);
  if (instruction.opcode == ptx::Opcode::fma) return float_request(instruction, name, words);
  return multiply(instruction, name, words);
}

std::string_view first_word(std::string_view mnemonic) { return mnemonic.substr(0, mnemonic.find('.')); }

}  // namespace

std::optional<Request> request(const ptx::Function& function, const ptx::Instruction& instruction) {
  using ptx::Opcode;
  using ptx::Operation;
  const std::string_view name = first_word(instruction.mnemonic);
  const Words words(instruction.mnemonic);
  const Opcode opcode = instruction.opcode;
  const auto by_type = [&] {
    return is_float(words.last()) ? float_request(instruction, name, words) : plain(name, words);
  };
  switch (ptx::operation_of(opcode)) {
    case Operation::add:
      return sum(instruction, name, words);
    case Operation::multiply:
    case Operation::multiply_add:
      return product(instruction, name, words);
    case Operation::min_max:
      return min_or_max(instruction, name, words);
    case Operation::divide:
    case Operation::sign:
      return by_type();
    case Operation::root:
    case Operation::trigonometric:
    case Operation::exponential:
    case Operation::copy_sign:
      return float_request(instruction, name, words);
    case Operation::multiply_24:
    case Operation::multiply_add_24:
    case Operation::dot:
    case Operation::remainder:
    case Operation::bit_field:
    case Operation::bit_count:
      return plain(name, words);
    case Operation::logic:
      return opcode == Opcode::lop3 ? lanes::lop3(function, instruction, words) : plain(name, words);
    case Operation::shift:
      return opcode == Opcode::shr ? shift_right(words) : plain(name, words);
    case Operation::move:
      return lanes::mov(function, instruction, words);
    case Operation::select:
      return selection(name, words);
    case Operation::compare:
      return opcode == Opcode::testp ? plain(name, words) : compare_request(function, instruction, words);
    case Operation::convert:
      return convert_request(function, instruction, words);
    case Operation::video:
      return video_request(function, instruction, name, words);
    case Operation::video_packed:
      return packed_video_request(function, instruction, name, words);
    case Operation::simple:
      if (opcode == Opcode::vabsdiff4) return packed_video_request(function, instruction, name, words);
      return opcode == Opcode::sad || opcode == Opcode::prmt ? std::optional(plain(name, words)) : std::nullopt;
    case Operation::shuffle:
    case Operation::tensor:
    case Operation::none:
      return works_across_lanes(opcode) ? cross_request(function, instruction, name, words) : std::nullopt;
    case Operation::address:
    case Operation::test_space:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace forewarp::emu::lanes
