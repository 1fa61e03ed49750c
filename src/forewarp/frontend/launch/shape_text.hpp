// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A grid or a block in one text: "n / 256", "16, 16, 4" or, in CUDA's spelling, "16x16".
#include <string_view>

#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::launch {

/// One to three expressions with commas between them, or with an x: "32x8", "(n/16) x (n/16)". An x separates where it
/// stands after a number, a name or a bracket, which no expression allows. Throws ParseError.
[[nodiscard]] ShapeSpec parse_shape(std::string_view text, const SourceLocation& where = {});

}  // namespace forewarp::launch
