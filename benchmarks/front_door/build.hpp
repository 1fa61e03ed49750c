// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a developer waits for: how long the tool takes to build, without a compiler cache, and how large it is.
#include <vector>

#include "scoreboard.hpp"

namespace forewarp::bench {

/// Megabytes of the tool without its symbols. Throws Unavailable where `strip` is missing or fails.
[[nodiscard]] Row tool_size();

/// Builds the tool in a copy of the tree: from scratch, after a change of one source file of the library, and after a
/// change of the header that most files include. Minutes. Throws Error with the log where a build fails.
[[nodiscard]] std::vector<Row> build_times();

}  // namespace forewarp::bench
