// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Calls and copies that several analyses must know.
#include <algorithm>
#include <string_view>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

/// malloc or free, which the device runtime has and PTX only declares.
[[nodiscard]] inline bool is_of_heap(std::string_view function) { return function == "malloc" || function == "free"; }

/// Calls vprintf, which device code's printf is.
[[nodiscard]] inline bool calls_print(const Function& f, const Instruction& i) {
  return i.opcode == Opcode::call && std::ranges::any_of(f.operands_of(i), [](const Operand& o) {
           return o.kind == OperandKind::symbol && o.name == "vprintf";
         });
}

[[nodiscard]] inline bool calls_heap(const Function& f, const Instruction& i) {
  return i.opcode == Opcode::call && std::ranges::any_of(f.operands_of(i), [](const Operand& o) {
           return o.kind == OperandKind::symbol && is_of_heap(o.name);
         });
}

/// Whether a cp.async.bulk.tensor goes from shared to global memory.
[[nodiscard]] inline bool stores_tensor(const Instruction& i) {
  return i.mnemonic.find("d.global.shared") != std::string_view::npos;
}

}  // namespace forewarp::ptx
