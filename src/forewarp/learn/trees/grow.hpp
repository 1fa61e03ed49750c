// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Grows one tree.
#include "forewarp/learn/trees/grown.hpp"
#include "forewarp/learn/trees/splitter.hpp"

namespace forewarp::learn::trees {

/// growth.data has at least one row. presorted: for Threshold::best.
[[nodiscard]] GrownTree grow(const Growth& growth, Presorted presorted, Random& random);

}  // namespace forewarp::learn::trees
