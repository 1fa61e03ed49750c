// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// Copies from one address to another are done at once: waiting for them is nothing. op is the destination,
/// op.second the source; rows: bytes (absent_row: access_bytes), ignore-source predicate, mbarrier address row of bulk
/// copies (each absent_row when there is none). control: 1 for bulk copies, 2 when the predicate is read negated.
namespace async_control {
inline constexpr std::uint32_t bulk = 1;
inline constexpr std::uint32_t ignore_negated = 2;
}  // namespace async_control
[[nodiscard]] MachineFn select_copy(unsigned width);

/// What an mbarrier instruction does; MachineOp::control. rows: destination, state or parity, count (each absent_row
/// when not there).
enum class MbarrierOp : std::uint8_t { init, inval, arrive, arrive_drop, test, test_parity, expect, complete, pending };
[[nodiscard]] MachineFn select_mbarrier(MbarrierOp op, unsigned width);
/// Takes bytes off what an mbarrier at a shared address still expects (the end of a bulk copy).
void complete_transaction(std::byte* mbarrier, std::uint64_t bytes);

/// The same for the mbarrier whose address is in a lane of this row, of op.register_bytes bytes; a fault where it is
/// none.
void complete_copy(Warp& warp, const MachineOp& op, unsigned lane, std::uint32_t row, std::uint64_t bytes);

}  // namespace forewarp::emu
