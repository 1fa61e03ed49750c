// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "forewarp/frontend/ptx/detail/name_map.hpp"
#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx::detail {

/// Decoded mnemonics by their text: a module has few different ones, so each is decoded once.
class Mnemonics {
 public:
  /// Fills opcode, space, vector, types and mnemonic of the instruction.
  void apply(std::string_view mnemonic, Instruction& instruction);

 private:
  NameMap<std::optional<Mnemonic>> decoded_;
};

}  // namespace forewarp::ptx::detail
