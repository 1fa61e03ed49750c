// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Instructions that the emulator does not have, and what to do about them.
#include <fmt/format.h>

#include <string>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/plain.hpp"
#include "forewarp/emulate/machine/special.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::emu {

namespace {

std::string_view advice_on_tensor(const ptx::Instruction& i) {
  for (const std::string_view type : {"s4", "u4", "b1", "e2m1", "e2m3", "e3m2"})
    if (i.has(type)) return "rewrite it with elements of 8 bits";
  return "rewrite it with mma.sync";
}

std::string_view advice(const ptx::Instruction& i) {
  if (i.opcode == ptx::Opcode::tcgen05) return "rewrite it with mma.sync, or compile for sm_90";
  if (ptx::is_tensor(i.opcode) || ptx::is_matrix_transfer(i.opcode)) return advice_on_tensor(i);
  return ptx::is_texture(i.opcode) ? "read the data through a pointer" : "";
}

/// Faults where an operand is a special register that has no value here.
void check_specials(Warp& warp, const MachineOp& op, LaneMask active) {
  const ptx::Function& function = *op.function->function;
  for (const ptx::Operand& o : function.operands_of(function.body[op.instruction])) {
    if (o.kind != ptx::OperandKind::special) continue;
    if (!has_value(o.special, o.component))
      warp.fault(op, active,
                 fmt::format("special register '{}{}' has no value in the emulator", ptx::name_of(o.special),
                             o.special == ptx::Special::envreg ? std::to_string(o.component) : ""));
  }
}

}  // namespace

/// An instruction without an implementation is an error only when it is executed: many kernels
/// contain some for other GPUs or in paths that a launch does not take.
Flow run_missing(Warp& warp, const MachineOp& op, LaneMask active) {
  check_specials(warp, op, active);
  const ptx::Instruction& i = op.function->function->body[op.instruction];
  const std::string_view what_to_do = advice(i);
  warp.fault(op, active,
             fmt::format("instruction '{}' is not emulated{}{} (docs/limits.md)", i.mnemonic,
                         what_to_do.empty() ? "" : ": ", what_to_do));
}

}  // namespace forewarp::emu
