// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/instruction_class.hpp"

namespace forewarp::feature {
namespace {

using ptx::Opcode;

bool is_special(Opcode o) {
  switch (o) {
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::lg2:
    case Opcode::ex2:
    case Opcode::rcp:
    case Opcode::tanh:
      return true;
    default:
      return false;
  }
}

bool is_logic(Opcode o) {
  switch (o) {
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::cnot:
    case Opcode::lop3:
    case Opcode::shf:
    case Opcode::shl:
    case Opcode::shr:
      return true;
    default:
      return false;
  }
}

bool is_control(Opcode o) {
  switch (o) {
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::call:
    case Opcode::ret:
    case Opcode::exit:
    case Opcode::trap:
    case Opcode::brkpt:
      return true;
    default:
      return false;
  }
}

bool is_sync(Opcode o) {
  switch (o) {
    case Opcode::bar:
    case Opcode::barrier:
    case Opcode::membar:
    case Opcode::fence:
    case Opcode::mbarrier:
    case Opcode::vote:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::activemask:
    case Opcode::elect:
    case Opcode::griddepcontrol:
      return true;
    default:
      return false;
  }
}

bool is_memory(Opcode o) {
  switch (o) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::st:
    case Opcode::atom:
    case Opcode::red:
    case Opcode::cp:
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
    case Opcode::wmma_load:
    case Opcode::wmma_store:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::tex:
    case Opcode::tld4:
    case Opcode::suld:
    case Opcode::sust:
    case Opcode::sured:
    case Opcode::multimem:
    case Opcode::discard:
    case Opcode::applypriority:
      return true;
    default:
      return false;
  }
}

bool is_other(Opcode o) {
  switch (o) {
    case Opcode::unknown:
    case Opcode::nanosleep:
    case Opcode::setmaxnreg:
    case Opcode::pmevent:
    case Opcode::alloca:
    case Opcode::stacksave:
    case Opcode::stackrestore:
    case Opcode::createpolicy:
    case Opcode::tensormap:
    case Opcode::tcgen05:
    case Opcode::clusterlaunchcontrol:
    case Opcode::txq:
    case Opcode::suq:
      return true;
    default:
      return false;
  }
}

}  // namespace

InstructionClass class_of(ptx::Opcode opcode) {
  if (is_special(opcode)) return InstructionClass::special;
  if (is_logic(opcode)) return InstructionClass::logic;
  if (is_control(opcode)) return InstructionClass::control;
  if (is_sync(opcode)) return InstructionClass::sync;
  if (is_memory(opcode)) return InstructionClass::memory;
  if (is_other(opcode)) return InstructionClass::other;
  return InstructionClass::arithmetic;
}

std::string_view name_of(InstructionClass c) {
  switch (c) {
    case InstructionClass::special:
      return "special";
    case InstructionClass::logic:
      return "logic";
    case InstructionClass::control:
      return "control";
    case InstructionClass::arithmetic:
      return "arithmetic";
    case InstructionClass::sync:
      return "sync";
    case InstructionClass::memory:
      return "memory";
    case InstructionClass::other:
      return "other";
  }
  return "";
}

}  // namespace forewarp::feature
