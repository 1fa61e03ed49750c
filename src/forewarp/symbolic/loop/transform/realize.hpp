// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// realize [STATEMENTS]
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// Every reduction of the statements that `pattern` chooses (all: "*") becomes three statements around a private
/// accumulator, innermost first: ID_init sets it to the neutral element, ID_update takes one term (inside of the
/// reduction's loops), and the statement itself reads it. Always legal. A program without reductions stays as it is.
[[nodiscard]] Program realize_reductions(const Program& program, const std::string& pattern = "*");

}  // namespace forewarp::loop
