// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

using ptx::StateSpace;

LinkClass memory_class(StateSpace space) {
  switch (space) {
    case StateSpace::shared:
      return LinkClass::shared;
    case StateSpace::const_:
    case StateSpace::param:
    case StateSpace::reg:
    case StateSpace::sreg:
      return LinkClass::alu;
    case StateSpace::none:
    case StateSpace::global:
    case StateSpace::local:
    case StateSpace::tex:
      return LinkClass::global;
  }
  return LinkClass::global;
}

LinkClass arithmetic_class(const ptx::Instruction& instruction) {
  return instruction.type() == ptx::Type::f64 ? LinkClass::fp64 : LinkClass::alu;
}

}  // namespace

/// Cycles that order the chains while they are walked: typical of recent GPUs. Models price the
/// links by class with the device's own latencies. Only the order matters: a load from global
/// memory outweighs a chain of 99 additions (396), and not one of 101.
double nominal_latency(LinkClass link) {
  switch (link) {
    case LinkClass::alu:
      return 4;
    case LinkClass::fp64:
      return 8;
    case LinkClass::special:
      return 20;
    case LinkClass::shared:
      return 24;
    case LinkClass::global:
      return 400;
    case LinkClass::atomic:
      return 500;
    case LinkClass::barrier:
      return 20;
    case LinkClass::branch:
      return 10;
    case LinkClass::tensor:
      return 16;
  }
  return 4;
}

/// The kind of wait that an instruction causes for what needs its result. Memory by where it is;
/// parameters and constants count as arithmetic, since their cache hits nearly always; divisions of
/// integers are sequences that use the special-function unit.
LinkClass link_class(const ptx::Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  const StateSpace space = ptx::space_of(i.opcode, i.space);
  if (ptx::updates_memory(i.opcode)) return space == StateSpace::shared ? LinkClass::shared : LinkClass::atomic;
  if (ptx::accesses_memory(i.opcode)) return memory_class(space);
  if (info.sync == ptx::Sync::barrier) return LinkClass::barrier;
  if (info.control == ptx::Control::branch) return LinkClass::branch;
  if (ptx::is_tensor(i.opcode)) return LinkClass::tensor;
  if (info.cross_lane) return LinkClass::shared;  // shuffles and votes go through the shared-memory pipe
  if (info.group == ptx::InstructionClass::special) return LinkClass::special;
  const bool divides = info.operation == ptx::Operation::divide || info.operation == ptx::Operation::remainder;
  if (divides && i.type() != ptx::Type::f64) return LinkClass::special;
  return arithmetic_class(i);
}

}  // namespace forewarp::profile
