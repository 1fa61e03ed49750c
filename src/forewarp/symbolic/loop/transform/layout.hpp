// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// layout ARRAY [AXIS, AXIS ...]
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// How the axes of an array are stored, the slowest first: [0, 1] rows, [1, 0] columns. Of a global array this is a
/// promise of the caller, who stores it so. Throws InputError where `order` does not name each axis once.
[[nodiscard]] Program set_layout(const Program& program, const std::string& array,
                                 const std::vector<std::size_t>& order);

}  // namespace forewarp::loop
