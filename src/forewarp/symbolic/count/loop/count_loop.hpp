// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a loop program does, as formulas in its sizes (stevens2020, section 5, Algorithms 1 and 2; section 6.1.1).
///
///     executions   sum over statements S of  ops(S) * |pi_S(D)| * (work-items on axes that S has no loop on)
///     count        of a sub-group:  |pi_S'(D)| * ceil(work-items a group / 32), S' the loops of S but the local ones:
///                  a sub-group pays for an operation however many of its lanes are masked
///     AFR          accesses to an array in one direction / elements touched, union over them of I(pi_S(D))
///     barriers     |pi_B(D)|, the loops around barrier B in the schedule
///
/// Reductions are realised first, so that a program counts the same before and after. A sum counts its additions, a
/// difference is a sum, a change of sign is free (operands of GPUs carry one); an addition takes one product in as
/// madd.
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::count {

struct LoopOptions {
  std::int64_t sub_group_size = 32;
  /// Operations inside of subscripts and affine conditions too, as kind "index".
  bool index_arithmetic = false;
};

/// Throws InputError for a program that has no schedule or a sub-group size below 1; symbolic::Unbounded,
/// symbolic::LimitExceeded as symbolic::count does.
[[nodiscard]] KernelCounts count_loop(const loop::Program& program, const LoopOptions& options = {});

/// The same, kept in the process for the next program of the same text.
[[nodiscard]] std::shared_ptr<const KernelCounts> cached_counts(const loop::Program& program,
                                                                const LoopOptions& options = {});

/// Throws InputError where the program has no such parameter, where one is missing, or where the program's assumptions
/// do not hold: its counts are invalid there.
void check_sizes(const loop::Program& program, const std::map<std::string, std::int64_t>& sizes);

}  // namespace forewarp::count
