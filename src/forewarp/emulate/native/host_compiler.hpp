// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// clang as the compiler of this processor's code: text of runs becomes functions of this process.
#include <cstddef>
#include <string>
#include <vector>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu::native {

/// Lanes that one vector instruction takes, which the loops of runs are made for. 0 where no code is made.
[[nodiscard]] unsigned vector_lanes(Isa isa);

/// The functions run_0 to run_(count - 1) of the text, in a library that stays loaded. Throws Unavailable with the
/// reason where there is no clang (source::find_clang()) or it cannot make one.
[[nodiscard]] std::vector<LaneFn> compile_runs(const std::string& text, std::size_t count, Isa isa);

}  // namespace forewarp::emu::native
