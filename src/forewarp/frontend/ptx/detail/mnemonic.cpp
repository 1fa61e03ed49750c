// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/mnemonic.hpp"

namespace forewarp::ptx::detail {

void Mnemonics::apply(std::string_view mnemonic, Instruction& instruction) {
  std::optional<Mnemonic>& decoded = decoded_[mnemonic];
  if (!decoded) decoded = decode_mnemonic(mnemonic);
  instruction.opcode = decoded->opcode;
  instruction.space = decoded->space;
  instruction.vector = decoded->vector;
  instruction.type_count = decoded->type_count;
  instruction.types = decoded->types;
  instruction.mnemonic = mnemonic;
}

}  // namespace forewarp::ptx::detail
