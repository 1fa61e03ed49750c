// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The tables [[checked]] of a device or architecture file; time_errors.hpp shows one.
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "forewarp/model/device/time_errors.hpp"

namespace forewarp::device::detail {

/// Throws ParseError with file, line and key for a node that is no list of tables, an unknown or missing key, a wrong
/// type, and a number that cannot be: no time, an error below 0 or above 1000 %.
[[nodiscard]] std::vector<TimeComparison> comparisons_of(const toml::node& node, const std::string& file);

/// The same tables as text again, each after an empty line.
[[nodiscard]] std::string comparisons_toml(const std::vector<TimeComparison>& comparisons);

}  // namespace forewarp::device::detail
