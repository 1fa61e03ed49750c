// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What kinds of instructions the search for regular loops distinguishes.
#include <cstdint>
#include <optional>

#include "forewarp/frontend/analysis/dataflow.hpp"
#include "forewarp/frontend/ptx/comparison.hpp"

namespace forewarp::analysis {

/// Results that are not a function of registers alone.
[[nodiscard]] bool is_load(const ptx::Instruction& instruction);
[[nodiscard]] bool reads_clock(const ptx::Function& function, const ptx::Instruction& instruction);
/// Sums of what they read: an induction passes through these only.
[[nodiscard]] bool is_sum(const ptx::Instruction& instruction);
/// ... and a comparison's operand through these, too.
[[nodiscard]] bool is_linear(const ptx::Instruction& instruction);
/// A parameter, or a constant at a fixed place: the same every time, wherever the compiler reads it again.
[[nodiscard]] bool is_fixed_load(const Dataflow& flow, std::uint32_t instruction);
/// Where warps of a block wait for one another.
[[nodiscard]] bool is_barrier(const ptx::Instruction& instruction);
/// Reads what may differ between threads of a block: the thread's own number, its lane, a clock, memory.
[[nodiscard]] bool differs_by_thread(const Dataflow& flow, std::uint32_t instruction);

/// Of setp; nothing where it is no plain comparison.
[[nodiscard]] std::optional<ptx::Comparison> comparison_of(const ptx::Instruction& setp);
/// An integer of 4 or 8 bytes, the types whose progressions trip_count.hpp follows.
[[nodiscard]] bool is_plain_integer(ptx::Type type);

}  // namespace forewarp::analysis
