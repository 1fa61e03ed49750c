// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/mnemonic.hpp"

namespace forewarp::ptx::detail {
namespace {

void apply_suffix(std::string_view suffix, Instruction& out) {
  if (const auto type = type_from(suffix)) {
    if (out.type_count < out.types.size()) out.types[out.type_count++] = *type;
    return;
  }
  if (out.space == StateSpace::none) {
    if (const auto space = space_from(suffix)) {
      out.space = *space;
      return;
    }
  }
  if (suffix == "v2") out.vector = 2;
  if (suffix == "v4") out.vector = 4;
  if (suffix == "v8") out.vector = 8;
}

Instruction decode(std::string_view mnemonic) {
  Instruction out;
  out.mnemonic = mnemonic;
  std::size_t dot = mnemonic.find('.');
  out.opcode = opcode_of(mnemonic);
  while (dot != std::string_view::npos) {
    const std::size_t next = mnemonic.find('.', dot + 1);
    apply_suffix(mnemonic.substr(dot + 1, next - dot - 1), out);
    dot = next;
  }
  return out;
}

}  // namespace

void Mnemonics::apply(std::string_view mnemonic, Instruction& instruction) {
  Decoded& entry = decoded_[mnemonic];
  if (!entry.known) entry = {true, decode(mnemonic)};
  const Instruction& fields = entry.fields;
  instruction.opcode = fields.opcode;
  instruction.space = fields.space;
  instruction.vector = fields.vector;
  instruction.type_count = fields.type_count;
  instruction.types = fields.types;
  instruction.mnemonic = mnemonic;
}

}  // namespace forewarp::ptx::detail
