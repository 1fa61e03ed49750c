// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/program.hpp"

namespace forewarp::profile {
namespace {

using ptx::Opcode;
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

/// Cycles that order the chains while they are walked: typical of recent GPUs. Models price the links by class with the
/// device's own latencies.
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

LinkClass link_class(const ptx::Instruction& i) {
  switch (i.opcode) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
    case Opcode::cp:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::wmma_load:
    case Opcode::wmma_store:
      return memory_class(i.space);
    case Opcode::tex:
    case Opcode::tld4:
    case Opcode::suld:
    case Opcode::sust:
      return LinkClass::global;
    case Opcode::atom:
    case Opcode::red:
      return i.space == StateSpace::shared ? LinkClass::shared : LinkClass::atomic;
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
    case Opcode::shfl:  // the shuffle goes through the shared-memory pipe
    case Opcode::vote:
    case Opcode::match:
    case Opcode::redux:
      return LinkClass::shared;
    case Opcode::bar:
    case Opcode::barrier:
      return LinkClass::barrier;
    case Opcode::bra:
    case Opcode::brx:
      return LinkClass::branch;
    case Opcode::mma:
    case Opcode::wmma:
    case Opcode::wgmma:
      return LinkClass::tensor;
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::lg2:
    case Opcode::ex2:
    case Opcode::tanh:
    case Opcode::rcp:
    case Opcode::rsqrt:
    case Opcode::sqrt:
      return LinkClass::special;
    case Opcode::div:
    case Opcode::rem:
      return i.type() == ptx::Type::f64 ? LinkClass::fp64 : LinkClass::special;
    default:
      return arithmetic_class(i);
  }
}

}  // namespace forewarp::profile
