// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Operations as lines of a recording. Programs launch millions of times, and a tree of JSON costs several
/// microseconds, so both directions are done here without one. The lines are JSON:
///
///     {"op":0,"d":3,"f":1,"r":false,"c":0,"p":false,"b":0,"st":0,"g":0,"t":[[0.001,0.002]]}
#include <string>
#include <string_view>

#include "forewarp/runtime/recording.hpp"

namespace forewarp::runtime {

/// [begin,end] by device.
[[nodiscard]] std::string intervals_text(const std::vector<Interval>& times);
[[nodiscard]] std::string operation_line(const Operation& operation);

/// Whether the line has an operation.
[[nodiscard]] bool is_operation(std::string_view line);
/// Throws InputError for a line that operation_line does not write.
[[nodiscard]] Operation operation_from(std::string_view line);

}  // namespace forewarp::runtime
