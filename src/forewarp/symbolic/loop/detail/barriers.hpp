// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "forewarp/symbolic/loop/schedule.hpp"

namespace forewarp::loop::detail {

/// Puts barriers into a schedule that has none: before the first step that meets, through memory, what another
/// work-item of the group did since the last barrier, in this iteration or in one before. Throws InputError where a
/// barrier would be in a loop whose bounds differ between work-items.
void place_barriers(const Program& program, std::vector<Step>& steps);

}  // namespace forewarp::loop::detail
