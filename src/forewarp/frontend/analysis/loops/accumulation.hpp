// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a loop accumulates and skipping iterations leaves wrong: sums, maxima, whatever is no induction.
#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

namespace forewarp::analysis {

/// Whether a value that skipping leaves wrong reaches an address or a condition, anywhere in the function. Adds to the
/// loop the other inductions that it finds: they are set forward, too.
[[nodiscard]] bool accumulates_control(const LoopBody& body, RegularLoop& loop);

}  // namespace forewarp::analysis
