// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The groups of PTX instructions that braun2020 (section 3.2) counts. The paper names the groups; which opcode is in
/// which follows the chapters of the PTX ISA ("Logic and Shift", "Control Flow", "Parallel Synchronization", ...).
#include <cstdint>
#include <string_view>

#include "forewarp/frontend/ptx/opcode.hpp"

namespace forewarp::feature {

enum class InstructionClass : std::uint8_t { special, logic, control, arithmetic, sync, memory, other };

/// special: sqrt rsqrt sin cos lg2 ex2 rcp tanh; logic: and or xor not cnot lop3 shf shl shr; control: bra brx call ret
/// exit trap; sync: bar barrier membar fence mbarrier vote match redux activemask elect; memory: loads, stores,
/// atomics, prefetches; arithmetic: everything that computes a number, mov, set/setp/selp/slct and cvt/cvta included;
/// other: what only steers the machine (nanosleep, setmaxnreg, ...) and unknown opcodes.
[[nodiscard]] InstructionClass class_of(ptx::Opcode opcode);
[[nodiscard]] std::string_view name_of(InstructionClass instruction_class);

}  // namespace forewarp::feature
