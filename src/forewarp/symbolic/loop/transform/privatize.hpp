// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// privatize [VARIABLE] [LOOPS]; chunk LOOP FACTOR
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// A private variable gets an axis for each of `loops`, so that it holds the values of all their iterations at once;
/// `variable` empty: every private variable that is set anew in them. Legal where each use occurs inside the loops,
/// no iteration uses another's value, and the loops have constant ranges. Throws InputError otherwise.
[[nodiscard]] Program privatize(const Program& program, const std::string& variable,
                                const std::vector<std::string>& loops);

/// Each work-item computes `factor` neighbours along `loop`: the loop is split (LOOP_out, LOOP_in), reductions inside
/// are realised with one accumulator an output, LOOP_in is unrolled inside of their loops. Throws InputError as the
/// steps do: split, realize, privatize, duplicate, tag, prioritize.
[[nodiscard]] Program chunk(const Program& program, const std::string& loop, std::int64_t factor);

}  // namespace forewarp::loop
