// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The least shape from 0 that holds every element which the statements touch, as expressions of the parameters. Throws
/// ParseError at an access where that is unknown (the subscript is no affine form of loops, or reaches below 0, or
/// the greatest value is none of the parameters' affine forms): then the array has to be declared.
[[nodiscard]] std::vector<ExpressionPtr> shape_by_use(const Program& program, const std::string& array);

}  // namespace forewarp::loop
