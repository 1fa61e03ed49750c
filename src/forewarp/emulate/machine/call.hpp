// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// The operation that calls a function: its body, or what the machine has built in under its name.
[[nodiscard]] MachineFn select_call(const FunctionCode& callee);
/// Whether this is malloc or free of the device runtime, which need Memory::heap.
[[nodiscard]] bool is_of_heap(const FunctionCode& callee);
/// Through a register: lanes with the same target call together, one target after the other.
Flow run_indirect_call(Warp& warp, const MachineOp& op, LaneMask active);

/// Functions of the CUDA runtime that have no body in PTX.
Flow call_vprintf(Warp& warp, const MachineOp& op, LaneMask active);
Flow call_assertfail(Warp& warp, const MachineOp& op, LaneMask active);

/// The bytes of argument number `index` of a call in a lane, zero-extended; 0 when there is none.
[[nodiscard]] std::uint64_t call_argument(Warp& warp, const MachineOp& op, std::size_t index, unsigned lane);
/// Gives a lane the result of such a function, if the call takes one.
void set_call_result(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t value);
/// A zero-terminated text at a generic address, at most 64 KiB of it; faults where it leaves its buffer.
[[nodiscard]] std::string read_text(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t address);
/// Host bytes of a generic address range in a lane, checked.
[[nodiscard]] const std::byte* read_bytes(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t address,
                                          unsigned bytes);

}  // namespace forewarp::emu
