// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The rows that ./dev bench prints: ours beside another's, with the target and whether it is met. Nothing is left out
/// because it looks bad.
///
///     emulator.matmul.rate    thread-instructions per second against oclgrind   152 x   >= 100 x   met
#include <vector>

#include "forewarp/support/score.hpp"

namespace forewarp::bench {

using forewarp::Better;
using Row = Score;

/// One line a row for people, or with json the array of objects of shared/DESIGN.md.
void print_rows(const std::vector<Row>& rows, bool json);

/// Whether --json is among the arguments. Exits with status 2 and a message on anything else that is not in known.
[[nodiscard]] bool json_asked(int argc, char** argv);

/// What run(argc, argv) returns; 2 where it throws an Error, after its message.
[[nodiscard]] int guarded(const char* name, int (*run)(int, char**), int argc, char** argv);

}  // namespace forewarp::bench
