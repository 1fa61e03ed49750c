// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

/// Whether two modules say the same, positions in the text and the file's name aside: nothing when they do, else where
/// they first differ ("function k, instruction 3, operand 1").
[[nodiscard]] std::optional<std::string> first_difference(const Module& a, const Module& b);

}  // namespace forewarp::ptx
