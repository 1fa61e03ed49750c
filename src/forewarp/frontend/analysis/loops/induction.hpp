// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Registers that grow by an invariant step once in every iteration: skipping iterations adds the step that often.
#include <cstdint>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"

namespace forewarp::analysis {

/// Its own old value plus what does not change, once in every iteration.
[[nodiscard]] bool is_induction(const LoopBody& body, std::uint32_t reg);

}  // namespace forewarp::analysis
