// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs a loop program at one size, slowly and plainly: what a transformation must not change. Numbers are doubles,
/// whatever their declared type.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// Global arrays by name, element after element with the last subscript the fastest, whatever their layout; scalar
/// arguments as arrays of one element.
using Arrays = std::map<std::string, std::vector<double>>;

struct InterpretOptions {
  /// Work-items and groups from the last to the first: a race shows as another result.
  bool backwards = false;
  /// Runs of statements, and elements of arrays, before LimitExceeded.
  std::int64_t most = 4'000'000;
};

/// Runs the program group by group, each statement for all work-items of a group before the next, in the order of
/// schedule(); reductions are realised first. Arrays that are not given start as zeros; local and private memory starts
/// as NaN. Throws InputError for a parameter without a value, an array of the wrong length, a subscript outside of its
/// array, and as schedule() does.
void interpret(const Program& program, const std::map<std::string, std::int64_t>& sizes, Arrays& arrays,
               const InterpretOptions& options = {});

}  // namespace forewarp::loop
