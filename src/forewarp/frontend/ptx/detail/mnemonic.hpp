// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/detail/name_map.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

/// The parts of a dotted mnemonic, split once and cached: a module has few different ones.
class Mnemonics {
 public:
  /// Fills opcode, space, vector, types and mnemonic of the instruction.
  void apply(std::string_view mnemonic, Instruction& instruction);

 private:
  struct Decoded {
    bool known = false;
    Instruction fields;
  };
  NameMap<Decoded> decoded_;
};

}  // namespace forewarp::ptx::detail
