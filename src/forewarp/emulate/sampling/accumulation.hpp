// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a loop accumulates and skipping iterations leaves wrong: sums, maxima, whatever is no induction.
#include "forewarp/emulate/sampling/loop_body.hpp"
#include "forewarp/emulate/sampling/regular_loop.hpp"

namespace forewarp::emu {

/// Whether a value that skipping leaves wrong reaches an address or a condition, anywhere in the function. Adds to the
/// loop the other inductions that it finds: they are set forward, too.
[[nodiscard]] bool accumulates_control(const LoopBody& body, RegularLoop& loop);

}  // namespace forewarp::emu
